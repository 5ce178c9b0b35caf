"""Which cards are trump, which card beats which, and what must be followed (TSR 2.3, 5.2, 5.3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from rules.cards import CARDS, RANKS, SUITS
from rules.refusal import Refusal, gettext_noop

TRUMP: Final = "trump"

# What a deal is worth depends on these kinds (TSR 2.4, 4); formats call them ``game``.
NORMAL: Final = "normal"
MARRIAGE: Final = "marriage"
MARRIAGE_SOLO: Final = "marriage_solo"
SILENT_MARRIAGE: Final = "silent_marriage"
SOLO: Final = "solo"
GAMES: Final = (NORMAL, MARRIAGE, MARRIAGE_SOLO, SILENT_MARRIAGE, SOLO)
TWO_AGAINST_TWO: Final = frozenset({NORMAL, MARRIAGE})

SOLO_CONTRACTS: Final = ("clubs", "spades", "hearts", "diamonds", "queens", "jacks", "aces")
_SUIT_OF_SOLO: Final = {"clubs": "C", "spades": "S", "hearts": "H", "diamonds": "D"}


@dataclass(frozen=True, slots=True)
class Contract:
    """An order of the cards.

    ``trumps`` runs from high to low. ``suit_of`` gives what a card counts as when following:
    a suit letter or ``"trump"``, all trumps being one suit. ``strength`` compares cards that
    count as the same; a higher number wins.
    """

    name: str
    trumps: tuple[str, ...]
    suit_of: dict[str, str]
    strength: dict[str, int]

    def is_trump(self, card: str) -> bool:
        """Whether the card is trump in this contract."""
        return self.suit_of[card] == TRUMP

    def beats(self, later: str, earlier: str) -> bool:
        """Whether a card played later takes over from the one lying so far (TSR 5.3).

        Of two identical cards the first played wins, the ♥10 included (5.3.3).
        """
        if self.suit_of[later] == self.suit_of[earlier]:
            return self.strength[later] > self.strength[earlier]
        return self.suit_of[later] == TRUMP

    def winner(self, trick: Sequence[str]) -> int:
        """The 0-based index, in the order played, of the card that takes a trick."""
        best = 0
        for index in range(1, len(trick)):
            if self.beats(trick[index], trick[best]):
                best = index
        return best

    def may_follow(self, hand: Iterable[str], led: str | None) -> tuple[str, ...]:
        """The cards of a hand that may be played on the card led, all of them when leading.

        The led suit must be followed; who has none of it plays any card (TSR 5.2).
        """
        cards = tuple(hand)
        if led is None:
            return cards
        following = tuple(card for card in cards if self.suit_of[card] == self.suit_of[led])
        return following or cards


def _trumps(name: str) -> tuple[str, ...]:
    """The trumps of a contract from high to low (TSR 2.3)."""
    queens = tuple(suit + "Q" for suit in SUITS)
    jacks = tuple(suit + "J" for suit in SUITS)
    if name == "queens":
        return queens
    if name == "jacks":
        return jacks
    if name == "aces":
        return ()
    suit = _SUIT_OF_SOLO[name]
    plain = tuple(suit + rank for rank in ("A", "10", "K", "9") if suit + rank != "H10")
    return ("H10", *queens, *jacks, *plain)


def _build(name: str, order: str) -> Contract:
    trumps = _trumps(order)
    suit_of = {card: TRUMP if card in trumps else card[0] for card in CARDS}
    strength = {card: -RANKS.index(card[1:]) for card in CARDS}
    strength.update({card: len(trumps) - place for place, card in enumerate(trumps)})
    return Contract(name, trumps, suit_of, strength)


@cache
def get_contract(name: str) -> Contract:
    """The order of cards of a solo contract, or of ``"normal"``.

    A normal game, a marriage of any kind and the diamonds solo share one order.
    Refused with ``unknown_contract`` when there is no such contract.
    """
    if name == NORMAL:
        return _build(NORMAL, "diamonds")
    if name not in SOLO_CONTRACTS:
        raise Refusal(
            "unknown_contract",
            gettext_noop("There is no contract called “%(contract)s”."),
            {"contract": name},
            rule="2.3",
        )
    return _build(name, name)


def contract_of(game: str, solo_contract: str | None = None) -> Contract:
    """The order of cards for a kind of game, with the contract's name if it is a solo."""
    return get_contract(solo_contract or "") if game == SOLO else get_contract(NORMAL)
