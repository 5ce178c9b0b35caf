"""Special points from the tricks of a deal (TSR 7.2.3); "against the ♣Q" needs a winner first."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final, NamedTuple

from rules.game import Party

DOPPELKOPF_POINTS: Final = 40
FOX: Final = "DA"
CHARLIE: Final = "CJ"
LAST_TRICK: Final = 12


class Trick(NamedTuple):
    """A trick: who played what, in the order played; ``card_points`` are Augen."""

    seats: tuple[int, ...]
    cards: tuple[str, ...]
    winner: int
    card_points: int

    @property
    def leader(self) -> int:
        """The seat that led."""
        return self.seats[0]


class SpecialPoint(NamedTuple):
    """A special point, earned by ``seat`` for its party in a trick counted from 1."""

    party: Party
    seat: int
    what: str
    trick: int


def special_points(
    tricks: Iterable[Trick], re: Sequence[int], known: Collection[str]
) -> list[SpecialPoint]:
    """The special points of a normal game or a clarified marriage that the ruleset knows.

    Parties are those of the whole deal: a fox caught before a marriage was clarified counts by
    who turned out to play together.
    """
    earned: list[SpecialPoint] = []
    for number, trick in enumerate(tricks, start=1):
        winner = trick.winner
        party: Party = "re" if winner in re else "kontra"
        if trick.card_points >= DOPPELKOPF_POINTS:
            earned.append(SpecialPoint(party, winner, "doppelkopf", number))
        if FOX in trick.cards:
            earned += [
                SpecialPoint(party, winner, "fox", number)
                for seat, card in zip(trick.seats, trick.cards, strict=True)
                if card == FOX and (seat in re) != (winner in re)
            ]
        if number == LAST_TRICK and trick.cards[trick.seats.index(winner)] == CHARLIE:
            earned.append(SpecialPoint(party, winner, "charlie", number))
    return [point for point in earned if point.what in known]
