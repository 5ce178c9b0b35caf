"""Undoing a change from the log: what was there before comes back, or it is said why not.

A change can be undone while what it left is still there. What came later and rests on it is
undone first; the refusal names it.
"""

from collections.abc import Callable, Mapping
from typing import Any

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.actions import sheets
from tournaments.actions.at_table import TableUnderWay
from tournaments.actions.core import Change, Refused, change
from tournaments.actions.drafting import forget
from tournaments.actions.find import entry_of, session_of, table_of
from tournaments.actions.results import empty, write_rows
from tournaments.actions.seats import MOVED_SINCE, RECIPE, describe_anew, tables_of, write_tables
from tournaments.actions.wishes import wishes_of
from tournaments.models import (
    Adjustment,
    Deal,
    Entry,
    LogEntry,
    Session,
    Table,
    Tournament,
)
from tournaments.models.text import clean_text

# Keyed at the desk, and at the table by phone.
TYPING = ("save_totals", "save_sheet", "correct_table", "give_penalty")
TYPING += ("record_deal", "strike_rest", "undo_deal")


def undo(
    tournament: Tournament,
    actor: Any,
    revision: int,
    *,
    reason: str = "",
    key: str | None = None,
) -> LogEntry:
    """Undo the change that made ``revision``; returns its entry of the log.

    Refused with the reason when it is of a kind that cannot be undone, or when something later
    depends on it.
    """
    with change(tournament, actor, "undo", key=key) as this:
        entry = _entry(this.tournament, revision)
        this.subject = entry.subject
        this.reason = clean_text(reason)[:300]
        UNDOABLE[entry.action](this, entry)
        this.after = {**(this.after or {}), "undone": revision, "undone_action": entry.action}
    return entry


def can_undo(entry: LogEntry) -> bool:
    """Is this a kind of change that can be undone? What depends on it is only known on trying."""
    return entry.action in UNDOABLE


def session_undone(entry: LogEntry) -> int | None:
    """The number of the session whose results the undoing changes, if it changes results."""
    number, slash, _table = entry.subject.partition("/")
    return int(number) if slash and entry.action in _RESULTS and number.isdigit() else None


def _entry(tournament: Tournament, revision: int) -> LogEntry:
    entry = LogEntry.objects.filter(tournament=tournament, revision=revision).first()
    if entry is None:
        raise Refused(_("There is no change %(n)s.") % {"n": revision}, code="no_entry")
    if entry.action not in UNDOABLE:
        raise Refused(
            _("A change of this kind is not undone from the log: do the opposite instead."),
            code="not_undoable",
        )
    return entry


def _changed_since(entry: LogEntry) -> Refused:
    later = (
        LogEntry.objects.filter(tournament=entry.tournament_id, revision__gt=entry.revision)
        .filter(Q(subject=entry.subject) | Q(subject=entry.subject.partition("/")[0]))
        .order_by("revision")
        .first()
    )
    if later is None:
        return Refused(_("This was changed later on, so it cannot be undone."), code="depends")
    return Refused(
        _("Change %(n)s came later and rests on this; undo that first.") % {"n": later.revision},
        code="depends",
    )


def _result(this: Change, entry: LogEntry) -> None:
    """The result of a table as it was before: its rows, its state, who typed and who checked."""
    number, table_number = _place(entry)
    session = session_of(this.tournament, number)
    if not session.is_published:
        raise _changed_since(entry)
    table = table_of(session, table_number)
    desk = TableUnderWay(this, table, list(table.seats.all()), list(table.deals.all()))
    now = desk.told()
    if not _same_result(now, entry.after):
        raise _changed_since(entry)
    before = entry.before
    if before is None and session.state == Session.State.CLOSED:
        raise Refused(
            _("Session %(number)s is closed, so table %(table)s must keep a result: correct it.")
            % {"number": number, "table": table_number},
            code="session_closed",
        )
    this.before = now
    if before is None:
        empty(table)
        return
    _write_result(desk, before)
    table.entered_by = _who(entry, Q(action__in=TYPING))
    if table.state == Table.State.VERIFIED:
        table.verified_by = _who(entry, Q(after__has_key="how"))
    table.save(update_fields=["entered_by", "verified_by"])
    desk.deals = list(table.deals.all())
    this.after = desk.told()


