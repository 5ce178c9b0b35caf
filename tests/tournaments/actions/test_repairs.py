"""A drawn session mended: who came late, who did not come, with the fewest moved."""

import pytest
from django.db import OperationalError, connection

from tests.tournaments import factories
from tests.tournaments.actions.play import drawn, seating, stored_points
from tournaments.actions.core import AlreadyApplied, Refused
from tournaments.actions.draws import draw_session, release_session
from tournaments.actions.entries import withdraw
from tournaments.actions.repairs import choices_for, repair_session, to_mend
from tournaments.actions.results import save_totals
from tournaments.actions.seats import seats_mark
from tournaments.actions.sessions import start_session
from tournaments.actions.substitutes import set_substitute
from tournaments.models import Table, Tournament
from tournaments.transfer.check import check_tournament

pytestmark = pytest.mark.django_db


def session_of(tournament, number=1):
    return tournament.sessions.get(number=number)


def mend(tournament, *, which=0, **who):
    session = session_of(tournament)
    choice = choices_for(session, who.get("gone", ()), who.get("arrivals", ()))[which]
    return repair_session(tournament, None, 1, choice=choice.token, seen=seats_mark(session), **who)


def tables(tournament):
    return {
        table.number: [seat.entry.start_number for seat in table.seats.all()]
        for table in session_of(tournament).tables.prefetch_related("seats__entry")
    }


def is_sound(tournament):
    return check_tournament(Tournament.objects.get(pk=tournament.pk)) == []


def test_a_no_show_is_replaced_by_the_fifth_of_a_table_of_five(one_change):
    tournament = drawn(17)
    before = tables(tournament)
    gone = before[1][2]
    with one_change(tournament, "repair_session") as log:
        mend(tournament, gone=[gone])
    after = tables(tournament)
    assert [len(table) for table in after.values()] == [4, 4, 4, 4]
    [moved] = set(after[1]) - set(before[1])
    assert moved in before[4]
    for told in (log().before, log().after):
        assert {name for name in told if name.isdigit()} == {"1", "4"}
    assert tournament.entries.get(start_number=gone).status == "registered"
    assert is_sound(tournament)


def test_a_late_arrival_makes_a_table_of_four_one_of_five():
    tournament = drawn(16)
    [late] = factories.entries(tournament, 1, present=False)
    mend(tournament, arrivals=[late.start_number])
    after = tables(tournament)
    assert sorted(len(table) for table in after.values()) == [4, 4, 4, 5]
    assert sum(len(set(table)) for table in after.values()) == 17
    late.refresh_from_db()
    assert late.status == "present"


def test_four_late_arrivals_can_open_a_table():
    tournament = drawn(16)
    late = [entry.start_number for entry in factories.entries(tournament, 4)]
    session = session_of(tournament)
    assert to_mend(session) == ([], late)
    ways = choices_for(session, [], late)
    opening = next(way for way in ways if way.repair.opened and not way.repair.moved)
    repair_session(tournament, None, 1, arrivals=late, choice=opening.token)
    assert sorted(tables(tournament)[5]) == late
    assert is_sound(tournament)


def test_a_table_is_dissolved_when_three_leave():
    tournament = drawn(16)
    gone = tables(tournament)[2][:3]
    for number in gone:
        withdraw(tournament, None, number, even_seated=True)
    assert to_mend(session_of(tournament)) == (sorted(gone), [])
    mend(tournament, gone=gone)
    after = tables(tournament)
    assert sum(map(len, after.values())) == 13
    assert len(after) == 3
    assert is_sound(tournament)
    assert tournament.entries.get(start_number=gone[0]).status == "withdrawn"


def test_tables_with_results_stay_as_they_are():
    tournament = drawn(18)
    save_totals(tournament, None, 1, 3, [1, -1, 0, 0, 0])
    before, points = tables(tournament), stored_points(tournament)
    with pytest.raises(Refused):
        choices_for(session_of(tournament), [before[3][0]], [])
    mend(tournament, gone=[before[1][0]])
    assert tables(tournament)[3] == before[3]
    assert stored_points(tournament)[3] == points[3]


