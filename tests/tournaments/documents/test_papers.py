"""The papers around the sheets: posters, cards, records, reports."""

import io
import re
from datetime import timedelta

import pytest
from django.utils import timezone
from PIL import ImageOps
from pypdf import PdfReader

from tests.tournaments import factories
from tests.tournaments.actions.play import drawn, legal_rows
from tests.tournaments.documents.reading import codes, dealers, lines, pages, pictures, squeezed
from tests.tournaments.played import played
from tournaments import documents
from tournaments.actions.adjustments import adjust, withdraw_adjustment
from tournaments.actions.deal_again import deal_again, time_is_up
from tournaments.actions.entries import disqualify
from tournaments.actions.penalties import give_penalty, penalty_for
from tournaments.actions.results import save_sheet, save_totals
from tournaments.actions.substitutes import set_substitute
from tournaments.actions.undo import undo
from tournaments.exports_played import record_listing
from tournaments.models import Deal, Entry, LogEntry, Player, Seat, Table

pytestmark = pytest.mark.django_db
MM = 72 / 25.4


def made(tournament, kind, **given):
    return documents.make(tournament, kind, given)


def whole(content):
    return " ".join(pages(content))


def sizes(content):
    boxes = [page.mediabox for page in PdfReader(io.BytesIO(content)).pages]
    return {(round(box.width / MM), round(box.height / MM)) for box in boxes}


def test_blank_sheets_have_the_dealers_and_room_for_everything_else():
    content = made(factories.tournament(name="Herbstturnier"), "blank-sheets")
    four, five = pages(content)
    assert "Spielliste · Runde" in four
    assert four.count("Nr. ____") == 4
    assert five.count("Nr. ____") == 5
    assert dealers(content, 0)[20] == 4
    assert dealers(content, 1)[25] == 5


class TestSheetsAsStored:
    def test_show_every_deal_with_its_running_total_and_leave_the_rest_open(self):
        tournament = drawn(4)
        rows = legal_rows(4, penalties=False)[:9]
        save_sheet(tournament, None, 1, 1, rows, complete=False)
        content = made(tournament, "fair-copies", session=1)
        text = lines(content, 0)
        # The numbers of the first normal deal as they stand on the paper, left to right.
        deal = Deal.objects.filter(kind="normal").first()
        printed = next(line for line in text if re.match(r"1\s+1\s", line))
        numbers = printed.replace("−", "-").split()[2:]
        assert [int(number) for number in numbers[::2]] == deal.scores
        assert sum(int(number) for number in numbers[1::2]) == 0
        assert any(re.match(r"20\s+4\s+○", line) for line in text)
        assert "wie erfasst" in pages(content)[0]

    def test_whose_pflichtsolo_is_played_is_ticked(self):
        tournament = drawn(8)
        save_sheet(tournament, None, 1, 1, legal_rows(4, penalties=False))
        rows = legal_rows(4, penalties=False)
        solo = next(n for n, row in enumerate(rows, 1) if row["kind"] == "pflichtsolo")
        save_sheet(tournament, None, 1, 2, rows[:solo], complete=False)
        whole_sheet, begun = pages(made(tournament, "fair-copies", session=1))
        assert (whole_sheet.count("☑ gespielt"), whole_sheet.count("☐ gespielt")) == (4, 0)
        assert (begun.count("☑ gespielt"), begun.count("☐ gespielt")) == (1, 3)

    def test_of_totals_show_the_result_and_tables_with_nothing_are_left_out(self):
        tournament = drawn(8)
        save_totals(tournament, None, 1, 2, [24, -8, -8, -8])
        [text] = pages(made(tournament, "fair-copies", session=1))
        assert "Tisch 2" in text
        assert "24 −8 −8 −8" in text

    def test_are_refused_before_anything_is_stored(self):
        with pytest.raises(documents.PaperRefused, match="noch keine Ergebnisse"):
            made(drawn(4), "fair-copies", session=1)


