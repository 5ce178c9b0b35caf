"""A stored sheet as what one would have typed: the way back from rows to lines."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any

from rules.ruleset import Ruleset
from rules.session import OWED, DealKind, dealer_of_line, start_session
from scoring.sheet import SheetRow
from tournaments.actions.sheets import stored_rows
from tournaments.models import Table
from tournaments.pages.desk.line_facts import carried
from tournaments.pages.desk.line_rows import NOBODY, STRUCK, Fault, normal_row, solo_row
from tournaments.pages.desk.sheet_lines import read
from tournaments.pages.desk.sheet_typed import (
    NormalLine,
    PenaltyLine,
    SoloLine,
    Typed,
    blank_sheet,
)
from tournaments.pages.desk.table_at_desk import TableAtDesk


def as_stored(desk: TableAtDesk) -> Typed:
    """The stored sheet as typed lines, or a blank one.

    A sheet that was handed in although something is missing was ended by the clock: without
    that, saving it again would make it one that is only begun.
    """
    if not desk.has_sheet:
        return blank_sheet(desk.table.size, desk.ruleset)
    facts = [deal.outcome for deal in desk.deals]
    typed = from_rows(stored_rows(desk.deals), desk.table.size, desk.ruleset, facts)
    if desk.table.state != Table.State.OPEN and not read(typed, desk.ruleset).complete:
        typed.time_up = True
    return typed


def is_unsaved(desk: TableAtDesk, typed: Typed) -> bool:
    """Does a typed sheet say anything else than what is stored?"""
    return read(typed, desk.ruleset) != read(as_stored(desk), desk.ruleset)


def from_rows(
    rows: Sequence[SheetRow],
    size: int,
    ruleset: Ruleset,
    facts: Sequence[Mapping[str, Any] | None] = (),
) -> Typed:
    """A stored sheet as typed lines; reading them again gives the same rows.

    ``facts`` are those of the rows, if they are to come along.
    """
    typed = blank_sheet(size, ruleset)
    most = len(typed.normal)
    typed.normal, typed.solos, typed.penalties = [], [], []
    state = start_session(size, ruleset)
    last = "0"
    for row, known in zip_longest(rows, facts):
        if row.kind is DealKind.PENALTY:
            points = [str(score) if score else "0" for score in row.scores or ()]
            typed.penalties.append(PenaltyLine(last, points))
        elif row.kind in OWED:
            sits_out = state.step(row.kind, row.soloist).dealer if size == 5 else None
            after = "" if len(typed.normal) >= most else str(len(typed.normal))
            typed.solos.append(typed_solo(row, size, sits_out, after))
            typed.solos[-1].f = carried(known)
            last = f"P{len(typed.solos)}"
        else:
            number = len(typed.normal) + 1
            dealer = dealer_of_line(number, size) if size == 5 else None
            typed.normal.append(typed_normal(row, size, dealer))
            typed.normal[-1].f = carried(known)
            last = str(number)
        state = state.step(row.kind, row.soloist).after
    if state.is_over:
        _strike_end(typed, most)
    blank = blank_sheet(size, ruleset)
    typed.normal += blank.normal[len(typed.normal) :]
    typed.solos += blank.solos[len(typed.solos) :]
    typed.penalties += blank.penalties
    return typed


def _strike_end(typed: Typed, most: int) -> None:
    """Struck lines up to the end of the section are what "time was up" says.

    Only of a sheet that is over: while Vorführungen are still to be played (TSR 8.5), saying so
    would hand it in without them.
    """
    if len(typed.normal) < most:
        return
    for line in reversed(typed.normal):
        if line.w != STRUCK:
            break
        line.w = ""
        typed.time_up = True


def typed_normal(row: SheetRow, size: int, dealer: int | None) -> NormalLine:
    """A row as a normal line, in the shortest form that says it."""
    if row.kind is DealKind.STRUCK:
        return NormalLine(STRUCK)
    if row.scores is None:
        return NormalLine()
    kind = str(row.kind) if row.soloist else ""
    for line in (
        NormalLine(_digits(row, lambda score: score > 0), str(max(row.scores)), kind),
        NormalLine("", "0"),
        NormalLine(str(row.soloist or ""), _third(row), kind),
    ):
        try:
            if normal_row(line, size, dealer) == row:
                return line
        except Fault:
            continue
    plain = NormalLine(_equals(row), "", kind)
    if not row.breach and normal_row(plain, size, dealer) == row:
        return plain
    return replace(plain, s=str(row.soloist or NOBODY), b="1" if row.breach else "")


def typed_solo(row: SheetRow, size: int, sits_out: int | None, after: str) -> SoloLine:
    """A row as a line of the Pflichtsolo section."""
    line = SoloLine(str(row.soloist or ""), _third(row), after)
    if row.scores is None:
        return SoloLine(line.s, "", after)
    try:
        if solo_row(line, size, sits_out, row.kind) == row:
            return line
    except Fault:
        pass
    return SoloLine(line.s, _equals(row), after, "1" if row.breach else "")


def _digits(row: SheetRow, chosen: Callable[[int], bool]) -> str:
    return "".join(str(seat) for seat, score in enumerate(row.scores or (), 1) if chosen(score))


def _third(row: SheetRow) -> str:
    if row.scores is None or not row.soloist or row.soloist > len(row.scores):
        return ""
    return str(row.scores[row.soloist - 1] // 3)


def _equals(row: SheetRow) -> str:
    return "=" + " ".join(str(score) for score in row.scores or ())
