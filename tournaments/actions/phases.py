"""A session on its way: drafted, released, running, closed, each with its moment; and back."""

from datetime import datetime
from typing import Any

from tournaments.actions.core import Change
from tournaments.models import Session

State = Session.State
# What notes when a session came so far.
MOMENTS = {
    State.RELEASED: "released_at",
    State.RUNNING: "started_at",
    State.CLOSED: "closed_at",
}
_ORDER = list(State)


def move(this: Change, session: Session, state: str, at: datetime | None = None) -> None:
    """Bring a session on to ``state`` at this moment, or back to it; the log gets both ends.

    Going back, the moment of the phase that is left is forgotten.
    """
    this.subject = str(session.number)
    onward = _ORDER.index(State(state)) > _ORDER.index(State(session.state))
    moment = MOMENTS[State(state if onward else session.state)]
    this.before = _told(session, moment)
    session.state = state
    setattr(session, moment, at if onward else None)
    session.save(update_fields=["state", moment])
    this.after = _told(session, moment)


def _told(session: Session, moment: str) -> dict[str, Any]:
    at = getattr(session, moment)
    return {"state": session.state, moment: at.isoformat() if at else None}