class TestPoster:
    def test_by_name_has_letters_of_ten_millimetres_and_loses_nobody(self):
        tournament = drawn(33)
        content = made(tournament, "poster", session=1, order="name")
        found = pages(content)
        assert len(found) == 3
        text = squeezed(" ".join(found))
        for seat in Seat.objects.select_related("entry__player", "table"):
            assert squeezed(f"{seat.entry.player.list_name}{seat.table.number}") in text
        assert capitals(content, "Adler, Ute") >= 9

    def test_by_table_keeps_each_table_on_one_page(self):
        tournament = drawn(33)
        found = pages(made(tournament, "poster", session=1, order="table"))
        assert len(found) == 2
        for table in Table.objects.prefetch_related("seats__entry__player"):
            [page] = [text for text in found if f"Tisch {table.number} 1 " in text]
            for seat in table.seats.all():
                assert squeezed(seat.entry.player.list_name) in squeezed(page)


def capitals(content, words):
    """The height of the capitals of a line of text, in mm."""
    found = []
    PdfReader(io.BytesIO(content)).pages[0].extract_text(
        visitor_text=lambda text, cm, tm, font, size: (
            found.append(size * tm[3]) if words in text else None
        )
    )
    return 0.73 * max(found) / MM


def test_table_cards_one_a_table_with_a_code_that_leads_to_the_seats(tmp_path):
    tournament = drawn(13)
    content = made(tournament, "table-cards", site="https://turnier.example.org")
    assert [re.search(r"Tisch.*?(\d+)$", text)[1] for text in pages(content)] == ["1", "2", "3"]
    assert sizes(content) == {(210, 148)}
    address = f"https://turnier.example.org/t/{tournament.slug}/seats/"
    assert codes(content, tmp_path) == [[address]] * 3


def test_table_cards_are_there_before_the_draw_but_not_before_there_are_players():
    tournament = factories.tournament()
    with pytest.raises(documents.PaperRefused, match="mindestens vier Spieler"):
        made(tournament, "table-cards")
    factories.entries(tournament, 9)
    assert len(pages(made(tournament, "table-cards"))) == 2


def test_personal_cards_tell_every_session_table_seat_and_company():
    tournament = played(9, 2)
    content = made(tournament, "personal-cards")
    found = pages(content)
    assert len(found) == 9
    assert sizes(content) == {(148, 105)}
    for text, entry in zip(found, tournament.entries.select_related("player"), strict=True):
        assert entry.player.last_name in text
        for seat in entry.seats.select_related("table"):
            others = Seat.objects.filter(table=seat.table).exclude(pk=seat.pk)
            assert f"{seat.session.number} {seat.table.number} {seat.position} " in text
            for other in others.select_related("entry"):
                assert f"({other.entry.start_number})" in text


def test_a_draft_is_on_no_card():
    with pytest.raises(documents.PaperRefused, match="keine Runde Plätze"):
        made(drawn(4, release=False), "personal-cards")


def test_results_of_a_session_rank_its_points_alone():
    tournament = played(12, 2, missing=1)
    text = whole(made(tournament, "session-results", session=2))
    assert "Ergebnisse der Runde 2" in text
    assert "Es fehlen die Listen: Tisch 3." in text
    seats = Seat.objects.filter(session__number=2, points__isnull=False).order_by("-points")
    assert [int(n) for n in re.findall(r"(\d+)\. \d+ ", text)][0] == 1
    best = seats.first()
    assert squeezed(f"1. {best.entry.start_number} {best.entry.player.list_name}") in squeezed(text)


def test_a_substitute_is_named_on_the_sheet_and_in_the_results():
    tournament = drawn(4)
    number = Seat.objects.get(position=2).entry.start_number
    set_substitute(tournament, None, 1, number, first_name="Anni", last_name="Ersatzfrau")
    assert "Ersatzfrau" in whole(made(tournament, "sheets", session=1))
    save_totals(tournament, None, 1, 1, [24, -8, -8, -8])
    assert "(gespielt von Ersatzfrau, Anni)" in whole(
        made(tournament, "session-results", session=1)
    )


