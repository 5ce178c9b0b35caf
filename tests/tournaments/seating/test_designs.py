"""The known designs: nobody meets twice, and the stored ones are what their maker finds."""

from collections import Counter
from itertools import combinations

import pytest

from tournaments.seating.designs import cyclic, design, find

SESSIONS = {
    16: 5,
    20: 5,
    24: 7,
    28: 9,
    32: 9,
    36: 9,
    40: 13,
    44: 11,
    52: 13,
    64: 21,
    100: 25,
    128: 41,
    140: 35,
}


@pytest.mark.parametrize(("players", "sessions"), SESSIONS.items())
def test_everybody_plays_every_session_and_nobody_meets_twice(players, sessions):
    made = design(players)
    assert len(made) == sessions
    for session in made:
        assert sorted(player for table in session for player in table) == list(range(players))
        assert {len(table) for table in session} == {4}
    met = Counter(pair for session in made for table in session for pair in combinations(table, 2))
    assert max(met.values()) == 1


@pytest.mark.parametrize("players", [4, 8, 12, 33, 48, 60, 72, 200])
def test_where_none_is_known_there_is_none(players):
    assert design(players) == ()


def test_the_stored_designs_are_what_the_search_finds():
    assert find.text().encode() == cyclic.FILE.read_bytes()
