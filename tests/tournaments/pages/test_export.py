import csv
import io
from datetime import date, datetime

import openpyxl
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.simulated_sheets import simulated_sheet
from tests.tournaments import factories
from tests.tournaments.actions.play import drawn
from tests.tournaments.played import played
from tournaments.actions.results import save_sheet
from tournaments.exports import LISTINGS, as_csv, as_xlsx
from tournaments.listing import Listing
from tournaments.models import Adjustment, Club, Entry, Player, Session
from tournaments.models.standings import standings_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(client):
    client.force_login(factories.user(is_superuser=True))
    return client


def read_csv(client, tournament, what):
    answer = client.get(reverse("export", args=[tournament.slug, what, "csv"]))
    assert answer["Content-Disposition"].endswith('.csv"')
    text = answer.content.decode("utf-8")
    assert text[0] == "\ufeff"  # or Excel takes it for Windows-1252
    return list(csv.reader(io.StringIO(text[1:], newline=""), delimiter=";"))


def read_xlsx(client, tournament, what):
    answer = client.get(reverse("export", args=[tournament.slug, what, "xlsx"]))
    return openpyxl.load_workbook(io.BytesIO(answer.content))


def test_the_standings_have_a_column_for_each_session_and_real_numbers(desk):
    tournament = played(37, 2, planned=1, place="Hameln")
    entry = tournament.entries.first()
    Adjustment.objects.create(entry=entry, points=-12, reason="Kiebitzen", given_by="S. Richter")
    book = read_xlsx(desk, tournament, "standings")
    header, *rows = book.worksheets[0].iter_rows(values_only=True)
    assert header[6:10] == ("Runde 1", "Runde 2", "Abzüge", "Summe")
    for shown, row in zip(rows, standings_of(tournament), strict=True):
        assert shown[:3] == (row.rank, row.entry.start_number, row.entry.player.last_name)
        assert shown[6:10] == (
            row.points[1],
            row.points[2],
            row.adjustments or None,
            row.total,
        )
    facts = dict(book.worksheets[1].iter_rows(values_only=True))
    assert facts["Datum"] == datetime(2026, 10, 3)
    assert facts["Ort"] == "Hameln"


def test_csv_says_the_same_as_xlsx(desk):
    tournament = played(9, 2, missing=1)
    for what in LISTINGS:
        sheet = read_xlsx(desk, tournament, what).worksheets[0]
        cells = [["" if cell is None else str(cell) for cell in row] for row in sheet.values]
        assert read_csv(desk, tournament, what) == cells


def test_minus_points_are_numbers_and_missing_is_not_zero(desk):
    tournament = played(9, 1, missing=1)
    header, *rows = read_csv(desk, tournament, "seats")
    points = [row[header.index("Punkte")] for row in rows]
    assert points.count("") == 5
    assert sum(int(value) for value in points if value) == 0
    assert any(value.startswith("-") for value in points)


def test_a_draft_is_in_no_list(desk):
    tournament = played(8, 2)
    tournament.sessions.filter(number=2).update(state=Session.State.DRAFTED)
    for what in ("seats", "session-results"):
        _, *rows = read_csv(desk, tournament, what)
        assert {row[0] for row in rows} == {"1"}
    header, *rows = read_csv(desk, tournament, "meetings")
    assert header[-2:] == ["Tisch in Runde 1", "Begegnungen"]
    assert len(rows) == 2 * 6
    assert {row[-1] for row in rows} == {"1"}


def test_a_session_ranks_by_its_own_points_and_says_who_played_for_whom(desk):
    tournament = played(9, 2, missing=1)
    seat = tournament.sessions.get(number=1).seats.order_by("-points").first()
    seat.substitute = Player.objects.create(last_name="Ersatz", first_name="Pia")
    seat.save()
    header, *rows = read_xlsx(desk, tournament, "session-results").worksheets[0].values
    first = [row for row in rows if row[0] == 1]
    assert len(first) == 9
    points = [row[-1] for row in first]
    assert points == sorted(points, reverse=True)
    assert [row[1] for row in first] == [1 + sum(p > own for p in points) for own in points]
    assert first[0][header.index("Ersatz")] == "Ersatz, Pia"