def test_a_substitute_finds_the_seat_on_every_paper_that_hangs_out():
    tournament = drawn(5)
    seat = Seat.objects.get(position=2)
    for_whom = seat.entry.player.list_name
    set_substitute(
        tournament, None, 1, seat.entry.start_number, first_name="Anni", last_name="Ersatzfrau"
    )
    wanted = squeezed(f"Ersatzfrau, Anni (für {for_whom})")
    plan = squeezed(whole(made(tournament, "seats", session=1)))
    assert plan.count(wanted) == 2
    for order in ("name", "table"):
        assert wanted in squeezed(whole(made(tournament, "poster", session=1, order=order)))
    cards = pages(made(tournament, "personal-cards"))
    assert "gespielt von Anni Ersatzfrau" in cards[seat.entry.start_number - 1]
    assert sum("Ersatzfrau Anni" in text for text in cards) == 4
    save_totals(tournament, None, 1, 1, [0, 30, -10, -10, -10])
    standings = whole(made(tournament, "results"))
    assert f"{for_whom}: Runde 1 gespielt von Ersatzfrau, Anni" in standings


def test_who_is_disqualified_is_listed_without_a_rank_with_why_and_by_whom():
    tournament = played(8, 1)
    best, second = (seat.entry for seat in Seat.objects.order_by("-points")[:2])
    disqualify(tournament, None, best.start_number, reason="Karten gezinkt", given_by="S. Richter")
    results = whole(made(tournament, "session-results", session=1))
    assert squeezed(f"dq{best.start_number}") in squeezed(results)
    assert squeezed(f"1. {second.start_number}") in squeezed(results)
    for kind in ("penalties", "referee-log", "report"):
        text = whole(made(tournament, kind))
        assert "Karten gezinkt" in text
        assert "S. Richter" in text


def test_results_are_provisional_while_protests_are_heard():
    tournament = played(4, 1, protest_minutes=30)
    session = tournament.sessions.get(number=1)
    for minutes, said in ((10, True), (40, False)):
        session.closed_at = timezone.now() - timedelta(minutes=minutes)
        session.save()
        for kind in ("session-results", "report", "results"):
            given = {"session": 1} if kind == "session-results" else {}
            assert ("Vorläufig bis" in whole(made(tournament, kind, **given))) is said


@pytest.mark.parametrize("kind", ["sheets", "results", "certificates"])
def test_a_pdf_says_its_language_to_those_who_have_it_read_aloud(kind):
    tournament = played(4, 1)
    for language in ("de", "en"):
        content = documents.make(tournament, kind, {"session": 1}, language=language)
        assert PdfReader(io.BytesIO(content)).root_object["/Lang"] == language


def test_who_met_whom_is_a_square_and_a_line_for_each():
    tournament = played(9, 3)
    text = whole(made(tournament, "crosstable"))
    met = {}
    for seat in Seat.objects.select_related("entry", "session"):
        for other in Seat.objects.filter(table=seat.table).exclude(pk=seat.pk):
            pair = (seat.entry.start_number, other.entry.start_number)
            met.setdefault(pair, []).append(seat.session.number)
    assert text.count("■") == 9
    again = sum(len(numbers) > 1 for numbers in met.values())
    assert len(re.findall(r"\d+ \(\d×\)", text)) == again > 0


def test_a_large_crosstable_has_only_the_lines():
    text = whole(made(played(60, 2), "crosstable"))
    assert "■" not in text
    for player in Player.objects.all():
        assert squeezed(player.list_name) in squeezed(text)


class TestRecord:
    def test_tells_opponents_solos_and_every_deal(self):
        tournament = drawn(4)
        save_sheet(tournament, None, 1, 1, legal_rows(4))
        seat = Seat.objects.select_related("entry__player").get(position=3)
        content = made(tournament, "record", start_number=seat.entry.start_number)
        text = whole(content)
        assert seat.entry.player.full_name in text
        for other in Seat.objects.exclude(pk=seat.pk):
            assert other.entry.player.list_name in text
        rows = [line for line in lines(content, 0) if re.match(r"\d+ +\D", line)]
        deals = [line for line in rows if re.search(r" [+−]?\d+ +−?\d+$", line)][1:]
        assert len(deals) == Deal.objects.count()
        assert rows[-1].split()[-1].replace("−", "-") == str(seat.points)

    def test_is_refused_for_who_is_not_there_or_sits_nowhere(self):
        tournament = factories.tournament()
        factories.entries(tournament, 1)
        for given, words in [
            ({"start_number": 9}, "Startnummer 9 gibt es"),
            ({"start_number": 1}, "hat noch keinen Platz"),
            ({}, "Wessen Spielverlauf"),
        ]:
            with pytest.raises(documents.PaperRefused, match=words):
                made(tournament, "record", **given)


