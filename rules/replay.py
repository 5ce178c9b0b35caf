"""A whole deal from its record: hands, what was said, calls and cards in order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.announcements import Call
from rules.deal import Deal
from rules.dealing import asked_order, check_hands
from rules.game import Game, Party
from rules.refusal import Refusal
from rules.reservations import Reservation, check_turn_to_solo, settle
from rules.ruleset import DDV, Ruleset


@dataclass(frozen=True, slots=True)
class DealRecord:
    """What was written down of a deal.

    Either ``game`` or ``reservations`` says what was played. ``pflichtsolo_done`` are the
    positions that had played theirs; None when nobody knows, and then nothing follows from it
    for a given ``game``. ``stands`` are indices of ``plays``: breaches that stand (9.6.3).
    ``rest`` is the party that got the remaining tricks when a soloist cut the deal short after
    the last card of ``plays`` (5.4).
    """

    dealer: int
    hands: Mapping[int, tuple[str, ...]]
    plays: tuple[str, ...]
    game: Game | None = None
    reservations: tuple[Reservation, ...] = ()
    pflichtsolo_done: tuple[int, ...] | None = None
    calls: tuple[Call, ...] = ()
    stands: frozenset[int] = field(default_factory=frozenset)
    rest: Party | None = None
    seats: tuple[int, ...] = (1, 2, 3, 4)
    ruleset: Ruleset = DDV

    def begin(self) -> Deal:
        """The deal before its first card; refused as :class:`rules.deal.Deal` and ``settle``."""
        game = self.game
        if game is None:
            order = asked_order(self.seats, self.dealer)
            check_hands(self.hands)
            game = settle(self.reservations, order, self.hands, self.pflichtsolo_done or ())
        elif self.pflichtsolo_done is not None:
            check_turn_to_solo(game, self.pflichtsolo_done)
        return Deal(self.seats, self.dealer, self.hands, game, self.ruleset)


def replay(record: DealRecord, cards: int | None = None) -> Deal:
    """The deal as its record says it went, up to ``cards`` cards or to the end.

    Calls made when so many cards had been played are in it. What the law does not allow is
    refused with the index of the call or of the card, whichever came first.
    """
    deal = record.begin()
    last = len(record.plays) if cards is None else min(cards, len(record.plays))
    waiting = sorted(range(len(record.calls)), key=lambda index: record.calls[index].after)
    waiting.reverse()
    index = 0
    try:
        for played in range(last + 1):
            while waiting and record.calls[waiting[-1]].after <= played:
                index = waiting.pop()
                deal.call(record.calls[index].seat, record.calls[index].call)
            if played < last:
                index = played
                deal.play(record.plays[played], stands=played in record.stands)
    except Refusal as refusal:
        refusal.at = index
        raise
    if record.rest is not None and last == len(record.plays):
        deal.cut_short(record.rest)
    return deal
