"""Wishes: kept, named when broken, refused when they contradict each other."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.seating import (
    SeatingRefused,
    club,
    draw,
    fixed_table,
    keeper,
    pair,
    plan,
    ranked_apart,
    team,
)


def together(tables, entries) -> list[tuple[int, int]]:
    return [p for table in tables for p in combinations(sorted(set(table) & set(entries)), 2)]


def sequel(players, rounds, wishes, seed=1):
    drafts = []
    for _ in range(rounds):
        history = [draft.tables for draft in drafts]
        drafts.append(draw(range(1, players + 1), history, seed, sessions=rounds, wishes=wishes))
    return drafts


def test_team_mates_never_share_a_table_and_nobody_meets_again():
    teams = [team(range(first, first + 4), f"Team {first}") for first in range(1, 41, 4)]
    for draft in sequel(40, 4, teams):
        assert draft.repeats == []
        assert draft.broken == []
        for one in teams:
            assert together(draft.tables, one.entries) == []


def test_clubs_are_kept_apart_as_far_as_can_be_and_the_rest_is_named():
    blue = club(range(1, 13), "Blau")  # twelve at eight tables: four pairs at least
    draft = draw(range(1, 33), [], 3, wishes=[blue])
    assert len(together(draft.tables, blue.entries)) == 4
    assert {one.entries for one in draft.broken} == set(together(draft.tables, blue.entries))
    reason = next(reason for reason in draft.why if reason.code == "wish_apart_broken")
    a, b = draft.broken[0].entries
    assert str(reason).startswith("Wished apart (Blau), but at one table: ")
    assert f"{a}–{b}" in str(reason)


def test_several_large_clubs_are_spread_as_evenly_as_can_be():
    """Three clubs of twenty at fifteen tables: five pairs of each in every session."""
    clubs = [club(range(first, first + 20)) for first in (1, 21, 41)]
    for draft in sequel(60, 3, clubs):
        assert len(draft.broken) == 15
        assert draft.repeats == []


def test_a_soft_wish_gives_way_to_a_repeat_and_a_hard_one_does_not():
    """Eight in two tables of four: who sat together before can be parted in two and two only."""
    history = [[[1, 2, 3, 4], [5, 6, 7, 8]]]
    soft = draw(range(1, 9), history, 1, wishes=[pair(1, 5, hard=False), pair(1, 6, hard=False)])
    assert len(soft.repeats) == 4
    hard = draw(range(1, 9), history, 1, wishes=[pair(1, entry) for entry in (5, 6, 7)])
    assert together(hard.tables, [1, 5]) == together(hard.tables, [1, 6]) == []
    assert len(hard.repeats) > 4


def test_a_fixed_table_is_kept_through_all_sessions():
    for draft in sequel(37, 5, [fixed_table(9, 2), fixed_table(17, 5)]):
        assert 9 in draft.tables[1]
        assert 17 in draft.tables[4]
        assert draft.repeats == []


def test_a_fixed_table_at_the_tables_of_five():
    draft = draw(range(1, 14), [], 1, wishes=[fixed_table(4, 3)])
    assert 4 in draft.tables[2]
    assert len(draft.tables[2]) == 5


def test_who_keeps_the_sheet_has_the_last_seat_and_others_seats_stay_even():
    for draft in sequel(34, 3, [keeper(3), keeper(20)]):
        for entry in (3, 20):
            table = next(table for table in draft.tables if entry in table)
            assert table[-1] == entry
        assert draft.broken == []
        assert draft.repeats == []


def test_a_plan_keeps_wishes_too():
    wishes = [team([1, 2, 3, 4]), team([5, 6, 7, 8]), fixed_table(30, 1), keeper(12)]
    made = plan(range(1, 41), 5, 2, wishes=wishes)
    assert made.repeats == 0
    for draft in made.rounds:
        assert draft.broken == []
        assert 30 in draft.tables[0]


def test_a_plan_with_wishes_for_teams_in_a_tight_field():
    """36 players, 6 sessions: half of all pairs meet, and four teams of four never do."""
    teams = [team(range(first, first + 4)) for first in (1, 5, 9, 13)]
    made = plan(range(1, 37), 6, 1, wishes=teams)
    assert made.repeats == 0
    assert all(draft.broken == [] for draft in made.rounds)


@pytest.mark.parametrize(
    ("wishes", "sentence"),
    [
        (
            [team([1, 2, 3, 4])],
            "1, 2, 3, 4 are never to share a table, but there are only 3 tables; "
            "at most 3 players can be kept apart.",
        ),
        ([fixed_table(1, 4)], "1 is to sit at table 4; the tables are 1 to 3."),
        ([fixed_table(1, 2), fixed_table(1, 3)], "1 is to sit at table 2 and at table 3."),
        (
            [fixed_table(entry, 1) for entry in range(1, 6)],
            "1, 2, 3, 4, 5 are all to sit at table 1, which has 4 seats.",
        ),
        (
            [fixed_table(1, 1), fixed_table(2, 1), pair(1, 2)],
            "1, 2 are never to share a table, but are both to sit at table 1.",
        ),
        (
            [keeper(entry, hard=True) for entry in (1, 2, 3, 4)],
            "1, 2, 3, 4 are all to keep the sheet, but there are only 3 tables; "
            "at most 3 players can.",
        ),
        (
            [keeper(1, hard=True), keeper(2, hard=True), fixed_table(1, 2), fixed_table(2, 2)],
            "1, 2 are both to keep the sheet of table 2; one can.",
        ),
    ],
)
def test_contradictions_are_refused_with_the_reason(wishes, sentence):
    for make in (
        lambda: draw(range(1, 14), [], 1, wishes=wishes),
        lambda: plan(range(1, 14), 2, 1, wishes=wishes),
    ):
        with pytest.raises(SeatingRefused) as refused:
            make()
        assert refused.value.code == "contradictory_wishes"
        assert str(refused.value) == sentence


def test_soft_contradictions_are_broken_and_named():
    wishes = [fixed_table(1, 9, hard=False), fixed_table(2, 1, hard=False)]
    draft = draw(range(1, 14), [], 1, wishes=wishes)
    assert [one.entries for one in draft.broken] == [(1,)]
    assert "wish_table_broken" in [reason.code for reason in draft.why]


def test_wishes_that_only_together_cannot_be_kept_name_the_nearest():
    """Four who are all to be apart by pairs, at three tables."""
    wishes = [pair(a, b) for a, b in combinations([1, 2, 3, 4], 2)]
    with pytest.raises(SeatingRefused) as refused:
        draw(range(1, 13), [], 1, wishes=wishes)
    assert refused.value.code == "wishes_not_met"
    assert "nearest draw found breaks those of " in str(refused.value)


def test_two_keepers_at_one_table_are_named():
    wishes = [keeper(entry) for entry in (1, 2)]
    draft = draw([1, 2, 3, 4], [], 1, wishes=wishes)
    assert len(draft.broken) == 1
    assert "wish_keeper_broken" in [reason.code for reason in draft.why]


def test_absent_entries_are_passed_over():
    draft = draw(range(1, 9), [], 1, wishes=[team([1, 50, 51, 52]), fixed_table(60, 1)])
    assert draft.broken == []


def test_by_standing_too():
    draft = ranked_apart(range(1, 13), [], 1, wishes=[pair(1, 2), fixed_table(12, 1)])
    assert together(draft.tables, [1, 2]) == []
    assert 12 in draft.tables[0]


@settings(max_examples=40, deadline=None)
@given(data=st.data(), seed=st.integers(0, 10**6))
def test_a_draw_keeps_every_hard_wish_or_is_refused(data, seed):
    players = data.draw(st.sampled_from([8, 9, 12, 13, 20]))
    someone = st.integers(1, players)
    wishes = data.draw(
        st.lists(
            st.one_of(
                st.lists(someone, min_size=2, max_size=3, unique=True).map(team),
                st.lists(someone, min_size=2, max_size=4, unique=True).map(club),
                st.tuples(someone, st.integers(1, 3)).map(lambda both: fixed_table(*both)),
                someone.map(keeper),
                someone.map(lambda entry: keeper(entry, hard=True)),
            ),
            max_size=5,
        )
    )
    everybody = range(1, players + 1)
    history = [[list(everybody)[begin : begin + 4] for begin in range(0, players, 4)]]
    history = data.draw(st.sampled_from([[], history[:-1], history]))
    makers = (
        lambda: draw(everybody, history, seed, wishes=wishes, effort=100_000),
        lambda: draw(everybody, [], seed, wishes=wishes, sessions=3),
        lambda: plan(everybody, 2, seed, wishes=wishes).rounds[1],
    )
    refused = ""
    try:
        draft = data.draw(st.sampled_from(makers))()
    except SeatingRefused as refusal:
        refused = refusal.code
    if refused:
        assert refused in {"contradictory_wishes", "wishes_not_met"}
        return
    assert sorted(e for table in draft.tables for e in table) == list(range(1, players + 1))
    assert not [one for one in draft.broken if one.wish.hard]


class TestLocked:
    def test_locked_tables_stay_seat_by_seat_and_the_others_are_drawn_anew(self):
        first = draw(range(1, 38), [], 1)
        locked = {2: first.tables[1], 9: first.tables[8]}
        again = draw(range(1, 38), [], 2, locked=locked)
        assert again.tables[1] == first.tables[1]
        assert again.tables[8] == first.tables[8]
        assert again.tables[0] != first.tables[0]
        assert sorted(e for table in again.tables for e in table) == list(range(1, 38))

    def test_a_locked_table_takes_nobody_in(self):
        locked = {1: [1, 2, 3, 4]}
        draft = draw(range(1, 13), [], 1, locked=locked, wishes=[fixed_table(9, 1, hard=False)])
        assert draft.tables[0] == [1, 2, 3, 4]
        assert [one.entries for one in draft.broken] == [(9,)]
        with pytest.raises(SeatingRefused) as refused:
            draw(range(1, 13), [], 1, locked=locked, wishes=[fixed_table(9, 1)])
        assert refused.value.code == "wishes_not_met"

    @pytest.mark.parametrize(
        ("locked", "code"),
        [
            ({1: [1, 2, 3]}, "bad_lock"),
            ({1: [1, 2, 3, 99]}, "bad_lock"),
            ({1: [1, 2, 3, 4], 2: [4, 5, 6, 7]}, "bad_lock"),
            ({7: [1, 2, 3, 4]}, "bad_lock"),
            ({1: [1, 2, 3, 4, 5]}, "no_table_sizes"),
        ],
    )
    def test_locks_that_do_not_fit_are_refused(self, locked, code):
        with pytest.raises(SeatingRefused) as refused:
            draw(range(1, 13), [], 1, locked=locked)
        assert refused.value.code == code
