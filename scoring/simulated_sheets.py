"""Score sheets of sessions that were really played, card by card, by simulated players."""

from __future__ import annotations

from dataclasses import dataclass

from rules.replay import DealRecord
from rules.ruleset import DDV, Ruleset
from rules.simulator import SimulatedRow, simulate_session
from scoring.deal import DealOutcome, deal_value
from scoring.replay_answers import outcome_of
from scoring.sheet import SheetRow


@dataclass(frozen=True, slots=True)
class PlayedRow:
    """A row of a sheet with the deal behind it; both are None for one struck by the clock."""

    row: SheetRow
    outcome: DealOutcome | None
    record: DealRecord | None


def simulated_sheet(
    table_size: int,
    seed: int,
    *,
    struck: int = 0,
    deals: int | None = None,
    ruleset: Ruleset = DDV,
) -> list[PlayedRow]:
    """A table's session as a sheet that :func:`scoring.sheet.check_sheet` finds no fault with.

    The arguments are those of :func:`rules.simulator.simulate_session`.
    """
    rows = simulate_session(table_size, seed, struck=struck, deals=deals, ruleset=ruleset)
    return [_row(row, table_size, ruleset) for row in rows]


def _row(simulated: SimulatedRow, table_size: int, ruleset: Ruleset) -> PlayedRow:
    if simulated.played is None:
        return PlayedRow(SheetRow(simulated.kind), None, None)
    outcome = outcome_of(simulated.played.deal)
    scores = deal_value(outcome, ruleset).scores
    points = tuple(scores.get(seat, 0) for seat in range(1, table_size + 1))
    row = SheetRow(simulated.kind, simulated.soloist, points)
    return PlayedRow(row, outcome, simulated.played.record)
