"""Seats changed by hand: swaps in a draft, corrections after the release, substitutes."""

import pytest
from django.db import OperationalError, connection

from tests.tournaments import factories
from tests.tournaments.actions.play import drawn, seating, stored_points
from tournaments.actions.address_book import erase_player
from tournaments.actions.by_hand import correct_seats, correction_of, swap_of, swap_seats
from tournaments.actions.core import AlreadyApplied, Refused
from tournaments.actions.draws import draw_session, release_session
from tournaments.actions.entries import add_entry
from tournaments.actions.results import save_totals
from tournaments.actions.seats import seats_mark
from tournaments.actions.sessions import close_session
from tournaments.actions.substitutes import remove_substitute, set_substitute
from tournaments.actions.wishes import add_wish
from tournaments.models import Player, Seat
from tournaments.models.standings import standings_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def drafted():
    return drawn(release=False)


@pytest.fixture
def released():
    return drawn()


def session_of(tournament, number=1):
    return tournament.sessions.get(number=number)


def totals(tournament):
    return {row.entry.start_number: row.total for row in standings_of(tournament)}


# Swaps in a draft


def test_two_of_a_draft_change_seats(drafted, one_change):
    before = seating(drafted)
    one, other = before[0][1], before[1][3]
    with one_change(drafted, "swap_seats") as log:
        swap_seats(drafted, None, 1, one, other)
    after = seating(drafted)
    assert (after[0][1], after[1][3]) == (other, one)
    assert sorted(sum(after, [])) == sorted(sum(before, []))
    assert log().before.items() >= {str(one): "1/2", str(other): "2/4"}.items()
    assert log().after.items() >= {str(one): "2/4", str(other): "1/2"}.items()


def test_the_report_tells_of_the_seats_as_they_are_after_a_swap(drafted):
    one, other = seating(drafted)[0][0], seating(drafted)[1][0]
    add_wish(drafted, None, kind="table", start_numbers=[one], table=1)
    assert session_of(drafted).draw_report["broken"] == []
    assert swap_of(session_of(drafted), one, other).broken_new
    swap_seats(drafted, None, 1, one, other)
    [broken] = session_of(drafted).draw_report["broken"]
    assert broken["entries"] == [one]


def test_a_swap_is_refused_for_who_is_not_seated_or_no_draft(drafted, no_change):
    one, other = seating(drafted)[0][:2]
    with no_change(drafted):
        for pair in ((one, one), (one, 99)):
            with pytest.raises(Refused):
                swap_seats(drafted, None, 1, *pair)
    for role in ("helper", "referee"):
        actor = factories.staff(drafted, role)
        with pytest.raises(Refused):
            swap_seats(drafted, actor, 1, one, other)
    release_session(drafted, None, 1)
    with pytest.raises(Refused):
        swap_seats(drafted, None, 1, one, other)


def test_a_swap_of_a_draft_changed_meanwhile_is_refused_and_sent_twice_is_done_once(drafted):
    seen = seats_mark(session_of(drafted))
    one, other, third = seating(drafted)[0][:3]
    swap_seats(drafted, None, 1, one, other, seen=seen, key="k")
    with pytest.raises(AlreadyApplied):
        swap_seats(drafted, None, 1, one, other, seen=seen, key="k")
    with pytest.raises(Refused) as refusal:
        swap_seats(drafted, None, 1, one, third, seen=seen)
    assert refusal.value.code == "seats_changed"
    with pytest.raises(Refused):
        release_session(drafted, None, 1, seen=seen)
    release_session(drafted, None, 1, seen=seats_mark(session_of(drafted)))


def failing(statement):
    """The disk is full when a statement that begins so is to be executed."""

    def execute(execute, sql, params, many, context):
        if sql.startswith(statement):
            raise OperationalError("database or disk is full")
        return execute(sql, params, many, context)

    return connection.execute_wrapper(execute)


def test_a_swap_that_fails_half_way_leaves_everybody_seated(drafted, no_change):
    seats, one, other = seating(drafted), *seating(drafted)[0][:2]
    with no_change(drafted), failing('INSERT INTO "tournaments_seat"'):
        with pytest.raises(OperationalError):
            swap_seats(drafted, None, 1, one, other)
        assert Seat.objects.count() == 9
    assert seating(drafted) == seats


def test_a_release_that_fails_half_way_publishes_nothing(drafted, no_change):
    no_log = failing('INSERT INTO "tournaments_logentry"')
    with no_change(drafted), no_log, pytest.raises(OperationalError):
        release_session(drafted, None, 1)
    assert not session_of(drafted).is_published


# Corrections after the release


def test_a_correction_moves_the_points_with_the_seats(released, one_change):
    before = seating(released)
    one, other = before[0][0], before[1][0]
    save_totals(released, None, 1, 1, [40, -40, 0, 0])
    save_totals(released, None, 1, 2, [-9, 9, 0, 0, 0])
    with one_change(released, "correct_seats") as log:
        correct_seats(released, None, 1, one, other, reason="saßen vertauscht")
    assert log().reason == "saßen vertauscht"
    assert stored_points(released) == {1: [40, -40, 0, 0], 2: [-9, 9, 0, 0, 0]}
    assert (totals(released)[one], totals(released)[other]) == (-9, 40)


