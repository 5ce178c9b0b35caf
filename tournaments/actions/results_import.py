"""Results from a list: what would happen to each table, and storing all of them at once."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal
from uuid import uuid4

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.actions.core import Refused
from tournaments.actions.results import IMPORTED, save_totals
from tournaments.actions.undo import undo
from tournaments.actions.writing import sound_totals
from tournaments.models import LogEntry, Seat, Session, Table, Tournament, undone_by
from tournaments.results_list import SeatResult

Verdict = Literal["new", "same", "kept", "error"]


@dataclass(frozen=True)
class TableOutlook:
    """What will happen to a table: ``new`` results are stored, the ``same`` are there already,
    other results that are there are ``kept``, an ``error`` stops the whole import.
    """

    session: int
    table: int
    totals: tuple[int, ...]
    verdict: Verdict
    why: str = ""


def look_at_results(tournament: Tournament, rows: Iterable[SeatResult]) -> list[TableOutlook]:
    """What importing ``rows`` would do, table by table; tables without any points are left out."""
    listed: dict[tuple[int, int], list[SeatResult]] = defaultdict(list)
    for row in rows:
        listed[row.session, row.table].append(row)
    stored: dict[tuple[int, int], list[Seat]] = defaultdict(list)
    seats = Seat.objects.filter(
        session__tournament=tournament, session__state__in=Session.PUBLISHED
    ).select_related("session", "table", "entry")
    for seat in seats.order_by("position"):
        stored[seat.session.number, seat.table.number].append(seat)
    return [
        _outlook(place, found, stored[place])
        for place, found in sorted(listed.items())
        if any(row.points is not None for row in found)
    ]


def import_results(
    tournament: Tournament, actor: Any, rows: Sequence[SeatResult], *, key: str | None = None
) -> int:
    """Store the totals of every table that has none yet, all or nothing; how many these were.

    Each table is a change of its own in the log; ``undo_import`` takes all of them back. Refused
    with the first table at fault.
    """
    stored, mark = 0, uuid4().hex
    with transaction.atomic():
        for one in look_at_results(tournament, rows):
            if one.verdict == "error":
                raise Refused(_at(one), where=f"{one.session}/{one.table}", code="results")
            if one.verdict == "new":
                table_key = f"{key}:{one.session}/{one.table}"[-64:] if key else None
                try:
                    save_totals(
                        tournament,
                        actor,
                        one.session,
                        one.table,
                        one.totals,
                        imported=mark,
                        key=table_key,
                    )
                except Refused as refusal:  # a penalty, or deals keyed: its page asks about them
                    raise Refused(
                        _at(replace(one, why=str(refusal))),
                        where=f"{one.session}/{one.table}",
                        code=refusal.code,
                    ) from refusal
                stored += 1
    return stored


def imported_with(entry: LogEntry) -> list[LogEntry]:
    """The changes of the import that ``entry`` came with and that stand, the last one first."""
    mark = entry.after.get(IMPORTED) if isinstance(entry.after, dict) else None
    if entry.action != "save_totals" or not isinstance(mark, str) or entry.tournament is None:
        return []
    undone = undone_by(entry.tournament)
    found = entry.tournament.log.filter(action="save_totals", **{f"after__{IMPORTED}": mark})
    return [one for one in found.order_by("-revision") if one.revision not in undone]


def undo_import(
    tournament: Tournament, actor: Any, entry: LogEntry, *, reason: str = "", key: str | None = None
) -> int:
    """Undo every table of the import that ``entry`` came with, all or none; how many these were.

    Refused like ``undo`` where something later rests on one of them.
    """
    with transaction.atomic():
        tables = imported_with(entry)
        for one in tables:
            revision = one.revision or 0
            table_key = f"{key}:{revision}"[-64:] if key else None
            undo(tournament, actor, revision, reason=reason, key=table_key)
    return len(tables)


def _at(one: TableOutlook) -> str:
    return _("Session %(session)s, table %(table)s: %(why)s") % {
        "session": one.session,
        "table": one.table,
        "why": one.why,
    }


def _outlook(place: tuple[int, int], found: list[SeatResult], seats: list[Seat]) -> TableOutlook:
    found = sorted(found, key=lambda row: row.seat)
    totals = tuple(row.points or 0 for row in found)
    why = _fault(found, seats)
    if not why:
        try:
            sound_totals(seats[0].table, totals)
        except Refused as refusal:
            why = str(refusal)
    if why:
        return TableOutlook(*place, totals, "error", why)
    if seats[0].table.state == Table.State.OPEN:
        return TableOutlook(*place, totals, "new")
    if tuple(seat.points for seat in seats) == totals:
        return TableOutlook(*place, totals, "same")
    here = _("Other points are stored; they stay. Correct them on the table's page.")
    return TableOutlook(*place, totals, "kept", here)


def _fault(found: list[SeatResult], seats: list[Seat]) -> str:
    """Why the lines of a table are not its seats; "" if they are."""
    if not seats:
        return _("There is no such table with released seats.")
    if [row.seat for row in found] != [seat.position for seat in seats]:
        return _("A line is missing or there is one too many: the table has %(n)s seats.") % {
            "n": len(seats)
        }
    for row, seat in zip(found, seats, strict=True):
        if row.points is None:
            return _("Line %(line)s: the points are missing.") % {"line": row.line}
        if row.start_number != seat.entry.start_number:
            return _("Line %(line)s: start number %(there)s sits there, not %(listed)s.") % {
                "line": row.line,
                "there": seat.entry.start_number,
                "listed": row.start_number,
            }
    return ""
