import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.refusal import Refusal
from scoring.standings import TIE_BREAKS, Competitor, rank


def ranked(competitors, *tie_breaks, tables=()):
    return [(s.competitor.key, s.rank) for s in rank(competitors, tie_breaks, tables)]


def test_the_sum_of_the_sessions_and_adjustments_decides():
    standings = rank(
        [
            Competitor("a", (10, -4)),
            Competitor("b", (20, 5), adjustments=-12),
            Competitor("c", (None, 14)),
        ]
    )
    assert [(s.competitor.key, s.rank, s.total) for s in standings] == [
        ("c", 1, 14),
        ("b", 2, 13),
        ("a", 3, 6),
    ]
    assert not any(s.shared or s.decided_by for s in standings)


def test_equal_sums_share_a_rank_and_the_next_rank_skips():
    field = [
        Competitor(key, (points,), sort_key=key)
        for key, points in zip("dcba", (5, 9, 5, 1), strict=True)
    ]
    assert ranked(field) == [("c", 1), ("b", 2), ("d", 2), ("a", 4)]
    assert [s.shared for s in rank(field)] == [False, True, True, False]


def test_zero_is_a_result_and_missing_is_not():
    field = [
        Competitor("none", (None, None), adjustments=50),
        Competitor("zero", (0, None)),
        Competitor("minus", (-8, None)),
    ]
    assert ranked(field) == [("zero", 1), ("minus", 2), ("none", None)]
    assert [s.total for s in rank(field)] == [0, -8, None]


def test_the_withdrawn_are_listed_last_and_take_no_rank():
    field = [
        Competitor("gone", (99,), withdrawn=True),
        Competitor("a", (1,)),
        Competitor("new", (None,)),
        Competitor("never", (None,), withdrawn=True),
        Competitor("b", (0,)),
    ]
    assert ranked(field) == [("a", 1), ("b", 2), ("new", None), ("gone", None), ("never", None)]
    assert rank(field)[3].total == 99


def test_best_session():
    field = [Competitor("a", (5, 5)), Competitor("b", (12, -2)), Competitor("c", (None, 10))]
    assert ranked(field, "best_session") == [("b", 1), ("c", 2), ("a", 3)]
    assert {s.decided_by for s in rank(field, ["best_session"])} == {"best_session"}


def test_last_session_and_who_missed_it():
    field = [
        Competitor("a", (4, 6, None)),
        Competitor("b", (7, 3, None)),
        Competitor("c", (10, None, None)),
        Competitor("d", (10,)),
    ]
    assert ranked(field, "last_session") == [("a", 1), ("b", 2), ("c", 3), ("d", 3)]


def test_a_bad_last_session_is_better_than_none():
    field = [Competitor("absent", (-2, None)), Competitor("there", (3, -5))]
    assert ranked(field, "last_session") == [("there", 1), ("absent", 2)]


def test_more_solos_won():
    field = [
        Competitor("a", (1, None), solos_won=(1, None)),
        Competitor("b", (0, 1), solos_won=(1, 1)),
    ]
    assert ranked(field, "solos_won") == [("b", 1), ("a", 2)]


@pytest.mark.parametrize("unknown", [(1, None), (1,), ()])
def test_unknown_solos_decide_nothing(unknown):
    field = [
        Competitor("a", (0, 1), solos_won=(2, 2)),
        Competitor("b", (0, 1), solos_won=unknown),
    ]
    assert ranked(field, "solos_won") == [("a", 1), ("b", 1)]
    assert rank(field, ["solos_won"])[0].decided_by is None


def test_direct_comparison_counts_only_the_tables_where_the_tied_met():
    field = [Competitor("a", (30, -20)), Competitor("b", (-5, 15))]
    tables = [
        [("a", 30), ("x", -10), ("y", -10), ("z", -10)],
        [("b", 7), ("a", -20), ("x", 9), ("y", 4)],
    ]
    assert ranked(field, "direct_comparison", tables=tables) == [("b", 1), ("a", 2)]


def test_direct_comparison_needs_every_pair_to_have_met():
    field = [Competitor(key, (0,), sort_key=key) for key in "abc"]
    met_in_part = [[("a", 5), ("b", -5)], [("b", 3), ("c", -3)]]
    assert ranked(field, "direct_comparison", tables=met_in_part) == [("a", 1), ("b", 1), ("c", 1)]
    all_met = [*met_in_part, [("c", 9), ("a", -9)]]
    assert ranked(field, "direct_comparison", tables=all_met) == [("c", 1), ("b", 2), ("a", 3)]


