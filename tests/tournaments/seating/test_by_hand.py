"""Swaps and their consequences, said before they are made."""

import pytest

from tournaments.seating import SeatingRefused, assessed, draw, pair, swapped


def test_a_draft_assessed_says_the_same_as_when_it_was_drawn():
    history = [draw(range(1, 38), [], 1).tables]
    draft = draw(range(1, 38), history, 2)
    again = assessed(draft.tables, history)
    assert again.repeats == draft.repeats
    assert again.seat_counts == draft.seat_counts
    assert again.five_sittings == draft.five_sittings
    assert again.lower_bound == draft.lower_bound
    assert again.method == "by_hand"


def test_a_swap_tells_the_repeats_and_wishes_it_brings_and_takes_away():
    history = [[[1, 2, 3, 4], [5, 6, 7, 8]]]
    tables = [[1, 2, 5, 6], [3, 4, 7, 8]]
    wishes = [pair(2, 7), pair(1, 5, hard=False)]
    swap = swapped(tables, history, 5, 7, wishes=wishes)
    assert swap.tables == [[1, 2, 7, 6], [3, 4, 5, 8]]
    assert [(r.a, r.b, r.times) for r in swap.repeats_new] == [(5, 8, 2), (6, 7, 2)]
    assert [(r.a, r.b, r.times) for r in swap.repeats_gone] == [(5, 6, 2), (7, 8, 2)]
    assert [one.entries for one in swap.broken_new] == [(2, 7)]
    assert [one.entries for one in swap.broken_gone] == [(1, 5)]


def test_two_of_one_table_exchange_seats():
    swap = swapped([[1, 2, 3, 4]], [], 1, 4)
    assert swap.tables == [[4, 2, 3, 1]]
    assert swap.repeats_new == swap.repeats_gone == []


@pytest.mark.parametrize("tables", [[], [[1, 2, 3]], [[1, 2, 3, 4, 5, 6]], [[1, 2, 3, 3]]])
def test_tables_that_are_none_are_refused(tables):
    with pytest.raises(SeatingRefused) as refused:
        assessed(tables, [])
    assert refused.value.code == "bad_tables"


def test_who_is_not_seated_cannot_be_swapped():
    with pytest.raises(SeatingRefused) as refused:
        swapped([[1, 2, 3, 4]], [], 1, 9)
    assert str(refused.value) == "Not seated in this session: 9."
