"""Results of a table: totals or a whole sheet, verified, cleared.

Deal rows, the seats' points and solos and the table's state are written in one transaction.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring.sheet import SheetReport, SheetRow, check_sheet
from tournaments.actions import sheets
from tournaments.actions.at_table import TableUnderWay, at_table
from tournaments.actions.core import Refused, required_reason
from tournaments.actions.facts import refuse_misfits
from tournaments.actions.keyings import (
    BY_COMPARISON,
    BY_SECOND_KEYING,
    may_vouch,
    refuse_unless_entered,
    set_verified,
    settle_findings,
)
from tournaments.models import SCORE_FIELDS, Deal, Seat, Table, Tournament
from tournaments.numbers import points_text


def save_totals(
    tournament: Tournament,
    actor: Any,
    session: int,
    table: int,
    totals: Sequence[int],
    *,
    seen: str | None = None,
    key: str | None = None,
) -> Table:
    """Store only the totals of a table, in seat order (game points).

    Where a sheet was typed deal by deal, totals that agree with it count as a second keying and
    verify the table; others are refused, since they would throw its deals away. ``seen`` is the
    ``state_digest`` the form was made from; raises Conflict when it is no longer true.
    """
    with at_table(tournament, actor, "save_totals", session, table, key, seen) as desk:
        _refuse_verified(desk)
        totals = sound_totals(desk.table, totals)
        if any(deal.kind not in (Deal.Kind.TOTAL, Deal.Kind.PENALTY) for deal in desk.deals):
            _compare_with_sheet(desk, actor, totals)
            return desk.table
        row = sheets.totals_row(totals)
        write_rows(
            desk,
            actor,
            [row],
            [(None, _notes_of(desk.deals))],
            [None] * desk.table.size,
            Table.State.ENTERED,
        )
    return desk.table


def save_sheet(
    tournament: Tournament,
    actor: Any,
    session: int,
    table: int,
    rows: Sequence[Mapping[str, Any]],
    *,
    complete: bool = True,
    seen: str | None = None,
    key: str | None = None,
) -> Table:
    """Store a sheet deal by deal: ``check_sheet`` rows in the order played.

    With ``complete`` the sheet is handed in and every row must have its points; without, it is
    kept as begun and the table stays open. Rows that do not add to 0 are refused with their
    number (TSR 7.3.3); every other finding is stored and keeps the table from being verified.
    Totals typed before that agree with a faultless sheet verify the table.
    """
    with at_table(tournament, actor, "save_sheet", session, table, key, seen) as desk:
        _refuse_verified(desk)
        size = desk.table.size
        sheet = sheets.rows_from_records(size, rows)
        refuse_unsound(sheet, complete)
        keyed_before = (
            sheets.totals_of(size, desk.deals) if sheets.is_totals_only(desk.deals) else None
        )
        state = Table.State.ENTERED if complete else Table.State.OPEN
        facts, won = known_facts(desk.deals, sheet, rows), sheets.solos_won(size, sheet)
        write_rows(desk, actor, sheet, facts, won, state)
        report = report_on_written(desk)
        agrees = keyed_before == list(report.totals) and may_vouch(desk, actor)
        if complete and not report.findings and agrees:
            set_verified(desk, actor, BY_SECOND_KEYING)
    return desk.table


def verify_table(
    tournament: Tournament,
    actor: Any,
    session: int,
    table: int,
    *,
    reason: str = "",
    seen: str | None = None,
    key: str | None = None,
) -> Table:
    """Say, as director, that what is stored is what the paper says.

    Errors on the sheet block this; warnings do unless ``reason`` says why they may stand.
    """
    with at_table(
        tournament, actor, "verify_table", session, table, key, seen, closed_too=True
    ) as desk:
        refuse_unless_entered(desk)
        report = sheets.report_of(desk.table, desk.deals, sheets.ruleset_of(desk.table))
        settle_findings(desk, report, reason)
        set_verified(desk, actor, BY_COMPARISON)
    return desk.table


def clear_table(
    tournament: Tournament,
    actor: Any,
    session: int,
    table: int,
    *,
    reason: str,
    seen: str | None = None,
    key: str | None = None,
) -> Table:
    """Throw a table's result away; the log keeps it and the reason."""
    with at_table(tournament, actor, "clear_table", session, table, key, seen) as desk:
        desk.this.reason = required_reason(reason)
        if not desk.deals:
            raise Refused(_("There is nothing to clear here."), code="state")
        empty(desk.table)
    return desk.table


def report_on_written(desk: TableUnderWay) -> SheetReport:
    """What the rows just written come to; refused where no sheet can hold it, or its facts."""
    sound_totals(desk.table, sheets.totals_of(desk.table.size, desk.deals))
    ruleset = sheets.ruleset_of(desk.table)
    complete = desk.table.state != Table.State.OPEN
    report = check_sheet(
        desk.table.size, sheets.stored_rows(desk.deals), complete=complete, ruleset=ruleset
    )
    refuse_misfits(desk.deals, report)
    return report


