"""The pack: 48 cards, their names and their card points (TSR 2.2).

A card is a string, suit letter and rank: ``"H10"``, ``"CQ"``, ``"DA"``. The two copies of a card
are the same string: nothing in the game tells them apart but the order in which they are played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

SUITS: Final = ("C", "S", "H", "D")  # Kreuz, Pik, Herz, Karo: also their order as trumps
RANKS: Final = ("A", "10", "K", "Q", "J", "9")
RANK_POINTS: Final = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2, "9": 0}

CARDS: Final = tuple(suit + rank for suit in SUITS for rank in RANKS)
PACK: Final = tuple(card for card in CARDS for _ in range(2))
CARD_POINTS: Final = {card: RANK_POINTS[card[1:]] for card in CARDS}
TOTAL_CARD_POINTS: Final = 240
HAND_SIZE: Final = 12


def card_points(cards: Iterable[str]) -> int:
    """Card points (Augen) of some cards; KeyError for what is no card."""
    return sum(CARD_POINTS[card] for card in cards)


def is_pack(cards: Iterable[str]) -> bool:
    """Whether these are exactly the 48 cards, each twice (TSR 2.2)."""
    return Counter(cards) == Counter(PACK)