def _write_result(desk: TableUnderWay, before: Mapping[str, Any]) -> None:
    rows = before["rows"]
    size = desk.table.size
    if [row["kind"] for row in rows] == [Deal.Kind.TOTAL]:
        sheet = [sheets.totals_row(rows[0]["scores"])]
        won: list[int | None] = [None] * size
    else:
        sheet = sheets.rows_from_records(size, rows)
        won = list(sheets.solos_won(size, sheet))
    facts = [(row.get("outcome"), row.get("note", "")) for row in rows]
    write_rows(desk, None, sheet, facts, won, before["state"])


def _who(entry: LogEntry, does: Q) -> Any:
    """Who did such a thing to the same table last before ``entry``."""
    found = LogEntry.objects.filter(
        does, tournament=entry.tournament_id, subject=entry.subject, revision__lt=entry.revision
    ).first()
    return found.actor if found else None


def _place(entry: LogEntry) -> tuple[int, int]:
    session, _slash, table = entry.subject.partition("/")
    return int(session), int(table)


def _same_result(now: Mapping[str, Any] | None, then: Mapping[str, Any] | None) -> bool:
    parts = ("state", "totals", "rows")
    return [(now or {}).get(part) for part in parts] == [(then or {}).get(part) for part in parts]


def _minutes(this: Change, entry: LogEntry) -> None:
    number, table_number = _place(entry)
    table = table_of(session_of(this.tournament, number), table_number)
    now = {"extra_minutes": table.extra_minutes, "note": table.note}
    if now != entry.after:
        raise _changed_since(entry)
    table.extra_minutes, table.note = entry.before["extra_minutes"], entry.before["note"]
    table.save(update_fields=["extra_minutes", "note"])
    this.before, this.after = now, dict(entry.before)


def _presence(this: Change, entry: LogEntry) -> None:
    """Check-ins: everyone back to what they were, unless somebody has been seated since."""
    found = {e.start_number: e for e in this.tournament.entries.select_related("player")}
    changed = []
    for number, status in entry.after.items():
        one = found.get(int(number))
        if one is None or one.status != status:
            raise _depends_on(number)
        if status == Entry.Status.PRESENT:
            _refuse_seated_since(one, entry)
        one.status = entry.before[number]
        changed.append(one)
    Entry.objects.bulk_update(changed, ["status"])
    this.before, this.after = dict(entry.after), dict(entry.before)


def _status(this: Change, entry: LogEntry) -> None:
    """Withdrawing, disqualifying, coming back: the status from before."""
    one = entry_of(this.tournament, entry.after["start_number"])
    if one.status != entry.after["status"]:
        raise _depends_on(one.start_number)
    one.status = entry.before["status"]
    fields = ["status"]
    if "disqualified" in entry.after:
        one.disqualified = entry.before.get("disqualified", False)
        fields.append("disqualified")
    one.save(update_fields=fields)
    this.before, this.after = dict(entry.after), dict(entry.before)


def _depends_on(number: Any) -> Refused:
    return Refused(
        _("The status of start number %(number)s was changed later on.") % {"number": number},
        code="depends",
    )


def _refuse_seated_since(one: Entry, entry: LogEntry) -> None:
    seat = (
        one.seats.filter(session__drawn_at__gte=entry.at).select_related("session", "table").first()
    )
    if seat is not None:
        raise Refused(
            _("%(name)s has a seat in session %(session)s, drawn later on.")
            % {"name": one.player.list_name, "session": seat.session.number},
            code="depends",
        )


def _entries(this: Change, entry: LogEntry) -> None:
    """Entered people leave again: who has a seat, points off or another status stays."""
    told = entry.after if isinstance(entry.after, list) else [entry.after]
    numbers = [one["start_number"] for one in told]
    found = {e.start_number: e for e in this.tournament.entries.filter(start_number__in=numbers)}
    if len(found) != len(numbers):
        raise Refused(_("Not everyone entered then is still there."), code="depends")
    for one in found.values():
        if one.seats.exists() or one.adjustments.exists() or one.wishes.exists():
            raise Refused(
                _("%(name)s has a seat, a wish or points off already, so the entry stays.")
                % {"name": one.player.list_name},
                code="depends",
            )
    players = [one.player for one in found.values()]
    Entry.objects.filter(pk__in=[one.pk for one in found.values()]).delete()
    for player, one in zip(players, told, strict=False):
        known = isinstance(entry.after, dict) or one.get("known")
        if not known and not player.entries.exists() and not player.substituted_seats.exists():
            player.delete()
    this.before = told


