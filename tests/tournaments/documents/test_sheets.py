import io
import re

import pikepdf
import pytest
from django.utils import translation
from pypdf import PdfReader

from tests.tournaments import factories
from tests.tournaments.actions.play import drawn
from tests.tournaments.documents.reading import codes, dealers, lines, pages, squeezed
from tests.tournaments.played import played
from tournaments import documents
from tournaments.actions.address_book import correct_player
from tournaments.actions.results import save_totals
from tournaments.actions.sessions import close_session
from tournaments.documents.layers import plainly
from tournaments.models import Player, Seat, Table, TableAccess

pytestmark = pytest.mark.django_db

MM = 72 / 25.4


def test_a_page_for_each_table_with_everything_that_is_known_beforehand():
    tournament = drawn(13, name="Herbstturnier", place="Hameln")
    content = documents.make(tournament, "sheets", {"session": 1})
    found = pages(content)
    tables = list(Table.objects.order_by("number"))
    assert [table.size for table in tables] == [4, 4, 5]
    assert len(found) == 3
    for page, table in enumerate(tables):
        text = found[page]
        assert f"Tisch {table.number}" in text
        for words in ("Herbstturnier", "Runde 1 von 3", "3. Oktober 2026", "Hameln"):
            assert words in text
        seats = list(table.seats.select_related("entry__player__club"))
        # From left to right: the numbers and the names by seat.
        numbers = [seat.entry.start_number for seat in seats]
        assert [int(n) for n in re.findall(r"Nr\. (\d+)", text)] == numbers
        places = [
            squeezed(text).index(
                squeezed(f"Nr. {seat.entry.start_number} {seat.entry.player.last_name}")
            )
            for seat in seats
        ]
        assert places == sorted(places)
        for seat in seats:
            player = seat.entry.player
            for name in (player.last_name, player.first_name, player.club and player.club.name):
                assert squeezed(name or "") in squeezed(text)


def test_the_dealer_goes_round_on_every_line_of_a_table_of_four():
    content = documents.make(drawn(4), "sheets", {"session": 1})
    assert dealers(content, 0) == {n: [4, 1, 2, 3][n % 4] for n in range(1, 21)}
    assert [line.split()[0] for line in lines(content, 0) if line[:1] == "P" and line[1].isdigit()]
    assert "24 Spiele: 20 normale, 4 Pflichtsoli · 100 Minuten" in pages(content)[0]
    assert pages(content)[0].count("○") == 4 * 24 + 1  # one more in the rules below


def test_at_five_the_dealer_sits_out_on_every_line():
    content = documents.make(drawn(5), "sheets", {"session": 1})
    text = pages(content)
    assert len(text) == 1
    assert dealers(content, 0) == {n: [5, 1, 2, 3, 4][n % 5] for n in range(1, 26)}
    assert "30 Spiele: 25 normale, 5 Pflichtsoli · 125 Minuten" in text[0]
    assert [n for n in range(1, 7) if f"P{n}" in text[0]] == [1, 2, 3, 4, 5]
    rows = [line for line in lines(content, 0) if dealers_line(line)]
    # In each line the mark of sitting out stands where the dealer's circle would.
    assert [[mark == "–" for mark in marks_of(row)].index(True) + 1 for row in rows] == [
        n % 5 + 1 for n in range(25)
    ]
    assert all(len(marks_of(row)) == 5 for row in rows)


def dealers_line(line: str) -> bool:
    return line[:1].isdigit() and len(marks_of(line)) == 5


def marks_of(line: str) -> list[str]:
    return [char for char in line if char in "○–"]


def test_it_is_a_sheet_of_a4_with_a_margin_any_printer_can_print():
    page = PdfReader(io.BytesIO(documents.make(drawn(4), "sheets", {"session": 1}))).pages[0]
    assert (round(page.mediabox.width / MM), round(page.mediabox.height / MM)) == (210, 297)
    left, bottom, top = edges(page)
    assert left >= 8
    assert bottom >= 8
    assert top <= 297 - 8


def edges(page) -> tuple[float, float, float]:
    """The leftmost beginning, the lowest and the highest base line of all text, in mm."""
    places = []
    page.extract_text(
        visitor_text=lambda text, cm, tm, *rest: (
            places.append((cm[4] + cm[0] * tm[4], cm[5] + cm[3] * tm[5])) if text.strip() else None
        )
    )
    return tuple(
        value / MM
        for value in (
            min(x for x, _ in places),
            min(y for _, y in places),
            max(y for _, y in places),
        )
    )


LONG = "Musterloh-Beispielsfürsts-Probenburg-Straßenbahnerin"  # 52 characters


@pytest.mark.parametrize("players", [4, 5])
def test_long_names_fit_and_push_nothing_off_the_page(players):
    tournament = drawn(players, name=f"{LONG} " * 2, place=f"{LONG} " * 2)
    Table.objects.update(note="Karte fehlte, neu gegeben. " * 11)
    for seat in Seat.objects.select_related("entry__player"):
        correct_player(
            None,
            seat.entry.player,
            first_name="Maximilian-Alexander Kunigunde-Walburga Theodora"[: 60 - seat.position],
            last_name=f"{LONG} {seat.position}",
            club_name="Doppelkopffreunde Obere Bergstraße-Odenwald von 1987 e. V.",
        )
    content = documents.make(tournament, "sheets", {"session": 1})
    found = pages(content)
    assert len(found) == 1
    for position in range(1, players + 1):
        assert squeezed(f"{LONG} {position}") in squeezed(found[0])
    assert "TSR 7.3" in found[0]
    # What is lower than this is cut off.
    assert edges(PdfReader(io.BytesIO(content)).pages[0])[1] > 297 - 8.5 - 279


