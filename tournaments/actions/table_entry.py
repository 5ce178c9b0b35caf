"""A table's sheet, keyed at the table: deal after deal, undone, handed in, confirmed.

Who writes here holds the table's token (``TableAccess``) and has no account: the log names the
table and the seat. Every request carries two things. A client key: sent twice, it is applied
once. And the mark of the sheet it was made for (``marks_of``): two phones at one table never
interleave wrongly, because the second request no longer fits and raises Conflict.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.utils.translation import gettext as _

from rules.session import DealKind, SessionState
from scoring.sheet import SheetReport, SheetRow, check_sheet
from tournaments.actions import sheets
from tournaments.actions.at_table import Conflict, TableUnderWay, at_table
from tournaments.actions.clock import refuse_while_it_runs
from tournaments.actions.core import AlreadyApplied, Refused
from tournaments.actions.table_deal import Played, checked_facts, is_row_of, scores_of
from tournaments.actions.table_keyers import key_in_log, may_confirm, name_in_log
from tournaments.models import SCORE_FIELDS, Deal, LogEntry, Seat, Session, Table, TableAccess

BY_SECOND_SEAT = "second_seat"
EMPTY = "start"


def marks_of(deals: Sequence[Deal]) -> list[str]:
    """For every row a mark: of one keyed at a phone its client key, of others a digest of the
    rows so far. A sheet without rows has the mark ``EMPTY``.

    A phone knows the marks of what it has queued, so it can queue the next row without the net. A
    penalty that the desk puts before the last row leaves its mark, and the next deal still fits.
    """
    marks, digest = [], EMPTY
    for deal in deals:
        told = json.dumps([digest, sheets.deal_as_dict(deal)], sort_keys=True)
        digest = hashlib.sha256(told.encode()).hexdigest()[:20]
        marks.append(deal.client_key or digest)
    return marks


def record_deal(
    access: TableAccess, *, seat: int, played: Played, after: str, key: str
) -> TableAccess:
    """Add a deal to the sheet. The last one hands the sheet in; it then waits to be confirmed.

    Refused: what the session's protocol does not allow now (TSR 4, 8), winners who do not fit
    the game, facts that come to other points.
    """
    with _at(access, "record_deal", seat, after, key, played=played) as desk:
        _refuse_unless_open(desk)
        state = _next(desk)
        step = state.step(played.kind, played.soloist)
        if step.faults:
            raise Refused(sheets.refusal_sentence(step.faults[0]), code=step.faults[0].code)
        sits_out = step.dealer if state.table.dealer_sits_out else None
        playing = state.playing_with(step.dealer or state.dealer)
        scores = scores_of(desk.table.size, played, playing, sits_out)
        outcome = checked_facts(desk.this.tournament.ruleset, played, playing, scores)
        row = SheetRow(played.kind, played.soloist, tuple(scores))
        _append(desk, [row], key, outcome)
    return access


def strike_rest(access: TableAccess, *, seat: int, after: str, key: str) -> TableAccess:
    """Time is up: strike the outstanding normal deals; owed Pflichtsoli are still played (8.5).

    Refused while the table's clock runs, before the first deal, and where nothing is left.
    """
    with _at(access, "strike_rest", seat, after, key) as desk:
        _refuse_unless_open(desk)
        if not desk.deals:
            raise Refused(
                _("No deal has been keyed yet, so none is struck. Tell the desk."), code="empty"
            )
        refuse_while_it_runs(desk.table)
        struck = _next(desk).time_out().struck
        if not struck:
            raise Refused(_("No normal deals are left to strike."), code="state")
        _append(desk, [SheetRow(DealKind.STRUCK)] * struck, key)
    return access


def undo_deal(access: TableAccess, *, seat: int, after: str, key: str) -> TableAccess:
    """Take the last row back (of struck deals all). Refused for what the referee wrote."""
    with _at(access, "undo_deal", seat, after, key) as desk:
        if not desk.deals:
            raise Refused(_("There is nothing to undo."), code="empty")
        _refuse_of_the_desk(desk)
        last = desk.deals[-1]
        if last.is_of_referee:
            raise Refused(
                _("The last row is the referee's. Only the desk can change it."), code="penalty"
            )
        gone = 1
        if last.kind == Deal.Kind.STRUCK:
            while gone < len(desk.deals) and _is_struck_here(desk.deals[-gone - 1]):
                gone += 1
        Deal.objects.filter(pk__in=[deal.pk for deal in desk.deals[-gone:]]).delete()
        del desk.deals[-gone:]
        _add_up(desk, Table.State.OPEN)
    return access


def _is_struck_here(deal: Deal) -> bool:
    """Was the deal struck at the table, and not by a referee?"""
    return deal.kind == Deal.Kind.STRUCK and not deal.is_of_referee


def confirm_table(access: TableAccess, *, seat: int, after: str, key: str) -> TableAccess:
    """Another seat than those who keyed the sheet says that it is right: it is verified."""
    with _at(access, "confirm_table", seat, after, key, keeps=False) as desk:
        if desk.table.state != Table.State.ENTERED:
            raise Refused(_("The sheet is not finished, so it cannot be confirmed."), code="state")
        _refuse_who_keyed(access, seat, desk)
        report = sheets.report_of(desk.table, desk.deals, sheets.ruleset_of(desk.table))
        if errors := sheets.errors_in(report):
            raise Refused(
                _("The sheet has faults, so it cannot be confirmed: %(first)s")
                % {"first": sheets.finding_sentence(errors[0])},
                code="errors",
            )
        if warnings := sheets.warnings_in(report):
            raise Refused(
                _("The sheet has warnings, so the desk has to look at it: %(first)s")
                % {"first": sheets.finding_sentence(warnings[0])},
                code="warnings",
            )
        desk.table.state = Table.State.VERIFIED
        desk.table.save(update_fields=["state"])
        desk.this.after = {"how": BY_SECOND_SEAT, "seat": seat}
    return access


def _refuse_who_keyed(access: TableAccess, seat: int, desk: TableUnderWay) -> None:
    others = may_confirm(access, desk.table.size, desk.deals)
    if seat not in others:
        raise Refused(
            _("Seat %(seat)s has keyed deals of this sheet: another confirms it (seat %(others)s).")
            % {"seat": seat, "others": ", ".join(map(str, others))},
            where="seat",
            code="same_seat",
        )


def why_dead(access: TableAccess) -> str | None:
    """Why this page writes nothing any more; None while it does."""
    table = access.table
    if table is None or not table.session.is_published:
        return _(
            "This draw was taken back or replaced, so this sheet counts for nothing. "
            "Look at the seat plan for your table; the new sheet has a new code."
        )
    if table.session.tournament.is_closed:
        return _("The tournament is closed; its results stand.")
    if table.session.state == Session.State.CLOSED:
        return _("The session is closed. If something is wrong, tell the desk.")
    if table.state == Table.State.VERIFIED:
        return _("This sheet is confirmed. If something is wrong, tell the desk.")
    return None


@contextmanager
def _at(
    access: TableAccess,
    action: str,
    seat: int,
    after: str,
    key: str,
    *,
    keeps: bool = True,
    played: Played | None = None,
) -> Iterator[TableUnderWay]:
    """A change of one table by a seat of it, whose sheet ends with the mark ``after``.

    The key comes first: what was applied stays applied, whatever has become of the sheet.
    """
    session = access.session
    whole_key = key_in_log(access, key)
    if applied := LogEntry.objects.filter(key=whole_key).first():
        _refuse_other_content(applied, action, played)
        raise AlreadyApplied(applied)
    # Read again: the page may have been taken away since the request came in.
    current = _current(access.pk)
    _refuse_dead(current)
    with at_table(
        session.tournament, None, action, session.number, access.number, whole_key, None
    ) as desk:
        desk.this.actor_name, desk.this.after = name_in_log(access.number, seat), {"seat": seat}
        current = _current(access.pk)
        _refuse_dead(current)
        if not 1 <= seat <= desk.table.size:
            raise Refused(
                _("Table %(table)s has no seat %(seat)s.") % {"table": access.number, "seat": seat},
                where="seat",
                code="seat",
            )
        desk.table.session = current.session
        marks = marks_of(desk.deals)
        if after != (marks[-1] if marks else EMPTY):
            raise Conflict(
                _("In the meantime the sheet was changed on another device or at the desk."),
                code="conflict",
            )
        yield desk
        if keeps and current.keeper != seat:
            TableAccess.objects.filter(pk=access.pk).update(keeper=seat)
            access.keeper = seat


def _refuse_other_content(applied: LogEntry, action: str, played: Played | None) -> None:
    """A key stands for one request; under it another must not look as if it were stored."""
    rows = (applied.after or {}).get("rows") or [{}]
    if applied.action != action or (played is not None and not is_row_of(rows[-1], played)):
        raise Refused(
            _("Another entry was sent under this key. Reload the page and key it again."),
            code="key",
        )


def _current(pk: int) -> TableAccess:
    return TableAccess.objects.select_related("session__tournament", "table__session").get(pk=pk)


def _refuse_dead(access: TableAccess) -> None:
    if access.table is not None:
        access.table.session = access.session
    if why := why_dead(access):
        raise Refused(why, code="dead")


def _refuse_of_the_desk(desk: TableUnderWay) -> None:
    """What the desk has typed as finished is the desk's; at the table it is only confirmed."""
    by_desk = desk.table.state == Table.State.ENTERED and desk.table.entered_by_id is not None
    if by_desk or sheets.is_totals_only(desk.deals):
        raise Refused(
            _("The desk has typed the result of this table. Tell the desk what is wrong."),
            code="typed_at_desk",
        )


