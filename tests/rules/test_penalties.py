"""What a breach costs (TSR 9)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.penalties import Breach, Fate, penalty, unsporting_deduction
from rules.refusal import Refusal

SEATS = (1, 2, 4, 5)


def decided(found):
    return found.rule, list(found.points.values()), found.fate, found.pflichtsolo_played


def test_9_2_an_insignificant_breach_costs_nothing():
    assert decided(penalty(Breach.INSIGNIFICANT, 1, SEATS)) == (
        "9.2",
        [0, 0, 0, 0],
        Fate.GOES_ON,
        None,
    )


@pytest.mark.parametrize(
    ("offender", "soloist", "hurts", "points"),
    [
        (2, None, False, [1, -3, 1, 1]),
        (2, 2, False, [1, -3, 1, 1]),  # the soloist's own breach
        (2, 4, False, [1, -3, 1, 1]),
        (2, 4, True, [0, -3, 3, 0]),
        (4, 4, True, [1, 1, -3, 1]),
    ],
)
def test_9_3_a_minor_breach_and_the_deal_goes_on(offender, soloist, hurts, points):
    found = penalty(Breach.MINOR, offender, SEATS, soloist=soloist, hurts_soloist=hurts)
    assert decided(found) == ("9.3", points, Fate.GOES_ON, None)


@pytest.mark.parametrize(("absagen", "share"), [(0, 4), (1, 5), (2, 6), (3, 7), (4, 8)])
@pytest.mark.parametrize("soloist", [None, 5])
def test_9_4_a_serious_breach_in_a_normal_game_or_by_the_soloist(absagen, share, soloist):
    found = penalty(Breach.SERIOUS, 5, SEATS, soloist=soloist, absagen=absagen)
    points = [share, share, share, -3 * share]
    assert decided(found) == ("9.4", points, Fate.DEALT_AGAIN, False)


@pytest.mark.parametrize(("absagen", "gain"), [(0, 12), (1, 15), (2, 18), (3, 21), (4, 24)])
def test_9_4_4_a_kontra_players_serious_breach_and_the_solo_counts_as_played(absagen, gain):
    found = penalty(Breach.SERIOUS, 1, SEATS, soloist=5, absagen=absagen)
    assert decided(found) == ("9.4.4", [-gain, 0, 0, gain], Fate.COUNTS, True)


def test_9_after_time_is_up_nothing_is_repeated_but_a_vorfuehrung():
    normal = penalty(Breach.SERIOUS, 1, SEATS, time_is_up=True)
    assert (normal.fate, normal.points[1]) == (Fate.NOT_REPEATED, -12)
    solo = penalty(Breach.SERIOUS, 1, SEATS, soloist=1, time_is_up=True, vorfuehrung=True)
    assert (solo.fate, solo.pflichtsolo_played) == (Fate.DEALT_AGAIN, False)


@pytest.mark.parametrize(("hurts", "points"), [(False, [-3, 1, 1, 1]), (True, [-3, 0, 0, 3])])
def test_9_5_a_decided_deal_stops_and_counts_with_a_minor_penalty(hurts, points):
    found = penalty(Breach.DECIDED, 1, SEATS, soloist=5, hurts_soloist=hurts, absagen=4)
    assert decided(found) == ("9.5", points, Fate.STOPS, True)


@given(
    st.sampled_from(Breach),
    st.sampled_from(SEATS),
    st.sampled_from([None, *SEATS]),
    st.integers(0, 4),
    *[st.booleans()] * 3,
)
def test_every_penalty_adds_to_0_and_costs_nobody_but_the_offender(
    breach, offender, soloist, absagen, hurts, time_is_up, vorfuehrung
):
    found = penalty(
        breach,
        offender,
        SEATS,
        soloist=soloist,
        absagen=absagen,
        hurts_soloist=hurts,
        time_is_up=time_is_up,
        vorfuehrung=vorfuehrung,
    )
    assert sum(found.points.values()) == 0
    assert tuple(found.points) == SEATS
    assert [seat for seat, points in found.points.items() if points < 0] == (
        [] if breach is Breach.INSIGNIFICANT else [offender]
    )


def test_9_7_2_unsporting_conduct_costs_up_to_12_points_and_credits_nobody():
    assert [unsporting_deduction(points) for points in (1, 12)] == [-1, -12]
    for points in (0, 13, -1):
        with pytest.raises(Refusal) as caught:
            unsporting_deduction(points)
        assert (caught.value.code, caught.value.rule) == ("deduction_size", "9.7.2")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"offender": 3}, "needs_decision"),  # the dealer of a five-table sits out
        ({"offender": 1, "soloist": 3}, "soloist_sits_out"),
        ({"offender": 1, "absagen": 5}, "absagen"),
        ({"offender": 1, "absagen": -1}, "absagen"),
    ],
)
def test_what_no_penalty_can_be_worked_out_for(arguments, code):
    with pytest.raises(Refusal) as caught:
        penalty(Breach.SERIOUS, seats=SEATS, **arguments)
    assert caught.value.code == code
