"""Results of tables put back: the rows, the state, who typed and who checked."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from tournaments.actions import sheets
from tournaments.actions.at_table import TableUnderWay
from tournaments.actions.core import Refused
from tournaments.actions.find import session_of, table_of
from tournaments.actions.sessions import minutes_told, refuse_no_time
from tournaments.actions.undo.past import account, later
from tournaments.actions.undo.undoing import Undoing, rests_on_it
from tournaments.actions.writing import empty, write_rows
from tournaments.models import ACCOUNTS, Deal, LogEntry, Session, Table

# Keyed at the desk, and at the table by phone.
TYPING = ("save_totals", "save_sheet", "correct_table", "record_deal", "strike_rest", "undo_deal")
REFEREE = ("give_penalty", "deal_again", "time_is_up")
RESULTS = (*TYPING, *REFEREE, "verify_table", "confirm_table", "key_again", "clear_table")
# What seats a table anew, so that an earlier result is no longer that of who sits there.
SEATED_ANEW = ("draw_session", "discard_draft", "swap_seats", "repair_session")


def needs_reason(entry: LogEntry, back: Any, left: Any) -> bool:
    """As at the desk: clearing a table needs one, correcting what is verified or closed too."""
    number = entry.subject.partition("/")[0]
    sessions = Session.objects.filter(tournament=entry.tournament_id, state=Session.State.CLOSED)
    verified = isinstance(left, dict) and left.get("state") == Table.State.VERIFIED
    closed = number.isdecimal() and sessions.filter(number=int(number)).exists()
    return back is None or verified or closed


def put_result(undoing: Undoing) -> None:
    """The result of a table as it was before: its rows, its state, who typed and who checked."""
    number, table_number = undoing.place
    session = session_of(undoing.tournament, number)
    table = table_of(session, table_number) if session.is_published else None
    if table is None:
        raise undoing.changed_since(("recall_session", *SEATED_ANEW), {str(number)})
    desk = TableUnderWay(
        undoing.this, table, list(table.seats.order_by("position")), list(table.deals.all())
    )
    now, back = desk.told(), undoing.back
    if not _same_result(now, undoing.left):
        raise undoing.changed_since(RESULTS)
    if now is None:
        _refuse_seated_anew(undoing, table)
    if session.state == Session.State.CLOSED and (
        back is None or back["state"] == Table.State.OPEN
    ):
        raise Refused(
            _("Session %(number)s is closed, so table %(table)s must keep a result: correct it.")
            % {"number": number, "table": table_number},
            code="session_closed",
        )
    if back is None:
        empty(table)
    else:
        _write_result(desk, back)
        _put_accounts(undoing, table)
    undoing.told(now and {**undoing.left, **now}, back and {**back, **(desk.told() or {})})


def _refuse_seated_anew(undoing: Undoing, table: Table) -> None:
    """A result that was taken away does not come back onto others who sit there by now."""
    number, place = str(table.session.number), str(table.number)
    for one in later(undoing.entry, SEATED_ANEW):
        mended = {*(one.before or {}), *(one.after or {})}
        if one.subject == number and (one.action != "repair_session" or place in mended):
            raise rests_on_it(one)


def _write_result(desk: TableUnderWay, told: Mapping[str, Any]) -> None:
    """Write the rows as the log has them, with the keys of the phones that keyed them: each
    phone finds its rows again and can go on."""
    size = desk.table.size
    keys = [row.get("client_key") for row in told["rows"]]
    rows = [_without_key(row) for row in told["rows"]]
    if [row["kind"] for row in rows] == [Deal.Kind.TOTAL]:
        sheet = [sheets.totals_row(rows[0]["scores"])]
        won: list[int | None] = [None] * size
    else:
        sheet = sheets.rows_from_records(size, rows)
        won = list(sheets.solos_won(size, sheet))
    facts = [(row.get("outcome"), row.get("note", "")) for row in rows]
    write_rows(desk, None, sheet, facts, won, told["state"], keys)


def _put_accounts(undoing: Undoing, table: Table) -> None:
    """Who typed the result and who verified it: whoever keys it again must be someone else."""
    entry, back = undoing.entry, undoing.back
    table.entered_by = account(
        back, "entered_by", entry, action__in=TYPING, after__how__isnull=True
    )
    if table.state == Table.State.VERIFIED:
        table.verified_by = account(back, "verified_by", entry, after__has_key="how")
    table.save(update_fields=list(ACCOUNTS))


def _same_result(now: Mapping[str, Any] | None, left: Mapping[str, Any] | None) -> bool:
    return _compared(now or {}) == _compared(left or {})


def _compared(told: Mapping[str, Any]) -> list[Any]:
    """Without phones' keys and accounts: the log did not always keep them."""
    rows = [_without_key(row) for row in told.get("rows", [])]
    return [told.get("state"), told.get("totals"), rows]


def _without_key(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name != "client_key"}


def put_minutes(undoing: Undoing) -> None:
    """A table's extra minutes and their note as before, while the session is played."""
    number, table_number = undoing.place
    session = session_of(undoing.tournament, number)
    refuse_no_time(session)
    table = table_of(session, table_number)
    now = minutes_told(table)
    if any(value != undoing.left[name] for name, value in now.items()):
        raise undoing.changed_since({"extra_minutes"})
    table.extra_minutes, table.note = undoing.back["extra_minutes"], undoing.back["note"]
    table.save(update_fields=["extra_minutes", "note"])
    undoing.told(dict(undoing.left), dict(undoing.back))
