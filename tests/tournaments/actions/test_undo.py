"""Undone from the log: what was there before comes back, or it is said why not."""

from contextlib import suppress
from itertools import combinations

import pytest

from rules.session import DealKind
from tests.tournaments import factories
from tests.tournaments.actions.play import drawn, legal_rows, seating, stored_points
from tests.tournaments.documents.test_certificates import picture
from tournaments.actions.address_book import correct_player, erase_player
from tournaments.actions.adjustments import adjust, withdraw_adjustment
from tournaments.actions.by_hand import correct_seats
from tournaments.actions.certificates import set_certificate
from tournaments.actions.closing import close_tournament
from tournaments.actions.core import AlreadyApplied, Refused
from tournaments.actions.corrections import correct_table
from tournaments.actions.draws import discard_draft, draw_session, recall_session, release_session
from tournaments.actions.entries import add_entry, check_in, disqualify, reinstate, withdraw
from tournaments.actions.imports import ImportRow, import_entries
from tournaments.actions.results import clear_table, save_sheet, save_totals, verify_table
from tournaments.actions.sessions import close_session, extra_minutes, reopen_session
from tournaments.actions.sheets import deal_as_dict
from tournaments.actions.staff import set_staff
from tournaments.actions.substitutes import set_substitute
from tournaments.actions.table_deal import Played
from tournaments.actions.table_entry import EMPTY, marks_of, record_deal
from tournaments.actions.undo import needs_reason, undo
from tournaments.actions.undo.kinds import KINDS, NEVER
from tournaments.models import (
    Adjustment,
    Deal,
    Entry,
    LogEntry,
    Player,
    Session,
    Table,
    TableAccess,
    Tournament,
)
from tournaments.seating.recipe import read_recipe
from tournaments.transfer.check import check_tournament

pytestmark = pytest.mark.django_db


def last(tournament):
    return LogEntry.objects.filter(tournament=tournament).first()


def undo_last(tournament, actor=None):
    return undo(tournament, actor, last(tournament).revision, reason="doch nicht")


def refused(tournament, revision, reason="doch nicht"):
    with pytest.raises(Refused) as refusal:
        undo(tournament, None, revision, reason=reason)
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
    undo(tournament, None, verified, reason="nicht geprüft")
    assert Table.objects.get().state == "entered"
    undo(tournament, None, typed, reason="falscher Tisch")
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
    undo(tournament, None, revision, reason="doch")
    again = Adjustment.objects.get()
    assert (again.points, again.session.number, again.given_by) == (-6, 1, "Adler")
    refused(tournament, revision)
    assert Adjustment.objects.count() == 1
    extra_minutes(tournament, None, 1, 1, 5, reason="Feuer", given_by="Adler")
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


def test_a_phone_finds_its_deals_again_when_the_desk_has_undone_its_own_typing():
    tournament = drawn(4)
    phone = TableAccess.objects.get(session__tournament=tournament)
    queue = [("one", EMPTY), ("two", "one")]

    def send(key, after):
        played = Played(DealKind.NORMAL, None, (1, 3), 1)
        record_deal(phone, seat=4, played=played, after=after, key=key)

    def marks():
        return marks_of(Deal.objects.filter(table__session__tournament=tournament))

    for key, after in queue:
        send(key, after)
    for spoil in (
        lambda: clear_table(tournament, None, 1, 1, reason="falscher Tisch"),
        lambda: save_sheet(tournament, None, 1, 1, legal_rows(4)[:3], complete=False),
    ):
        spoil()
        assert marks() != ["one", "two"]
        undo_last(tournament)
        assert marks() == ["one", "two"]
        for key, after in queue:  # the phone had not heard that they had arrived
            with pytest.raises(AlreadyApplied):
                send(key, after)
        assert stored_points(tournament) == {1: [2, -2, 2, -2]}
    send("three", "two")  # and it can go on
    assert marks() == ["one", "two", "three"]
    undo_last(tournament)
    with pytest.raises(AlreadyApplied):
        send("three", "two")
    assert marks() == ["one", "two"]
    undo_last(tournament)
    assert marks() == ["one", "two", "three"]


def test_who_typed_and_who_checked_are_known_again_after_detours():
    tournament = drawn(4)
    ute, jo = factories.staff(tournament, "helper"), factories.staff(tournament, "director")
    save_totals(tournament, ute, 1, 1, [3, -3, 0, 0])
    verify_table(tournament, jo, 1, 1)
    correct_table(tournament, jo, 1, 1, totals=[6, -6, 0, 0], reason="Protest")
    undo_last(tournament)
    clear_table(tournament, None, 1, 1, reason="falscher Tisch")
    undo_last(tournament)
    table = Table.objects.get()
    assert (table.state, table.entered_by, table.verified_by) == ("verified", ute, jo)


