"""Legal, plausible score sheets from a seed: for the demo, for tests and for benchmarks.

A sheet walks the session protocol; each deal's points are what its made-up outcome is worth. So
every sheet passes :func:`scoring.sheet.check_sheet` without findings.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from rules.contracts import (
    MARRIAGE,
    MARRIAGE_SOLO,
    NORMAL,
    SILENT_MARRIAGE,
    SOLO,
    TWO_AGAINST_TWO,
)
from rules.ruleset import DDV, Ruleset
from rules.session import ALONE, DealKind, SessionState, start_session
from scoring.deal import DealOutcome, Party, deal_value
from scoring.sheet import SheetRow

# How often what happens at a table, roughly as at tournaments.
_PFLICHTSOLO = 0.12
_LUSTSOLO = 0.03
_SILENT_MARRIAGE = 0.02
_MARRIAGE_SOLO = 0.01
_MARRIAGE = 0.12
_PENALTY = 0.03
_BREACH = 0.01


@dataclass(frozen=True, slots=True)
class SampleRow:
    """A row and, for a deal that was played out, the outcome its points follow from."""

    row: SheetRow
    outcome: DealOutcome | None = None


@dataclass(frozen=True, slots=True)
class SampleSheet:
    """A made-up sheet; ``complete`` when every deal of the session is on it."""

    table_size: int
    rows: tuple[SampleRow, ...]
    complete: bool

    @property
    def sheet_rows(self) -> tuple[SheetRow, ...]:
        """The rows alone, as :func:`scoring.sheet.check_sheet` takes them."""
        return tuple(sample.row for sample in self.rows)

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


def sample_sheet(
    table_size: int,
    seed: int,
    *,
    deals: int | None = None,
    struck: int = 0,
    penalties: bool = True,
    ruleset: Ruleset = DDV,
) -> SampleSheet:
    """A sheet of a table; the same arguments give the same sheet.

    ``deals`` stops after so many deal numbers (None: the whole session). ``struck`` normal deals,
    the last ones, are struck by the clock. ``penalties`` allows penalty rows and solos that ended
    with a breach. Refused with ``table_size`` if the ruleset has no such table.
    """
    chance = random.Random(seed)  # noqa: S311 -- made-up sheets, nothing to guess
    state = start_session(table_size, ruleset)
    until = state.table.deals if deals is None else min(deals, state.table.deals)
    rows: list[SampleRow] = []
    while state.played < until:
        if penalties and chance.random() < _PENALTY:
            rows.append(SampleRow(_penalty(chance, state)))
        kind, soloist = _next_kind(chance, state, struck)
        step = state.step(kind, soloist)
        if kind is DealKind.STRUCK or step.dealer is None:
            rows.append(SampleRow(SheetRow(kind)))
        elif penalties and soloist is not None and chance.random() < _BREACH:
            rows.append(_breach(chance, state, step.dealer, kind, soloist))
        else:
            rows.append(_played(chance, state, step.dealer, kind, soloist, ruleset))
        state = step.after
    return SampleSheet(table_size, tuple(rows), state.is_over)


def _next_kind(
    chance: random.Random, state: SessionState, struck: int
) -> tuple[DealKind, int | None]:
    """What is played next, and by whom alone."""
    if state.vorfuehrung_is_due:
        return DealKind.VORFUEHRUNG, state.vorfuehrung or state.dealer
    if state.remaining - len(state.open_pflichtsoli) <= struck:
        return DealKind.STRUCK, None
    at_table = state.playing if state.table.dealer_sits_out else range(1, state.seats + 1)
    owing = [seat for seat in at_table if seat in state.open_pflichtsoli]
    if owing and chance.random() < _PFLICHTSOLO:
        return DealKind.PFLICHTSOLO, chance.choice(owing)
    free = [seat for seat in at_table if seat not in state.open_pflichtsoli]
    if free and chance.random() < _LUSTSOLO:
        return DealKind.LUSTSOLO, chance.choice(free)
    drawn = chance.random()
    if drawn < _SILENT_MARRIAGE:
        return DealKind.SILENT_MARRIAGE, chance.choice(state.playing)
    if drawn < _SILENT_MARRIAGE + _MARRIAGE_SOLO:
        return DealKind.MARRIAGE_SOLO, chance.choice(state.playing)
    return DealKind.NORMAL, None


_GAME_OF_KIND = {
    DealKind.MARRIAGE_SOLO: MARRIAGE_SOLO,
    DealKind.SILENT_MARRIAGE: SILENT_MARRIAGE,
    DealKind.LUSTSOLO: SOLO,
    DealKind.PFLICHTSOLO: SOLO,
    DealKind.VORFUEHRUNG: SOLO,
}


def _played(
    chance: random.Random,
    state: SessionState,
    dealer: int,
    kind: DealKind,
    soloist: int | None,
    ruleset: Ruleset,
) -> SampleRow:
    seats = state.playing_with(dealer)
    game = _GAME_OF_KIND.get(kind) or (MARRIAGE if chance.random() < _MARRIAGE else NORMAL)
    re = (soloist,) if soloist is not None else tuple(sorted(chance.sample(seats, 2)))
    outcome = _outcome(chance, game, re, tuple(sorted(seats)), ruleset)
    scores = deal_value(outcome, ruleset).scores
    points = tuple(scores.get(seat, 0) for seat in range(1, state.seats + 1))
    return SampleRow(SheetRow(kind, soloist, points), outcome)


def _outcome(
    chance: random.Random,
    game: str,
    re: tuple[int, ...],
    seats: tuple[int, ...],
    ruleset: Ruleset,
) -> DealOutcome:
    """A plausible end of a deal: calls follow from how well it went, not always rightly."""
    points = min(240, max(0, round(chance.gauss(128, 38))))
    points = {1: 0, 239: 240}.get(points, points)  # no cards add to 1 or leave 1
    trickless: Party | None = None
    if points in (0, 240) and chance.random() < 0.8:
        trickless = "re" if points == 0 else "kontra"
    two = game in TWO_AGAINST_TWO
    return DealOutcome(
        game=game,
        re=re,
        card_points=points,
        seats=seats,
        call_re=_call(chance, points),
        call_kontra=_call(chance, 240 - points),
        trickless=trickless,
        contract=chance.choice(ruleset.solo_contracts) if game == SOLO else None,
        doppelkopf=_earned(chance, points, 0.03) if two else (0, 0),
        fox=_earned(chance, points, 0.15) if two else (0, 0),
        charlie=_charlie(chance, points) if two else None,
    )


def _call(chance: random.Random, points: int) -> str:
    hoped = points + chance.gauss(-15, 20)
    for limit, call in ((215, "no30"), (185, "no60"), (155, "no90"), (125, "announced")):
        if hoped > limit:
            return call
    return "none"


def _earned(chance: random.Random, points: int, likely: float) -> tuple[int, int]:
    """Up to two special points; only a party with at least 60 card points is given any."""
    re = kontra = 0
    for _ in range(2):
        if chance.random() < likely:
            to_re = chance.random() < points / 240
            re += to_re and points >= 60
            kontra += not to_re and points <= 180
    return re, kontra


def _charlie(chance: random.Random, points: int) -> Party | None:
    if not 30 <= points <= 210 or chance.random() >= 0.12:
        return None
    return "re" if chance.random() < points / 240 else "kontra"


def _penalty(chance: random.Random, state: SessionState) -> SheetRow:
    """A minor breach, −3 and +1 each, or a serious one, −12 and +4 each (TSR 9.3, 9.4)."""
    share = chance.choice((1, 1, 1, 4))
    seats = state.playing
    offender = chance.choice(seats)
    return SheetRow(
        DealKind.PENALTY,
        scores=tuple(
            -3 * share if seat == offender else share if seat in seats else 0
            for seat in range(1, state.seats + 1)
        ),
    )


def _breach(
    chance: random.Random, state: SessionState, dealer: int, kind: DealKind, soloist: int
) -> SampleRow:
    """A Kontra player's serious breach in a solo: 12 points and 3 for each Absage (TSR 9.4.4)."""
    offender = chance.choice([seat for seat in state.playing_with(dealer) if seat != soloist])
    points = 12 + 3 * chance.choice((0, 0, 0, 1))
    gains = {soloist: points, offender: -points}
    scores = tuple(gains.get(seat, 0) for seat in range(1, state.seats + 1))
    return SampleRow(SheetRow(kind, soloist, scores, breach=True))


def _row_record(row: SheetRow) -> dict[str, Any]:
    record: dict[str, Any] = {"kind": row.kind.value}
    if row.kind in ALONE:
        record["soloist"] = row.soloist
    if row.scores is not None:
        record["scores"] = list(row.scores)
    if row.breach:
        record["breach"] = True
    return record
