"""One deal, card by card: whose turn it is, what may be played, who took what (TSR 5).

A :class:`Deal` only ever holds what the law allows: what it does not allow is refused and
changes nothing. It serves a replay and a table that is just playing alike.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules import deal_refusals as say
from rules.announcements import CALL_NAMES, Announcements, Call
from rules.cards import HAND_SIZE, TOTAL_CARD_POINTS, card_points
from rules.contracts import MARRIAGE_SOLO, SILENT_MARRIAGE, TRUMP
from rules.dealing import asked_order, check_hands
from rules.game import Game, Party, marriage_after, re_at_first, settled
from rules.refusal import Refusal
from rules.ruleset import DDV, Ruleset
from rules.special_points import SpecialPoint, Trick, special_points


class Deal:
    """A deal being played; positions are seat numbers.

    ``order`` are the four that play, clockwise from the dealer's left; ``hands`` what they still
    hold. ``game`` becomes a ``marriage_solo`` when the groom takes the first three tricks.
    ``re`` is the Re party, ascending, or None while a marriage is not clarified.
    ``tricks`` are complete, ``on_table`` is the trick being played. ``rest`` is the party that
    was given the remaining tricks, if the deal was cut short. ``questions`` are what the law
    leaves to the director about this deal.
    """

    def __init__(
        self,
        seats: Sequence[int],
        dealer: int,
        hands: Mapping[int, Sequence[str]],
        game: Game,
        ruleset: Ruleset = DDV,
    ) -> None:
        self.seats = tuple(seats)
        self.dealer = dealer
        self.ruleset = ruleset
        self.order = asked_order(seats, dealer)
        self.hands = {seat: list(hands[seat]) for seat in self.order}
        check_hands(self.hands)
        self.game = settled(game, self.hands, ruleset)
        self.contract = self.game.order_of_cards
        self.re = re_at_first(self.game, self.hands)
        self.tricks: list[Trick] = []
        self.on_table: list[str] = []
        self.calls: list[Call] = []
        self.announcements = Announcements()
        self.rest: Party | None = None
        self.questions: list[Refusal] = []
        self._shift = 0  # how many tricks after the first a marriage was clarified
        self._best = 0  # which card on the table takes the trick so far
        self._places = {
            seat: self.order[place:] + self.order[:place] for place, seat in enumerate(self.order)
        }
        first = self.game.seat if self.game.soloist_leads else None
        self._turns = self._places[self.order[0] if first is None else first]

    # --- what can be seen ------------------------------------------------------------------------

    @property
    def played(self) -> int:
        """How many cards have been played."""
        return 4 * len(self.tricks) + len(self.on_table)

    @property
    def is_over(self) -> bool:
        """Whether all cards are played or the rest was given away."""
        return len(self.tricks) == HAND_SIZE or self.rest is not None

    @property
    def turn(self) -> int | None:
        """Whose turn it is; None when the deal is over."""
        return None if self.is_over else self._turns[len(self.on_table)]

    @property
    def leader(self) -> int:
        """Who led, or leads, to the trick being played."""
        return self._turns[0]

    @property
    def trick_order(self) -> tuple[int, ...]:
        """The four seats in the order in which they play to the trick."""
        return self._turns

    @property
    def legal_cards(self) -> tuple[str, ...]:
        """The cards that whoever's turn it is may play (TSR 5.2); none when the deal is over."""
        seat = self.turn
        if seat is None:
            return ()
        led = self.on_table[0] if self.on_table else None
        return self.contract.may_follow(self.hands[seat], led)

    def legal_calls(self, seat: int) -> tuple[str, ...]:
        """What that player may call now, whosever turn it is (TSR 6)."""
        party = self.party_of(seat)
        if party is None or self.is_over:
            return ()
        cards = len(self.hands[seat])
        return tuple(
            call
            for call in CALL_NAMES
            if self._in_ruleset(call)
            and self.announcements.fault(seat, party, call, cards, self._shift) is None
        )

    def fewest_cards(self, seat: int, call: str) -> int | None:
        """With how few cards in hand that player could still make a call, as things stand.

        A later reply of the other party may move it. None if the player may not call it now.
        """
        party = self.party_of(seat)
        if party is None or call not in self.legal_calls(seat):
            return None
        cards = len(self.hands[seat])
        fault = self.announcements.fault
        while fault(seat, party, call, cards - 1, self._shift) is None:
            cards -= 1
        return cards

    def party_of(self, seat: int) -> Party | None:
        """The party of a seat that plays; None while a marriage is not clarified."""
        if self.re is None:
            return None
        return "re" if seat in self.re else "kontra"

    @property
    def special_points(self) -> list[SpecialPoint]:
        """The special points of the tricks so far; none in a solo of any kind (TSR 7.2.3)."""
        if self.re is None or self.game.is_alone:
            return []
        return special_points(self.tricks, self.re, self.ruleset.special_points)

    def taken(self, seat: int) -> int:
        """Card points (Augen) in a seat's tricks so far."""
        return sum(trick.card_points for trick in self.tricks if trick.winner == seat)

    def card_points(self, party: Party) -> int | None:
        """Card points of a party so far, with what it was given when the deal was cut short.

        None while a marriage is not clarified.
        """
        if self.re is None:
            return None
        re = all_ = 0
        for trick in self.tricks:
            all_ += trick.card_points
            re += trick.card_points if trick.winner in self.re else 0
        if self.rest is not None:
            re += TOTAL_CARD_POINTS - all_ if self.rest == "re" else 0
            all_ = TOTAL_CARD_POINTS
        return re if party == "re" else all_ - re

    @property
    def trickless(self) -> Party | None:
        """The party without a trick once the deal is over (TSR 7.1); None otherwise."""
        if not self.is_over or self.re is None:
            return None
        takers: set[Party] = {
            "re" if trick.winner in self.re else "kontra" for trick in self.tricks
        }
        if self.rest is not None:
            takers.add(self.rest)
        if len(takers) == 2:
            return None
        return "kontra" if "re" in takers else "re"

    # --- what can be done ------------------------------------------------------------------------

    def play(self, card: str, *, stands: bool = False) -> None:
        """Play a card of whoever's turn it is.

        ``stands`` marks a breach that nobody claimed in time and that is a valid move (9.6.3).
        Refused: a card not in hand (5.2.1), not following suit (5.2.2), a ``stands`` without a
        breach, anything after the end.
        """
        seat = self.turn
        if seat is None:
            raise say.deal_is_over()
        hand, table, suit_of = self.hands[seat], self.on_table, self.contract.suit_of
        if card not in hand:
            raise say.card_not_in_hand(seat, card)
        revoked = False
        if table:
            led = suit_of[table[0]]
            if suit_of[card] != led:
                revoked = led in [suit_of[held] for held in hand]
        if revoked and not stands:
            raise self._must_follow(seat, card)
        if stands and not revoked:
            raise say.nothing_stands(seat, card)
        if table and self.contract.beats(card, table[self._best]):
            self._best = len(table)
        hand.remove(card)
        table.append(card)
        if len(table) == 4:
            self._take_trick()

    def call(self, seat: int, call: str) -> None:
        """Make a call, on one's turn or not (TSR 6).

        ``call`` is one of :data:`rules.announcements.CALL_NAMES`, ``seat`` one that plays.
        Refused: before a marriage is clarified, too late, by the wrong party, repeated, without
        Re or Kontra, skipping a level that is no longer open, a call the ruleset does not have.
        """
        if not self._in_ruleset(call):
            raise say.call_not_in_ruleset(call, self.ruleset.title)
        party = self.party_of(seat)
        if party is None:
            raise say.before_clarified(seat)
        self.announcements.make(seat, party, call, len(self.hands[seat]), self._shift)
        if self.game.kind == MARRIAGE_SOLO:
            self.questions.append(say.calls_without_clarification(seat))
        self.calls.append(Call(seat, call, self.played))

    def cut_short(self, rest: Party) -> None:
        """A soloist claims the remaining tricks or gives them up (TSR 5.4).

        The trick on the table counts among them. Refused in every game of two against two.
        """
        if self.is_over:
            raise say.deal_is_over()
        if not self.game.is_alone:
            raise say.only_a_soloist_ends()
        if self.game.kind in (SILENT_MARRIAGE, MARRIAGE_SOLO):
            self.questions.append(say.marriage_cut_short(self.game.seat))
        self.rest = rest

    def stop(self, rest: Party) -> None:
        """A breach stops a deal that is decided: the rest goes to the other side (TSR 9.5).

        The minor penalty comes on top, see :func:`rules.penalties.penalty`.
        """
        if self.is_over:
            raise say.deal_is_over()
        if self.re is None:
            raise say.parties_unknown()
        self.rest = rest

    # --- how it is done --------------------------------------------------------------------------

    def _in_ruleset(self, call: str) -> bool:
        return ("announced" if call in ("re", "kontra") else call) in self.ruleset.calls

    def _must_follow(self, seat: int, card: str) -> Refusal:
        led = self.contract.suit_of[self.on_table[0]]
        could = self.legal_cards
        if led == TRUMP:
            return say.must_follow_trump(seat, card, could)
        return say.must_follow_suit(seat, card, led, could)

    def _take_trick(self) -> None:
        cards = tuple(self.on_table)
        winner = self._turns[self._best]
        self.tricks.append(Trick(self._turns, cards, winner, card_points(cards)))
        self.on_table = []
        self._best = 0
        self._turns = self._places[winner]
        if self.re is None:
            number = len(self.tricks)
            self.game, self.re = marriage_after(self.game, number, winner)
            self._shift = number - 1