def test_after_an_undo_whoever_typed_and_whoever_checked_are_the_same_as_before():
    tournament = drawn(4)
    anna, bodo = factories.staff(tournament, "helper"), factories.staff(tournament, "helper")
    rows = legal_rows(4, seed=3)
    points = [sum(row["scores"][seat] for row in rows) for seat in range(4)]
    save_totals(tournament, anna, 1, 1, points)
    save_sheet(tournament, bodo, 1, 1, rows)  # agrees: verified

    def who():
        table = Table.objects.get()
        return table.state, table.entered_by, table.verified_by

    assert who() == ("verified", anna, bodo)
    changed = [{**rows[0], "scores": [-score for score in rows[0]["scores"]]}, *rows[1:]]
    correct_table(tournament, None, 1, 1, rows=changed, reason="Protest")
    undo_last(tournament)
    assert who() == ("verified", anna, bodo)
    undo_last(tournament)
    assert who() == ("entered", None, None)
    bodo.delete()
    undo_last(tournament)
    assert who() == ("verified", anna, None)


def test_a_log_that_names_no_accounts_has_who_typed_and_who_checked_last():
    tournament = drawn(4)
    ute, jo = factories.staff(tournament, "helper"), factories.staff(tournament, "director")
    save_totals(tournament, ute, 1, 1, [3, -3, 0, 0])
    verify_table(tournament, jo, 1, 1)
    clear_table(tournament, jo, 1, 1, reason="falscher Tisch")
    cleared = last(tournament)
    for told in ({}, {"entered_by": 10**30, "verified_by": "Jo"}):
        plain = {name: cleared.before[name] for name in ("state", "totals", "rows")}
        LogEntry.objects.redact(cleared, before={**plain, **told})
        undo(tournament, None, cleared.revision)
        table = Table.objects.get()
        expected = (None, None) if told else (ute, jo)
        assert (table.entered_by, table.verified_by) == expected
        undo_last(tournament)
        cleared = last(tournament)


def test_what_is_undone_is_done_again_once_and_what_came_later_is_named():
    tournament = drawn(4)
    save_totals(tournament, None, 1, 1, [3, -3, 0, 0])
    saved = last(tournament).revision
    undo(tournament, None, saved, reason="doch nicht")
    undone = last(tournament).revision
    answer = refused(tournament, saved)
    assert (answer.code, answer.where) == ("undone", undone)
    undo(tournament, None, undone)
    assert stored_points(tournament) == {1: [3, -3, 0, 0]}
    assert refused(tournament, undone).code == "undone"
    undo(tournament, None, undone + 1, reason="doch nicht")
    save_totals(tournament, None, 1, 1, [0, 0, 0, 0])
    typed = last(tournament).revision
    answer = refused(tournament, undone + 2)
    assert (answer.code, answer.where) == ("depends", typed)


def test_later_sessions_are_described_anew_when_seats_before_them_change():
    tournament = drawn(8)
    for table in (1, 2):
        save_totals(tournament, None, 1, table, [0, 0, 0, 0])
    close_session(tournament, None, 1)
    draw_session(tournament, None, 2, seed=1)
    release_session(tournament, None, 2)

    def meeting():
        session = Session.objects.get(tournament=tournament, number=2)
        told = [tuple(sorted(repeat[:2])) for repeat in session.draw_report["repeats"]]
        seated = [set(table) for table in seating(tournament)]
        pairs = {
            tuple(sorted(pair))
            for table in seating(tournament, 2)
            for pair in combinations(table, 2)
            if any(set(pair) <= earlier for earlier in seated)
        }
        return sorted(told), sorted(pairs), session.draw_report

    told, pairs, as_drawn = meeting()
    assert told == pairs
    reopen_session(tournament, None, 1, reason="Protest")
    [one, *_rest], [other, *_others] = seating(tournament)
    correct_seats(tournament, None, 1, one, other, reason="vertauscht")
    told, pairs, corrected = meeting()
    assert told == pairs
    assert corrected != as_drawn
    undo_last(tournament)
    assert meeting()[2] == as_drawn
    undo_last(tournament)
    assert meeting()[2] == corrected


