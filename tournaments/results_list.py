"""What the columns of a list of results mean. Pure: rows of text in, numbers out.

The list is the one that "Seat plans" exports: a line for each seat, with its points.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.models.text import fold
from tournaments.numbers import NotANumber, parse_number
from tournaments.spreadsheets import Row, Unreadable

_HEADERS = {
    "session": "Runde, Spielrunde, Session",
    "table": "Tisch, Table",
    "seat": "Platz, Seat",
    "start_number": "Startnummer, Start-Nr, Nr, Start number, No",
    "points": "Punkte, Spielpunkte, Points",
}
_MEANING = {fold(name): field for field, names in _HEADERS.items() for name in names.split(",")}
_HIGHEST = 9999
# A championship has 168 players in eight sessions.
MAX_SEATS = 2500


@dataclass(frozen=True)
class SeatResult:
    """A seat's points as a line of the list says; None where the field is empty."""

    line: int
    session: int
    table: int
    seat: int
    start_number: int
    points: int | None


def read_results(rows: Sequence[Row]) -> list[SeatResult]:
    """The seats of a list whose first line names the columns. Raises Unreadable with the line."""
    head, *rest = rows
    columns = {
        _MEANING[fold(cell)]: at for at, cell in enumerate(head.cells) if fold(cell) in _MEANING
    }
    missing = [says.split(",")[0] for field, says in _HEADERS.items() if field not in columns]
    if missing:
        raise Unreadable(
            _("The first line names the columns. Missing: %(names)s.")
            % {"names": ", ".join(missing)}
        )
    return [_seat(row, columns) for row in rest]


def _seat(row: Row, columns: dict[str, int]) -> SeatResult:
    values: dict[str, int | None] = {}
    for field, at in columns.items():
        text = row.cells[at] if at < len(row.cells) else ""
        # An apostrophe says in CSV that "-12" is no formula.
        text = text.removeprefix("'")
        if field == "points" and not text:
            values[field] = None
            continue
        low = -_HIGHEST if field == "points" else 1
        try:
            values[field] = parse_number(text, low=low, high=_HIGHEST)
        except NotANumber as fault:
            raise Unreadable(
                _("Line %(line)s: %(why)s") % {"line": row.line, "why": fault}
            ) from fault
    return SeatResult(line=row.line, **values)  # type: ignore[arg-type]
