"""Corrections and undoing at the desk: what changes is shown before it is done."""

import pytest

from tests.tournaments.actions.play import drawn, legal_rows, seating, stored_points
from tests.tournaments.pages.test_desk_play import ODD, Desk, hidden, totals
from tests.tournaments.pages.test_desk_sheet import form_of
from tournaments.actions.by_hand import correct_seats
from tournaments.actions.closing import close_tournament
from tournaments.actions.results import save_sheet, save_totals, verify_table
from tournaments.actions.sessions import close_session
from tournaments.actions.undo.kinds import KINDS, NEVER
from tournaments.models import Deal, LogEntry, Table, Tournament
from tournaments.pages.desk.log_text import SENTENCES

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(client):
    desk = Desk(client, drawn(8))
    save_totals(desk.tournament, None, 1, 1, [9, -3, -3, -3])
    save_totals(desk.tournament, None, 1, 2, [6, 0, 0, -6])
    close_session(desk.tournament, None, 1)
    return desk


def test_a_correction_in_a_closed_session_shows_ranks_before_it_is_made(desk):
    page = desk.text("table", 1, 1)
    assert "Runde 1 ist abgeschlossen." in page
    typed = totals("5", "-3", "-3", "1", seen=hidden(page, "seen"), once="k")
    response = desk.post("table", 1, 1, **typed, reason="")
    assert response.status_code == 422
    assert "Grund" in response.content.decode()
    typed["reason"] = "Spiel 7"
    page = desk.post("table", 1, 1, **typed).content.decode()
    assert "<del>1</del> → 2" in page
    assert "bleibt es; ihr Stand ändert sich" in page
    assert stored_points(desk.tournament)[1] == [9, -3, -3, -3]
    looked_at = hidden(page, "looked_at")
    other = {**typed, "seat-1": "4", "seat-2": "-2"}
    page = desk.post("table", 1, 1, **other, looked_at=looked_at).content.decode()
    assert "<del>" in page  # other values than those looked at: shown first
    response = desk.post("table", 1, 1, **typed, looked_at=looked_at)
    assert response.url == desk.url("table", 1, 1)
    assert stored_points(desk.tournament)[1] == [5, -3, -3, 1]
    assert "Spiel 7" in desk.text("log")
    close_tournament(desk.tournament, None, drop_planned=True)
    assert "Turnier ist abgeschlossen: erst wieder öffnen" in desk.text("table", 1, 1)
    response = desk.post("table", 1, 1, **typed | {"seen": desk.seen("table", 1, 1)})
    assert response.status_code == 422


def test_a_deal_of_a_verified_sheet_is_corrected(client):
    desk = Desk(client, drawn(4), role="referee")
    rows = legal_rows(4, penalties=False)
    save_sheet(desk.tournament, None, 1, 1, rows)
    verify_table(desk.tournament, None, 1, 1)
    data = form_of(rows, 4)
    data |= {"n1w": "12", "n1v": "7", "seen": desk.seen("sheet", 1, 1), "reason": "vertippt"}
    page = desk.post("sheet", 1, 1, **data).content.decode()
    looked_at = hidden(page, "looked_at")
    desk.post("sheet", 1, 1, **data, looked_at=looked_at)
    assert Deal.objects.get(row=1).scores == [7, 7, -7, -7]
    assert Table.objects.get().state == "entered"
    helper = Desk(client, desk.tournament, role="helper")
    verify_table(desk.tournament, None, 1, 1)
    assert "Turnierleitung oder Schiedsrichter" in helper.text("sheet", 1, 1)
    assert "correct-reason" not in helper.text("sheet", 1, 1)


def test_undone_from_the_log_after_a_look(desk):
    revision = LogEntry.objects.get(action="save_totals", subject="1/2").revision
    page = desk.text("undo", revision)
    assert "muss" in page or "braucht" in page
    save = desk.tournament
    typed = totals("5", "-3", "-3", "1", seen=desk.seen("table", 1, 1), reason="Protest")
    page = desk.post("table", 1, 1, **typed).content.decode()
    desk.post("table", 1, 1, **typed, looked_at=hidden(page, "looked_at"))
    revision = LogEntry.objects.first().revision
    assert f"log/{revision}/undo/" in desk.text("log")
    assert "<del>2</del> → 1" in desk.text("undo", revision)
    desk.post("undo", revision, reason="doch richtig", once="u")
    assert stored_points(save)[1] == [9, -3, -3, -3]
    page = desk.text("log")
    assert f"hat Änderung {revision} rückgängig gemacht" in page
    assert "doch richtig" in page
    assert desk.get("undo", 99999).status_code == 404
    for reason in ODD:
        assert desk.post("undo", revision, reason=reason).status_code == 422
    referee = Desk(desk.client, desk.tournament, role="referee")
    assert "/undo/" not in referee.text("log")


