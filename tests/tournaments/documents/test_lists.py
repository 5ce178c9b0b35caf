import re

import pytest

from tests.tournaments import factories
from tests.tournaments.actions.play import drawn
from tests.tournaments.documents.reading import lines, pages, squeezed
from tests.tournaments.played import played
from tournaments import documents
from tournaments.models import Adjustment, Entry, Player, Seat, TieBreak
from tournaments.models.standings import standings_of

pytestmark = pytest.mark.django_db


def test_the_seat_plan_tells_everyone_the_table_by_name_and_each_table_its_players():
    tournament = drawn(13)
    content = documents.make(tournament, "seats", {"session": 1})
    by_name, by_table = pages(content)
    assert "Sitzplan, Runde 1 · nach Namen" in by_name
    assert "Sitzplan, Runde 1 · nach Tischen" in by_table
    for seat in Seat.objects.select_related("table", "entry__player"):
        entry = seat.entry
        line = f"{entry.start_number} {entry.player.list_name} {seat.table.number} {seat.position}"
        assert line in by_name
        line = f"{seat.position} {entry.player.list_name} {entry.start_number}"
        assert squeezed(line) in squeezed(by_table)


def test_the_seat_plan_reads_in_german_order_down_the_columns():
    tournament = drawn(8)
    text = pages(documents.make(tournament, "seats", {"session": 1}))[0]
    names = ["Adler", "Brandt", "Çelik", "Özdemir", "Straße", "Übersee", "von der Marwitz", "Zwölf"]
    places = [text.index(name) for name in names]
    assert places == sorted(places)


def test_a_large_seat_plan_loses_nobody_and_cuts_no_table():
    tournament = played(161, 1)
    Player.objects.filter(pk__in=Player.objects.values("pk")[:40]).update(
        last_name="Musterloh-Beispielsfürsts-Probenburg-Straßenbahnerin"
    )
    found = pages(documents.make(tournament, "seats", {"session": 1}))
    by_table = [text for text in found if "Platz Nr. Name" not in text and "Tisch 1" in text]
    assert by_table
    whole = " ".join(found)
    for entry in Entry.objects.select_related("player"):
        assert squeezed(whole).count(squeezed(entry.player.list_name)) >= 2
    for table in tournament.sessions.get().tables.prefetch_related("seats__entry__player"):
        [page] = [text for text in found if re.search(rf"Tisch {table.number} 1 ", text)]
        for seat in table.seats.all():
            assert squeezed(seat.entry.player.list_name) in squeezed(page)


def test_the_result_list_is_the_ranking_with_a_column_for_each_session():
    tournament = played(37, 3, place="Hameln", tie_breaks=[TieBreak.BEST_SESSION])
    text = " ".join(pages(documents.make(tournament, "results")))
    assert "Endstand" in text
    assert "3. Oktober 2026 · Hameln · 37 Spieler" in text
    assert "Seite 1 / 2" in text
    for row in standings_of(tournament):
        scores = " ".join(str(row.points[n]).replace("-", "−") for n in (1, 2, 3))
        total = str(row.total).replace("-", "−")
        club = row.entry.player.club.name + " " if row.entry.player.club else ""
        line = f"{row.rank}. {row.entry.player.list_name} {club}{scores} {total}"
        assert squeezed(line) in squeezed(text)


def test_shared_ranks_withdrawn_players_and_adjustments_are_explained():
    tournament = played(8, 1, planned=1)
    first, second, third, fourth, fifth = tournament.entries.all()[:5]
    Seat.objects.filter(entry__in=[fourth, fifth]).update(points=30)
    Entry.objects.filter(pk=second.pk).update(status=Entry.Status.WITHDRAWN)
    Adjustment.objects.create(entry=first, points=-12, reason="Kiebitzen", given_by="S. Richter")
    Adjustment.objects.create(entry=third, points=-5, reason="Zu spät", given_by="S. Richter")
    content = documents.make(tournament, "results")
    text = " ".join(pages(content))
    assert "Stand nach Runde 1" in text
    assert "Endstand" not in text
    for entry, note in ((first, "−12 Punkte: Kiebitzen"), (third, "−5 Punkte: Zu spät")):
        number = re.search(rf"(\d) {note} \(gegeben von S. Richter\)", text)[1]
        assert squeezed(f"{entry.player.list_name} {number}") in squeezed(text)
    assert "Gleiche Summe, gleicher Rang; der nächste Rang entfällt." in text
    assert squeezed(f"zg. {second.player.list_name}") in squeezed(text)
    ranks = [int(m[1]) for line in lines(content, 0) if (m := re.match(r"(\d+)\. .*,", line))]
    assert ranks == [row.rank for row in standings_of(tournament) if row.rank]
    assert len(set(ranks)) < len(ranks)


