"""A tournament's settings and its number of sessions put back."""

from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from tournaments.actions.core import Refused
from tournaments.actions.tournaments import has_started, remove_sessions, settings_of
from tournaments.actions.undo.undoing import Undoing, kept_too_little
from tournaments.models import Session, Tournament

_PLAIN = ("name", "place", "visibility", "tie_breaks", "protest_minutes")
_OF_SESSIONS = ("sessions", "minutes", "minutes_five")


def put_settings(undoing: Undoing) -> None:
    """What was changed as it was before, unless it was changed once more, or play rests on it."""
    tournament, left, back = undoing.tournament, undoing.left or {}, undoing.back or {}
    now = settings_of(tournament)
    if any(now[name] != value for name, value in left.items()):
        raise undoing.changed_since({"change_settings"}, _names(undoing))
    if "ruleset" in back and has_started(tournament):
        raise Refused(
            _("The ruleset cannot change any more: a session has started."), where="ruleset"
        )
    for name in (*_PLAIN, "ruleset"):
        if name in back:
            setattr(tournament, name, back[name])
    if "starts_on" in back:
        tournament.starts_on = date.fromisoformat(back["starts_on"])
    tournament.save(update_fields=[*_PLAIN, "ruleset", "starts_on"])
    if any(name in back for name in _OF_SESSIONS):
        _put_sessions(tournament, {**{name: now[name] for name in _OF_SESSIONS}, **back})
    undoing.told(dict(left), dict(back))


def _names(undoing: Undoing) -> set[str]:
    """The subject is the tournament's name, which the change itself may have changed."""
    names = {undoing.subject, undoing.tournament.name}
    return names | {told["name"] for told in (undoing.left, undoing.back) if "name" in (told or {})}


def _put_sessions(tournament: Tournament, told: dict[str, Any]) -> None:
    sessions = list(tournament.sessions.all())
    minutes = list(zip(told["minutes"], told["minutes_five"], strict=False))
    if len(minutes) != told["sessions"]:
        raise kept_too_little()
    for session, (four, five) in zip(sessions, minutes, strict=False):
        if (session.minutes, session.minutes_five) != (four, five):
            _refuse_started(session)
            session.minutes, session.minutes_five = four, five
            session.save(update_fields=["minutes", "minutes_five"])
    remove_sessions(sessions[len(minutes) :])
    Session.objects.bulk_create(
        Session(tournament=tournament, number=number, minutes=four, minutes_five=five)
        for number, (four, five) in enumerate(minutes[len(sessions) :], start=len(sessions) + 1)
    )


def _refuse_started(session: Session) -> None:
    if session.started_at is not None or session.state == Session.State.CLOSED:
        raise Refused(
            _("Session %(number)s has begun, so its minutes stay.") % {"number": session.number},
            where="minutes",
            code="state",
        )
