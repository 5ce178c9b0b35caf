"""The protocol of a session at one table: who deals, who leads, who owes a Pflichtsolo (TSR 4, 8).

A :class:`SessionState` is what is known before a deal. It never changes; :meth:`SessionState.step`
gives the deal's place in the session and the state after it. Steps against the law are taken all
the same, since a paper sheet has happened: they come back with their faults.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from rules import session_faults
from rules.refusal import Refusal
from rules.ruleset import DDV, Ruleset, TableRules


class DealKind(StrEnum):
    """What a row of a score sheet is."""

    NORMAL = "normal"  # also a clarified marriage
    MARRIAGE_SOLO = "marriage_solo"
    SILENT_MARRIAGE = "silent_marriage"
    LUSTSOLO = "lustsolo"
    PFLICHTSOLO = "pflichtsolo"
    VORFUEHRUNG = "vorfuehrung"
    PENALTY = "penalty"  # points only: no deal number, the dealer stays
    STRUCK = "struck"  # a normal deal struck by the clock: a deal number, the dealer stays


ALONE: Final = frozenset(
    {
        DealKind.MARRIAGE_SOLO,
        DealKind.SILENT_MARRIAGE,
        DealKind.LUSTSOLO,
        DealKind.PFLICHTSOLO,
        DealKind.VORFUEHRUNG,
    }
)
OWED: Final = frozenset({DealKind.PFLICHTSOLO, DealKind.VORFUEHRUNG})


@dataclass(frozen=True, slots=True)
class Step:
    """A row's place in the session; seats are None where nothing is dealt or played.

    ``line`` is the 1-based line in the row's section of the paper, None for a penalty;
    ``pflichtsolo_section`` tells which section. ``needs_decision`` marks a Vorführung whose dealer
    the TSR leave open and which was taken as dealt by the default, the next seat.
    """

    deal: int | None
    dealer: int | None
    forehand: int | None
    leader: int | None
    line: int | None
    pflichtsolo_section: bool
    faults: tuple[Refusal, ...]
    needs_decision: bool
    after: SessionState


@dataclass(frozen=True, slots=True)
class TimeOut:
    """What remains when the clock has run out (TSR 8.5).

    ``struck`` normal deals fall away; then each pair of ``vorfuehrungen`` is played in order:
    dealer and soloist, or dealer and None where the director has to decide.
    """

    struck: int
    vorfuehrungen: tuple[tuple[int, int | None], ...]


@dataclass(frozen=True, slots=True)
class SessionState:
    """A session between two deals: ``dealer`` is due to deal number ``played + 1``.

    ``normal_lines`` and ``solo_lines`` count the lines used in the two sections of the paper,
    ``open_pflichtsoli`` are the positions that still owe theirs, in ascending order.
    """

    table: TableRules
    dealer: int
    played: int
    normal_lines: int
    solo_lines: int
    open_pflichtsoli: tuple[int, ...]
    dealer_due_deals: bool = True

    @property
    def seats(self) -> int:
        """Number of players at the table."""
        return self.table.seats

    @property
    def remaining(self) -> int:
        """Deals still to come, never below 0."""
        return max(0, self.table.deals - self.played)

    @property
    def is_over(self) -> bool:
        """Whether the last deal has been played or struck."""
        return self.remaining == 0

    @property
    def deal(self) -> int:
        """The number of the next deal, from 1."""
        return self.played + 1

    @property
    def forehand(self) -> int:
        """The dealer's left, asked first and leading unless a soloist does (TSR 4.1, 5.1)."""
        return self.left_of(self.dealer)

    @property
    def playing(self) -> tuple[int, ...]:
        """The four positions holding cards when ``dealer`` deals, clockwise from forehand."""
        return self.playing_with(self.dealer)

    def playing_with(self, dealer: int) -> tuple[int, ...]:
        """The four positions that play when that position deals, clockwise from its left."""
        return tuple((dealer + offset) % self.seats + 1 for offset in range(4))

    def left_of(self, position: int) -> int:
        """The next position clockwise."""
        return position % self.seats + 1

    def right_of(self, position: int) -> int:
        """The next position counter-clockwise."""
        return (position - 2) % self.seats + 1

    @property
    def vorfuehrung_is_due(self) -> bool:
        """Whether only Pflichtsoli are left to play (TSR 4.2.3)."""
        return 0 < self.remaining <= len(self.open_pflichtsoli)

    @property
    def vorfuehrung(self) -> int | None:
        """Who must play a Vorführung now: the next to the dealer's left who owes one (4.2.3).

        None when no Vorführung is due, and when :attr:`needs_decision`.
        """
        if not self.vorfuehrung_is_due or self.needs_decision:
            return None
        return self._next_owing

    @property
    def needs_decision(self) -> bool:
        """Whether a Vorführung is due and only the dealer of a five-table owes one.

        The dealer there holds no cards, and the TSR do not say who deals instead (4.2.3, 10.1):
        the director decides; the default, the next seat, is :attr:`next_dealer`.
        """
        return (
            self.vorfuehrung_is_due
            and self.table.dealer_sits_out
            and self.dealer_due_deals
            and self.open_pflichtsoli == (self.dealer,)
        )

    @property
    def next_dealer(self) -> int:
        """Who deals the next deal, as far as the law says: a Vorführung may have its own dealer."""
        if not self.vorfuehrung_is_due:
            return self.dealer
        return self._dealer_of(DealKind.VORFUEHRUNG, self._next_owing)

    def allowed(self) -> dict[DealKind, list[int]]:
        """What the law allows as the next deal: the kinds, each with its possible soloists.

        A normal game has no soloist; after the last deal nothing is allowed.
        """
        found: dict[DealKind, list[int]] = {}
        if not self.faults(DealKind.NORMAL):
            found[DealKind.NORMAL] = []
        for kind in DealKind:
            positions = range(1, self.seats + 1) if kind in ALONE else ()
            soloists = [position for position in positions if not self.faults(kind, position)]
            if soloists:
                found[kind] = soloists
        return found

    @property
    def _next_owing(self) -> int:
        """The first position from the dealer's left that still owes its Pflichtsolo."""
        return min(self.open_pflichtsoli, key=lambda seat: (seat - self.dealer - 1) % self.seats)

    def faults(self, kind: DealKind, soloist: int | None = None) -> tuple[Refusal, ...]:
        """What the law has against such a next row; empty if nothing."""
        if kind is DealKind.PENALTY:
            return ()
        if self.is_over:
            return (session_faults.too_many_deals(self.deal, self.table),)
        found = []
        sits_out = self._dealer_of(kind, soloist) if self.table.dealer_sits_out else None
        if soloist is not None and soloist == sits_out:
            found.append(session_faults.soloist_sits_out(soloist))
        if kind in OWED and soloist not in self.open_pflichtsoli:
            found.append(session_faults.second_pflichtsolo(soloist))
        if kind is DealKind.LUSTSOLO and soloist in self.open_pflichtsoli:
            found.append(session_faults.lustsolo_before_pflichtsolo(soloist))
        found += self._vorfuehrung_faults(kind, soloist)
        return tuple(found)

    def _vorfuehrung_faults(self, kind: DealKind, soloist: int | None) -> list[Refusal]:
        owing = len(self.open_pflichtsoli)
        due = self._next_owing if self.vorfuehrung_is_due else None
        if kind is DealKind.VORFUEHRUNG:
            if due is None:
                return [session_faults.vorfuehrung_too_early(soloist, owing, self.remaining)]
            return [] if soloist == due else [session_faults.wrong_soloist(soloist, due)]
        return (
            [] if due is None else [session_faults.vorfuehrung_expected(due, owing, self.remaining)]
        )

    def step(self, kind: DealKind, soloist: int | None = None) -> Step:
        """Write one row and give its place, its faults and the state after it.

        A Pflichtsolo leaves the dealer, a Vorführung and everything else that is dealt move the
        deal on (TSR 4.2, 4.3); a struck deal uses a number and moves nothing.
        """
        faults = self.faults(kind, soloist)
        if kind is DealKind.PENALTY:
            return Step(None, None, None, None, None, False, faults, False, self)
        owed = kind in OWED
        after = replace(
            self,
            played=self.played + 1,
            normal_lines=self.normal_lines + (not owed),
            solo_lines=self.solo_lines + owed,
        )
        line = after.solo_lines if owed else after.normal_lines
        if kind is DealKind.STRUCK:
            return Step(self.deal, None, None, None, line, False, faults, False, after)
        dealer = self._dealer_of(kind, soloist)
        if owed:
            still = tuple(seat for seat in self.open_pflichtsoli if seat != soloist)
            after = replace(after, open_pflichtsoli=still)
        if kind is not DealKind.PFLICHTSOLO:
            after = replace(after, dealer=self.left_of(dealer))
        return Step(
            deal=self.deal,
            dealer=dealer,
            forehand=self.left_of(dealer),
            leader=soloist if owed else self.left_of(dealer),
            line=line,
            pflichtsolo_section=owed,
            faults=faults,
            needs_decision=self.needs_decision and dealer != self.dealer,
            after=after,
        )

    def _dealer_of(self, kind: DealKind, soloist: int | None) -> int:
        """Who deals such a row; only a Vorführung may have another dealer than is due."""
        if kind is not DealKind.VORFUEHRUNG or soloist is None:
            return self.dealer
        if not self.dealer_due_deals:
            return self.right_of(soloist)
        undecided = self.needs_decision and soloist == self.dealer
        return self.left_of(self.dealer) if undecided else self.dealer

    def time_out(self) -> TimeOut:
        """What is still to be played once no further normal deal may begin (TSR 8.5)."""
        state: SessionState = self
        struck = max(0, self.remaining - len(self.open_pflichtsoli))
        for _ in range(struck):
            state = state.step(DealKind.STRUCK).after
        played: list[tuple[int, int | None]] = []
        while state.vorfuehrung_is_due:
            step = state.step(DealKind.VORFUEHRUNG, state._next_owing)
            played.append((state.next_dealer, state.vorfuehrung))
            state = step.after
        return TimeOut(struck, tuple(played))


def start_session(seats: int, ruleset: Ruleset = DDV) -> SessionState:
    """The state before the first deal: seat 1 deals, everyone owes a Pflichtsolo (TSR 8.4, 8.6).

    Refused with ``table_size`` if the ruleset has no such table.
    """
    table = ruleset.table(seats)
    owing = tuple(range(1, seats + 1)) if table.pflichtsoli_per_player else ()
    return SessionState(table, 1, 0, 0, 0, owing, ruleset.vorfuehrung_dealer_due)


def dealer_of_line(line: int, seats: int) -> int:
    """The dealer printed beforehand on a normal line of the paper, counted from 1 (TSR 7.3)."""
    return (line - 1) % seats + 1