def test_names_with_markup_other_scripts_and_signs_print_as_text():
    tournament = drawn(4)
    names = [
        '<img src="file:///etc/passwd"> & {{ 1 }}',
        "שלום דופלקופף",
        "Pik ♠ 🂡 😀",
        "ﬀ\u202eabc",
    ]
    for seat, name in zip(Seat.objects.order_by("position"), names, strict=True):
        # The forms refuse some of these; the office and older files may hold them all the same.
        Player.objects.filter(pk=seat.entry.player_id).update(
            last_name=name, first_name=f"Vorname{seat.position}"
        )
    found = pages(documents.make(tournament, "sheets", {"session": 1}))
    assert len(found) == 1
    assert squeezed('<img src="file:///etc/passwd"> & {{ 1 }}') in squeezed(found[0])
    assert "שלום" in found[0] or "םולש" in found[0]
    assert "Pik ♠" in found[0]
    assert all(f"Vorname{n}" in found[0] for n in range(1, 5))


def test_printing_again_gives_the_same_bytes_and_a_new_name_other_bytes():
    tournament = drawn(4)
    first = documents.make(tournament, "sheets", {"session": 1})
    factories.entries(tournament, 1)  # raises the revision, changes nothing at the table
    tournament.refresh_from_db()
    assert documents.make(tournament, "sheets", {"session": 1}) == first
    player = Seat.objects.first().entry.player
    correct_player(None, player, last_name="Andersen", first_name="")
    assert documents.make(tournament, "sheets", {"session": 1}) != first


def test_the_code_leads_to_the_tables_own_page(tmp_path):
    tournament = drawn(9, name="Herbstturnier")
    given = {"session": 1, "site": "https://turnier.example.org/desk"}
    tokens = TableAccess.objects.order_by("number").values_list("token", flat=True)
    assert codes(documents.make(tournament, "sheets", given), tmp_path) == [
        [f"https://turnier.example.org/table/{token}/"] for token in tokens
    ]


def test_when_nothing_can_be_keyed_any_more_the_code_leads_to_the_seats(tmp_path):
    tournament = drawn(4)
    save_totals(tournament, None, 1, 1, [3, -3, 0, 0])
    close_session(tournament, None, 1)
    given = {"session": 1, "site": "https://turnier.example.org"}
    address = f"https://turnier.example.org/t/{tournament.slug}/seats/1/"
    assert codes(documents.make(tournament, "sheets", given), tmp_path) == [[address]]


def test_there_is_no_code_without_an_address_that_players_can_open(tmp_path):
    tournament = drawn(4, visibility="desk")
    save_totals(tournament, None, 1, 1, [3, -3, 0, 0])
    close_session(tournament, None, 1)
    given = {"session": 1, "site": "https://turnier.example.org"}
    assert codes(documents.make(tournament, "sheets", given), tmp_path) == [[]]


def test_the_fast_way_writes_what_the_plain_way_writes():
    tournament = drawn(9)
    collected = documents.collect(tournament, "sheets", {"session": 1}, "de")
    fast = pages(documents.render(collected, "de"))
    with translation.override("de"):
        plain = pages(plainly(collected))
    assert [sorted(squeezed(text)) for text in fast] == [sorted(squeezed(text)) for text in plain]


def test_two_hundred_sheets_are_one_small_file_that_shares_its_forms():
    content = documents.make(
        played(800, 1), "sheets", {"session": 1, "site": "https://turnier.example.org"}
    )
    assert len(content) < 1_000_000
    with pikepdf.open(io.BytesIO(content)) as pdf:
        assert len(pdf.pages) == 200
        drawn_forms = {str(page.Resources.XObject.keys()) for page in pdf.pages}
        assert len(drawn_forms) == 1
    last = PdfReader(io.BytesIO(content)).pages[199].extract_text()
    assert "Tisch\n200" in last


def test_extra_minutes_and_a_note_given_already_are_on_the_sheet():
    tournament = drawn(4)
    Table.objects.update(extra_minutes=10, note="Karte fehlte")
    text = pages(documents.make(tournament, "sheets", {"session": 1}))[0]
    assert "+ 10 zusätzlich" in text
    assert re.search(r"\b10 Karte fehlte", text)
    assert "Karte fehlte" in text


def test_in_english():
    text = pages(documents.make(drawn(4), "sheets", {"session": 1}, language="en"))[0]
    assert "Score sheet · session 1 of 3" in text
    assert "Geber" not in text


def test_progress_tells_of_the_form_and_the_pages_and_ends_at_their_number():
    told = []
    documents.make(
        played(104, 1),
        "sheets",
        {"session": 1},
        progress=lambda done, total: told.append((done, total)),
    )
    assert told == [(1, 27), (26, 27), (27, 27)]


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"session": 1, "site": "ftp://x"}, "„ftp://x“ ist kein Wert für „site“ dieses Dokuments."),
        ({"session": 1}, "Runde 1 hat noch keine Plätze. Erst auslosen und freigeben."),
        ({"session": 9}, "Herbstturnier hat keine Runde 9."),
        ({"session": "<x>"}, "„<x>“ ist kein Wert für „session“ dieses Dokuments."),
        ({}, "Welche Runde? Das Dokument braucht ihre Nummer."),
    ],
)
def test_a_draft_is_not_printed_and_neither_is_what_does_not_exist(parameters, sentence):
    tournament = drawn(4, release=False, name="Herbstturnier")
    with pytest.raises(documents.PaperRefused, match="^" + sentence.replace("?", r"\?")):
        documents.make(tournament, "sheets", parameters)
