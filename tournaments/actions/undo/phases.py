"""Sessions and tournaments brought back to the phase they were in: released, running, closed."""

from collections.abc import Mapping
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.actions.closing import shut, unplayed_of
from tournaments.actions.core import Refused
from tournaments.actions.draws import refuse_unrecallable, refuse_unreleasable
from tournaments.actions.find import session_of
from tournaments.actions.phases import MOMENTS, move
from tournaments.actions.seats_told import OTHERS, moment
from tournaments.actions.sessions import refuse_unclosable
from tournaments.actions.table_pages import open_pages, shut_pages
from tournaments.actions.undo.past import later
from tournaments.actions.undo.results import RESULTS, SEATED_ANEW
from tournaments.actions.undo.undoing import Undoing, rests_on_it
from tournaments.models import LogEntry, Session

State = Session.State
PHASES = ("release_session", "recall_session", "start_session", "close_session", "reopen_session")
# What makes a session another one than that which was closed.
_CORRECTIONS = (*RESULTS, "correct_seats", "set_substitute", "remove_substitute")
_ORDER = [state.value for state in State]


def is_back(entry: LogEntry, back: Any, left: Any) -> bool:
    """Does undoing it take a release or a close back, which needs a reason?"""
    now, then = (one.get("state") if isinstance(one, dict) else None for one in (left, back))
    if now not in (State.RELEASED, State.CLOSED) or then not in _ORDER:
        return False
    return _ORDER.index(then) < _ORDER.index(now)


def put_phase(undoing: Undoing) -> None:
    """A session back in the phase it was in, where the opposite at the desk is allowed too."""
    session = session_of(undoing.tournament, undoing.number)
    left, back = undoing.left, undoing.back
    if not _is_so(session, left):
        raise undoing.changed_since({*PHASES, "draw_session", "discard_draft"})
    target = State(back["state"])
    if target == State.DRAFTED:
        refuse_unrecallable(session)
    elif target == State.RELEASED and session.state == State.DRAFTED:
        refuse_unreleasable(session)
        _refuse_drawn_anew(undoing)
    elif target == State.CLOSED:
        refuse_unclosable(session)
        _refuse_corrected(undoing)
    move(undoing.this, session, target, _moment_of(target, back))
    if target == State.DRAFTED:
        shut_pages(session)
    elif left["state"] == State.DRAFTED:
        open_pages(session)


def _is_so(session: Session, told: Mapping[str, Any]) -> bool:
    """Is the session in the phase that the log tells of, since the same moment?"""
    moments = {name: value for name, value in told.items() if name in MOMENTS.values()}
    return session.state == told["state"] and all(
        getattr(session, name) == moment(value) for name, value in moments.items()
    )


def _refuse_drawn_anew(undoing: Undoing) -> None:
    """Released as if never recalled is only the draw that was: the hall knows it."""
    number = str(undoing.number)
    for one in later(undoing.entry, SEATED_ANEW):
        told = [value for value in (one.before, one.after) if value]
        if number in {one.subject, *(other for value in told for other in value.get(OTHERS, {}))}:
            raise rests_on_it(one)


def _moment_of(target: str, back: Mapping[str, Any]) -> Any:
    name = MOMENTS.get(State(target))
    return moment(back.get(name)) if name and back.get(name) else timezone.now()


def _refuse_corrected(undoing: Undoing) -> None:
    """Closed as if never opened is only what was not changed meanwhile: protests run anew."""
    number = str(undoing.number)
    for one in later(undoing.entry, _CORRECTIONS):
        if one.subject.partition("/")[0] == number:
            raise Refused(
                _(
                    "Session %(number)s was changed while it was open (change %(n)s): close it "
                    "on its page."
                )
                % {"number": number, "n": one.revision},
                where=one.revision,
                code="depends",
            )


def put_end(undoing: Undoing) -> None:
    """A closed tournament open again with the sessions it had, or closed as it was."""
    tournament, back = undoing.tournament, undoing.back
    if tournament.is_closed != undoing.left["closed"]:
        raise undoing.changed_since({"close_tournament", "reopen_tournament"})
    if back["closed"]:
        _close(undoing)
        return
    undoing.told(dict(undoing.left), dict(back))
    for planned in undoing.left.get("dropped", []):
        tournament.sessions.create(**planned)
    tournament.closed_at = None
    tournament.save(update_fields=["closed_at"])


def _close(undoing: Undoing) -> None:
    """Only what was dropped then is dropped again."""
    dropped = {one["number"] for one in undoing.back.get("dropped", [])}
    unplayed = unplayed_of(undoing.tournament)
    if {session.number for session in unplayed} - dropped:
        raise Refused(
            _("There are sessions that are not played: close the tournament on its page."),
            code="depends",
        )
    changed = later(undoing.entry, {*_CORRECTIONS, *PHASES, "adjust", "withdraw_adjustment"})
    at = moment(undoing.back.get("closed_at"))
    shut(undoing.this, unplayed, timezone.now() if changed or at is None else at)