def test_penalties_stand_with_who_what_and_when(desk):
    tournament = drawn(8)
    save_sheet(
        tournament, None, 1, 1, [{"kind": "penalty", "scores": [-3, 1, 1, 1]}], complete=False
    )
    entry = tournament.entries.get(start_number=1)
    Adjustment.objects.create(entry=entry, points=-12, reason="=Lärm", given_by="S. Richter")
    header, *rows = read_xlsx(desk, tournament, "penalties").worksheets[0].values
    at = header.index("Punkte")
    assert [row[at] for row in rows] == [-12, -3, 1, 1, 1]
    assert rows[0][at + 1 : at + 3] == ("=Lärm", "S. Richter")
    assert isinstance(rows[0][-1], datetime)


def test_a_record_is_every_deal_with_the_running_total(desk):
    tournament = drawn(8)
    save_sheet(tournament, None, 1, 1, simulated_sheet(4, 1).record()["rows"])
    seat = tournament.sessions.get(number=1).seats.get(table__number=1, position=3)
    answer = desk.get(
        reverse("export", args=[tournament.slug, "record", "xlsx"]),
        {"start_number": seat.entry.start_number},
    )
    _, *rows = openpyxl.load_workbook(io.BytesIO(answer.content)).worksheets[0].values
    assert len(rows) >= 24
    assert sum(row[-2] or 0 for row in rows) == rows[-1][-1] == seat.points
    assert rows[-1][3].count(";") == 2


@pytest.mark.parametrize("typed", ["", "abc", "99", "-1", "1e9", "9" * 5000])
def test_a_record_of_nobody_says_so_on_the_print_page(desk, typed):
    tournament = played(4, 1)
    address = reverse("export", args=[tournament.slug, "record", "csv"])
    page = desk.get(address, {"start_number": typed}, follow=True)
    assert page.redirect_chain[0][0] == reverse("print", args=[tournament.slug])
    assert "in diesem Turnier nicht" in page.content.decode()


@pytest.mark.parametrize("start", list("=+-@") + ["＝", "＠"])
def test_a_name_that_begins_like_a_formula_stays_text(desk, start):
    tournament = factories.tournament()
    name = f'{start}HYPERLINK("http://example.org";"x")'
    player = Player.objects.create(last_name=name, club=Club.objects.create(name=f"{start}1+1"))
    Entry.objects.create(tournament=tournament, player=player, start_number=1)
    _, row = read_csv(desk, tournament, "entries")
    assert (row[1], row[3]) == (f"'{name}", f"'{start}1+1")
    cell = read_xlsx(desk, tournament, "entries").worksheets[0]["B2"]
    assert (cell.data_type, cell.value) == ("s", name)


def test_tabs_and_returns_cannot_begin_a_cell_and_no_character_breaks_a_file():
    found = Listing(
        "T", ["A"], [["\tx"], ["\r=1"], ["a\x00b\uffff"], ['x;"y"\nz'], [date(2026, 1, 2)]]
    )
    rows = list(
        csv.reader(io.StringIO(as_csv(found).decode("utf-8-sig"), newline=""), delimiter=";")
    )
    assert [row[0] for row in rows[1:]] == [
        "'\tx",
        "'\r=1",
        "a\ufffdb\ufffd",
        'x;"y"\nz',
        "2026-01-02",
    ]
    tournament = factories.tournament(name="=1+1")
    book = openpyxl.load_workbook(io.BytesIO(as_xlsx(found, tournament)))
    assert book.worksheets[0]["A4"].value == "a\ufffdb\ufffd"
    assert book.worksheets[0]["A6"].value == datetime(2026, 1, 2)
    assert book.worksheets[1]["B1"].data_type == "s"


def test_an_empty_tournament_exports_its_headers(desk):
    tournament = factories.tournament()
    for what in LISTINGS:
        assert len(read_csv(desk, tournament, what)) == 1
        assert read_xlsx(desk, tournament, what).worksheets[0].max_row == 1


def test_what_does_not_exist_is_not_found_and_the_desk_is_closed_to_others(client, desk):
    tournament = factories.tournament()
    for what, kind in (("nonsense", "csv"), ("entries", "pdf")):
        assert desk.get(reverse("export", args=[tournament.slug, what, kind])).status_code == 404
    client.force_login(factories.user())
    assert (
        client.get(reverse("export", args=[tournament.slug, "entries", "csv"])).status_code == 404
    )


@pytest.mark.parametrize("what", LISTINGS)
def test_exports_ask_as_often_for_three_sessions_as_for_one(desk, what):
    counts = []
    for players, sessions in ((4, 1), (12, 3)):
        tournament = played(players, sessions, slug=f"t{players}")
        with CaptureQueriesContext(connection) as queries:
            read_csv(desk, tournament, what)
        counts.append(len(queries))
    assert counts[0] == counts[1]