def test_a_table_without_a_result_is_no_meeting():
    field = [Competitor("a", (0,)), Competitor("b", (0,))]
    tables = [[("a", 4), ("b", None)]]
    assert ranked(field, "direct_comparison", tables=tables) == [("a", 1), ("b", 1)]


def test_the_lower_lot_comes_first_once_all_tied_have_drawn():
    a, b = Competitor("a", (0,), lot=2), Competitor("b", (0,), lot=1)
    assert ranked([a, b], "lot") == [("b", 1), ("a", 2)]
    assert ranked([a, Competitor("c", (0,))], "lot") == [("a", 1), ("c", 1)]


def test_tie_breaks_apply_in_order_and_each_place_says_what_decided_it():
    field = [
        Competitor("a", (6, 4), lot=3),
        Competitor("b", (9, 1), lot=2),
        Competitor("c", (9, 1), lot=1),
        Competitor("d", (3, 0), lot=4),
    ]
    standings = rank(field, ["best_session", "lot"])
    assert [(s.competitor.key, s.rank, s.decided_by) for s in standings] == [
        ("c", 1, "lot"),
        ("b", 2, "lot"),
        ("a", 3, "best_session"),
        ("d", 4, None),
    ]


def test_without_any_result_nobody_is_ranked():
    field = [Competitor("b", (), sort_key=2), Competitor("a", (None,), sort_key=1)]
    assert ranked(field, "last_session") == [("a", None), ("b", None)]
    assert rank([]) == []


def test_an_unknown_tie_break_is_refused():
    with pytest.raises(Refusal, match="no tie-break called “age”") as refused:
        rank([], ["age"])
    assert refused.value.code == "unknown_tie_break"


small = st.none() | st.integers(-3, 3)


@st.composite
def fields(draw):
    count = draw(st.integers(0, 10))
    competitors = [
        Competitor(
            key,
            draw(st.tuples(small, small)),
            adjustments=draw(st.sampled_from([0, 0, 0, -1])),
            solos_won=draw(st.tuples(small, small)),
            lot=draw(small),
            withdrawn=draw(st.booleans()),
            sort_key=key,
        )
        for key in range(count)
    ]
    tables = draw(
        st.lists(
            st.lists(st.tuples(st.integers(0, 9), small), max_size=5, unique_by=lambda s: s[0]),
            max_size=6,
        )
    )
    return competitors, tables


tie_break_lists = st.lists(st.sampled_from(TIE_BREAKS), unique=True)


@given(fields(), tie_break_lists, st.randoms())
def test_the_order_of_input_does_not_matter(field, tie_breaks, random):
    competitors, tables = field
    expected = rank(competitors, tie_breaks, tables)
    random.shuffle(competitors)
    random.shuffle(tables)
    assert rank(competitors, tie_breaks, tables) == expected


@given(fields(), tie_break_lists)
def test_ranks_are_consistent(field, tie_breaks):
    competitors, tables = field
    standings = rank(competitors, tie_breaks, tables)
    assert sorted(s.competitor.key for s in standings) == [c.key for c in competitors]
    in_order = [s for s in standings if s.rank is not None]
    assert in_order == standings[: len(in_order)]
    totals = [s.total for s in in_order]
    assert totals == sorted(totals, reverse=True)
    ranks = [s.rank for s in in_order]
    for standing in in_order:
        assert standing.rank == 1 + sum(other < standing.rank for other in ranks)
        assert standing.shared == (ranks.count(standing.rank) > 1)
        if standing.decided_by:
            assert totals.count(standing.total) > 1
    for standing in standings[len(in_order) :]:
        assert standing.competitor.withdrawn or standing.total is None


@given(fields(), tie_break_lists)
def test_tie_breaks_never_reorder_different_sums(field, tie_breaks):
    competitors, tables = field
    plain = {s.competitor.key: s.rank for s in rank(competitors)}
    for standing in rank(competitors, tie_breaks, tables):
        if standing.rank is not None:
            assert standing.rank >= plain[standing.competitor.key]
