"""What is played in one deal: the normal game, a marriage, or a solo and whose (TSR 2.4, 4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from rules import deal_refusals as say
from rules.contracts import (
    MARRIAGE,
    MARRIAGE_SOLO,
    NORMAL,
    SILENT_MARRIAGE,
    SOLO,
    TWO_AGAINST_TWO,
    Contract,
    contract_of,
)
from rules.ruleset import Ruleset
from rules.session import DealKind

Party = Literal["re", "kontra"]

PFLICHTSOLO: Final = "pflichtsolo"
LUSTSOLO: Final = "lustsolo"
VORFUEHRUNG: Final = "vorfuehrung"
SOLI: Final = (PFLICHTSOLO, LUSTSOLO, VORFUEHRUNG)
KINDS: Final = (NORMAL, MARRIAGE, *SOLI)  # what a game can be before the first card

OLD_WOMAN: Final = "CQ"  # whoever holds a ♣Q is of the Re party in the normal game


@dataclass(frozen=True, slots=True)
class Game:
    """A game and whose it is: ``seat`` is the soloist's or the groom's, None in a normal game.

    ``kind`` is one of :data:`KINDS`, or what a game turns out to be: ``silent_marriage`` or
    ``marriage_solo``. ``contract`` names the trumps of a solo, None otherwise.
    """

    kind: str
    seat: int | None = None
    contract: str | None = None

    @property
    def scored_as(self) -> str:
        """The kind of game that the value of the deal depends on (TSR 7.2)."""
        return SOLO if self.kind in SOLI else self.kind

    @property
    def deal_kind(self) -> DealKind:
        """The kind of row that it is on the score sheet (TSR 7.3)."""
        return DealKind.NORMAL if self.kind == MARRIAGE else DealKind(self.kind)

    @property
    def is_alone(self) -> bool:
        """Whether one player plays against three."""
        return self.scored_as not in TWO_AGAINST_TWO

    @property
    def soloist_leads(self) -> bool:
        """Whether the soloist leads to the first trick, not forehand (TSR 4.2, 4.3, 5.1)."""
        return self.kind in (PFLICHTSOLO, VORFUEHRUNG)

    @property
    def order_of_cards(self) -> Contract:
        """Trumps, suits and which card beats which (TSR 2.3)."""
        return contract_of(self.scored_as, self.contract)


def settled(game: Game, hands: dict[int, list[str]], ruleset: Ruleset) -> Game:
    """The game as it is before the first card, with a silent marriage called by its name.

    Refused: a game that the ruleset does not have, a contract it does not have, a marriage
    without both ♣Q (TSR 4.4).
    """
    ruleset.require_game(game.scored_as)
    if game.kind in SOLI:
        if game.contract not in ruleset.solo_contracts:
            raise say.contract_not_in_ruleset(game.contract, ruleset.title)
        return game
    both = next((seat for seat, hand in hands.items() if hand.count(OLD_WOMAN) == 2), None)
    if game.kind == MARRIAGE:
        if game.seat is None or game.seat != both:
            raise say.marriage_without_queens(game.seat)
        return game
    if both is None:
        return game
    ruleset.require_game(SILENT_MARRIAGE)
    return Game(SILENT_MARRIAGE, both)


def re_at_first(game: Game, hands: dict[int, list[str]]) -> tuple[int, ...] | None:
    """The Re party before the first card, None while a marriage is not clarified (TSR 2.4)."""
    if game.kind == MARRIAGE:
        return None
    if game.seat is not None:
        return (game.seat,)
    return tuple(sorted(seat for seat, hand in hands.items() if OLD_WOMAN in hand))


def marriage_after(game: Game, trick: int, winner: int) -> tuple[Game, tuple[int, ...] | None]:
    """A marriage after a trick (1 to 3): the game and Re, None if not clarified yet (TSR 4.4).

    The first of the three tricks that the groom does not take clarifies it: who takes it is the
    partner. If the groom takes all three, it is a diamonds solo.
    """
    groom = game.seat
    if groom is not None and winner != groom:
        return game, tuple(sorted((groom, winner)))
    if groom is not None and trick == 3:
        return Game(MARRIAGE_SOLO, groom), (groom,)
    return game, None
