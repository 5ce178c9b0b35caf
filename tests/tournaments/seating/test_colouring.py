"""Seats of a plan: everybody's are even after every single session."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.seating.chance import Chance
from tournaments.seating.colouring import evenly_seated
from tournaments.seating.grouping import dealt
from tournaments.seating.sizes import IMPOSSIBLE, table_sizes


@settings(max_examples=60, deadline=None)
@given(
    players=st.integers(4, 40).filter(lambda n: n not in IMPOSSIBLE),
    rounds=st.integers(1, 14),
    seed=st.integers(0, 10**6),
)
def test_seats_one_to_four_differ_by_at_most_one_at_any_time(players, rounds, seed):
    chance = Chance(seed)
    sizes = table_sizes(players)
    tables = [dealt(chance.shuffled(range(players)), sizes) for _ in range(rounds)]
    seated = evenly_seated(tables, chance)
    counts = [[0] * 5 for _ in range(players)]
    for given_round, seated_round in zip(tables, seated, strict=True):
        assert [sorted(table) for table in given_round] == [sorted(table) for table in seated_round]
        for table in seated_round:
            for seat, player in enumerate(table):
                counts[player][seat] += 1
        assert all(max(seats[:4]) - min(seats[:4]) <= 1 for seats in counts)


def test_the_fifth_seat_goes_to_who_had_it_least():
    seated = evenly_seated([[[0, 1, 2, 3, 4]]] * 10, Chance(3))
    assert sorted(tables[0][4] for tables in seated) == sorted([*range(5)] * 2)


@pytest.mark.parametrize("rounds", [4, 8])
def test_after_four_sessions_everybody_had_every_seat_once(rounds):
    tables = [[[0, 1, 2, 3], [4, 5, 6, 7]]] * rounds
    seated = evenly_seated(tables, Chance(1))
    for player in range(8):
        seats = [t.index(player) for session in seated for t in session if player in t]
        assert sorted(seats) == sorted([0, 1, 2, 3] * (rounds // 4))
