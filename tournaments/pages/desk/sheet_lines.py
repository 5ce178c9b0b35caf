"""A sheet as it is typed and as it is stored: the same lines, read both ways. No request here.

The form has the order of the paper: normal lines, Pflichtsolo lines, penalty lines. The order
played follows: a Pflichtsolo line says after which normal line it was played (nothing: at the
end, as Vorführung), a penalty line likewise (or "P2": after the second Pflichtsolo line).

A line may also hold ">12 -5 -7 0", the running totals as the paper has them after it, from which
its points follow; what else it may hold says ``line_rows``.
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils.translation import gettext as _

from rules.ruleset import Ruleset
from rules.session import DealKind, Step, dealer_of_line, start_session
from scoring.sheet import SheetRow
from tournaments.actions.core import Refused
from tournaments.numbers import NotANumber, parse_number, shown
from tournaments.pages.desk.line_facts import with_facts
from tournaments.pages.desk.line_rows import (
    Fault,
    normal_row,
    penalty_row,
    points_after_equals,
    seat_or_first,
    solo_row,
)
from tournaments.pages.desk.sheet_typed import NormalLine, PenaltyLine, SoloLine, Typed

RUNNING = ">"


@dataclass
class Reading:
    """What was typed, as rows in the order played.

    ``places`` names the line of each row ("n3", "p1", "x1"), ``facts`` are what is known of its
    deal beyond the points; ``faults`` are sentences by line;
    ``unfinished`` are the lines whose fault is only that they are not typed to the end.
    """

    rows: list[SheetRow] = field(default_factory=list)
    places: list[str] = field(default_factory=list)
    facts: list[dict[str, Any] | None] = field(default_factory=list)
    faults: dict[str, str] = field(default_factory=dict)
    unfinished: set[str] = field(default_factory=set)
    complete: bool = False


def read(typed: Typed, ruleset: Ruleset) -> Reading:
    """The rows in the order played, with what cannot be read. Lines with a fault have no points.

    Blank normal lines at the end are struck when time was up, and the sheet is handed in, even
    if a Pflichtsolo is missing; without that it is once its last deal is played or struck.
    Whether a solo of the Pflichtsolo section was a Vorführung follows from the deals before it
    (TSR 4.2.3).
    """
    reading = Reading()
    state = start_session(typed.size, ruleset)
    struck_from = _last_used(typed.normal) if typed.time_up else len(typed.normal)
    running = [0] * typed.size
    for place, line in _in_order_played(typed, reading):
        line = _from_running(line, running)
        if isinstance(line, NormalLine):
            number = int(place[1:])
            dealer = dealer_of_line(number, typed.size) if typed.size == 5 else None
            if number > struck_from and line.is_blank:
                row = SheetRow(DealKind.STRUCK)
            else:
                row = _or_fault(
                    reading, place, line, SheetRow(DealKind.NORMAL), normal_row, typed.size, dealer
                )
        elif isinstance(line, SoloLine):
            due = state.vorfuehrung_is_due
            kind = DealKind.VORFUEHRUNG if due else DealKind.PFLICHTSOLO
            spare = SheetRow(kind, seat_or_first(line.s, typed.size))
            sits_out = state.step(kind, spare.soloist).dealer if typed.size == 5 else None
            row = _or_fault(reading, place, line, spare, solo_row, typed.size, sits_out, kind)
        else:
            spare = SheetRow(DealKind.PENALTY)
            row = _or_fault(reading, place, line, spare, penalty_row, typed.size)
        step = state.step(row.kind, row.soloist)
        row, facts = _or_without_facts(reading, place, line, row, step)
        reading.rows.append(row)
        reading.places.append(place)
        reading.facts.append(facts)
        running = [a + b for a, b in zip(running, row.scores or [0] * typed.size, strict=True)]
        state = step.after
    _cut_blank_end(reading)
    whole = state.is_over and all(row.is_known for row in reading.rows)
    reading.complete = bool(reading.rows) and (typed.time_up or whole)
    return reading


def _from_running(line: object, running: Sequence[int]) -> object:
    """A line that holds running totals as one that holds its points; any other as it is."""
    text = line.w if isinstance(line, NormalLine) else line.v if isinstance(line, SoloLine) else ""
    if not text.strip().startswith(RUNNING):
        return line
    numbers = text.strip().lstrip(RUNNING)
    points = f"={numbers}"
    scores: list[int] = []
    with suppress(Fault):  # the reading of the points says the same
        totals = points_after_equals(numbers, len(running))
        scores = [now - before for now, before in zip(totals, running, strict=True)]
        points = "=" + " ".join(map(str, scores))
    if isinstance(line, SoloLine):
        return replace(line, v=points)
    return replace(line, w=points)


def _or_fault(
    reading: Reading, place: str, line: object, spare: SheetRow, reader: Callable, *args: object
) -> SheetRow:
    """The row of a line; ``spare``, which has no points, if it is blank or cannot be read."""
    try:
        return reader(line, *args) or spare
    except Fault as fault:
        reading.faults[place] = str(fault)
        if fault.unfinished:
            reading.unfinished.add(place)
        return spare


def _or_without_facts(
    reading: Reading, place: str, line: object, row: SheetRow, step: Step
) -> tuple[SheetRow, dict[str, Any] | None]:
    """The row with what its facts come to, and the facts; facts that do not fit are a fault."""
    if isinstance(line, PenaltyLine) or place in reading.faults:
        return row, None
    try:
        return with_facts(row, line.f, step.dealer)  # type: ignore[attr-defined]
    except Refused as refused:
        reading.faults[place] = str(refused)
        return row, None


def _in_order_played(typed: Typed, reading: Reading) -> Iterable[tuple[str, object]]:
    """The lines that count, each with its place. The end is after what is typed: the blank lines
    of a sheet that is only begun come after it.
    """
    solos: dict[int, list[int]] = {}
    end = len(typed.normal)
    for n, line in enumerate(typed.solos, start=1):
        if not line.is_blank:
            solos.setdefault(_after(line.a, end, f"p{n}", reading), []).append(n)
    penalties: dict[str, list[int]] = {}
    for n, line in enumerate(typed.penalties, start=1):
        if not line.is_blank:
            after = _after_any(line.a, typed, f"x{n}", reading)
            penalties.setdefault(after, []).append(n)
    closes = max([0, *solos, *(int(after) for after in penalties if after.isdecimal())])
    closes = end if typed.time_up else max(closes, _last_used(typed.normal))
    for number in range(end + 1):
        if number:
            yield f"n{number}", typed.normal[number - 1]
        for n in penalties.get(str(number), ()):
            yield f"x{n}", typed.penalties[n - 1]
        for s in solos.get(number, ()):
            yield f"p{s}", typed.solos[s - 1]
            for n in penalties.get(f"P{s}", ()):
                yield f"x{n}", typed.penalties[n - 1]
        for n in penalties.get("", ()) if number == closes else ():
            yield f"x{n}", typed.penalties[n - 1]


def _after(text: str, end: int, place: str, reading: Reading) -> int:
    """After which normal line; 0 is before the first, nothing is the end."""
    if not text.strip():
        return end
    try:
        return parse_number(text, low=0, high=end)
    except NotANumber as fault:
        reading.faults[place] = _("After which line? %(why)s") % {"why": fault}
        return end


def _after_any(text: str, typed: Typed, place: str, reading: Reading) -> str:
    """After which line of either section: "7", "P2", or "" for the end."""
    label = text.strip().upper()
    if not label:
        return ""
    if label.startswith("P"):
        used = {f"P{n}" for n, line in enumerate(typed.solos, start=1) if not line.is_blank}
        if label not in used:
            reading.faults[place] = _("“%(line)s” is no Pflichtsolo line that was played.") % {
                "line": shown(text)
            }
            return ""
        return label
    after = _after(label, len(typed.normal), place, reading)
    return "" if place in reading.faults else str(after)


def _last_used(lines: Sequence[NormalLine]) -> int:
    return max((n for n, line in enumerate(lines, start=1) if not line.is_blank), default=0)


def _cut_blank_end(reading: Reading) -> None:
    while (
        reading.rows
        and reading.rows[-1].scores is None
        and reading.rows[-1].kind is DealKind.NORMAL
        and reading.places[-1] not in reading.faults
    ):
        reading.rows.pop()
        reading.places.pop()
        reading.facts.pop()
