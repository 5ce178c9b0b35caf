"""The clock and the end of a session."""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.actions.core import Refused, change, required_reason
from tournaments.actions.find import session_of, table_of
from tournaments.models import Session, Table, Tournament
from tournaments.models.text import clean_text

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
        session.started_at = timezone.now()
        _move(this, session, State.RUNNING, "started_at")
    return session


def close_session(
    tournament: Tournament, actor: Any, number: int, *, key: str | None = None
) -> Session:
    """Close a session whose every table has its result; the standings after it are final."""
    with change(tournament, actor, "close_session", key=key) as this:
        session = session_of(this.tournament, number)
        if session.state not in (State.RELEASED, State.RUNNING):
            raise Refused(
                _("Session %(number)s cannot be closed: it is %(state)s.")
                % {"number": number, "state": session.get_state_display()},
                code="state",
            )
        open_tables = session.tables.filter(state=Table.State.OPEN)
        missing = [str(n) for n in open_tables.values_list("number", flat=True)]
        if missing:
            raise Refused(
                _("Sheets are still missing: table %(tables)s.") % {"tables": ", ".join(missing)},
                code="sheets_missing",
            )
        session.closed_at = timezone.now()
        _move(this, session, State.CLOSED, "closed_at")
    return session


def reopen_session(
    tournament: Tournament, actor: Any, number: int, *, reason: str, key: str | None = None
) -> Session:
    """Open a closed session again, to correct it; the reason goes into the log."""
    with change(tournament, actor, "reopen_session", key=key) as this:
        session = session_of(this.tournament, number)
        if session.state != State.CLOSED:
            raise Refused(_("Session %(number)s is not closed.") % {"number": number}, code="state")
        this.reason = required_reason(reason)
        session.closed_at = None
        _move(this, session, State.RUNNING if session.started_at else State.RELEASED, "closed_at")
    return session


def extra_minutes(
    tournament: Tournament,
    actor: Any,
    session: int,
    table: int,
    minutes: int,
    *,
    note: str = "",
    key: str | None = None,
) -> Table:
    """Give one table ``minutes`` more than the others, in all; 0 takes them back (TSR 8.5).

    ``note`` says why; sheet and clock of the table show both.
    """
    with change(tournament, actor, "extra_minutes", key=key) as this:
        at = session_of(this.tournament, session)
        if not at.is_published or at.state == State.CLOSED:
            raise Refused(
                _("Session %(number)s is %(state)s, so no time can be given.")
                % {"number": session, "state": at.get_state_display()},
                code="state",
            )
        if not 0 <= minutes <= MOST_EXTRA_MINUTES:
            raise Refused(
                _("Extra minutes are a number from 0 to %(most)s.") % {"most": MOST_EXTRA_MINUTES},
                where="minutes",
                code="minutes",
            )
        found = table_of(at, table)
        this.subject = f"{session}/{table}"
        this.before = {"extra_minutes": found.extra_minutes, "note": found.note}
        found.extra_minutes, found.note = minutes, clean_text(note)[:300]
        found.save(update_fields=["extra_minutes", "note"])
        this.after = {"extra_minutes": found.extra_minutes, "note": found.note}
    return found


def _move(this: Any, session: Session, state: str, moment: str) -> None:
    this.subject = str(session.number)
    this.before, this.after = {"state": session.state}, {"state": state}
    session.state = state
    session.save(update_fields=["state", moment])
