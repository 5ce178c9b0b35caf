"""A deal played again without a penalty, and the end by the clock: what a referee orders.

A deal that is dealt again uses no deal number and the same dealer deals (TSR 3): a row of zeros
says which and why. After time is up nothing is repeated but a Vorführung; outstanding normal deals
are struck, open Pflichtsoli still played (TSR 8.5).
"""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from rules.session import OWED, DealKind, TimeOut
from scoring.sheet import SheetRow
from tournaments.actions import sheets
from tournaments.actions.at_table import TableUnderWay, at_table
from tournaments.actions.clock import refuse_while_it_runs
from tournaments.actions.core import Refused
from tournaments.actions.referee_kept import joined
from tournaments.actions.referee_rows import (
    RefereeSheet,
    Ruling,
    as_stored,
    checked_line,
    deal_text,
    fate_text,
    is_begun,
    ruling_of,
    state_after,
)
from tournaments.actions.writing import write_rows
from tournaments.models import Deal, Session, Table, Tournament


def deal_again(
    tournament: Tournament,
    actor: Any,
    session: int,
    table: int,
    *,
    given_by: str,
    reason: str,
    void: int | None = None,
    kind: DealKind = DealKind.NORMAL,
    is_late: bool = False,
    after: int | None = None,
    line: str = "",
    seen: str | None = None,
    key: str | None = None,
) -> Table:
    """Order a deal to be played again; nobody gains or loses.

    The deal is the one after row ``after`` (None: the one in play); its ``kind`` tells whether it
    is a Pflichtsolo or a Vorführung, which of the two where the sheet does not know. ``line`` is
    where it stands on the paper, if the sheet is not stored deal by deal.
    Or it is the last one written, row ``void``: its points go, the log keeps them. ``is_late``:
    time is up, so that only a Vorführung is repeated; another deal is struck, a Pflichtsolo stays
    open. Refused for a table that is verified, and for a deal on which later ones rest.
    """
    with at_table(tournament, actor, "deal_again", session, table, key, seen) as desk:
        ruling = ruling_of(given_by, reason, "8.5" if is_late else "")
        desk.this.reason = ruling.reason
        refuse_no_more_deals(desk.table.session, desk.table)
        if sheets.is_totals_only(desk.deals):
            _note_on_totals(desk, ruling, void, kind, is_late, checked_line(line))
        elif void is not None:
            _void(desk, ruling, void, is_late)
        else:
            _in_play(desk, ruling, kind, is_late, after, checked_line(line))
        desk.this.after = {"given_by": ruling.given_by}
    return desk.table


def refuse_no_more_deals(session: Session, table: Table) -> None:
    """Refuse to have a deal dealt again where nothing is played any more."""
    if session.state == Session.State.CLOSED:
        raise Refused(
            _(
                "Session %(number)s is closed, so nothing is dealt again there. Correct the "
                "result, or have the session reopened first."
            )
            % {"number": session.number},
            code="session_closed",
        )
    if table.state == Table.State.VERIFIED:
        raise Refused(
            _("Table %(table)s is verified, so nothing is dealt again there.")
            % {"table": table.number},
            code="verified",
        )


def _note(ruling: Ruling, which: str, kind: DealKind, is_late: bool) -> str:
    """What becomes of the deal: after time is up only a Vorführung is repeated (TSR 8.5)."""
    return ruling.note(
        fate_text(which, repeated=_is_repeated(kind, is_late), stays_open=kind in OWED)
    )


def _is_repeated(kind: DealKind, is_late: bool) -> bool:
    return not is_late or kind is DealKind.VORFUEHRUNG


def _note_on_totals(
    desk: TableUnderWay,
    ruling: Ruling,
    void: int | None,
    kind: DealKind,
    is_late: bool,
    line: str,
) -> None:
    if void is not None:
        raise Refused(
            _("Only the totals of this table are known, so no deal of it can be taken back."),
            where="which",
            code="totals_only",
        )
    with as_stored():
        told = _note(ruling, deal_text(None, line=line), kind, is_late)
    stored = desk.deals[0]
    totals = sheets.totals_row(stored.scores or ())
    notes = joined((stored.note, told))
    won: list[int | None] = [None] * desk.table.size
    write_rows(desk, desk.table.entered_by, [totals], [(None, notes)], won, desk.table.state)


def _in_play(
    desk: TableUnderWay,
    ruling: Ruling,
    kind: DealKind,
    is_late: bool,
    after: int | None,
    line: str,
) -> None:
    sheet = RefereeSheet(desk.table, desk.deals)
    at = sheet.place(after)
    state = sheet.state_at(at) if sheet.is_begun else None
    if sheet.is_begun and state is None:
        raise Refused(
            _("All deals are on the sheet. Say after which line the deal was."),
            where="after",
            code="finished",
        )
    if state is not None and kind in OWED:  # the sheet knows which of the two it is
        kind = DealKind.VORFUEHRUNG if state.vorfuehrung_is_due else DealKind.PFLICHTSOLO
    with as_stored():
        told = _note(ruling, sheet.deal_at(at, owed=kind in OWED, line=line), kind, is_late)
    uses_number_up = not _is_repeated(kind, is_late) and kind not in OWED and sheet.is_begun
    if not uses_number_up or not sheet.strike_one(at, told):
        sheet.insert(at, _zeros(desk), told)
    sheet.write(desk)


