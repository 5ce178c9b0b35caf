"""Who plays a deal, in which order they are asked, and whether it was dealt properly (TSR 2, 3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from rules import deal_refusals as say
from rules.cards import HAND_SIZE, PACK, is_pack


def asked_order(seats: Sequence[int], dealer: int) -> tuple[int, ...]:
    """The four seats that play, clockwise from the dealer's left (TSR 4.1, 10.1).

    ``seats`` are four of the positions 1-4 or 1-5. At a table of five the dealer must be the one
    that is missing: refused with ``dealer_holds_cards`` otherwise.
    """
    size = 5 if dealer == 5 or 5 in seats else 4
    if size == 5 and dealer in seats:
        raise say.dealer_holds_cards(dealer)
    return tuple(sorted(seats, key=lambda seat: (seat - dealer - 1) % size))


def check_hands(hands: Mapping[int, Sequence[str]]) -> None:
    """Refuse a hand that is not 12 cards (3.3.7) and hands that are not the pack (2.2)."""
    for seat, hand in hands.items():
        if len(hand) != HAND_SIZE:
            raise say.hand_size(seat, len(hand))
    dealt = [card for hand in hands.values() for card in hand]
    if not is_pack(dealt):
        dealt_twice, pack = Counter(dealt), Counter(PACK)
        raise say.not_the_pack(dealt_twice - pack, pack - dealt_twice)
