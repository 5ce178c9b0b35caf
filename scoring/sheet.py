"""A table's score sheet (Spielliste): who dealt and led each deal, totals, findings (TSR 7.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from rules.refusal import gettext_noop
from rules.ruleset import DDV, Ruleset
from rules.session import ALONE, DealKind, SessionState, Step, start_session

ERROR: Final = "error"
WARNING: Final = "warning"


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One row as written, in the order played.

    ``scores`` are game points by position, None where nothing is written yet. ``breach`` marks a
    solo ended by a Kontra player's serious breach (TSR 9.4.4): the solo counts as played, the
    points are the penalty's. ``by_facts`` are the points that the deal's facts come to, where
    they are known; two rows that say the same are equal whether or not facts stand behind them.
    """

    kind: DealKind
    soloist: int | None = None
    scores: tuple[int, ...] | None = None
    breach: bool = False
    by_facts: tuple[int, ...] | None = field(default=None, compare=False)

    @property
    def is_known(self) -> bool:
        """Whether its points are known; a struck deal has none."""
        return self.scores is not None or self.kind is DealKind.STRUCK


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet as written: ``totals`` are those on the paper, if any are to be checked."""

    table_size: int
    rows: tuple[SheetRow, ...]
    totals: tuple[int, ...] | None = None
    complete: bool = False


@dataclass(frozen=True, slots=True)
class Finding:
    """Something on a sheet that the rules do not allow or that does not add up.

    ``row`` counts from 1 and is None for the sheet as a whole. ``template`` and ``params`` make
    the sentence, as in :class:`rules.refusal.Refusal`.
    """

    row: int | None
    code: str
    rule: str | None
    severity: str
    template: str
    params: Mapping[str, object]

    @property
    def sentence(self) -> str:
        """What is wrong, in English, without naming the row."""
        return self.template % self.params

    @property
    def message(self) -> str:
        """What is wrong and in which row, in English."""
        return self.sentence if self.row is None else f"Row {self.row}: {self.sentence}"


@dataclass(frozen=True, slots=True)
class CheckedRow:
    """A row's place in the session and the running totals after it (None without scores)."""

    step: Step
    running: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class SheetReport:
    """What a sheet comes to. ``next`` is the state before the next deal, None after the last."""

    rows: tuple[CheckedRow, ...]
    totals: tuple[int, ...]
    next: SessionState | None
    findings: tuple[Finding, ...]

    def of_row(self, row: int) -> tuple[Finding, ...]:
        """The findings of a row, counted from 1."""
        return tuple(finding for finding in self.findings if finding.row == row)


def check_sheet(
    table_size: int,
    rows: Sequence[SheetRow],
    totals: Sequence[int] | None = None,
    complete: bool = False,
    ruleset: Ruleset = DDV,
) -> SheetReport:
    """Walk a sheet through the session protocol and add it up.

    Every row's ``scores`` must have ``table_size`` numbers. Findings are data: nothing is refused
    but a table size the ruleset does not have.
    """
    state = start_session(table_size, ruleset)
    running = (0,) * table_size
    checked: list[CheckedRow] = []
    findings: list[Finding] = []
    for number, row in enumerate(rows, start=1):
        step = state.step(row.kind, row.soloist)
        findings += [
            Finding(number, fault.code, fault.rule, ERROR, fault.template, fault.params)
            for fault in step.faults
        ]
        if row.scores is None:
            checked.append(CheckedRow(step, None))
        else:
            findings += _score_findings(number, row, step)
            running = tuple(a + b for a, b in zip(running, row.scores, strict=True))
            checked.append(CheckedRow(step, running))
        state = step.after
    if totals is not None:
        findings += _totals_finding(running, totals, rows)
    if complete:
        findings += _completeness(state)
    return SheetReport(tuple(checked), running, None if state.is_over else state, tuple(findings))


def _score_findings(number: int, row: SheetRow, step: Step) -> list[Finding]:
    """What is wrong with the points of one row (TSR 7.3.3)."""
    scores = row.scores or ()
    four = len(scores) == 4
    found = []
    if sum(scores):
        found.append(
            _error(
                number,
                "sum_not_zero",
                "7.3.3",
                gettext_noop("The points add to %(sum)d instead of 0."),
                sum=sum(scores),
            )
        )
    if row.kind in (DealKind.PENALTY, DealKind.STRUCK) or row.breach:
        return found
    if four and len({score % 2 for score in scores}) > 1:
        odd = [seat for seat, score in enumerate(scores, start=1) if score % 2]
        found.append(
            _error(
                number,
                "parity",
                "7.3.3",
                gettext_noop(
                    "Points must be all even or all odd; they are odd for seats: %(seats)s."
                ),
                seats=_listed(odd),
            )
        )
    code = "solo_ratio" if row.kind in ALONE else "not_two_against_two"
    if not four and step.dealer is not None and scores[step.dealer - 1]:
        found.append(
            _error(
                number,
                code,
                "10.1",
                gettext_noop("Seat %(seat)d deals and sits out, but has %(points)d points."),
                seat=step.dealer,
                points=scores[step.dealer - 1],
            )
        )
    elif row.soloist is not None:
        found += _solo_ratio(number, row.soloist, _of_players(scores, step))
    else:
        found += _two_against_two(number, _of_players(scores, step))
    if row.by_facts not in (None, scores):
        found.append(_facts_differ(number, row))
    return found


