"""Rows of a table, checked and written: what every action shares that changes a result."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring.sheet import SheetReport, SheetRow, check_sheet
from tournaments.actions import sheets
from tournaments.actions.at_table import TableUnderWay
from tournaments.actions.core import Refused
from tournaments.actions.facts import refuse_misfits
from tournaments.actions.referee_kept import refuse_long_notes
from tournaments.models import SCORE_FIELDS, Deal, Seat, Table
from tournaments.numbers import points_text


def sound_totals(table: Table, totals: Sequence[int]) -> list[int]:
    """The totals of a table, refused unless there is one for each seat and they add to 0."""
    if len(totals) != table.size:
        raise Refused(
            _("Table %(table)s has %(size)s seats, so it needs %(size)s totals.")
            % {"table": table.number, "size": table.size},
            code="totals",
        )
    for position, total in enumerate(totals, start=1):
        if not -sheets.TOTAL_LIMIT <= total <= sheets.TOTAL_LIMIT:
            raise Refused(
                _("Seat %(seat)s: no sheet comes to more than %(limit)s points.")
                % {"seat": position, "limit": sheets.TOTAL_LIMIT},
                where=position,
                code="totals",
            )
    if sum(totals):
        raise Refused(
            sheets.with_rule(
                _("The totals add to %(sum)s instead of 0.") % {"sum": points_text(sum(totals))},
                "7.3.3",
            ),
            code="sum_not_zero",
        )
    return list(totals)


def refuse_unsound(rows: Sequence[SheetRow], complete: bool) -> None:
    """What the database would refuse anyway, said beforehand with the row."""
    if not any(row.scores is not None for row in rows):
        raise Refused(_("Nothing has been typed yet."), code="empty")
    for number, row in enumerate(rows, start=1):
        if row.scores is not None and sum(row.scores):
            raise Refused(
                sheets.with_rule(
                    _("Row %(row)s: the points add to %(sum)s instead of 0.")
                    % {"row": number, "sum": points_text(sum(row.scores))},
                    "7.3.3",
                ),
                where=number,
                code="sum_not_zero",
            )
        if complete and row.scores is None and row.kind != Deal.Kind.STRUCK:
            raise Refused(
                _("Row %(row)s has no points. A finished sheet has points in every row; 0 counts.")
                % {"row": number},
                where=number,
                code="row_blank",
            )


def write_rows(
    desk: TableUnderWay,
    actor: Any,
    rows: Sequence[SheetRow],
    facts: Sequence[tuple[Any, str]],
    won: Sequence[int | None],
    state: str,
    keys: Sequence[str | None] = (),
) -> None:
    """Replace the rows of a table by these; ``facts`` are outcome and note of each, ``keys`` those
    of the phones that keyed them, if any did.
    """
    refuse_long_notes(note for _outcome, note in facts)
    table = desk.table
    table.deals.all().delete()
    desk.deals = Deal.objects.bulk_create(
        _deal(table, number, row, *known, key)
        for number, (row, known, key) in enumerate(
            zip(rows, facts, keys or [None] * len(rows), strict=True), start=1
        )
    )
    totals = sheets.totals_of(table.size, desk.deals)
    for seat in desk.seats:
        seat.points = totals[seat.position - 1]
        seat.solos_won = won[seat.position - 1]
    Seat.objects.bulk_update(desk.seats, ["points", "solos_won"])
    table.state = state
    table.entered_by, table.verified_by = actor, None
    table.save(update_fields=["state", "entered_by", "verified_by"])


def _deal(
    table: Table, number: int, row: SheetRow, outcome: Any, note: str, key: str | None
) -> Deal:
    scores = row.scores if row.scores is not None and row.kind != Deal.Kind.STRUCK else ()
    return Deal(
        table=table,
        row=number,
        kind=str(row.kind),
        soloist=row.soloist,
        breach=row.breach,
        outcome=outcome,
        note=note,
        client_key=key,
        **dict(zip(SCORE_FIELDS, scores, strict=False)),
    )


def report_on_written(desk: TableUnderWay) -> SheetReport:
    """What the rows just written come to; refused where no sheet can hold it, or its facts."""
    sound_totals(desk.table, sheets.totals_of(desk.table.size, desk.deals))
    ruleset = sheets.ruleset_of(desk.table)
    complete = desk.table.state != Table.State.OPEN
    report = check_sheet(
        desk.table.size, sheets.stored_rows(desk.deals), complete=complete, ruleset=ruleset
    )
    refuse_misfits(desk.table.size, desk.deals, report)
    return report


def empty(table: Table) -> None:
    """Take the whole result of a table away: it is open again."""
    table.deals.all().delete()
    table.seats.update(points=None, solos_won=None)
    table.state = Table.State.OPEN
    table.entered_by = table.verified_by = None
    table.save(update_fields=["state", "entered_by", "verified_by"])
