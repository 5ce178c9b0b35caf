import pytest

from tournaments.seating import SeatingRefused, table_sizes


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (4, [4]),
        (5, [5]),
        (8, [4, 4]),
        (9, [4, 5]),
        (10, [5, 5]),
        (13, [4, 4, 5]),
        (15, [5, 5, 5]),
        (20, [4, 4, 4, 4, 4]),
        (37, [4] * 8 + [5]),
    ],
)
def test_fours_first_and_the_fewest_fives_last(players, sizes):
    assert table_sizes(players) == sizes


def test_every_number_from_12_on_is_seated_with_at_most_three_fives():
    for players in range(12, 500):
        sizes = table_sizes(players)
        assert sum(sizes) == players
        assert set(sizes) <= {4, 5}
        assert sizes.count(5) <= 3
        assert sizes == sorted(sizes)


@pytest.mark.parametrize(
    ("players", "code", "sentence"),
    [
        (0, "too_few_players", "0 players are too few for a table; at least 4 are needed."),
        (1, "too_few_players", "One player is too few for a table; at least 4 are needed."),
        (3, "too_few_players", "3 players are too few for a table; at least 4 are needed."),
        (
            6,
            "no_table_sizes",
            "6 players cannot be split into tables of four and five; "
            "the nearest possible numbers are 5 and 8.",
        ),
        (
            7,
            "no_table_sizes",
            "7 players cannot be split into tables of four and five; "
            "the nearest possible numbers are 5 and 8.",
        ),
        (
            11,
            "no_table_sizes",
            "11 players cannot be split into tables of four and five; "
            "the nearest possible numbers are 10 and 12.",
        ),
    ],
)
def test_impossible_numbers_are_refused_with_the_nearest_possible(players, code, sentence):
    with pytest.raises(SeatingRefused) as refused:
        table_sizes(players)
    assert refused.value.code == code
    assert str(refused.value) == sentence
    assert refused.value.template % refused.value.params == sentence