def _refuse_unless_open(desk: TableUnderWay) -> None:
    _refuse_of_the_desk(desk)
    if desk.table.state != Table.State.OPEN:
        raise Refused(_("All deals are in. Undo the last one to change it."), code="finished")


def _next(desk: TableUnderWay) -> SessionState:
    report = _report(desk.table, sheets.stored_rows(desk.deals))
    if report.next is None:
        raise Refused(_("All deals are in. Undo the last one to change it."), code="finished")
    return report.next


def _report(table: Table, rows: Sequence[SheetRow]) -> SheetReport:
    return check_sheet(table.size, rows, ruleset=sheets.ruleset_of(table))


def _append(desk: TableUnderWay, rows: Sequence[SheetRow], key: str, outcome: Any = None) -> None:
    """Add rows at the end; the key stands on the last of them, which makes it the new mark."""
    first = desk.deals[-1].row + 1 if desk.deals else 1
    for number, row in enumerate(rows, start=first):
        desk.deals.append(
            Deal.objects.create(
                table=desk.table,
                row=number,
                kind=str(row.kind),
                soloist=row.soloist,
                outcome=outcome,
                client_key=key if number == first + len(rows) - 1 else None,
                **dict(zip(SCORE_FIELDS, row.scores or (), strict=False)),
            )
        )
    stored = sheets.stored_rows(desk.deals)
    is_over = _report(desk.table, stored).next is None
    whole = is_over and all(row.is_known for row in stored)
    _add_up(desk, Table.State.ENTERED if whole else Table.State.OPEN)


def _add_up(desk: TableUnderWay, state: str) -> None:
    """Write the seats' points and solos and the table's state after a change of its rows."""
    rows = sheets.stored_rows(desk.deals)
    totals = sheets.totals_of(desk.table.size, desk.deals)
    won = sheets.solos_won(desk.table.size, rows)
    for seat in desk.seats:
        seat.points = totals[seat.position - 1] if rows else None
        seat.solos_won = won[seat.position - 1] if rows else None
    Seat.objects.bulk_update(desk.seats, ["points", "solos_won"])
    desk.table.state = state
    desk.table.entered_by = desk.table.verified_by = None
    desk.table.save(update_fields=["state", "entered_by", "verified_by"])
