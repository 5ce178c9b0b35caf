"""Closing a tournament, and opening it again."""

from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.actions.core import Change, Refused, change
from tournaments.actions.tournaments import remove_sessions
from tournaments.models import Session, Tournament


def close_tournament(
    tournament: Tournament, actor: Any, *, drop_planned: bool = False, key: str | None = None
) -> None:
    """Close the tournament: nothing changes any more until it is reopened.

    Every session must be closed. Planned sessions that were not played are dropped, but only
    when ``drop_planned`` says so.
    """
    with change(tournament, actor, "close_tournament", key=key) as this:
        this.subject = this.tournament.name
        unplayed = unplayed_of(this.tournament)
        if unplayed and not drop_planned:
            numbers = ", ".join(str(session.number) for session in unplayed)
            raise Refused(
                _("Not played yet: session %(numbers)s. Say that it is dropped, or play it.")
                % {"numbers": numbers},
                where="drop_planned",
                code="session_unplayed",
            )
        shut(this, unplayed, timezone.now())
    tournament.refresh_from_db()


def unplayed_of(tournament: Tournament) -> list[Session]:
    """The sessions only planned; refused while one is neither that nor closed."""
    sessions = list(tournament.sessions.all())
    for session in sessions:
        if session.state not in (Session.State.CLOSED, Session.State.PLANNED):
            raise Refused(
                _("Session %(number)s is not closed yet.") % {"number": session.number},
                code="session_open",
            )
    return [session for session in sessions if session.state == Session.State.PLANNED]


def shut(this: Change, unplayed: list[Session], at: datetime) -> None:
    """Close the tournament at this moment, without its unplayed sessions."""
    remove_sessions(unplayed)
    this.tournament.closed_at = at
    this.tournament.save(update_fields=["closed_at"])
    this.before = {"closed": False}
    this.after = {
        "closed": True,
        "closed_at": at.isoformat(),
        "dropped_sessions": [session.number for session in unplayed],
        "dropped": [
            {"number": s.number, "minutes": s.minutes, "minutes_five": s.minutes_five}
            for s in unplayed
        ],
    }


def reopen_tournament(tournament: Tournament, actor: Any, *, key: str | None = None) -> None:
    """Open a closed tournament again."""
    with change(tournament, actor, "reopen_tournament", key=key, even_closed=True) as this:
        if not this.tournament.is_closed:
            raise Refused(_("The tournament is open already."), code="open")
        this.subject = this.tournament.name
        this.before = {"closed": True, "closed_at": this.tournament.closed_at.isoformat()}
        this.after = {"closed": False}
        this.tournament.closed_at = None
        this.tournament.save(update_fields=["closed_at"])
    tournament.refresh_from_db()
