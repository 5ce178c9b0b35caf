"""A released session is mended with the fewest moved."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.seating import SeatingRefused, draw, pair, repairs, table_sizes
from tournaments.seating.sizes import IMPOSSIBLE

FOURS = {1: [1, 2, 3, 4], 2: [5, 6, 7, 8], 3: [9, 10, 11, 12]}
WITH_A_FIVE = FOURS | {4: [13, 14, 15, 16, 17]}


def test_a_late_arrival_makes_a_table_of_five_and_nobody_moves():
    best = repairs(FOURS, [], arrivals=[20])[0]
    assert best.moved == []
    number = best.placed[20]
    assert best.tables[number] == [*FOURS[number], 20]
    assert [str(step) for step in best.steps] == [
        f"20 takes seat 5 at table {number}.",
        f"Table {number} now has 5 players.",
    ]


def test_a_late_arrival_sits_with_strangers():
    history = [[[20, 1, 2, 3], [4, 20, 9, 10]], [[20, 5, 6, 11]]]
    tables = FOURS | {4: [13, 14, 15, 16]}
    assert repairs(tables, history, arrivals=[20])[0].placed == {20: 4}


def test_a_late_arrival_takes_the_seat_of_who_did_not_come():
    best = repairs(FOURS, [], gone=[6], arrivals=[20])[0]
    assert best.tables == FOURS | {2: [5, 20, 7, 8]}
    assert best.moved == []
    assert best.draft.seat_counts[20] == (0, 1, 0, 0, 0)


def test_a_table_of_five_that_loses_one_is_a_table_of_four():
    best = repairs(WITH_A_FIVE, [], gone=[15])[0]
    assert best.tables[4] == [13, 14, 16, 17]
    assert best.moved == []


def test_a_short_table_is_filled_from_a_table_of_five():
    best = repairs(WITH_A_FIVE, [], gone=[6])[0]
    assert len(best.moved) == 1
    move = best.moved[0]
    assert (move.from_table, move.to_table) == (4, 2)
    assert best.tables[2] == [5, move.entry, 7, 8]


def test_without_a_table_of_five_the_short_table_is_dissolved():
    tables = FOURS | {4: [13, 14, 15, 16]}
    found = repairs(tables, [], gone=[6])
    assert [one.dissolved for one in found] == [[2]]
    assert sorted(len(table) for table in found[0].tables.values()) == [5, 5, 5]
    assert [move.entry for move in found[0].moved] == [5, 7, 8]


def test_two_short_tables_become_one():
    best = repairs(FOURS | {4: [13, 14, 15, 16]}, [], gone=[1, 2, 5, 6])[0]
    assert len(best.moved) == 2
    assert len(best.dissolved) == 1
    assert {len(table) for table in best.tables.values()} == {4}


def test_four_who_come_late_open_a_table():
    best = repairs(FOURS, [], arrivals=[20, 21, 22, 23])[0]
    kinds = [(one.opened, len(one.moved)) for one in repairs(FOURS, [], arrivals=[20, 21, 22, 23])]
    assert best.moved == []
    assert ([4], 0) in kinds


def test_one_arrival_may_also_open_a_table_with_the_fifth_of_others():
    tables = {n: [5 * n + k for k in range(5)] for n in range(1, 4)}
    found = repairs(tables, [], arrivals=[90])
    opened = next(one for one in found if one.opened)
    assert len(opened.moved) == 3
    assert {len(table) for table in opened.tables.values()} == {4}
    assert "Table 4 is opened." in [str(step) for step in opened.steps]


def test_tables_with_results_stay():
    best = repairs(WITH_A_FIVE, [], gone=[6], arrivals=[20, 21], closed=[1, 3, 4])[0]
    for number in (1, 3, 4):
        assert best.tables[number] == WITH_A_FIVE[number]
    assert sorted(best.tables[2]) == [5, 7, 8, 20, 21]


def test_wishes_decide_where_one_sits():
    wishes = [pair(20, entry) for entry in (1, 5)]
    assert repairs(FOURS, [], arrivals=[20], wishes=wishes)[0].placed == {20: 3}


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        ({"gone": [99]}, "bad_repair", "Not seated in this session: 99."),
        ({"arrivals": [3]}, "bad_repair", "Seated already: 3."),
        (
            {"gone": [3], "closed": [1]},
            "bad_repair",
            "The table of 3 has results; its seats change by a correction only.",
        ),
        (
            {"gone": [3], "closed": [2, 3]},
            "cannot_repair",
            "The 3 players of the tables without results cannot be seated at tables of four "
            "and five.",
        ),
    ],
)
def test_what_cannot_be_done_is_refused_with_the_reason(arguments, code, sentence):
    with pytest.raises(SeatingRefused) as refused:
        repairs(FOURS, [], **arguments)
    assert refused.value.code == code
    assert str(refused.value) == sentence


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_whatever_happens_everybody_present_sits_once(data):
    players = data.draw(st.integers(12, 40))
    draft = draw(range(1, players + 1), [], 1, effort=50_000)
    tables = dict(enumerate(draft.tables, start=1))
    gone = data.draw(st.lists(st.integers(1, players), max_size=4, unique=True))
    arrivals = data.draw(st.lists(st.integers(50, 60), max_size=4, unique=True))
    present = sorted({*range(1, players + 1), *arrivals} - set(gone))
    if len(present) in IMPOSSIBLE:
        with pytest.raises(SeatingRefused):
            repairs(tables, [], gone=gone, arrivals=arrivals)
        return
    found = repairs(tables, [], gone=gone, arrivals=arrivals)
    assert found == sorted(found, key=lambda one: one.cost)
    for one in found:
        assert sorted(e for table in one.tables.values() for e in table) == present
        assert {len(table) for table in one.tables.values()} <= {4, 5}
        stayed = {
            entry
            for number, table in one.tables.items()
            for entry in table
            if entry in tables.get(number, ())
        }
        assert stayed | {m.entry for m in one.moved} | set(arrivals) == set(present)
    assert table_sizes(len(present))