class TestPenalties:
    @pytest.fixture
    def tournament(self):
        tournament = drawn(4)
        save_sheet(tournament, None, 1, 1, legal_rows(4))
        Deal.objects.filter(row=3).update(kind="penalty", note="Falsch bedient, S. Richter")
        Table.objects.update(extra_minutes=10)
        for number, reason in ((1, "Kiebitzen"), (2, "Zu spät")):
            adjust(
                tournament,
                None,
                start_number=number,
                points=-6,
                reason=reason,
                given_by="S. Richter",
            )
        withdraw_adjustment(tournament, None, tournament_adjustment(2), reason="Stau war angesagt")
        return tournament

    def test_the_minutes_have_those_in_force_with_lines_to_sign(self, tournament):
        text = whole(made(tournament, "penalties"))
        assert "−6 Kiebitzen S. Richter" in text
        assert "Zu spät" not in text
        assert "Falsch bedient" in text
        assert "Ort, Datum" in text

    def test_the_minutes_have_what_was_given_on_totals(self):
        tournament = drawn(4)
        save_totals(tournament, None, 1, 1, [123, -123, 0, 0])
        law = penalty_for(4, breach="minor", offender=2)
        for name in ("Schiri Adler", "Schiri Falke"):
            given = {"given_by": name, "reason": "Karte gezeigt"}
            give_penalty(tournament, None, 1, 1, by_law=law, offender=2, **given)
        text = whole(made(tournament, "penalties"))
        for name in ("Schiri Adler", "Schiri Falke"):
            assert f"{name}: Karte gezeigt (TSR 9.3); darin enthalten: +1 / −3" in text
        assert "125" not in text  # the total is nobody's penalty

    def test_the_log_has_those_taken_back_too_and_extra_minutes(self, tournament):
        text = whole(made(tournament, "referee-log"))
        assert "Kiebitzen" in text
        assert "Stau war angesagt" in text
        assert "zurückgenommen" in text
        assert "1 1 10" in text

    def test_the_log_says_what_was_undone_when_by_whom_and_why(self, tournament):
        director = factories.staff(tournament, "director")
        given = LogEntry.objects.get(tournament=tournament, action="adjust", subject__startswith=1)
        assert "rückgängig" not in whole(made(tournament, "referee-log"))
        undo(tournament, director, given.revision, reason="war der Nachbar")
        text = squeezed(whole(made(tournament, "referee-log")))
        assert squeezed("rückgängig gemacht") in text
        assert squeezed(f"{director.username}: war der Nachbar") in text
        undo(tournament, director, tournament.revision, reason="doch er")
        assert "rückgängig" not in whole(made(tournament, "referee-log"))

    def test_what_was_dealt_again_and_struck_is_told_once_with_its_rows(self):
        tournament = drawn(4)
        ruled_at_table(tournament)
        for kind in ("penalties", "referee-log"):
            text = whole(made(tournament, kind))
            assert squeezed("Vermerk, ohne Punkte") in squeezed(text)
            assert squeezed("Spiel 4 (Zeile 4, Geber: Platz 4) neu gegeben") in squeezed(text)
            assert "5–21" in text
        log = squeezed(whole(made(tournament, "referee-log")))
        for what in ("Neu geben", "Zeit um an einem Tisch", "Runde 1, Tisch 1"):
            assert squeezed(what) in log

    def test_the_log_names_sessions_and_numbers_in_words(self):
        tournament = drawn(5)
        seated = tournament.sessions.get(number=1).seats.first().entry.start_number
        set_substitute(tournament, None, 1, seated, first_name="Erna", last_name="Ersatz")
        log = squeezed(whole(made(tournament, "referee-log")))
        assert squeezed(f"Runde 1, Nr. {seated}") in log

    def test_without_any_they_say_so(self):
        assert whole(made(factories.tournament(), "penalties")).count("Keine.") == 2


def ruled_at_table(tournament, reason="13 Karten", table=1):
    rows = legal_rows(4, penalties=False)[:3]
    save_sheet(tournament, None, 1, table, rows, complete=False)
    ruling = {"given_by": "Schiri Adler", "reason": reason}
    deal_again(tournament, None, 1, table, **ruling)
    time_is_up(tournament, None, 1, table, **ruling)


