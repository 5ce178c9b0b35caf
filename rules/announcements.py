"""Re, Kontra and the Absagen: who may call what, and how long (TSR 6).

A limit is the number of cards a player must still hold to call. A call's height is its place in
:data:`rules.ruleset.CALLS`: 1 for Re or Kontra, 2 for no90, up to 5 for schwarz.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from rules import deal_refusals as say
from rules.game import Party
from rules.refusal import Refusal
from rules.ruleset import CALLS

CALL_NAMES: Final = ("re", "kontra", *CALLS[2:])  # as they are spoken; Re and Kontra by their party
_HEIGHTS: Final = {"re": 1, "kontra": 1, **{call: CALLS.index(call) for call in CALLS[2:]}}
_OTHER: Final[dict[Party, Party]] = {"re": "kontra", "kontra": "re"}


class Call(NamedTuple):
    """A call, made when ``after`` cards of the deal had been played."""

    seat: int
    call: str
    after: int


def cards_needed(height: int, shift: int = 0) -> int:
    """The limit of a call: 11 cards for Re or Kontra, one fewer for each level (6.2.2, 6.3.4).

    ``shift`` is how many tricks later than the first a marriage was clarified (6.4.2).
    """
    return 12 - height - shift


class Announcements:
    """The calls of both parties so far.

    ``heights`` is how far each party has called. Calling early shortens no limit, and both
    parties may make Absagen; so nothing else needs to be remembered but who may still reply.
    """

    def __init__(self) -> None:
        self.heights: dict[Party, int] = {"re": 0, "kontra": 0}
        # The fewest cards with which a party may still reply; None while there is nothing to.
        self._reply_with: dict[Party, int | None] = {"re": None, "kontra": None}
        self._only_replied: dict[Party, bool] = {"re": False, "kontra": False}

    def highest(self, party: Party) -> str:
        """The highest call of a party, as the value of the deal needs it."""
        return CALLS[self.heights[party]]

    def fault(self, seat: int, party: Party, call: str, cards: int, shift: int) -> Refusal | None:
        """What the law has against a call by a player of ``party`` with so many cards in hand."""
        if call in _OTHER and call != party:
            return say.wrong_party(seat, call)
        height, own = _HEIGHTS[call], self.heights[party]
        if height <= own:
            return say.repeated(seat, call)
        in_time = cards_needed(height, shift)
        first = cards_needed(1, shift)
        lowest = cards_needed(own + 1, shift)
        if height == 1:
            reply = self._reply_with[party]
            if cards >= in_time or (reply is not None and cards >= reply):
                return None
            if reply is not None:
                return say.reply_too_late(seat, call, cards, reply)
            return say.too_late(seat, call, cards, in_time)
        if self._only_replied[party]:
            return say.absage_after_late_reply(seat, call, party)
        if own == 0 and cards < first:
            return say.no_announcement(seat, call, party, cards, first)
        if cards < in_time:
            return say.too_late(seat, call, cards, in_time)
        if cards < lowest:
            return say.skipped(seat, call, CALLS[own + 1], cards, lowest)
        return None

    def make(self, seat: int, party: Party, call: str, cards: int, shift: int) -> None:
        """Make a call; refused if :meth:`fault` finds something.

        The other party may reply with one card fewer than this call needed, whenever it was
        made; of several calls the one that leaves most time counts (6.4.4).
        """
        fault = self.fault(seat, party, call, cards, shift)
        if fault is not None:
            raise fault
        height, other = _HEIGHTS[call], _OTHER[party]
        self.heights[party] = height
        self._reply_with[other] = cards_needed(height, shift) - 1  # each call is a higher one
        self._only_replied[party] = height == 1 and cards < cards_needed(1, shift)
