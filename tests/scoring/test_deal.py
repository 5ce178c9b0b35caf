"""What a deal is worth: the worked cases, the table of who wins, and properties."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.contracts import GAMES, TWO_AGAINST_TWO
from rules.ruleset import CALLS, DDV, DDV_OLDER
from scoring.answers import score_deal
from scoring.deal import DealOutcome, deal_value, winner_of
from tests.examples import worked_cases

calls = st.sampled_from(CALLS)


@st.composite
def outcomes(draw, games=GAMES):
    game = draw(st.sampled_from(games))
    two = game in TWO_AGAINST_TWO
    seats = tuple(sorted(draw(st.permutations(range(1, 6)))[:4]))
    points = draw(st.integers(0, 240))
    tricks = {0: "re", 240: "kontra"}.get(points)
    return DealOutcome(
        game=game,
        re=tuple(draw(st.permutations(seats))[: 2 if two else 1]),
        card_points=points,
        seats=seats,
        call_re=draw(calls),
        call_kontra=draw(calls),
        trickless=draw(st.sampled_from([None, tricks])),
        contract="jacks" if game == "solo" else None,
        doppelkopf=draw(st.tuples(st.integers(0, 2), st.integers(0, 2))) if two else (0, 0),
        fox=draw(st.sampled_from([(0, 0), (1, 0), (0, 2), (1, 1)])) if two else (0, 0),
        charlie=draw(st.sampled_from([None, "re", "kontra"])) if two else None,
    )


@pytest.mark.parametrize("case", worked_cases("deals.jsonl"))
def test_worked_case(case):
    answer = score_deal(case["in"])
    scores = {str(seat): points for seat, points in answer["scores"].items()}
    assert (answer["winner"], answer["value"], scores) == (
        case["out"]["winner"],
        case["out"]["value"],
        case["out"]["scores"],
    )


# Calls of Re and Kontra, then the least card points with which Re and Kontra win (TSR 7.1).
@pytest.mark.parametrize(
    ("call_re", "call_kontra", "re_needs", "kontra_needs"),
    [
        ("none", "none", 121, 120),
        ("announced", "none", 121, 120),
        ("announced", "announced", 121, 120),
        ("none", "announced", 120, 121),
        ("no90", "none", 151, 90),
        ("no60", "announced", 181, 60),
        ("no30", "none", 211, 30),
        ("none", "no90", 90, 151),
        ("announced", "no60", 60, 181),
        ("none", "no30", 30, 211),
        ("no90", "no90", 151, 151),
        ("no60", "no30", 181, 211),
        ("no30", "no90", 211, 151),
    ],
)
def test_who_wins_with_how_many_card_points(call_re, call_kontra, re_needs, kontra_needs):
    heights = CALLS.index(call_re), CALLS.index(call_kontra)
    for points in range(241):
        re, kontra = points >= re_needs, 240 - points >= kontra_needs
        assert not (re and kontra)
        expected = "re" if re else "kontra" if kontra else None
        assert winner_of(points, *heights, None) == expected, points


@pytest.mark.parametrize(
    ("call_re", "call_kontra", "points", "trickless", "expected"),
    [
        ("schwarz", "none", 240, "kontra", "re"),
        ("schwarz", "none", 240, None, "kontra"),
        ("none", "schwarz", 0, "re", "kontra"),
        ("none", "schwarz", 0, None, "re"),
        ("announced", "schwarz", 5, None, "re"),
        ("schwarz", "schwarz", 120, None, None),
        ("schwarz", "no90", 240, "kontra", "re"),
        ("schwarz", "no90", 89, None, "kontra"),
        ("schwarz", "no90", 90, None, None),
        ("no30", "schwarz", 215, None, "re"),
    ],
)
def test_a_schwarz_turns_on_tricks(call_re, call_kontra, points, trickless, expected):
    heights = CALLS.index(call_re), CALLS.index(call_kontra)
    assert winner_of(points, *heights, trickless) == expected


def test_the_reasons_with_their_paragraphs():
    value = deal_value(
        DealOutcome("normal", (1, 2), 61, call_re="no90", call_kontra="announced", fox=(0, 1))
    )
    assert [tuple(item) for item in value.breakdown] == [
        ("won", "7.2.2 a", "kontra", 1),
        ("under 90", "7.2.2 a", "kontra", 1),
        ("120 against no90", "7.2.2 f", "kontra", 1),
        ("re", "7.2.2 b", "kontra", 2),
        ("kontra", "7.2.2 b", "kontra", 2),
        ("re no90", "7.2.2 c", "kontra", 1),
        ("against the ♣Q", "7.2.3", "kontra", 1),
        ("fox", "7.2.3", "kontra", 1),
    ]
    assert value.value == -10


@pytest.mark.parametrize(
    ("kontra_points", "names"),
    [
        (90, []),
        (89, ["under 90"]),
        (60, ["under 90"]),
        (59, ["under 90", "under 60"]),
        (30, ["under 90", "under 60"]),
        (29, ["under 90", "under 60", "under 30"]),
        (0, ["under 90", "under 60", "under 30"]),
    ],
)
def test_how_far_the_losers_were_held_down(kontra_points, names):
    value = deal_value(DealOutcome("normal", (1, 3), 240 - kontra_points))
    assert [item.name for item in value.breakdown] == ["won", *names]
    mirrored = deal_value(DealOutcome("normal", (1, 3), kontra_points))
    assert [item.name for item in mirrored.breakdown][1:-1] == names


@pytest.mark.parametrize(
    ("points", "beaten"),
    [
        (29, []),
        (30, ["30 against schwarz"]),
        (59, ["30 against schwarz"]),
        (60, ["60 against no30", "30 against schwarz"]),
        (90, ["90 against no60", "60 against no30", "30 against schwarz"]),
        (119, ["90 against no60", "60 against no30", "30 against schwarz"]),
        (120, ["120 against no90", "90 against no60", "60 against no30", "30 against schwarz"]),
    ],
)
def test_what_was_reached_against_an_absage(points, beaten):
    against_kontra = DealOutcome("solo", (1,), points, call_kontra="schwarz", contract="aces")
    against_re = DealOutcome("solo", (1,), 240 - points, call_re="schwarz", contract="aces")
    for outcome in (against_kontra, against_re):
        names = [item.name for item in deal_value(outcome).breakdown]
        assert [name for name in names if "against" in name] == beaten


def test_older_descriptions_leave_out_the_thresholds_when_nobody_won():
    outcome = DealOutcome("normal", (1, 3), 175, call_re="no60", call_kontra="no90", fox=(1, 0))
    assert deal_value(outcome, DDV).value == 3
    assert deal_value(outcome, DDV_OLDER).value == 2


def test_a_ruleset_may_lack_special_points():
    bare = replace(DDV, special_points=frozenset())
    outcome = DealOutcome("normal", (1, 3), 100, doppelkopf=(1, 2), fox=(1, 1), charlie="kontra")
    assert deal_value(outcome, bare).value == -1
    assert deal_value(outcome, DDV).value == -4


@given(outcomes())
def test_scores_add_to_zero_and_follow_the_value(outcome):
    value = deal_value(outcome)
    assert set(value.scores) == set(outcome.seats)
    assert sum(value.scores.values()) == 0
    lone = len(outcome.re) == 1
    for seat, points in value.scores.items():
        if seat in outcome.re:
            assert points == (3 * value.value if lone else value.value)
        else:
            assert points == -value.value


@given(outcomes())
def test_the_breakdown_adds_to_the_value(outcome):
    value = deal_value(outcome)
    assert all(item.points > 0 for item in value.breakdown)
    signed = [item.points if item.party == "re" else -item.points for item in value.breakdown]
    assert sum(signed) == value.value
    if value.winner is None:
        reasons = {item.rule for item in value.breakdown}
        assert not reasons & {"7.2.2 b", "7.2.2 c", "7.2.2 d"}
        assert "won" not in [item.name for item in value.breakdown]


@given(outcomes(), calls, calls)
def test_calls_never_change_who_took_what(outcome, call_re, call_kontra):
    """Thresholds of one winner and special points follow from cards and tricks alone."""
    one, other = (
        deal_value(outcome),
        deal_value(replace(outcome, call_re=call_re, call_kontra=call_kontra)),
    )
    earned = [
        [item for item in value.breakdown if item.name in ("doppelkopf", "fox", "charlie")]
        for value in (one, other)
    ]
    assert earned[0] == earned[1]
    if one.winner == other.winner:
        held = [
            {i for i in value.breakdown if i.name.startswith("under") or i.name == "schwarz"}
            for value in (one, other)
        ]
        assert held[0] == held[1]


@given(outcomes(games=("solo", "silent_marriage", "marriage_solo")))
def test_in_a_solo_the_parties_are_alike_but_for_the_tie(outcome):
    """With an Absage about, or away from 120, mirroring a deal turns its value around."""
    mirrored = replace(
        outcome,
        card_points=240 - outcome.card_points,
        call_re=outcome.call_kontra,
        call_kontra=outcome.call_re,
        trickless={"re": "kontra", "kontra": "re", None: None}[outcome.trickless],
    )
    if outcome.card_points != 120:
        assert deal_value(mirrored).value == -deal_value(outcome).value


@given(outcomes(), st.integers(0, 240))
def test_more_card_points_are_never_worse(outcome, more):
    low, high = sorted((outcome.card_points, more))
    worse = deal_value(replace(outcome, card_points=low, trickless=None))
    better = deal_value(replace(outcome, card_points=high, trickless=None))
    assert worse.value <= better.value


@given(outcomes())
def test_an_announcement_raises_what_the_winners_get(outcome):
    """Re said beside Kontra, or both unsaid: the winner stays, the value grows by 2."""
    quiet = replace(outcome, call_re="none", call_kontra="none")
    loud = replace(outcome, call_re="announced", call_kontra="none")
    one, two = deal_value(quiet), deal_value(loud)
    assert one.winner == two.winner
    assert two.value - one.value == (2 if one.winner == "re" else -2)


def test_a_sheet_of_five_has_a_zero_for_who_sits_out():
    outcome = DealOutcome("normal", (2, 4), 151, seats=(2, 3, 4, 5))
    assert deal_value(outcome).on_sheet(5) == (0, 2, -2, 2, -2)
    assert deal_value(DealOutcome("normal", (1, 3), 151)).on_sheet(4) == (2, -2, 2, -2)
