"""Draws by standing: ranked without repeats, score groups, the ladder."""

from itertools import combinations

import pytest

from tournaments.seating import SeatingRefused, draw, ladder, ranked, ranked_apart, score_groups


def sets(draft) -> list[set[int]]:
    return [set(table) for table in draft.tables]


class TestRankedApart:
    def test_without_a_past_it_is_the_ranking(self):
        draft = ranked_apart(range(1, 14), [], 1)
        assert sets(draft) == sets(ranked(range(1, 14), [], 1))
        assert draft.moved == []
        assert "nobody_moved" in [reason.code for reason in draft.why]

    def test_one_repeat_costs_one_exchange_with_the_next_table(self):
        history = [[[4, 3, 13, 14], [1, 10, 11, 12], [2, 5, 9, 15], [6, 7, 8, 16]]]
        draft = ranked_apart(range(1, 17), history, 1)
        assert draft.repeats == []
        assert {(move.from_table, move.to_table) for move in draft.moved} <= {
            (a, b) for a, b in combinations(range(1, 5), 2)
        } | {(b, a) for a, b in combinations(range(1, 5), 2)}
        assert max(abs(move.from_table - move.to_table) for move in draft.moved) == 1
        reason = next(reason for reason in draft.why if reason.code == "moved_apart")
        assert "nobody by more than 1 tables" in str(reason)

    def test_a_second_ranked_session_parts_everybody_near_their_table(self):
        first = ranked(range(1, 41), [], 1)
        draft = ranked_apart(range(1, 41), [first.tables], 1)
        assert draft.repeats == []
        assert max(abs(move.from_table - move.to_table) for move in draft.moved) <= 3

    def test_it_is_as_little_as_looking_at_everything_finds(self):
        """Eight players at two tables: the cheapest of all 35 ways."""
        history = [[[1, 2, 5, 6], [3, 4, 7, 8]]]
        draft = ranked_apart(range(1, 9), history, 1)
        met = {frozenset(p) for table in history[0] for p in combinations(table, 2)}

        def cost(first):
            tables = (set(first), set(range(1, 9)) - set(first))
            repeats = sum(frozenset(p) in met for t in tables for p in combinations(t, 2))
            return repeats, sum(entry > 4 for entry in tables[0])

        least = min(cost(first) for first in combinations(range(1, 9), 4))
        assert (len(draft.repeats), len(draft.moved) // 2) == least


class TestScoreGroups:
    def test_each_group_has_its_tables(self):
        groups = [range(1, 9), range(9, 17), range(17, 25)]
        first = score_groups(groups, [], 1)
        second = score_groups(groups, [first.tables], 2)
        for draft in (first, second):
            assert [set().union(*draft.tables[i : i + 2]) for i in (0, 2, 4)] == [
                set(group) for group in groups
            ]
        assert len(second.repeats) == 12  # two tables a group: each pairs two and two again

    def test_a_group_that_does_not_fill_its_tables_is_filled_from_the_next(self):
        draft = score_groups([range(1, 7), range(7, 13)], [], 1)
        assert set(draft.tables[0]) < set(range(1, 7))
        assert len(set(draft.tables[1]) & set(range(1, 7))) == 2
        assert {move.entry for move in draft.moved} == set(draft.tables[1]) & set(range(7, 13))
        assert "floated" in [reason.code for reason in draft.why]

    def test_inside_a_group_it_is_by_chance(self):
        seen = {frozenset(score_groups([range(1, 9)], [], s).tables[0]) for s in range(20)}
        assert len(seen) > 10


class TestLadder:
    def test_winners_move_up_and_losers_down(self):
        history = [[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12, 13]]]
        points = dict(zip(range(1, 14), [9, 3, 1, -13, 0, 8, -1, -7, 5, 4, 3, 2, -14], strict=True))
        draft = ladder(range(1, 14), history, points, 1)
        assert sets(draft) == [{1, 2, 3, 6}, {4, 5, 7, 9}, {8, 10, 11, 12, 13}]

    def test_gaps_are_closed_and_newcomers_begin_at_the_bottom(self):
        history = [[[1, 2, 3, 4], [5, 6, 7, 8]]]
        points = dict.fromkeys(range(1, 9), 0)
        draft = ladder([2, 3, 4, 5, 6, 7, 8, 20], history, points, 1)
        assert 20 in draft.tables[1]

    def test_equal_points_are_decided_by_lot(self):
        history = [[[1, 2, 3, 4], [5, 6, 7, 8]]]
        seen = {frozenset(ladder(range(1, 9), history, {}, seed).tables[0]) for seed in range(40)}
        assert len(seen) > 5

    def test_the_first_session_is_by_start_number(self):
        assert sets(ladder(range(1, 9), [], {}, 1)) == [{1, 2, 3, 4}, {5, 6, 7, 8}]


@pytest.mark.parametrize(
    "make",
    [
        lambda entries: ranked_apart(entries, [], 1),
        lambda entries: score_groups([entries], [], 1),
        lambda entries: ladder(entries, [], {}, 1),
    ],
)
def test_they_are_refused_like_a_draw(make):
    for entries, code in (([1, 2, 3, 4, 4], "duplicate_entries"), (range(7), "no_table_sizes")):
        with pytest.raises(SeatingRefused) as refused:
            make(list(entries))
        assert refused.value.code == code


def test_200_players_in_time():
    history = [draw(range(1, 201), [], 1).tables]
    draft = ranked_apart(range(1, 201), history, 1)
    assert draft.repeats == []
