"""Results of a table: totals or a whole sheet, verified, cleared.

Deal rows, the seats' points and solos and the table's state are written in one transaction.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.sheet import SheetRow
from tournaments.actions import sheets
from tournaments.actions.at_table import TableUnderWay, at_table
from tournaments.actions.core import Refused, required_reason
from tournaments.actions.keyings import (
    BY_COMPARISON,
    BY_SECOND_KEYING,
    has_other_eyes,
    refuse_unless_entered,
    set_verified,
    settle_findings,
)
from tournaments.actions.referee_kept import (
    noted_on,
    notes_on_totals,
    totals_with_rulings,
    with_rulings,
)
from tournaments.actions.writing import (
    empty,
    refuse_unsound,
    report_on_written,
    sound_totals,
    write_rows,
)
from tournaments.models import Table, Tournament

IMPORTED = "imported"  # in the log: the mark of the import that a table's totals came with


class OtherTotals(Refused):
    """Other totals are stored than the sheet comes to; ``sums`` are the sheet's."""

    def __init__(self, message: str, sums: list[int]):
        super().__init__(message, code="other_totals")
        self.sums = sums


def save_totals(
    tournament: Tournament,
    actor: Any,
    session: int,
    table: int,
    totals: Sequence[int],
    *,
    penalties: str = "",
    over_sheet: bool = False,
    imported: str = "",
    seen: str | None = None,
    key: str | None = None,
) -> Table:
    """Store only the totals of a table, in seat order (game points).

    Where a sheet was typed deal by deal, totals that agree with it count as a second keying and
    verify the table; others are refused, since they would throw its deals away. A sheet that was
    only begun is no first keying: it makes room if that is meant (``over_sheet``), the log keeps
    it. Where the referee wrote something, its points must be in the totals: ``penalties`` says
    whether they are (INCLUDED) or are to be added (ADDED). ``seen`` is the ``state_digest`` the
    form was made from; raises Conflict when it is no longer true. ``imported`` marks in the log the
    import that they came with.
    """
    with at_table(tournament, actor, "save_totals", session, table, key, seen) as desk:
        desk.this.after = {IMPORTED: imported} if imported else None
        _refuse_verified(desk)
        totals = sound_totals(desk.table, totals)
        is_sheet = bool(desk.deals) and not sheets.is_totals_only(desk.deals)
        if is_sheet and desk.table.state == Table.State.OPEN:
            _refuse_over_begun(desk, over_sheet)
            totals = totals_with_rulings(desk.table, desk.deals, totals, penalties)
            totals = sound_totals(desk.table, totals)
        elif is_sheet:
            _compare_with_sheet(desk, actor, totals)
            return desk.table
        row = sheets.totals_row(totals)
        write_rows(
            desk,
            actor,
            [row],
            [(None, notes_on_totals(desk.table.size, desk.deals))],
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
    over_totals: bool = False,
    seen: str | None = None,
    key: str | None = None,
) -> Table:
    """Store a sheet deal by deal: ``check_sheet`` rows in the order played.

    With ``complete`` the sheet is handed in and every row must have its points; without, it is
    kept as begun and the table stays open. Rows that do not add to 0 are refused with their
    number (TSR 7.3.3); every other finding is stored and keeps the table from being verified.
    Totals that someone else typed before verify the table if they agree with a faultless sheet.
    Raises OtherTotals if they do not, and for any totals that hold points of the referee which
    the sheet does not come to, or of which the sheet is only begun, unless it shall stand
    ``over_totals``. What the referee wrote stays: Refused where its points are missing.
    """
    with at_table(tournament, actor, "save_sheet", session, table, key, seen) as desk:
        _refuse_verified(desk)
        size = desk.table.size
        sheet = sheets.rows_from_records(size, rows)
        refuse_unsound(sheet, complete)
        typist, by_another = desk.table.entered_by, has_other_eyes(desk, actor)
        stored = _totals_stored(desk)
        if stored is not None and not over_totals:
            _refuse_other_totals(desk, actor, sheet, complete)
        facts, won = with_rulings(size, desk.deals, sheet, rows), sheets.solos_won(size, sheet)
        state = Table.State.ENTERED if complete else Table.State.OPEN
        write_rows(desk, actor, sheet, facts, won, state)
        report = report_on_written(desk)
        agrees = stored == list(report.totals) and by_another
        if complete and not report.findings and agrees:
            desk.table.entered_by = typist
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


def _refuse_verified(desk: TableUnderWay) -> None:
    """What was checked is not typed over: it is corrected, with a reason."""
    if desk.table.state == Table.State.VERIFIED:
        raise Refused(
            _("Table %(table)s is verified. Correct it, with a reason.")
            % {"table": desk.table.number},
            code="verified",
        )


def _refuse_over_begun(desk: TableUnderWay, over_sheet: bool) -> None:
    """Deals keyed so far are thrown away only by who says so."""
    if over_sheet:
        return
    keyed = sum(deal.scores is not None and not deal.is_of_referee for deal in desk.deals)
    if not keyed:
        return
    raise Refused(
        ngettext(
            "%(n)s deal of this table is keyed already. "
            "Say whether the totals shall take its place.",
            "%(n)s deals of this table are keyed already. "
            "Say whether the totals shall take their place.",
            keyed,
        )
        % {"n": keyed},
        where="over_sheet",
        code="sheet_begun",
    )


def _compare_with_sheet(desk: TableUnderWay, actor: Any, totals: list[int]) -> None:
    """Verify a sheet by the totals that someone else typed; refused where they do not do that."""
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
    if not has_other_eyes(desk, actor):
        raise Refused(
            _(
                "The totals agree, but you typed the sheet yourself: someone else keys it again, "
                "or the director says that it agrees with the paper."
            ),
            code="same_person",
        )
    set_verified(desk, actor, BY_SECOND_KEYING)


def _totals_stored(desk: TableUnderWay) -> list[int] | None:
    """The totals of a table of which only these are known; None of any other."""
    if not sheets.is_totals_only(desk.deals):
        return None
    return sheets.totals_of(desk.table.size, desk.deals)


def _refuse_other_totals(
    desk: TableUnderWay, actor: Any, sheet: Sequence[SheetRow], complete: bool
) -> None:
    """Raise OtherTotals where a sheet would take the place of totals that it does not prove.

    Who typed the totals may mend them by the sheet, but not what the referee put into them.
    """
    stored, sums = _totals_stored(desk), sheets.totals_of(desk.table.size, sheet)
    if not complete:
        told = _(
            "The totals of this table are typed, and this sheet is only begun: it would take "
            "their place, and the table would count as missing. Compare both with the paper."
        )
        raise OtherTotals(told, sums)
    pairs = enumerate(zip(stored or (), sums, strict=True), start=1)
    differing = ", ".join(str(seat) for seat, (before, now) in pairs if before != now)
    hold_rulings = any(noted.points for noted in noted_on(desk.deals))
    mends_own = actor is None or not has_other_eyes(desk, actor)
    if not differing or (mends_own and not hold_rulings):
        return
    if hold_rulings:
        told = _(
            "The totals typed for this table hold points of the referee, and this sheet comes to "
            "others (seat %(seats)s). Compare both with the paper."
        )
    else:
        told = _(
            "Someone else typed other totals for this table (seat %(seats)s). "
            "Compare both with the paper."
        )
    raise OtherTotals(told % {"seats": differing}, sums)
