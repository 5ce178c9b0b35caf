"""How many tables of four and of five."""

from collections import Counter
from collections.abc import Sequence

from tournaments.seating.reasons import SeatingRefused, gettext_noop

IMPOSSIBLE = frozenset({0, 1, 2, 3, 6, 7, 11})


def table_sizes(players: int) -> list[int]:
    """The sizes of the tables for so many players, in the order of table numbers.

    Fours first, fives last, with the fewest fives: 4 -> [4], 5 -> [5], 13 -> [4, 4, 5].
    Raises ``SeatingRefused`` (``too_few_players``, ``no_table_sizes``) for fewer than 4 and
    for 6, 7 and 11, naming the nearest possible numbers. TSR 10 (tables of five are allowed;
    those of six and seven are not seated here).
    """
    if players < 4:
        template = gettext_noop(
            "%(players)s players are too few for a table; at least 4 are needed."
        )
        if players == 1:
            template = gettext_noop("One player is too few for a table; at least 4 are needed.")
        raise SeatingRefused("too_few_players", template, {"players": players})
    if players in IMPOSSIBLE:
        lower = max(n for n in range(4, players) if n not in IMPOSSIBLE)
        higher = min(n for n in range(players, players + 5) if n not in IMPOSSIBLE)
        raise SeatingRefused(
            "no_table_sizes",
            gettext_noop(
                "%(players)s players cannot be split into tables of four and five; "
                "the nearest possible numbers are %(lower)s and %(higher)s."
            ),
            {"players": players, "lower": lower, "higher": higher},
        )
    fives = players % 4
    fours = (players - 5 * fives) // 4
    return [4] * fours + [5] * fives


def checked_sizes(entries: Sequence[int], seed: int) -> list[int]:
    """The sizes of the tables, or the refusal of what cannot be drawn."""
    if seed < 0:
        raise SeatingRefused(
            "bad_seed",
            gettext_noop("The seed %(seed)s is negative; a seed is a whole number from 0."),
            {"seed": seed},
        )
    twice = sorted(entry for entry, times in Counter(entries).items() if times > 1)
    if twice:
        raise SeatingRefused(
            "duplicate_entries",
            gettext_noop("Entered more than once: %(entries)s."),
            {"entries": ", ".join(map(str, twice))},
        )
    return table_sizes(len(entries))
