"""Undone from the log: what was there before comes back, or it is said why not."""

import pytest

from tests.tournaments import factories
from tests.tournaments.actions.play import drawn, legal_rows, seating, stored_points
from tournaments.actions.adjustments import adjust, withdraw_adjustment
from tournaments.actions.core import Refused
from tournaments.actions.corrections import correct_table
from tournaments.actions.draws import discard_draft, draw_session
from tournaments.actions.entries import add_entry, check_in, reinstate, withdraw
from tournaments.actions.imports import ImportRow, import_entries
from tournaments.actions.results import clear_table, save_sheet, save_totals, verify_table
from tournaments.actions.sessions import close_session, extra_minutes
from tournaments.actions.sheets import deal_as_dict
from tournaments.actions.tournaments import close_tournament
from tournaments.actions.undo import undo
from tournaments.models import Adjustment, Deal, Entry, LogEntry, Player, Session, Table
from tournaments.seating.recipe import read_recipe

pytestmark = pytest.mark.django_db


def last(tournament):
    return LogEntry.objects.filter(tournament=tournament).first()


def undo_last(tournament, actor=None):
    return undo(tournament, actor, last(tournament).revision)


def refused(tournament, revision):
    with pytest.raises(Refused) as refusal:
        undo(tournament, None, revision)
    return refusal.value


def test_results_come_back_whole_step_by_step():
    tournament = drawn(4)
    ute = factories.staff(tournament, "helper")
    rows = legal_rows(4, seed=3)
    save_sheet(tournament, ute, 1, 1, rows)
    sheet = [deal_as_dict(deal) for deal in Deal.objects.all()]
    typed = last(tournament).revision
    verify_table(tournament, None, 1, 1)
    verified = last(tournament).revision
    assert refused(tournament, typed).code == "depends"
    clear_table(tournament, None, 1, 1, reason="falscher Tisch")
    cleared = last(tournament).revision
    answer = refused(tournament, verified)
    assert str(cleared) in str(answer)

    undo(tournament, None, cleared)
    table = Table.objects.get()
    assert [deal_as_dict(deal) for deal in Deal.objects.all()] == sheet
    assert (table.state, table.entered_by) == ("verified", ute)
    assert table.seats.first().solos_won is not None
    undo(tournament, None, verified)
    assert Table.objects.get().state == "entered"
    undo(tournament, None, typed)
    assert (Table.objects.get().state, Deal.objects.count()) == ("open", 0)
    assert stored_points(tournament) == {1: [None] * 4}
    assert last(tournament).after["undone"] == typed
    assert refused(tournament, typed).code == "undone"


def test_a_correction_is_undone_and_a_closed_session_keeps_a_result():
    tournament = drawn(4)
    save_totals(tournament, None, 1, 1, [3, -3, 0, 0])
    saved = last(tournament).revision
    close_session(tournament, None, 1)
    assert refused(tournament, saved).code == "session_closed"
    correct_table(tournament, None, 1, 1, totals=[6, -6, 0, 0], reason="Protest")
    undo_last(tournament)
    assert stored_points(tournament) == {1: [3, -3, 0, 0]}
    assert Session.objects.get(number=1, tournament=tournament).state == "closed"


def test_an_import_goes_with_the_people_it_brought_unless_they_play():
    tournament = factories.tournament()
    known = add_entry(factories.tournament(), None, first_name="Jo", last_name="Brandt")
    rows = [
        ImportRow(line=1, first_name="Ute", last_name="Adler"),
        ImportRow(line=2, first_name="Bo", last_name="Zwölf"),
    ]
    import_entries(tournament, None, rows)
    revision = last(tournament).revision
    undo(tournament, None, revision)
    assert not tournament.entries.exists()
    assert list(Player.objects.all()) == [known.player]
    assert refused(tournament, revision).code == "undone"

    import_entries(tournament, None, rows)
    factories.entries(tournament, 2)
    revision = tournament.log.get(action="import_entries", revision__gt=revision).revision
    check_in(tournament, None, [1, 2])
    draw_session(tournament, None, 1)
    assert "Sitzplatz" in str(refused(tournament, revision))
    assert tournament.entries.count() == 4