def _refuse_verified(desk: TableUnderWay) -> None:
    """What was checked is not typed over: it is corrected, with a reason."""
    if desk.table.state == Table.State.VERIFIED:
        raise Refused(
            _("Table %(table)s is verified. Correct it, with a reason.")
            % {"table": desk.table.number},
            code="verified",
        )


def _notes_of(deals: Sequence[Deal]) -> str:
    """What referees noted on the rows: it stays with the table when only totals are typed."""
    return " · ".join(deal.note for deal in deals if deal.note)[:200]


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


def _compare_with_sheet(desk: TableUnderWay, actor: Any, totals: list[int]) -> None:
    added = sheets.totals_of(desk.table.size, desk.deals)
    if totals != added:
        pairs = enumerate(zip(totals, added, strict=True), start=1)
        differing = [str(seat) for seat, (typed, sheet) in pairs if typed != sheet]
        raise Refused(
            _(
                "The deals typed for this table add to other totals (seat %(seats)s). "
                "Correct the sheet, or clear the table first."
            )
            % {"seats": ", ".join(differing)},
            code="totals_differ",
        )
    if desk.table.state == Table.State.OPEN:
        raise Refused(
            _("The sheet of this table is only begun. Finish it deal by deal."), code="state"
        )
    report = sheets.report_of(desk.table, desk.deals, sheets.ruleset_of(desk.table))
    if sheets.errors_in(report):
        raise Refused(
            _("The totals agree, but the sheet has faults; correct them first."), code="errors"
        )
    if sheets.warnings_in(report):
        raise Refused(
            _("The totals agree, but the sheet has warnings; look at it, then verify it there."),
            code="warnings",
        )
    if not may_vouch(desk, actor):
        raise Refused(
            _("The totals agree. Someone else keys them again, then the table is verified."),
            code="same_person",
        )
    set_verified(desk, actor, BY_SECOND_KEYING)


def known_facts(
    before: Sequence[Deal], sheet: Sequence[SheetRow], records: Sequence[Mapping[str, Any]]
) -> list[tuple[Any, str]]:
    """Facts and note of each row: as given, else those known before if the row is the same.

    The note of a penalty stays with its points, wherever on the sheet they stand now.
    """
    rows_before = [] if sheets.is_totals_only(before) else sheets.stored_rows(before)
    penalties = [
        (row, deal.note)
        for row, deal in zip(rows_before, before, strict=False)
        if row.kind == Deal.Kind.PENALTY and deal.note
    ]
    found = []
    for index, (row, record) in enumerate(zip(sheet, records, strict=True)):
        is_same = rows_before[index : index + 1] == [row]
        outcome, note = (before[index].outcome, before[index].note) if is_same else (None, "")
        if row.kind == Deal.Kind.PENALTY:
            known = next((one for one in penalties if one[0] == row), None)
            if known is not None:
                penalties.remove(known)
                note = known[1]
        found.append((record.get("outcome", outcome), record.get("note", note)))
    return found


def empty(table: Table) -> None:
    """Take the whole result of a table away: it is open again."""
    table.deals.all().delete()
    table.seats.update(points=None, solos_won=None)
    table.state = Table.State.OPEN
    table.entered_by = table.verified_by = None
    table.save(update_fields=["state", "entered_by", "verified_by"])


def write_rows(
    desk: TableUnderWay,
    actor: Any,
    rows: Sequence[SheetRow],
    facts: Sequence[tuple[Any, str]],
    won: Sequence[int | None],
    state: str,
) -> None:
    """Replace the rows of a table by these; ``facts`` are outcome and note of each."""
    table = desk.table
    table.deals.all().delete()
    desk.deals = Deal.objects.bulk_create(
        _deal(table, number, row, *known)
        for number, (row, known) in enumerate(zip(rows, facts, strict=True), start=1)
    )
    totals = sheets.totals_of(table.size, desk.deals)
    for seat in desk.seats:
        seat.points = totals[seat.position - 1]
        seat.solos_won = won[seat.position - 1]
    Seat.objects.bulk_update(desk.seats, ["points", "solos_won"])
    table.state = state
    table.entered_by, table.verified_by = actor, None
    table.save(update_fields=["state", "entered_by", "verified_by"])


def _deal(table: Table, number: int, row: SheetRow, outcome: Any, note: str) -> Deal:
    scores = row.scores if row.scores is not None and row.kind != Deal.Kind.STRUCK else ()
    return Deal(
        table=table,
        row=number,
        kind=str(row.kind),
        soloist=row.soloist,
        breach=row.breach,
        outcome=outcome,
        note=note[:200],
        **dict(zip(SCORE_FIELDS, scores, strict=False)),
    )
