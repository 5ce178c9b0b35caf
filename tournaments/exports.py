"""Lists as spreadsheets: CSV that German Excel opens by a double click, and XLSX with real types.

A cell that begins like a formula stays text: what a player's name says is never computed.
"""

import csv
import io
import re
from collections.abc import Callable, Iterable
from datetime import date
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter

from tournaments.exports_played import (
    meetings_listing,
    penalties_listing,
    record_listing,
    session_results_listing,
)
from tournaments.listing import Cell, Listing
from tournaments.models import Entry, Seat, Session, TieBreak, Tournament
from tournaments.models.standings import full_standings

# What spreadsheets read as the beginning of a formula, the full-width signs of Asian input too.
_FORMULA = re.compile("[=+\\-@\t\r\n\uff1d\uff0b\uff0d\uff20]")
# Noncharacters, which no XML may hold.
_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def listing(tournament: Tournament, what: str) -> Listing:
    """The list called ``what``; KeyError if there is none of that name."""
    return LISTINGS[what](tournament)


def standings_listing(tournament: Tournament) -> Listing:
    """Ranking with a column per session that has results; full names, for the desk."""
    standings = full_standings(tournament)
    numbers = [one.number for one in standings.sessions if one.tables_in]
    rows: list[list[Cell]] = []
    for row in standings.rows:
        player = row.entry.player
        rows.append(
            [
                row.rank,
                row.entry.start_number,
                player.last_name,
                player.first_name,
                player.club_name,
                player.ddv_number,
                *(row.points.get(number) for number in numbers),
                row.adjustments if row.adjusted else None,
                row.total,
                str(TieBreak(row.decided_by).label) if row.decided_by else "",
                row.entry.get_status_display(),
            ]
        )
    header = [
        _("Rank"),
        _("Start number"),
        _("Last name"),
        _("First name"),
        _("Club"),
        _("DDV number"),
        *(_("Session %(number)s") % {"number": number} for number in numbers),
        _("Adjustments"),
        pgettext("of points", "Sum"),
        _("Tie-break"),
        _("Status"),
    ]
    return Listing(_("Standings"), header, rows)


def entries_listing(tournament: Tournament) -> Listing:
    """The entries by start number; its columns are those that the import of players reads."""
    entries = tournament.entries.select_related("player__club").order_by("start_number")
    header = [
        _("Start number"),
        _("Last name"),
        _("First name"),
        _("Club"),
        _("DDV number"),
        _("Status"),
    ]
    rows: list[list[Cell]] = [
        [
            entry.start_number,
            entry.player.last_name,
            entry.player.first_name,
            entry.player.club_name,
            entry.player.ddv_number,
            entry.get_status_display(),
        ]
        for entry in entries
    ]
    return Listing(_("Entries"), header, rows)


def seats_listing(tournament: Tournament) -> Listing:
    """Every published seat with its result; drafts are left out, they may still change."""
    seats = (
        Seat.objects.filter(session__tournament=tournament, session__state__in=Session.PUBLISHED)
        .select_related("session", "table", "entry__player__club")
        .order_by("session__number", "table__number", "position")
    )
    header = [
        _("Session"),
        pgettext("sheet", "Table"),
        _("Seat"),
        _("Start number"),
        _("Last name"),
        _("First name"),
        _("Club"),
        _("Points"),
    ]
    rows: list[list[Cell]] = [
        [
            seat.session.number,
            seat.table.number,
            seat.position,
            seat.entry.start_number,
            seat.entry.player.last_name,
            seat.entry.player.first_name,
            seat.entry.player.club_name,
            seat.points,
        ]
        for seat in seats
    ]
    return Listing(_("Seat plans"), header, rows)


LISTINGS: dict[str, Callable[[Tournament], Listing]] = {
    "standings": standings_listing,
    "entries": entries_listing,
    "seats": seats_listing,
    "session-results": session_results_listing,
    "meetings": meetings_listing,
    "penalties": penalties_listing,
}
# Lists of one player, by their start number.
RECORDS: dict[str, Callable[[Entry], Listing]] = {"record": record_listing}


def as_csv(found: Listing) -> bytes:
    """Semicolons, CRLF, UTF-8 with a BOM: what Excel in Germany expects.

    Text that begins like a formula gets an apostrophe before it, as there is no other way to
    say in CSV that it is text.
    """
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";", lineterminator="\r\n")
    writer.writerows([_csv_cell(cell) for cell in row] for row in [found.header, *found.rows])
    return out.getvalue().encode("utf-8-sig", errors="replace")


def as_xlsx(found: Listing, tournament: Tournament) -> bytes:
    """The list on one sheet, what it is a list of on a second; numbers and dates are real."""
    book = Workbook(write_only=True)
    sheet = book.create_sheet(_sheet_name(found.title))
    sheet.freeze_panes = "A2"
    for number, width in enumerate(_widths([found.header, *found.rows]), start=1):
        sheet.column_dimensions[get_column_letter(number)].width = width
    sheet.append([_xlsx_cell(sheet, text, bold=True) for text in found.header])
    for row in found.rows:
        sheet.append([_xlsx_cell(sheet, cell) for cell in row])
    about = book.create_sheet(_sheet_name(_("Tournament")))
    about.column_dimensions["A"].width, about.column_dimensions["B"].width = 16, 40
    facts: list[tuple[str, Cell]] = [
        (_("Tournament"), tournament.name),
        (_("Date"), tournament.starts_on),
        (_("Place"), tournament.place),
    ]
    for label, value in facts:
        about.append([_xlsx_cell(about, label, bold=True), _xlsx_cell(about, value)])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _text(value: str) -> str:
    return _UNPRINTABLE.sub("\ufffd", value)


def _csv_cell(value: Cell) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        text = _text(value)
        return f"'{text}" if _FORMULA.match(text) else text
    return str(value)


def _xlsx_cell(sheet: Any, value: Cell, *, bold: bool = False) -> WriteOnlyCell:
    cell = WriteOnlyCell(sheet, value=None)
    if isinstance(value, str):
        cell.value = _text(value)
        # Never a formula: openpyxl takes "=…" for one unless told.
        cell.data_type = "s"
        cell.quotePrefix = bool(_FORMULA.match(value))
    elif isinstance(value, date):
        cell.value = value
        cell.number_format = "DD.MM.YYYY"
    else:
        cell.value = value
    if bold:
        cell.font = Font(bold=True)
    return cell


def _sheet_name(title: str) -> str:
    return re.sub(r"[\[\]:*?/\\]", " ", title)[:31]


def _widths(rows: Iterable[list[Cell]]) -> list[int]:
    """Column widths in characters, none wider than a long name."""
    columns = zip(*rows, strict=True)
    return [min(max(len(str(cell or "")) for cell in column) + 3, 45) for column in columns]
