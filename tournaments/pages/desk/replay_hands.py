"""The four hands of a deal: clicked card by card, or typed. What is typed is what counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.cards import CARDS, HAND_SIZE
from rules.contracts import get_contract
from tournaments.pages.cards import NotACard, cards_text, in_order, read_cards
from tournaments.pages.desk.replay_draft import Draft, filled, with_hands
from tournaments.pages.desk.replay_shown import seat_label

_MOST = 2  # copies of a card in the pack
MAX_TYPED = 1000  # characters


@dataclass
class Keyed:
    """The hands after an act; ``typed`` and ``faults`` are texts by seat that are no cards."""

    draft: Draft
    to: int
    typed: dict[int, str] = field(default_factory=dict)
    faults: dict[int, str] = field(default_factory=dict)


def keyed_hands(data: Mapping[str, str], draft: Draft, act: str) -> Keyed:
    """What the page's fields say, then the button pressed: give a card, take one back, empty.

    ``act`` is "give:H10" (to the seat chosen), "take:2:H10", "empty:2", or only "typed"/"done".
    """
    seats = sorted(draft.record.seats)
    chosen = data.get("to", "")
    keyed = Keyed(draft, next((seat for seat in seats if str(seat) == chosen), seats[0]))
    hands: dict[int, list[str]] = {}
    for seat in seats:
        typed = data.get(f"hand{seat}", cards_text(draft.record.hands[seat]))[:MAX_TYPED]
        try:
            hands[seat] = read_cards(typed)[: 4 * HAND_SIZE]
        except NotACard as fault:
            keyed.typed[seat], keyed.faults[seat] = typed, str(fault)
            hands[seat] = list(draft.record.hands[seat])
    if not keyed.faults:
        _press(keyed, hands, act)
    keyed.draft = with_hands(draft, hands)
    return keyed


def _press(keyed: Keyed, hands: dict[int, list[str]], act: str) -> None:
    verb, _colon, what = act.partition(":")
    if verb == "give":
        dealt = sum(hand.count(what) for hand in hands.values())
        if what in CARDS and dealt < _MOST and len(hands[keyed.to]) < HAND_SIZE:
            hands[keyed.to].append(what)
    elif verb in ("take", "empty"):
        number, _colon, card = what.partition(":")
        seat = next((seat for seat in hands if str(seat) == number), None)
        if seat is not None:
            keyed.to = seat
            if verb == "empty":
                hands[seat] = []
            elif card in hands[seat]:
                hands[seat].remove(card)
        return
    hands.update(filled(hands))
    if len(hands[keyed.to]) >= HAND_SIZE:
        short = [seat for seat in hands if len(hands[seat]) < HAND_SIZE]
        keyed.to = short[0] if short else keyed.to


def hands_page(
    draft: Draft, *, keyed: Keyed | None = None, refusal: dict[str, Any] | None = None
) -> dict[str, Any]:
    """What the page of the hands shows."""
    record = draft.record
    seats = sorted(record.seats)
    to = keyed.to if keyed else next((s for s in seats if len(record.hands[s]) < 12), seats[0])
    typed, faults = (keyed.typed, keyed.faults) if keyed else ({}, {})
    trumps = _trumps(draft)
    dealt = Counter(card for hand in record.hands.values() for card in hand)
    lines = []
    for seat in seats:
        hand = in_order(record.hands[seat], trumps)
        lines.append(
            {
                "seat": seat,
                "label": seat_label(draft, seat),
                "hand": hand,
                "count": len(hand),
                "right": len(hand) == HAND_SIZE,
                "typed": typed.get(seat, cards_text(hand)),
                "fault": faults.get(seat, ""),
                "chosen": seat == to,
            }
        )
    return {
        "lines": lines,
        "to": to,
        "tray": [(card, max(0, _MOST - dealt[card])) for card in CARDS],
        "surplus": [card for card in CARDS if dealt[card] > _MOST],
        "complete": draft.has_all_hands,
        "refusal": refusal,
    }


def _trumps(draft: Draft) -> tuple[str, ...]:
    """The trumps of the game as far as it is known yet: those of a normal game otherwise."""
    game = draft.record.game
    return (game.order_of_cards if game else get_contract("normal")).trumps