def test_the_points_of_both_are_shown_before(released):
    before = seating(released)
    save_totals(released, None, 1, 1, [40, -40, 0, 0])
    found = correction_of(session_of(released), before[0][0], before[1][0])
    assert (found.one.points, found.other.points) == (40, None)
    assert (found.one.table, found.other.table) == (1, 2)


def test_who_really_played_takes_the_seat_of_who_did_not(released):
    [late] = factories.entries(released, 1)
    one = seating(released)[0][0]
    save_totals(released, None, 1, 1, [40, -40, 0, 0])
    correct_seats(released, None, 1, one, late.start_number, reason="falsch gesetzt")
    assert seating(released)[0][0] == late.start_number
    assert totals(released)[late.start_number] == 40
    assert totals(released)[one] is None


def test_a_correction_needs_a_reason_a_director_and_an_open_session(released, no_change):
    one, other = seating(released)[0][:2]
    with no_change(released):
        with pytest.raises(Refused) as refusal:
            correct_seats(released, None, 1, one, other, reason=" ")
        assert refusal.value.where == "reason"
        with pytest.raises(Refused):
            correct_seats(released, None, 1, 99, one, reason="x")
        with pytest.raises(Refused):
            correct_seats(released, None, 1, one, 99, reason="x")
        with pytest.raises(Refused):
            correct_seats(released, None, 2, one, other, reason="x")
        with pytest.raises(Refused) as refusal:
            correct_seats(released, None, 1, one, other, reason="x", seen="another")
        assert refusal.value.code == "seats_changed"
    for role in ("helper", "referee"):
        actor = factories.staff(released, role)
        with pytest.raises(Refused) as refusal:
            correct_seats(released, actor, 1, one, other, reason="x")
        assert refusal.value.code == "role"
    save_totals(released, None, 1, 1, [0, 0, 0, 0])
    save_totals(released, None, 1, 2, [0, 0, 0, 0, 0])
    close_session(released, None, 1)
    with pytest.raises(Refused) as refusal:
        correct_seats(released, None, 1, one, other, reason="x")
    assert refusal.value.code == "session_closed"


def test_a_correction_is_told_by_the_draft_that_was_drawn_on_it(released):
    draw_session(released, None, 2)
    pairs = {frozenset(r[:2]) for r in session_of(released, 2).draw_report["repeats"]}
    one, other = seating(released)[0][0], seating(released)[1][0]
    correct_seats(released, None, 1, one, other, reason="saßen vertauscht")
    now = {frozenset(r[:2]) for r in session_of(released, 2).draw_report["repeats"]}
    met = {frozenset((a, b)) for table in seating(released) for a in table for b in table if a != b}
    again = {
        frozenset((a, b)) for table in seating(released, 2) for a in table for b in table if a != b
    }
    assert now == met & again
    assert now != pairs


# Substitutes


def test_a_substitute_plays_and_the_points_count_for_the_entry(released, one_change):
    one = seating(released)[0][0]
    with one_change(released, "set_substitute") as log:
        seat = set_substitute(released, None, 1, one, first_name="Pia", last_name="Ersatz")
    assert log().after["substitute"] == "Ersatz, Pia"
    assert seat.substitute.list_name == "Ersatz, Pia"
    save_totals(released, None, 1, 1, [40, -40, 0, 0])
    assert totals(released)[one] == 40
    remove_substitute(released, None, 1, one)
    assert Seat.objects.exclude(substitute=None).count() == 0
    with pytest.raises(Refused):
        remove_substitute(released, None, 1, one)


def test_who_is_entered_but_not_seated_may_substitute_and_stays_one_person(released):
    spare = add_entry(released, None, first_name="Pia", last_name="Ersatz")
    people = Player.objects.count()
    seat = set_substitute(
        released,
        None,
        1,
        seating(released)[0][0],
        first_name="pia",
        last_name="Ersatz",
    )
    assert seat.substitute == spare.player
    assert Player.objects.count() == people


def test_who_sits_in_the_session_cannot_substitute(released, no_change):
    one, other = seating(released)[0][:2]
    seated = released.entries.get(start_number=other).player
    with no_change(released):
        for first in (one, other):
            with pytest.raises(Refused) as refusal:
                set_substitute(released, None, 1, first, player=seated)
            assert "Tisch 1" in str(refusal.value)
        with pytest.raises(Refused):
            set_substitute(released, None, 1, 99, last_name="Ersatz")
        with pytest.raises(Refused):
            set_substitute(released, None, 2, one, last_name="Ersatz")
        with pytest.raises(Refused):
            set_substitute(released, None, 1, one, last_name="")
    set_substitute(released, None, 1, one, last_name="Ersatz")
    substitute = Player.objects.get(last_name="Ersatz")
    with pytest.raises(Refused):
        set_substitute(released, None, 1, other, player=substitute)


def test_a_substitute_who_is_erased_goes_from_the_tournament_too(released):
    one = seating(released)[0][0]
    person = set_substitute(released, None, 1, one, first_name="Pia", last_name="Ersatz").substitute
    revision = released.revision
    erase_player(None, person)
    released.refresh_from_db()
    assert released.revision == revision + 1
    assert not any("Ersatz" in str(entry.after) for entry in released.log.all())
