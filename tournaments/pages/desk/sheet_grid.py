"""The grid of a sheet as it is shown: the typed lines with what they come to. No request here."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from rules.ruleset import Ruleset
from rules.session import DealKind, dealer_of_line
from scoring.sheet import ERROR, SheetReport, SheetRow, check_sheet
from tournaments.actions.referee_kept import kept_notes
from tournaments.actions.sheets import finding_sentence
from tournaments.models import Deal
from tournaments.numbers import points_text, signed
from tournaments.pages.desk.line_rows import ALONE_AMONG_NORMAL
from tournaments.pages.desk.sheet_lines import Reading, read
from tournaments.pages.desk.sheet_typed import NormalLine, PenaltyLine, SoloLine, Typed


@dataclass
class Cell:
    """A player's part of a line: score and running total, as on the paper."""

    seat: int
    score: str = ""
    running: str = ""
    look: str = ""
    sits_out: bool = False


@dataclass
class Line:
    """A line of the paper. ``look`` holds its classes; ``typed`` what was typed into it."""

    id: str
    label: str
    dealer: str
    cells: list[Cell]
    typed: Any
    kind: str = ""
    look: str = ""
    faults: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    due: str = ""
    note: str = ""
    has_facts: bool = False
    pflicht: tuple[int, int] | None = None  # soloist and value, if it should have been that


@dataclass
class Grid:
    """A sheet on the screen. ``faults`` are those of the sheet as a whole."""

    normal: list[Line]
    solos: list[Line]
    penalties: list[Line]
    totals: list[str]
    faults: list[str]
    progress: str
    is_complete: bool
    reading: Reading
    time_up: bool

    @property
    def lines(self) -> tuple[Line, ...]:
        """Every line, in the order of the paper."""
        return (*self.normal, *self.solos, *self.penalties)

    @property
    def has_errors(self) -> bool:
        return bool(self.faults or any(line.faults for line in self.lines))

    @property
    def first_bad(self) -> str:
        """The first line with a fault; "" if there is none."""
        return next((line.id for line in self.lines if line.faults), "")

    @property
    def first_blank(self) -> str:
        """The first normal line that is blank; "" if none is."""
        return next((line.id for line in self.normal if line.typed.is_blank), "")


KIND_CHOICES = [(kind.value, Deal.Kind(kind.value).label) for kind in ALONE_AMONG_NORMAL]


def build_grid(typed: Typed, ruleset: Ruleset, *, while_typing: bool = False) -> Grid:
    """What the typed lines come to. ``while_typing`` keeps quiet about lines just begun."""
    reading = read(typed, ruleset)
    report = check_sheet(typed.size, reading.rows, complete=reading.complete, ruleset=ruleset)
    lines = _Lines(typed, reading, report, while_typing)
    return Grid(
        normal=[lines.normal(n) for n in range(1, len(typed.normal) + 1)],
        solos=[lines.solo(n) for n in range(1, len(typed.solos) + 1)],
        penalties=[lines.penalty(n) for n in range(1, len(typed.penalties) + 1)],
        totals=[signed(total) for total in report.totals],
        faults=[finding_sentence(one) for one in report.findings if one.row is None],
        progress=_progress(reading, report, ruleset.table(typed.size).deals),
        is_complete=reading.complete,
        reading=reading,
        time_up=typed.time_up,
    )


def show_notes(grid: Grid, deals: Sequence[Deal]) -> None:
    """What is noted on stored rows, shown at the lines that still hold them."""
    kept = kept_notes(deals, grid.reading.rows)
    notes = dict(zip(grid.reading.places, kept, strict=True))
    before = ""
    for line in grid.lines:
        note = notes.get(line.id, "")
        if "struck" not in line.look or note != before:  # what many struck lines say is said once
            line.note = line.note or note
        before = note


def _progress(reading: Reading, report: SheetReport, deals: int) -> str:
    played = sum(
        row.scores is not None and row.kind is not DealKind.PENALTY for row in reading.rows
    )
    text = _("%(played)s of %(deals)s deals typed") % {"played": played, "deals": deals}
    owing = report.next.open_pflichtsoli if report.next else ()
    if owing:
        text += " · " + _("Pflichtsolo open: %(seats)s") % {"seats": ", ".join(map(str, owing))}
    return text


