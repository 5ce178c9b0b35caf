from collections import Counter
from itertools import combinations

import pytest

from tournaments.seating import SeatingRefused, plan


@pytest.mark.parametrize(("players", "rounds"), [(16, 5), (20, 5), (37, 3), (100, 5)])
def test_nobody_meets_twice_and_seats_are_even(players, rounds):
    made = plan(range(1, players + 1), rounds, seed=1)
    assert len(made.rounds) == rounds
    pairs = Counter(
        pair
        for draft in made.rounds
        for table in draft.tables
        for pair in combinations(sorted(table), 2)
    )
    assert max(pairs.values()) == 1
    assert made.repeats == 0
    assert made.seat_spread <= 1
    assert made.why[0].code == "no_repeats_planned"


def test_it_is_the_same_again():
    assert plan([3, 1, 2, *range(4, 17)], 4, 9) == plan(range(1, 17), 4, 9)


@pytest.mark.parametrize(
    ("players", "rounds", "bound", "code"),
    [
        (4, 3, 12, "bound_few_others"),
        (5, 2, 10, "bound_few_others"),
        (8, 2, 4, "bound_few_tables"),
        (12, 2, 3, "bound_few_tables"),
        (16, 6, 24, "bound_few_others"),
    ],
)
def test_what_cannot_be_avoided_is_proven(players, rounds, bound, code):
    made = plan(range(players), rounds, seed=1)
    assert made.lower_bound == bound
    assert made.bound_reason.code == code
    assert made.repeats == bound
    assert made.why[0].code == "repeats_proven"


def test_repeats_are_counted_over_all_rounds():
    made = plan(range(9), 3, seed=1)
    pairs = Counter(
        pair
        for draft in made.rounds
        for table in draft.tables
        for pair in combinations(sorted(table), 2)
    )
    assert made.repeats == sum(times - 1 for times in pairs.values())
    assert made.repeats >= made.lower_bound > 0


@pytest.mark.parametrize(
    ("entries", "seed", "code"),
    [
        ([1, 2, 3, 4, 4], 1, "duplicate_entries"),
        (range(7), 1, "no_table_sizes"),
        (range(8), -1, "bad_seed"),
    ],
)
def test_it_is_refused_like_a_draw(entries, seed, code):
    with pytest.raises(SeatingRefused) as refused:
        plan(entries, 2, seed)
    assert refused.value.code == code


def test_no_rounds_are_refused():
    with pytest.raises(SeatingRefused) as refused:
        plan(range(8), 0, seed=1)
    assert refused.value.code == "bad_rounds"