def test_an_entry_leaves_and_the_person_stays_in_the_address_book():
    tournament = factories.tournament()
    add_entry(tournament, None, first_name="Ute", last_name="Adler")
    undo_last(tournament)
    assert not tournament.entries.exists()
    assert Player.objects.get().last_name == "Adler"


def test_draws_go_back_to_the_draft_before_and_to_none():
    tournament = drawn(12, release=False)
    first = last(tournament).revision
    seats = seating(tournament)
    draw_session(tournament, None, 1, seed=8)
    assert seating(tournament) != seats
    assert refused(tournament, first).code == "depends"
    undo_last(tournament)
    session = Session.objects.get(tournament=tournament, number=1)
    assert (seating(tournament), session.seed, session.state) == (seats, 7, "drafted")
    assert session.draw_report["repeats"] == []
    assert read_recipe(session.draw_report["drawn_from"]).draft().tables == seats
    discard_draft(tournament, None, 1)
    undo_last(tournament)
    assert seating(tournament) == seats
    session.refresh_from_db()
    assert read_recipe(session.draw_report["drawn_from"]).draft().tables == seats
    undo(tournament, None, first)
    assert Session.objects.get(tournament=tournament, number=1).state == "planned"
    undone = drawn(4)
    assert refused(undone, undone.log.get(action="draw_session").revision).code == "depends"


def test_check_ins_and_withdrawals_go_back_unless_a_seat_depends_on_them():
    tournament = factories.tournament()
    factories.entries(tournament, 4, present=False)
    check_in(tournament, None, [1, 2, 3, 4])
    revision = last(tournament).revision
    undo(tournament, None, revision)
    assert set(tournament.entries.values_list("status", flat=True)) == {"registered"}
    check_in(tournament, None, [1, 2, 3, 4])
    revision = last(tournament).revision
    draw_session(tournament, None, 1)
    assert "Runde 1" in str(refused(tournament, revision))
    discard_draft(tournament, None, 1)
    undo(tournament, None, revision)

    withdraw(tournament, None, 2, reason="krank")
    revision = last(tournament).revision
    undo(tournament, None, revision)
    assert Entry.objects.get(tournament=tournament, start_number=2).status == "registered"
    assert refused(tournament, revision).code == "undone"
    withdraw(tournament, None, 2)
    reinstate(tournament, None, 2)
    undo_last(tournament)
    assert Entry.objects.get(tournament=tournament, start_number=2).status == "withdrawn"


def test_adjustments_and_extra_minutes():
    tournament = drawn(4)
    given = {"start_number": 1, "points": -6, "reason": "laut", "given_by": "Adler"}
    for session in (None, 1):
        adjust(tournament, None, **given, session=session)
        undo_last(tournament)
        assert not Adjustment.objects.exists()
    one = adjust(tournament, None, **given, session=1)
    withdraw_adjustment(tournament, None, one.pk, reason="doch nicht")
    revision = last(tournament).revision
    undo(tournament, None, revision)
    again = Adjustment.objects.get()
    assert (again.points, again.session.number, again.given_by) == (-6, 1, "Adler")
    refused(tournament, revision)
    assert Adjustment.objects.count() == 1
    extra_minutes(tournament, None, 1, 1, 5, note="Feuer")
    undo_last(tournament)
    assert (Table.objects.get().extra_minutes, Table.objects.get().note) == (0, "")


def test_who_may_and_what_may_not():
    tournament = drawn(4)
    assert refused(tournament, 1).code == "not_undoable"
    assert refused(tournament, 9999).code == "no_entry"
    save_totals(tournament, None, 1, 1, [0, 0, 0, 0])
    saved = last(tournament).revision
    for role in ("helper", "referee"):
        with pytest.raises(Refused) as refusal:
            undo_last(tournament, factories.staff(tournament, role))
        assert refusal.value.code == "role"
    close_session(tournament, None, 1)
    close_tournament(tournament, None, drop_planned=True)
    assert refused(tournament, saved).code == "closed"