class _Lines:
    """Puts rows, findings and what was typed together, line by line."""

    def __init__(self, typed: Typed, reading: Reading, report: SheetReport, while_typing: bool):
        self.typed, self.reading, self.report = typed, reading, report
        self.while_typing = while_typing
        self.row_at = {place: index for index, place in enumerate(reading.places)}

    def normal(self, number: int) -> Line:
        typed = self.typed.normal[number - 1]
        dealer = dealer_of_line(number, self.typed.size)
        row = self._row(f"n{number}")
        look = []
        if row and row.soloist:
            look.append("alone")
        if typed.w.strip().startswith("="):
            look.append("explicit")
        kind = _kind_text(row)
        line = self._line(
            f"n{number}",
            str(number),
            str(dealer),
            typed,
            look,
            kind,
            dealer if self.typed.size == 5 else None,
        )
        if row and row.soloist and row.scores and self._is_early_lustsolo(f"n{number}"):
            line.pflicht = (row.soloist, row.scores[row.soloist - 1] // 3)
        return line

    def _is_early_lustsolo(self, place: str) -> bool:
        found = self.report.of_row(self.row_at[place] + 1)
        return any(one.code == "lustsolo_before_pflichtsolo" for one in found)

    def solo(self, number: int) -> Line:
        place = f"p{number}"
        typed = self.typed.solos[number - 1]
        row = self._row(place)
        dealer = None
        if place in self.row_at:
            dealer = self.report.rows[self.row_at[place]].step.dealer
        look = ["explicit"] if typed.v.strip().startswith("=") else []
        line = self._line(
            place,
            f"P{number}",
            str(dealer or ""),
            typed,
            look,
            _kind_text(row),
            dealer if self.typed.size == 5 else None,
        )
        if place in self.row_at and self.report.rows[self.row_at[place]].step.needs_decision:
            line.note = _(
                "Only the dealer still owed a Pflichtsolo, and the TSR do not say who deals then "
                "(4.2.3). Taken as dealt by the next seat; the director decides."
            )
        first_blank = next((n for n, s in enumerate(self.typed.solos, 1) if s.is_blank), None)
        if number == first_blank and self.report.next and self.report.next.vorfuehrung:
            line.due = str(self.report.next.vorfuehrung)
        return line

    def penalty(self, number: int) -> Line:
        typed = self.typed.penalties[number - 1]
        line = self._line(f"x{number}", "", "", typed, [], "", None)
        for cell, text in zip(line.cells, typed.points, strict=True):
            cell.score = text
        return line

    def _row(self, place: str) -> SheetRow | None:
        return self.reading.rows[self.row_at[place]] if place in self.row_at else None

    def _line(
        self,
        place: str,
        label: str,
        dealer: str,
        typed: Any,
        look: list[str],
        kind: str,
        sits_out: int | None,
    ) -> Line:
        faults, warnings = self._faults(place), self._warnings(place)
        row = self._row(place)
        if faults:
            look.append("bad")
        elif warnings:
            look.append("warned")
        elif row is not None and row.kind is DealKind.STRUCK:
            look.append("struck")
        cells = self._cells(row, place, sits_out)
        facts = row is not None and row.by_facts is not None
        classes = " ".join(look)
        return Line(
            place, label, dealer, cells, typed, kind, classes, faults, warnings, has_facts=facts
        )

    def _cells(self, row: SheetRow | None, place: str, sits_out: int | None) -> list[Cell]:
        cells = [Cell(seat, sits_out=seat == sits_out) for seat in range(1, self.typed.size + 1)]
        running = self.report.rows[self.row_at[place]].running if row is not None else None
        if row is None or row.scores is None or running is None:
            return cells
        for cell, score, total in zip(cells, row.scores, running, strict=True):
            cell.score = points_text(score)
            cell.look = "plus" if score > 0 else "minus" if score < 0 else ""
            cell.running = signed(total)
        return cells

    def _faults(self, place: str) -> list[str]:
        if place in self.reading.faults:
            if self.while_typing and place in self.reading.unfinished:
                return []
            return [self.reading.faults[place]]
        if place not in self.row_at:
            return []
        found = self.report.of_row(self.row_at[place] + 1)
        faults = [finding_sentence(one) for one in found if one.severity == ERROR]
        row = self._row(place)
        if (
            row is not None
            and row.scores is None
            and row.kind is DealKind.NORMAL
            and not self.while_typing
        ):
            faults.append(_("This line was left out. A deal worth nothing is typed as 0."))
        return faults

    def _warnings(self, place: str) -> list[str]:
        if place not in self.row_at:
            return []
        return [
            _("Warning: %(what)s") % {"what": finding_sentence(one)}
            for one in self.report.of_row(self.row_at[place] + 1)
            if one.severity != ERROR
        ]


def _kind_text(row: SheetRow | None) -> str:
    if row is None or row.kind is DealKind.NORMAL:
        return ""
    return str(Deal.Kind(row.kind.value).label)


def differing_lines(theirs: Typed, mine: Typed, ruleset: Ruleset) -> list[dict[str, str]]:
    """Where two typed sheets differ in meaning, line by line, for whoever has to choose."""
    their_rows, my_rows = _rows_by_place(theirs, ruleset), _rows_by_place(mine, ruleset)
    found = []
    for section, prefix, label in (
        ("normal", "n", ""),
        ("solos", "p", "P"),
        ("penalties", "x", "S"),
    ):
        pairs: Sequence[tuple[Any, Any]] = list(
            zip(getattr(theirs, section), getattr(mine, section), strict=False)
        )
        for number, (their, my) in enumerate(pairs, start=1):
            place = f"{prefix}{number}"
            said_by = (said(their, their_rows.get(place)), said(my, my_rows.get(place)))
            if said_by[0] != said_by[1]:
                found.append(
                    {"label": f"{label}{number}", "theirs": said_by[0], "mine": said_by[1]}
                )
    return found


def _rows_by_place(typed: Typed, ruleset: Ruleset) -> dict[str, SheetRow]:
    reading = read(typed, ruleset)
    return dict(zip(reading.places, reading.rows, strict=True))


def said(line: Any, row: SheetRow | None) -> str:
    """A line in short, such as "13 · 2" or "2 · 3 · Lustsolo"; a dash for a blank one."""
    if line.is_blank:
        return "–"
    if isinstance(line, PenaltyLine):
        return " · ".join([*(text or "0" for text in line.points), line.a or _("end")])
    parts = [line.s, line.v, line.a or _("end")] if isinstance(line, SoloLine) else [line.w, line.v]
    if isinstance(line, NormalLine) and row and row.soloist:
        parts.append(_kind_text(row))
    return " · ".join(part for part in parts if part)
