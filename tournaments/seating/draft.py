"""What a draw gives back."""

from dataclasses import dataclass, field
from typing import NamedTuple

from tournaments.seating.past import SEATS
from tournaments.seating.reasons import Reason
from tournaments.seating.wishes import Broken


class Repeat(NamedTuple):
    """Two entries who share a table again; ``times`` counts all their meetings, this one too."""

    a: int
    b: int
    times: int


class Moved(NamedTuple):
    """An entry at another table (number) than the one its standing or its last seat gives."""

    entry: int
    from_table: int
    to_table: int


@dataclass(frozen=True)
class Draft:
    """One session as drawn: nothing is stored or released by making one.

    ``tables`` are in the order of table numbers, each in seat order (seat 1 deals first).
    ``seat_counts`` has, for each entry, how often it sat at seats 1 … 5 up to and including
    this session, ``five_sittings`` the same for tables of five. ``lower_bound`` is the number
    of repeats that no draw can avoid, ``bound_reason`` why. ``why`` are the sentences for the
    director, most important first. ``broken`` are the wishes not kept, ``keepers`` the entries
    who asked for the last seat, ``moved`` who sits elsewhere than by standing.
    """

    method: str
    seed: int
    tables: list[list[int]]
    repeats: list[Repeat]
    lower_bound: int
    bound_reason: Reason
    seat_counts: dict[int, tuple[int, ...]]
    five_sittings: dict[int, int]
    why: list[Reason]
    broken: list[Broken] = field(default_factory=list)
    keepers: frozenset[int] = frozenset()
    moved: list[Moved] = field(default_factory=list)

    @property
    def seat_spread(self) -> int:
        """The largest difference between any one player's counts of seats.

        Those who asked for the last seat do not count: they wanted it uneven.
        """
        return max(
            (
                spread(counts)
                for entry, counts in self.seat_counts.items()
                if entry not in self.keepers
            ),
            default=0,
        )


@dataclass(frozen=True)
class Plan:
    """All sessions drawn beforehand. ``repeats`` counts meetings beyond the first of a pair."""

    method: str
    seed: int
    rounds: list[Draft]
    lower_bound: int
    bound_reason: Reason
    why: list[Reason]

    @property
    def repeats(self) -> int:
        return sum(len(draft.repeats) for draft in self.rounds)

    @property
    def seat_spread(self) -> int:
        """The largest difference between any one player's counts of seats, after all rounds."""
        return self.rounds[-1].seat_spread


def spread(counts: tuple[int, ...]) -> int:
    """How uneven one player's seats are: 0 or 1 is as even as can be.

    Seat 5, which only tables of five have, counts when it is ahead, not when it is behind.
    """
    return max(counts) - min(counts[: SEATS - 1])