def test_the_list_for_publication_has_full_names_only_with_consent():
    tournament = played(8, 1)
    entry = tournament.entries.first()
    Adjustment.objects.create(entry=entry, points=-12, reason="Kiebitzen", given_by="S. Richter")
    text = " ".join(pages(documents.make(tournament, "results", {"names": "public"})))
    assert "−12 Punkte außerhalb der Listen" in text
    assert "Kiebitzen" not in text
    assert "Richter" not in text
    for player in Player.objects.all():
        assert player.public_name in text
        assert (player.list_name in text) == player.publish_name
    assert "Volle Namen nur mit Einwilligung." in text


def test_an_unfinished_session_is_called_provisional():
    text = pages(documents.make(played(12, 2, missing=2), "results"))[0]
    assert "Stand nach Runde 2" in text
    assert "Vorläufig: 2 Listen fehlen." in text


def test_standings_after_an_earlier_session_count_nothing_later():
    tournament = played(8, 3)
    text = pages(documents.make(tournament, "results", {"through": 1}))[0]
    assert "Stand nach Runde 1" in text
    assert "R2" not in text


def test_eight_sessions_lie_across_the_page_and_lose_nobody():
    tournament = played(100, 8)
    whole = squeezed(" ".join(pages(documents.make(tournament, "results"))))
    for player in Player.objects.all():
        assert squeezed(player.list_name) in whole
    assert "R8" in whole


def test_the_list_for_the_wall_has_who_is_entered_and_no_boxes():
    tournament = factories.tournament()
    with pytest.raises(documents.PaperRefused, match="Noch keine Teilnahmen"):
        documents.make(tournament, "entry-list")
    factories.entries(tournament, 5, present=False)
    gone = tournament.entries.get(start_number=5)
    gone.status = Entry.Status.WITHDRAWN
    gone.save()
    [text] = pages(documents.make(tournament, "entry-list"))
    assert "☐" not in text
    assert "4 Spieler" in text
    names = [entry.player.list_name for entry in tournament.entries.all()]
    assert [name in text for name in names] == [True] * 4 + [False]


def test_the_list_of_entries_has_a_box_for_each_and_a_cross_for_who_is_there():
    tournament = factories.tournament(name="Herbstturnier")
    factories.entries(tournament, 3)
    factories.entries(tournament, 2, present=False)
    gone = tournament.entries.get(start_number=5)
    Entry.objects.filter(pk=gone.pk).update(status=Entry.Status.WITHDRAWN)
    text = pages(documents.make(tournament, "entries"))[0]
    assert (text.count("☒"), text.count("☐")) == (3, 1)
    assert "5 Teilnahmen, 3 anwesend, 1 zurückgetreten" in text


def test_an_empty_tournament_prints_an_empty_list_and_refuses_results():
    tournament = factories.tournament()
    assert "Noch keine Teilnahmen." in pages(documents.make(tournament, "entries"))[0]
    with pytest.raises(documents.PaperRefused, match="Es gibt noch keine Ergebnisse"):
        documents.make(tournament, "results")


@pytest.mark.parametrize("kind", ["seats", "results", "entries"])
def test_lists_print_the_same_bytes_for_the_same_data(kind):
    tournament = played(9, 1)
    given = {"session": 1} if kind == "seats" else {}
    assert documents.make(tournament, kind, given) == documents.make(tournament, kind, given)
