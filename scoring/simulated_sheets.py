"""Score sheets of sessions that were really played, card by card, by simulated players."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

from rules.deal import Deal
from rules.game import SOLI, Party
from rules.penalties import Breach, Fate, Penalty, penalty
from rules.replay import DealRecord
from rules.ruleset import CALLS, DDV, Ruleset
from rules.session import DealKind
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


def simulated_sheet(
    table_size: int,
    seed: int,
    *,
    struck: int = 0,
    deals: int | None = None,
    penalties: bool = True,
    ruleset: Ruleset = DDV,
) -> list[PlayedRow]:
    """A table's session as a sheet that :func:`scoring.sheet.check_sheet` finds no fault with.

    ``penalties`` allows breaches; they change no card of any deal. The other arguments are those
    of :func:`rules.simulator.simulate_session`.
    """
    chance = Random(seed)  # noqa: S311 -- made-up sheets, nothing to guess
    rows: list[PlayedRow] = []
    for row in simulate_session(table_size, seed, struck=struck, deals=deals, ruleset=ruleset):
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
    return rows


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