def _draw(this: Change, entry: LogEntry) -> None:
    """A draft back to the one before it, or to no draft at all."""
    session = session_of(this.tournament, int(entry.subject))
    then = entry.after or {}
    drafted = session.state == Session.State.DRAFTED
    same = drafted and list(tables_of(session).values()) == then.get("tables")
    if not same or "sessions" in then:
        raise _changed_since(entry) if not same else _whole_plan()
    this.before = {"seed": session.seed, "tables": list(tables_of(session).values())}
    if entry.before is None:
        forget([session])
        return
    _seat_again(this, session, entry.before)


def _discarded(this: Change, entry: LogEntry) -> None:
    """The draft that was thrown away is there again."""
    session = session_of(this.tournament, int(entry.subject))
    if session.state != Session.State.PLANNED:
        raise _changed_since(entry)
    if entry.after:
        raise _whole_plan()
    _seat_again(this, session, entry.before)


def _whole_plan() -> Refused:
    return Refused(
        _("This was a plan of all sessions at once: discard it, or draw again."),
        code="not_undoable",
    )


def _seat_again(this: Change, session: Session, draft: Mapping[str, Any]) -> None:
    entries = {entry.start_number: entry for entry in this.tournament.entries.all()}
    seated = [number for table in draft["tables"] for number in table]
    if missing := [number for number in seated if number not in entries]:
        raise Refused(
            _("Nobody has start number %(number)s any more.") % {"number": missing[0]},
            code="depends",
        )
    write_tables(session, dict(enumerate(draft["tables"], start=1)), entries)
    session.state, session.seed = Session.State.DRAFTED, draft["seed"]
    session.method = draft.get("method", "random")
    origin = {key: draft[key] for key in (RECIPE, MOVED_SINCE) if key in draft}
    session.draw_report, session.drawn_at = origin, timezone.now()
    session.save()
    describe_anew(session, wishes_of(this.tournament))
    this.after = dict(draft)


def _adjusted(this: Change, entry: LogEntry) -> None:
    given = _adjustments(this, entry, entry.after).last()
    if given is None:
        raise Refused(_("This adjustment is gone already."), code="depends")
    given.delete()
    this.before = dict(entry.after)


def _unadjusted(this: Change, entry: LogEntry) -> None:
    told = entry.before
    Adjustment.objects.create(
        entry=_of_subject(this, entry),
        session=session_of(this.tournament, told["session"]) if told["session"] else None,
        points=told["points"],
        reason=told["reason"],
        given_by=told["given_by"],
    )
    if LogEntry.objects.filter(
        tournament=this.tournament, action="undo", after__undone=entry.revision
    ).exists():
        raise Refused(_("This was undone already."), code="depends")
    this.after = dict(told)


def _adjustments(this: Change, entry: LogEntry, told: Mapping[str, Any]) -> Any:
    return Adjustment.objects.filter(
        entry=_of_subject(this, entry),
        session=session_of(this.tournament, told["session"]) if told["session"] else None,
        points=told["points"],
        reason=told["reason"],
        given_by=told["given_by"],
    ).order_by("pk")


def _of_subject(this: Change, entry: LogEntry) -> Entry:
    """The entry that a subject such as "17 Brandt, Jo" begins with."""
    return entry_of(this.tournament, int(entry.subject.split()[0]))


_RESULTS = (*TYPING, "verify_table", "confirm_table", "key_again", "clear_table")
UNDOABLE: dict[str, Callable[[Change, LogEntry], None]] = {
    **dict.fromkeys(_RESULTS, _result),
    "extra_minutes": _minutes,
    "check_in": _presence,
    "withdraw": _status,
    "disqualify": _status,
    "reinstate": _status,
    "add_entry": _entries,
    "import_entries": _entries,
    "draw_session": _draw,
    "discard_draft": _discarded,
    "adjust": _adjusted,
    "withdraw_adjustment": _unadjusted,
}
