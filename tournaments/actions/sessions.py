"""The clock and the end of a session."""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.actions.core import Refused, change
from tournaments.actions.draws import required_reason
from tournaments.actions.find import session_of
from tournaments.models import Session, Table, Tournament

State = Session.State


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


def _move(this: Any, session: Session, state: str, moment: str) -> None:
    this.subject = str(session.number)
    this.before, this.after = {"state": session.state}, {"state": state}
    session.state = state
    session.save(update_fields=["state", moment])