def test_a_release_and_a_close_need_a_reason_to_be_undone_as_at_the_desk():
    tournament = drawn(4)
    released = last(tournament).revision
    assert refused(tournament, released, reason="").where == "reason"
    undo(tournament, None, released, reason="falsch gelost")
    assert Session.objects.get(tournament=tournament, number=1).state == "drafted"
    assert not TableAccess.objects.exclude(table=None).exists()
    undo_last(tournament)
    save_totals(tournament, None, 1, 1, [0, 0, 0, 0])
    with pytest.raises(Refused) as refusal:
        undo(tournament, None, last(tournament).revision - 1, reason="zu spät")
    assert refusal.value.code == "has_results"
    close_session(tournament, None, 1)
    assert refused(tournament, last(tournament).revision, reason="").where == "reason"


def test_what_needs_a_reason_at_the_desk_needs_one_when_it_is_undone():
    tournament = drawn(4)
    given = {"start_number": 1, "points": -6, "reason": "laut", "given_by": "Adler"}
    [[one, other, *_others]] = seating(tournament)

    def asked():
        """Is a reason asked for, to undo and to do again? Then the change is there again."""
        found = []
        for _way in ("undone", "done again"):
            revision = last(tournament).revision
            found.append(needs_reason(last(tournament)))
            if found[-1]:
                assert refused(tournament, revision, reason=" ").where == "reason"
            undo(tournament, None, revision, reason="doch nicht" if found[-1] else "")
        return found

    save_totals(tournament, None, 1, 1, [3, -3, 0, 0])
    assert asked() == [True, False]  # undone, the table is empty
    save_totals(tournament, None, 1, 1, [6, -6, 0, 0])
    assert asked() == [False, False]  # typed over what nobody has checked
    verify_table(tournament, None, 1, 1)
    assert asked() == [True, False]
    correct_seats(tournament, None, 1, one, other, reason="vertauscht")
    assert asked() == [True, True]
    adjust(tournament, None, **given)
    assert asked() == [True, True]
    disqualify(tournament, None, 1, reason="grob", given_by="Adler")
    assert asked() == [False, True]
    close_session(tournament, None, 1)
    correct_table(tournament, None, 1, 1, totals=[9, -9, 0, 0], reason="Protest")
    assert asked() == [True, True]  # the session is closed


def test_a_reopened_session_is_not_closed_as_of_then_once_it_was_changed():
    tournament = drawn(4)
    save_totals(tournament, None, 1, 1, [0, 0, 0, 0])
    close_session(tournament, None, 1)
    reopen_session(tournament, None, 1, reason="Protest")
    reopened = last(tournament).revision
    correct_table(tournament, None, 1, 1, totals=[1, -1, 0, 0], reason="Protest")
    answer = refused(tournament, reopened)
    assert (answer.code, answer.where) == ("depends", reopened + 1)
    undo_last(tournament)
    undo(tournament, None, reopened)
    assert Session.objects.get(tournament=tournament, number=1).state == "closed"


def test_a_recalled_draw_is_not_released_again_once_another_is_drawn():
    tournament = drawn(8)
    first = seating(tournament)
    recall_session(tournament, None, 1, reason="zu früh")
    recalled = last(tournament).revision
    draw_session(tournament, None, 1, seed=8)
    answer = refused(tournament, recalled)
    assert (answer.code, answer.where) == ("depends", recalled + 1)
    assert Session.objects.get(tournament=tournament, number=1).state == "drafted"
    undo_last(tournament)
    draw_session(tournament, None, 2, method="fixed_plan", seed=3)
    assert refused(tournament, recalled).where == last(tournament).revision  # drew session 1 too
    undo_last(tournament)
    undo(tournament, None, recalled)
    assert Session.objects.get(tournament=tournament, number=1).state == "released"
    assert seating(tournament) == first


def test_a_cleared_result_does_not_come_back_onto_others():
    tournament = drawn(4)
    save_totals(tournament, None, 1, 1, [0, 0, 0, 0])
    clear_table(tournament, None, 1, 1, reason="falscher Tisch")
    cleared = last(tournament).revision
    recall_session(tournament, None, 1, reason="neu")
    assert refused(tournament, cleared).code == "depends"
    draw_session(tournament, None, 1, seed=8)
    drawn_again = last(tournament).revision
    release_session(tournament, None, 1)
    assert refused(tournament, cleared).where == drawn_again


def test_a_partial_sheet_does_not_come_back_into_a_closed_session():
    tournament = drawn(4)
    save_sheet(tournament, None, 1, 1, legal_rows(4)[:3], complete=False)
    save_sheet(tournament, None, 1, 1, legal_rows(4))
    finished = last(tournament).revision
    close_session(tournament, None, 1)
    assert refused(tournament, finished).code == "session_closed"


