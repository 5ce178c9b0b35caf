"""A draw as plain data: written, read and made again; what is no draw says why."""

import json

import pytest

from tournaments.seating import draw, pair
from tournaments.seating.recipe import BadRecipe, Recipe, read_recipe

PLAYERS = list(range(1, 19))
FIRST = draw(PLAYERS, [], 1, sessions=3).tables
GIVEN = {
    "random": {"first_seed": 1, "sessions": 3},
    "ranked": {},
    "ranked_apart": {},
    "score_groups": {"groups": [PLAYERS[:8], PLAYERS[8:]]},
    "ladder": {"points": {entry: 50 - 7 * entry for entry in PLAYERS}},
}


@pytest.mark.parametrize("method", GIVEN)
def test_what_is_written_draws_the_same(method):
    recipe = Recipe(
        method, 9, PLAYERS, number=2, history=[FIRST], wishes=[pair(3, 7)], **GIVEN[method]
    )
    read = read_recipe(json.loads(json.dumps(recipe.as_dict())))
    assert read == recipe
    draft = read.draft()
    assert draft.tables == recipe.draft().tables
    assert draft.method == method
    assert sorted(sum(draft.tables, [])) == PLAYERS
    assert not any({3, 7} <= set(table) for table in draft.tables)


def test_a_session_of_a_plan_is_the_one_of_its_number():
    rounds = [Recipe("fixed_plan", 4, PLAYERS[:16], number=n, sessions=5) for n in range(1, 6)]
    pairs = [(a, b) for one in rounds for table in one.draft().tables for a in table for b in table]
    apart = [both for both in pairs if both[0] < both[1]]
    assert len(apart) == len(set(apart)) == 120


def test_swaps_by_hand_come_after_the_draw():
    recipe = Recipe("random", 1, PLAYERS, sessions=3)
    one, other = FIRST[0][0], FIRST[1][1]
    swapped = Recipe("random", 1, PLAYERS, sessions=3, swaps=[(one, other)]).draft()
    assert recipe.draft().tables == FIRST
    assert (swapped.tables[0][0], swapped.tables[1][1]) == (other, one)


def test_locked_tables_are_part_of_it():
    recipe = Recipe("random", 5, PLAYERS, sessions=3, locked={2: FIRST[1]})
    assert read_recipe(recipe.as_dict()).draft().tables[1] == FIRST[1]


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"method": "dice"}, "method"),
        ({"luck": 1}, "luck"),
        ({"seed": -1}, "seed"),
        ({"seed": True}, "seed"),
        ({"entries": "1, 2"}, "entries"),
        ({"entries": [0]}, "entries"),
        ({"history": [[1]]}, "history"),
        ({"locked": {"a": [1]}}, "locked"),
        ({"locked": []}, "locked"),
        ({"points": {"1": "2"}}, "points"),
        ({"swaps": [[1]]}, "swaps"),
        ({"wishes": [{"kind": "luck"}]}, "wishes"),
        ({"wishes": [{"kind": "pair", "entries": [1, 2]}]}, "wishes"),
        ({"method": "fixed_plan", "number": 3, "sessions": 2}, "number"),
        ({"number": 10**9}, "number"),
    ],
)
def test_what_is_no_draw_says_which_key_is_at_fault(changes, word):
    record = {**Recipe("random", 1, PLAYERS).as_dict(), **changes}
    with pytest.raises(BadRecipe, match=word):
        read_recipe(record)


@pytest.mark.parametrize("record", [None, [], "x", 1])
def test_a_draw_is_an_object(record):
    with pytest.raises(BadRecipe):
        read_recipe(record)