def test_a_players_record_has_deals_and_no_notes():
    tournament = drawn(4)
    ruled_at_table(tournament)
    Table.objects.update(state="entered")
    text = whole(made(tournament, "record", start_number=1))
    assert "gestrichen" in text
    assert "Strafe" not in text
    [listing] = [record_listing(entry) for entry in tournament.entries.filter(start_number=1)]
    assert "Strafe" not in str(listing.rows)


def test_a_sheet_as_stored_has_the_referees_notes_and_stays_one_page():
    tournament = drawn(4)
    long = "sehr ausführlich begründet " * 8
    ruled_at_table(tournament, long)
    law = penalty_for(4, breach="minor", offender=2)
    ruling = {"given_by": "Schiri Adler", "reason": long}
    for _again in range(2):
        give_penalty(tournament, None, 1, 1, by_law=law, offender=2, **ruling)
    [text] = pages(made(tournament, "fair-copies", session=1))
    text = squeezed(text)
    assert squeezed("Spiel 4 (Zeile 4, Geber: Platz 4) neu gegeben") in text
    for words in ("Vermerknach", "Vermerkzu", "(TSR8.5)", "Bemerkungen"):
        assert words in text


def tournament_adjustment(number):
    return Entry.objects.get(start_number=number).adjustments.get().pk


def test_the_report_tells_sessions_result_and_averages():
    tournament = played(9, 3)
    text = whole(made(tournament, "report"))
    assert "Turnierbericht an den Verband" in text
    assert "9 Spieler, davon 0 zurückgetreten" in text
    for number in (1, 2, 3):
        assert re.search(rf"{number} 2 1 100 / 125 zufällig", text)
    for player in Player.objects.all():
        assert squeezed(player.list_name) in squeezed(text)


@pytest.mark.parametrize(
    ("kind", "given"),
    [
        ("blank-sheets", {}),
        ("poster", {"session": 1, "order": "name"}),
        ("table-cards", {}),
        ("personal-cards", {}),
        ("session-results", {"session": 1}),
        ("crosstable", {}),
        ("record", {"start_number": 1}),
        ("report", {}),
    ],
)
def test_printed_again_they_are_the_same_bytes_and_in_english_they_are_english(kind, given):
    tournament = played(8, 1)
    first = documents.make(tournament, kind, given)
    assert documents.make(tournament, kind, given) == first
    english = documents.make(tournament, kind, given, language="en")
    assert not re.search(r"Tisch|Spieler|Runde|Platz", whole(english))


@pytest.mark.parametrize(
    ("kind", "given"),
    [
        ("sheets", {"session": 1, "site": "https://turnier.example.org"}),
        ("blank-sheets", {}),
        ("seats", {"session": 1}),
        ("poster", {"session": 1, "order": "name"}),
        ("poster", {"session": 1, "order": "table"}),
        ("table-cards", {"site": "https://turnier.example.org"}),
        ("personal-cards", {}),
        ("results", {}),
        ("certificates", {"paper": "a5"}),
        ("crosstable", {}),
        ("report", {}),
    ],
)
def test_nothing_is_printed_where_office_printers_leave_white(kind, given, tmp_path):
    tournament = played(13, 1, name="Herbstturnier der Doppelkopffreunde Oberes Weserbergland")
    Player.objects.update(
        first_name="Maximilian-Alexander", last_name="Musterloh-Beispielsfürsts-Probenburg"
    )
    content = documents.make(tournament, kind, given)
    for page in pictures(content, tmp_path, dpi=50):
        margin = round(6 / 25.4 * 50)
        left, top, right, bottom = ImageOps.invert(page).getbbox()
        assert min(left, top, page.width - right, page.height - bottom) >= margin


def test_a_first_name_of_sixty_letters_is_not_cut_off_at_the_edge(tmp_path):
    tournament = played(4, 1)
    Player.objects.update(first_name="Gottliebfriedrich" * 3, last_name="Musterloh" * 6)
    content = made(tournament, "record", start_number=1)
    for page in pictures(content, tmp_path, dpi=50):
        _left, _top, right, _bottom = ImageOps.invert(page).getbbox()
        assert page.width - right >= round(6 / 25.4 * 50)