def test_a_plan_of_all_sessions_comes_back_whole():
    tournament = drawn(8, release=False)
    single = seating(tournament)
    draw_session(tournament, None, 1, method="fixed_plan", seed=3)
    planned = last(tournament).revision
    plan = [seating(tournament, number) for number in (1, 2, 3)]
    draw_session(tournament, None, 1, seed=9)
    undo_last(tournament)
    assert [seating(tournament, number) for number in (1, 2, 3)] == plan
    discard_draft(tournament, None, 2)
    undo_last(tournament)
    assert [seating(tournament, number) for number in (1, 2, 3)] == plan
    undo(tournament, None, planned)
    assert (seating(tournament), seating(tournament, 2)) == (single, [])


def test_a_person_is_corrected_back_in_every_tournament():
    here, there = factories.tournament(), factories.tournament()
    entry = add_entry(here, None, first_name="Ute", last_name="Adlr", club_name="Fuchs & Co.")
    add_entry(there, None, player=entry.player)
    correct_player(None, entry.player, last_name="Adler", club_name="")
    before = LogEntry.objects.filter(tournament=there).count()
    undo_last(here)
    entry.player.refresh_from_db()
    assert (entry.player.last_name, str(entry.player.club)) == ("Adlr", "Fuchs & Co.")
    assert LogEntry.objects.filter(tournament=there).count() == before + 1
    assert refused(there, before).code == "depends"


def test_nobody_undoes_what_takes_the_last_director_away():
    ute = factories.user()
    tournament = factories.tournament()
    set_staff(tournament, None, username=ute.username, role="director")
    with pytest.raises(Refused):
        undo_last(tournament, ute)
    set_staff(tournament, ute, username=factories.user().username, role="director")
    undo_last(tournament, ute)
    assert tournament.staff.count() == 1


def test_a_replaced_logo_cannot_come_back_and_the_refusal_says_where_to_go():
    tournament = factories.tournament()
    set_certificate(tournament, None, text="{name}", logo=picture())
    set_certificate(tournament, None, text="{name}", drop_logo=True)
    assert refused(tournament, last(tournament).revision).code == "logo"


def test_who_was_entered_by_mistake_is_erased_from_the_log_too_and_does_not_come_back():
    tournament = factories.tournament()
    entry = add_entry(tournament, None, first_name="Ute", last_name="Adler")
    undo_last(tournament)
    undone = last(tournament).revision
    erase_player(None, entry.player)
    told = [(one.subject, one.before, one.after) for one in tournament.log.all()]
    assert "Adler" not in str(told)
    assert refused(tournament, undone).code == "erased"


def test_whoever_plays_for_somebody_is_not_seated_as_well():
    tournament = drawn(8)
    one, other = (table[0] for table in seating(tournament))
    late = add_entry(tournament, None, first_name="Pia", last_name="Ersatz")
    set_substitute(tournament, None, 1, one, player=late.player)
    with pytest.raises(Refused):
        correct_seats(tournament, None, 1, other, late.start_number, reason="sitzt da")


@pytest.mark.parametrize("kept", ["nothing", "too little", "nonsense"])
def test_a_log_that_says_anything_is_refused_in_a_sentence(kept):
    """A tournament file may bring any log along, and earlier versions kept less."""
    told = {"nothing": (None, None), "too little": ({}, {"state": "x"}), "nonsense": ([1], "x")}
    tournament = drawn(4)
    for action in sorted([*KINDS, *NEVER, "undo", "unknown"]):
        for subject in ("", "1", "1/1", "17 Brandt", "x/y"):
            before, after = told[kept]
            LogEntry.objects.create(
                tournament=tournament,
                revision=(revision := tournament.revision + 1),
                action=action,
                subject=subject,
                before=before,
                after=after,
            )
            Tournament.objects.filter(pk=tournament.pk).update(revision=revision)
            tournament.refresh_from_db()
            with suppress(Refused):
                undo(tournament, None, revision, reason="so")
            assert check_tournament(tournament) == []
            tournament.refresh_from_db()


def test_what_an_earlier_version_logged_is_undone_as_far_as_it_was_kept():
    tournament = drawn(8, release=False)
    drawn_first = last(tournament)
    told = {"method": "random", "seed": 7, "tables": seating(tournament)}
    LogEntry.objects.redact(drawn_first, after=told)
    release_session(tournament, None, 1)
    released = last(tournament)
    LogEntry.objects.redact(released, before={"state": "drafted"}, after={"state": "released"})
    undo(tournament, None, released.revision, reason="falsch gelost")
    undo(tournament, None, drawn_first.revision)
    assert seating(tournament) == []
    draw_session(tournament, None, 1, method="fixed_plan", seed=3)
    told = {**told, "method": "fixed_plan", "sessions": 3}
    LogEntry.objects.redact(last(tournament), after=told)
    assert refused(tournament, last(tournament).revision).code == "not_undoable"