def test_a_table_that_got_a_result_meanwhile_is_not_changed(no_change):
    tournament = drawn(17)
    start_session(tournament, None, 1)
    before = tables(tournament)
    session = session_of(tournament)
    seen = seats_mark(session)
    [way, *_rest] = choices_for(session, [before[1][0]], [])
    assert 4 in {move.from_table for move in way.repair.moved}
    save_totals(tournament, None, 1, 4, [1, -1, 0, 0, 0])
    with no_change(tournament):
        for mark in (seen, None):
            with pytest.raises(Refused):
                repair_session(
                    tournament, None, 1, gone=[before[1][0]], choice=way.token, seen=mark
                )
    assert tables(tournament) == before


def test_a_repair_sent_twice_is_done_once_and_one_of_old_seats_not_at_all():
    tournament = drawn(17)
    gone = tables(tournament)[1][0]
    session = session_of(tournament)
    [way, *_rest] = choices_for(session, [gone], [])
    given = {"gone": [gone], "choice": way.token, "seen": seats_mark(session)}
    repair_session(tournament, None, 1, **given, key="k")
    after = tables(tournament)
    with pytest.raises(AlreadyApplied):
        repair_session(tournament, None, 1, **given, key="k")
    with pytest.raises(Refused) as refusal:
        repair_session(tournament, None, 1, **given)
    assert refusal.value.code == "seats_changed"
    assert tables(tournament) == after


def test_a_repair_that_fails_half_way_leaves_everybody_seated(no_change):
    tournament = drawn(17)
    before = tables(tournament)
    written = []

    def disk_full(execute, sql, params, many, context):
        if sql.startswith('INSERT INTO "tournaments_seat"'):
            written.append(Table.objects.filter(seats=None).count())
            raise OperationalError("database or disk is full")
        return execute(sql, params, many, context)

    with (
        no_change(tournament),
        connection.execute_wrapper(disk_full),
        pytest.raises(OperationalError),
    ):
        mend(tournament, gone=[before[1][0]])
    assert written == [2]
    assert tables(tournament) == before
    assert session_of(tournament).seats.count() == 17


@pytest.mark.parametrize(
    ("gone", "arrivals"), [([], []), ([99], []), ([], [1]), ([], [98]), (list(range(1, 12)), [])]
)
def test_what_cannot_be_mended_is_refused_with_the_reason(gone, arrivals):
    tournament = drawn(17)
    with pytest.raises(Refused) as refusal:
        choices_for(session_of(tournament), gone, arrivals)
    assert str(refusal.value)


def test_who_has_withdrawn_does_not_come_late():
    tournament = drawn(16)
    [late] = factories.entries(tournament, 1)
    withdraw(tournament, None, late.start_number)
    with pytest.raises(Refused) as refusal:
        choices_for(session_of(tournament), [], [late.start_number])
    assert refusal.value.where == "arrivals"


@pytest.mark.parametrize("role", ["helper", "referee"])
def test_only_the_director_moves_players(role):
    tournament = drawn(17)
    gone = tables(tournament)[1][0]
    [way, *_rest] = choices_for(session_of(tournament), [gone], [])
    actor = factories.staff(tournament, role)
    with pytest.raises(Refused) as refusal:
        repair_session(tournament, actor, 1, gone=[gone], choice=way.token)
    assert refusal.value.code == "role"


def test_a_substitute_moves_along_with_the_entry():
    tournament = drawn(17)
    before = tables(tournament)
    session = session_of(tournament)
    [way, *_rest] = choices_for(session, [before[1][0]], [])
    mover = way.repair.moved[0].entry
    set_substitute(tournament, None, 1, mover, last_name="Ersatz")
    mend(tournament, gone=[before[1][0]])
    seat = session_of(tournament).seats.get(entry__start_number=mover)
    assert (seat.table.number, seat.substitute.last_name) == (1, "Ersatz")


def test_the_later_drafts_of_a_plan_are_mended_too():
    tournament = factories.tournament()
    factories.entries(tournament, 17)
    draw_session(tournament, None, 1, method="fixed_plan", seed=1)
    release_session(tournament, None, 1)
    gone = seating(tournament, 2)[0][0]
    session = session_of(tournament, 2)
    [way, *_rest] = choices_for(session, [gone], [])
    repair_session(tournament, None, 2, gone=[gone], choice=way.token)
    assert gone not in sum(seating(tournament, 2), [])
    assert session_of(tournament, 2).state == "drafted"