def test_what_is_undone_says_so_and_is_done_again(desk):
    revision = LogEntry.objects.get(action="close_session").revision
    page = desk.text("undo", revision)
    assert "Runde 1: abgeschlossen → freigegeben." in page
    response = desk.post("undo", revision, reason=" ")
    assert response.status_code == 422
    assert "Grund" in response.content.decode()
    desk.post("undo", revision, reason="Protest", once="u")
    page = desk.text("log")
    assert f"rückgängig: {revision + 1}" in page
    assert "Wiederherstellen" in page
    page = desk.text("undo", revision)
    assert f"schon rückgängig gemacht, mit Änderung {revision + 1}" in page
    assert desk.url("undo", revision + 1) in page
    desk.post("undo", revision + 1, once="v")
    assert f"hat Änderung {revision} wiederhergestellt" in desk.text("log")


def test_who_would_change_seats_is_named_beforehand(client):
    desk = Desk(client, drawn(8))
    (one, *_rest), (other, *_others) = seating(desk.tournament)
    correct_seats(desk.tournament, None, 1, one, other, reason="vertauscht")
    page = desk.text("undo", LogEntry.objects.first().revision)
    name = desk.tournament.entries.get(start_number=one).player.list_name
    assert f"Runde 1: {one} {name}, Tisch 2, Platz 1 → Tisch 1, Platz 1." in page
    assert "den Sitzplan bitte neu drucken" in page
    assert seating(desk.tournament)[1][0] == one
    draw = LogEntry.objects.get(action="draw_session").revision
    assert "Was dann geschieht" not in desk.text("undo", draw)
    release = LogEntry.objects.get(action="release_session").revision
    assert "öffnen nichts mehr" in desk.text("undo", release)


def test_of_a_closed_tournament_only_the_close_is_undone(desk):
    close_tournament(desk.tournament, None, drop_planned=True)
    closed = LogEntry.objects.first().revision
    page = desk.text("log")
    assert desk.url("undo", closed) in page
    assert desk.url("undo", closed - 1) not in page
    page = desk.text("undo", closed)
    assert "Das Turnier ist wieder offen." in page
    assert "Runde 3 ist wieder da." in page


def test_the_pages_of_all_that_was_ever_done_open(desk):
    for entry in desk.tournament.log.all():
        assert desk.get("undo", entry.revision).status_code == 200


def test_every_change_is_undone_or_its_page_says_what_to_do_instead():
    assert set(KINDS) & set(NEVER) == set()
    assert set(SENTENCES) - {"undo", "import_tournament"} == set(KINDS) | set(NEVER)


@pytest.mark.parametrize(
    "told",
    [None, "x", 7, [1], ["x"], {}, {"rows": 1}, {"rows": [1]}, {"undone": "x", "root": []}]
    + [{"state": "x"}, {"state": []}, {"tables": 3}, {"tables": [1]}, {"status": {}}, {"how": []}],
)
def test_the_log_of_a_file_may_say_anything(client, told):
    desk = Desk(client, drawn(4))
    actions = [*KINDS, *NEVER, "undo", "unknown"]
    first = desk.tournament.revision + 1
    LogEntry.objects.bulk_create(
        LogEntry(
            tournament=desk.tournament,
            revision=revision,
            action=action,
            subject="x/y" if revision % 2 else "1/1",
            before=told,
            after=None if revision % 3 else told,
        )
        for revision, action in enumerate(actions, start=first)
    )
    Tournament.objects.update(revision=first + len(actions) - 1)
    assert desk.get("log").status_code == 200
    for revision in range(first, first + len(actions)):
        assert desk.get("undo", revision).status_code == 200
