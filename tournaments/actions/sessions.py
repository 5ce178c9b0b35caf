"""The clock and the end of a session."""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.actions.at_table import Conflict
from tournaments.actions.core import Refused, change, required_reason
from tournaments.actions.find import session_of, table_of
from tournaments.actions.phases import move
from tournaments.actions.referee_rows import ruling_of
from tournaments.actions.seen import mark_of
from tournaments.models import Session, Table, Tournament

State = Session.State
MOST_EXTRA_MINUTES = 120


def start_session(
    tournament: Tournament, actor: Any, number: int, *, key: str | None = None
) -> Session:
    """Start the clock of a released session (TSR 8.5)."""
    with change(tournament, actor, "start_session", key=key) as this:
        session = session_of(this.tournament, number)
        if session.state != State.RELEASED:
            raise Refused(
                _("The clock of session %(number)s cannot be started: the session is %(state)s.")
                % {"number": number, "state": session.get_state_display()},
                code="state",
            )
        move(this, session, State.RUNNING, timezone.now())
    return session


def close_session(
    tournament: Tournament, actor: Any, number: int, *, key: str | None = None
) -> Session:
    """Close a session whose every table has its result; the standings after it are final."""
    with change(tournament, actor, "close_session", key=key) as this:
        session = session_of(this.tournament, number)
        refuse_unclosable(session)
        move(this, session, State.CLOSED, timezone.now())
    return session


def refuse_unclosable(session: Session) -> None:
    """Refuse to close a session that is not played, or not to its end."""
    if session.state not in (State.RELEASED, State.RUNNING):
        raise Refused(
            _("Session %(number)s cannot be closed: it is %(state)s.")
            % {"number": session.number, "state": session.get_state_display()},
            code="state",
        )
    open_tables = session.tables.filter(state=Table.State.OPEN)
    missing = [str(n) for n in open_tables.values_list("number", flat=True)]
    if missing:
        raise Refused(
            _("Sheets are still missing: table %(tables)s.") % {"tables": ", ".join(missing)},
            code="sheets_missing",
        )


def reopen_session(
    tournament: Tournament, actor: Any, number: int, *, reason: str, key: str | None = None
) -> Session:
    """Open a closed session again, to correct it; the reason goes into the log."""
    with change(tournament, actor, "reopen_session", key=key) as this:
        session = session_of(this.tournament, number)
        if session.state != State.CLOSED:
            raise Refused(_("Session %(number)s is not closed.") % {"number": number}, code="state")
        this.reason = required_reason(reason)
        move(this, session, State.RUNNING if session.started_at else State.RELEASED)
    return session


def extra_minutes(
    tournament: Tournament,
    actor: Any,
    session: int,
    table: int,
    minutes: int,
    *,
    reason: str,
    given_by: str,
    seen: str | None = None,
    key: str | None = None,
) -> Table:
    """Give one table ``minutes`` more than the others, in all; 0 takes them back (TSR 8.5).

    Sheet and clock of the table show them, with who gave them and why. ``seen`` is the
    ``mark_of`` the ``minutes_told`` that the form was made from; raises Conflict with what the
    table was given meanwhile.
    """
    with change(tournament, actor, "extra_minutes", key=key) as this:
        at = session_of(this.tournament, session)
        refuse_no_time(at)
        if not 0 <= minutes <= MOST_EXTRA_MINUTES:
            raise Refused(
                _("Extra minutes are a number from 0 to %(most)s.") % {"most": MOST_EXTRA_MINUTES},
                where="minutes",
                code="minutes",
            )
        ruling = ruling_of(given_by, reason, "8.5")
        found = table_of(at, table)
        this.subject = f"{session}/{table}"
        this.before = minutes_told(found)
        if seen is not None and seen != mark_of(this.before):
            raise Conflict(
                _(
                    "In the meantime table %(table)s was given other extra minutes: %(minutes)s in "
                    "all (%(note)s). Nothing was overwritten: look whether yours are still right."
                )
                % {"table": table, "minutes": found.extra_minutes, "note": found.note or "–"},
                code="conflict",
            )
        found.extra_minutes = minutes
        found.note = f"{ruling.given_by}: {ruling.reason}"[:300]
        found.save(update_fields=["extra_minutes", "note"])
        this.after = {**minutes_told(found), "given_by": ruling.given_by}
        this.reason = ruling.reason
    return found


def minutes_told(table: Table) -> dict[str, Any]:
    """The extra minutes of a table as the log keeps them, and who gave them and why."""
    return {"extra_minutes": table.extra_minutes, "note": table.note}


def refuse_no_time(session: Session) -> None:
    """Refuse to give time in a session that is not played now."""
    if not session.is_published or session.state == State.CLOSED:
        raise Refused(
            _("Session %(number)s is %(state)s, so no time can be given.")
            % {"number": session.number, "state": session.get_state_display()},
            code="state",
        )