def _facts_differ(number: int, row: SheetRow) -> Finding:
    """What the players wrote is not what the facts come to; only they know which is wrong."""
    return Finding(
        number,
        "facts_differ",
        "7.2",
        WARNING,
        gettext_noop("By its facts the deal comes to other points; seat by seat: %(points)s."),
        {"points": " / ".join(f"{score:+d}".replace("-", "−") for score in row.by_facts or ())},
    )


def _of_players(scores: Sequence[int], step: Step) -> dict[int, int]:
    """Points by position of those who hold cards in this deal."""
    sits_out = step.dealer if len(scores) == 5 else None
    return {seat: score for seat, score in enumerate(scores, start=1) if seat != sits_out}


def _solo_ratio(number: int, soloist: int, points: dict[int, int]) -> list[Finding]:
    """A soloist gets three times what each of the others loses (TSR 7.2)."""
    others = {score for seat, score in points.items() if seat != soloist}
    own = points.get(soloist, 0)
    if len(others) == 1 and own == -3 * others.pop():
        return []
    return [
        _error(
            number,
            "solo_ratio",
            "7.2",
            gettext_noop(
                "Seat %(seat)d played alone and has %(points)d points: the other three must have "
                "a third each with the opposite sign."
            ),
            seat=soloist,
            points=own,
        )
    ]


def _two_against_two(number: int, points: dict[int, int]) -> list[Finding]:
    """Two players gain what the other two lose (TSR 7.2)."""
    low, _, _, high = ordered = sorted(points.values())
    if ordered == [low, low, high, high] and low == -high:
        return []
    winners = [seat for seat, score in sorted(points.items()) if score > 0]
    if not winners:
        template = gettext_noop(
            "Two players must gain what the other two lose, but no seat has plus points."
        )
    else:
        template = gettext_noop(
            "Two players must gain what the other two lose; plus points for seats: %(seats)s."
        )
    return [_error(number, "not_two_against_two", "7.2", template, seats=_listed(winners))]


def _totals_finding(
    added: Sequence[int], written: Sequence[int], rows: Sequence[SheetRow]
) -> list[Finding]:
    """Whether the totals on the paper are the sum of its rows.

    Rows without points leave the sum open, so that a difference is then only a warning.
    """
    wrong = [
        seat for seat, pair in enumerate(zip(added, written, strict=True), 1) if pair[0] != pair[1]
    ]
    if not wrong:
        return []
    params = {
        "seats": _listed(wrong),
        "written": _listed([written[seat - 1] for seat in wrong]),
        "added": _listed([added[seat - 1] for seat in wrong]),
    }
    blank = sum(not row.is_known for row in rows)
    if blank:
        template = gettext_noop(
            "The totals written differ (seats: %(seats)s): written %(written)s, the rows add to "
            "%(added)s, but rows without points: %(blank)d."
        )
        return [
            Finding(None, "totals_differ", "7.3.3", WARNING, template, {**params, "blank": blank})
        ]
    template = gettext_noop(
        "The totals written differ (seats: %(seats)s): written %(written)s, the rows add to "
        "%(added)s."
    )
    return [Finding(None, "totals_differ", "7.3.3", ERROR, template, params)]


def _completeness(state: SessionState) -> list[Finding]:
    """What a sheet handed in as finished still lacks (TSR 8.5, 8.6)."""
    found = []
    if not state.is_over:
        found.append(
            _error(
                None,
                "too_few_deals",
                state.table.rule,
                gettext_noop("The sheet has %(played)d of %(deals)d deals."),
                played=state.played,
                deals=state.table.deals,
            )
        )
    if state.open_pflichtsoli:
        found.append(
            _error(
                None,
                "pflichtsolo_missing",
                "8.6",
                gettext_noop("The sheet lacks a Pflichtsolo (seats: %(seats)s)."),
                seats=_listed(state.open_pflichtsoli),
            )
        )
    return found


def _error(row: int | None, code: str, rule: str, template: str, **params: object) -> Finding:
    return Finding(row, code, rule, ERROR, template, params)


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(str(number) for number in numbers)
