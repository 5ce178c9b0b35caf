"""How simulated players judge their cards: plausible rather than good, and never illegal.

They know who their partner is, as players often guess; everything else they see at the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from rules.cards import CARD_POINTS
from rules.contracts import TRUMP, Contract
from rules.deal import Deal

# How much a hand has to promise before its player calls: Re or Kontra, no90, ... schwarz.
_DARING: Final = {"re": 6.2, "kontra": 6.2, "no90": 7.2, "no60": 8.2, "no30": 9.2, "schwarz": 10.2}
# What a hand dealt at random promises in each solo, on average.
USUAL: Final = {
    **dict.fromkeys(("clubs", "spades", "diamonds"), 5.8),
    **{"hearts": 5.5, "queens": 3.3, "jacks": 3.3, "aces": 1.8},
}
_SLIP: Final = 0.06  # how often a player plays just any card


def promise(hand: Sequence[str], contract: Contract) -> float:
    """About how many tricks a hand is good for, 0 to 12."""
    tricks = 0.0
    for card in hand:
        if contract.suit_of[card] == TRUMP:
            tricks += 0.35 + 0.65 * contract.strength[card] / len(contract.trumps)
        elif card[1:] == "A":
            tricks += 0.75
        elif card[1:] == "10" and card[0] + "A" in hand:
            tricks += 0.35
    return tricks


def choose_card(chance: Random, deal: Deal) -> str:
    """A legal card of whoever's turn it is."""
    legal = deal.legal_cards
    if len(legal) == 1 or chance.random() < _SLIP:
        return chance.choice(legal)
    if not deal.on_table:
        return _lead(chance, deal, legal)
    return _follow(deal, legal)


def _lead(chance: Random, deal: Deal, legal: Sequence[str]) -> str:
    """A plain ace while it may still go through, otherwise mostly a trump."""
    contract = deal.contract
    aces = [card for card in legal if card[1:] == "A" and not contract.is_trump(card)]
    if aces:
        return chance.choice(aces)
    trumps = [card for card in legal if contract.is_trump(card)]
    if trumps and chance.random() < 0.7:
        return max(trumps, key=contract.strength.__getitem__)
    return chance.choice(legal)


def _follow(deal: Deal, legal: Sequence[str]) -> str:
    """Points for the partner, the cheapest winner against the others, or the least of points."""
    contract, table = deal.contract, deal.on_table
    best = contract.winner(table)
    seats = deal.trick_order
    own, taker = deal.party_of(seats[len(table)]), deal.party_of(seats[best])
    is_last = len(table) == 3
    if own == taker and own is not None and (is_last or _is_high(contract, table[best])):
        return max(legal, key=CARD_POINTS.__getitem__)
    winners = [card for card in legal if contract.beats(card, table[best])]
    if winners and is_last:
        return max(winners, key=CARD_POINTS.__getitem__)
    if winners:
        return max(winners, key=contract.strength.__getitem__)
    return min(legal, key=lambda card: (CARD_POINTS[card], contract.strength[card]))


def _is_high(contract: Contract, card: str) -> bool:
    return 2 * contract.strength[card] > len(contract.trumps) or card[1:] == "A"


def choose_call(chance: Random, deal: Deal, seat: int, promised: float) -> str | None:
    """A legal call of that seat, or None; ``promised`` is what its hand promised at first.

    Now and then a level is skipped.
    """
    legal = deal.legal_calls(seat)
    if not legal:
        return None
    own, other = _points(deal, seat)
    hopes = promised + chance.gauss(0, 0.8) + (own - other) / 60
    dared = [call for call in legal if hopes > _DARING[call]]
    if not dared:
        return None
    return dared[min(len(dared) - 1, chance.random() < 0.15)]


def _points(deal: Deal, seat: int) -> tuple[int, int]:
    """Card points so far of the seat's party and of the other."""
    re = deal.card_points("re") or 0
    kontra = deal.card_points("kontra") or 0
    return (re, kontra) if deal.party_of(seat) == "re" else (kontra, re)