def _void(desk: TableUnderWay, ruling: Ruling, void: int, is_late: bool) -> None:
    """The last written deal does not count: its row becomes the note."""
    _refuse_unless_last(desk.deals, void)
    sheet = RefereeSheet(desk.table, desk.deals)
    at = void - 1
    kind = sheet.rows[at].kind
    with as_stored():
        told = _note(ruling, deal_text(sheet.state_at(at), owed=kind in OWED), kind, is_late)
    if _is_repeated(kind, is_late) or kind in OWED:
        sheet.replace(at, _zeros(desk), told)
    else:
        sheet.replace(at, SheetRow(DealKind.STRUCK), told)
    sheet.write(desk, goes_on=True)


def last_deal(deals: Sequence[Deal]) -> Deal | None:
    """The row of the last deal that was written, without the referee's rows; None if none was."""
    if sheets.is_totals_only(deals):
        return None
    return next((deal for deal in reversed(deals) if deal.kind != Deal.Kind.PENALTY), None)


def _refuse_unless_last(deals: Sequence[Deal], void: int) -> None:
    row = next((deal for deal in deals if deal.row == void), None)
    last = last_deal(deals)
    if row is None or last is None or row.kind == Deal.Kind.PENALTY:
        raise Refused(_("The sheet has no such deal."), where="which", code="no_deal")
    if row.kind == Deal.Kind.STRUCK:
        raise Refused(
            _("That deal was struck, so there is nothing to deal again."),
            where="which",
            code="struck",
        )
    if row.row != last.row:
        raise Refused(
            _(
                "Deals were written after this one: who dealt them and who still owed a "
                "Pflichtsolo rests on it. Correct its points; or take the later deals back "
                "first, the last one first."
            ),
            where="which",
            code="rests_on_it",
        )
    if row.breach:
        raise Refused(
            sheets.with_rule(
                _(
                    "That solo was ended by a breach and counts as played. Take the penalty back "
                    "in the log first."
                ),
                "9.4.4",
            ),
            where="which",
            code="breach",
        )


def _zeros(desk: TableUnderWay) -> SheetRow:
    return SheetRow(DealKind.PENALTY, None, (0,) * desk.table.size)


def time_is_up(
    tournament: Tournament,
    actor: Any,
    session: int,
    table: int,
    *,
    given_by: str,
    reason: str,
    early: bool = False,
    seen: str | None = None,
    key: str | None = None,
) -> TimeOut:
    """Strike the outstanding normal deals of a table (TSR 8.5); returns what is still to be played.

    Refused where nothing is left to strike or the sheet is not kept deal by deal, and while the
    table's clock runs, unless the referee ends it ``early`` all the same.
    """
    with at_table(tournament, actor, "time_is_up", session, table, key, seen) as desk:
        ruling = ruling_of(given_by, reason, "8.5")
        desk.this.reason = ruling.reason
        rest = rest_at(desk.table, desk.deals)
        if not early:
            refuse_while_it_runs(desk.table, where="early")
        sheet = RefereeSheet(desk.table, desk.deals)
        for _row in range(rest.struck):
            sheet.insert(len(sheet.rows), SheetRow(DealKind.STRUCK), ruling.note())
        sheet.write(desk)
        desk.this.after = {
            "given_by": ruling.given_by,
            "struck": rest.struck,
            "vorfuehrungen": [soloist or "?" for _dealer, soloist in rest.vorfuehrungen],
        }
    return rest


def rest_at(table: Table, deals: Sequence[Deal]) -> TimeOut:
    """What time out would strike at a table and what would still be played; refused where that
    makes no sense.
    """
    if table.state == Table.State.VERIFIED:
        raise Refused(
            _("Table %(table)s is verified, so nothing is left to strike.")
            % {"table": table.number},
            code="verified",
        )
    if sheets.is_totals_only(deals):
        raise Refused(
            _("Only the totals of this table are known, so nothing is left to strike."),
            code="totals_only",
        )
    if not is_begun(deals):
        raise Refused(
            _(
                "No deal of this table is stored yet. Strike the rest on its paper; when the "
                "sheet is typed, “Time was up” strikes the blank lines."
            ),
            code="not_begun",
        )
    state = state_after(table.size, sheets.stored_rows(deals), sheets.ruleset_of(table))
    rest = state.time_out() if state is not None else None
    if rest is None or not rest.struck:
        raise Refused(_("No normal deals are left to strike."), code="state")
    return rest
