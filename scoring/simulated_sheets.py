"""Score sheets of sessions that were really played, card by card, by simulated players.

For the demo, for whole tournaments that are simulated, for tests and for benchmarks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from rules.deal import Deal
from rules.game import SOLI, Party
from rules.penalties import Breach, Fate, Penalty, penalty
from rules.replay import DealRecord
from rules.ruleset import CALLS, DDV, Ruleset
from rules.session import ALONE, DealKind
from rules.simulator import SimulatedRow, simulate_session
from scoring.deal import NO90, DealOutcome, deal_value
from scoring.replay_answers import outcome_of
from scoring.sheet import SheetRow

_MINOR: Final = 0.03  # how often a deal sees a minor breach
_SERIOUS: Final = 0.015


@dataclass(frozen=True, slots=True)
class PlayedRow:
    """A row of a sheet with the deal behind it.

    ``outcome`` and ``record`` are None where no points come from cards: penalties, deals struck
    by the clock, and solos that a breach ended.
    """

    row: SheetRow
    outcome: DealOutcome | None = None
    record: DealRecord | None = None


@dataclass(frozen=True, slots=True)
class PlayedSheet:
    """A simulated sheet; ``complete`` when every deal of the session is on it."""

    table_size: int
    rows: tuple[PlayedRow, ...]
    complete: bool

    @property
    def sheet_rows(self) -> tuple[SheetRow, ...]:
        """The rows alone, as :func:`scoring.sheet.check_sheet` takes them."""
        return tuple(played.row for played in self.rows)

    @property
    def totals(self) -> tuple[int, ...]:
        """Game points by position."""
        written = [row.scores for row in self.sheet_rows if row.scores is not None]
        return tuple(sum(scores[seat] for scores in written) for seat in range(self.table_size))

    def record(self) -> dict[str, Any]:
        """The sheet in the form of ``check_sheet``'s input, with totals."""
        return {
            "table_size": self.table_size,
            "rows": [_row_record(row) for row in self.sheet_rows],
            "totals": list(self.totals),
            "complete": self.complete,
        }


def simulated_sheet(
    table_size: int,
    seed: int,
    *,
    struck: int = 0,
    deals: int | None = None,
    penalties: bool = True,
    ruleset: Ruleset = DDV,
) -> PlayedSheet:
    """A table's session as a sheet that :func:`scoring.sheet.check_sheet` finds no fault with.

    ``penalties`` allows breaches; they change no card of any deal. The other arguments are those
    of :func:`rules.simulator.simulate_session`. The same arguments give the same sheet.
    """
    chance = Random(seed)  # noqa: S311 -- made-up sheets, nothing to guess
    session = simulate_session(table_size, seed, struck=struck, deals=deals, ruleset=ruleset)
    rows: list[PlayedRow] = []
    for row in session:
        if row.played is None:
            rows.append(PlayedRow(SheetRow(row.kind)))
            continue
        ended = False
        for given in _penalties(chance, row.played.deal) if penalties else ():
            ended = ended or given.fate is Fate.COUNTS
            rows.append(PlayedRow(_penalty_row(given, row, table_size)))
        if not ended:
            outcome = outcome_of(row.played.deal)
            points = _by_position(deal_value(outcome, ruleset).scores, table_size)
            scored = SheetRow(row.kind, row.soloist, points)
            rows.append(PlayedRow(scored, outcome, row.played.record))
    complete = bool(session) and session[-1].step.after.is_over
    return PlayedSheet(table_size, tuple(rows), complete)


def _penalties(chance: Random, deal: Deal) -> Iterator[Penalty]:
    """The breaches around a deal, at most one of a kind (TSR 9.3, 9.4)."""
    soloist = deal.game.seat if deal.game.kind in SOLI else None
    if chance.random() < _MINOR:
        hurts = chance.random() < 0.3
        yield penalty(
            Breach.MINOR,
            chance.choice(deal.order),
            deal.order,
            soloist=soloist,
            hurts_soloist=hurts,
        )
    if chance.random() < _SERIOUS:
        offender = chance.choice(deal.order)
        other: Party = "kontra" if deal.party_of(offender) == "re" else "re"
        made = max(0, CALLS.index(deal.announcements.highest(other)) - NO90 + 1)
        yield penalty(Breach.SERIOUS, offender, deal.order, soloist=soloist, absagen=made)


def _penalty_row(given: Penalty, row: SimulatedRow, table_size: int) -> SheetRow:
    points = _by_position(given.points, table_size)
    if given.fate is Fate.COUNTS:
        return SheetRow(row.kind, row.soloist, points, breach=True)
    return SheetRow(DealKind.PENALTY, scores=points)


def _by_position(points: dict[int, int], table_size: int) -> tuple[int, ...]:
    return tuple(points.get(seat, 0) for seat in range(1, table_size + 1))


def _row_record(row: SheetRow) -> dict[str, Any]:
    record: dict[str, Any] = {"kind": row.kind.value}
    if row.kind in ALONE:
        record["soloist"] = row.soloist
    if row.scores is not None:
        record["scores"] = list(row.scores)
    if row.breach:
        record["breach"] = True
    return record
