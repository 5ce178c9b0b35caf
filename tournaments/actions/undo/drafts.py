"""Drafts put back: the one before a draw, none, or the one that was thrown away."""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.actions.core import Refused
from tournaments.actions.drafting import PLAN, forget
from tournaments.actions.draws import refuse_unreleased_before
from tournaments.actions.find import session_of
from tournaments.actions.seats import (
    MOVED_SINCE,
    RECIPE,
    describe_anew,
    entries_by_number,
    write_tables,
)
from tournaments.actions.seats_told import OTHERS, draft_of, draft_told, moment, put_borne
from tournaments.actions.undo.undoing import Undoing
from tournaments.actions.wishes import wishes_of
from tournaments.models import Session

_DRAFTING = (
    *("draw_session", "discard_draft", "swap_seats", "repair_session", "correct_seats"),
    *("release_session", "recall_session"),
)
_SAME = ("method", "seed", "tables", "drawn_at")


def put_drafts(undoing: Undoing) -> None:
    """The drafts as before, of this session and of all that were drawn or went with it."""
    number = undoing.number
    left, back = undoing.left or {}, undoing.back or {}
    _refuse_old_plan(left, back)
    numbers = sorted({number, *map(int, left.get(OTHERS, {})), *map(int, back.get(OTHERS, {}))})
    for one in numbers:
        session = session_of(undoing.tournament, one)
        if not _is_so(session, draft_of(left, one, number)):
            raise undoing.changed_since(_DRAFTING, {str(one)})
    for one in numbers:
        session, draft = session_of(undoing.tournament, one), draft_of(back, one, number)
        if draft is None:
            forget([session])
        else:
            _draft_again(session, draft)
    undoing.told(undoing.left, undoing.back)


def _is_so(session: Session, draft: dict[str, Any] | None) -> bool:
    """Is this the session's draft, or is it planned where there is none?"""
    now = draft_told(session)
    if now is None or draft is None:
        return now is draft and session.state == Session.State.PLANNED
    return all(now[name] == draft[name] for name in _SAME if name in draft)


def _draft_again(session: Session, draft: dict[str, Any]) -> None:
    if draft.get("method") != PLAN:
        refuse_unreleased_before(session.tournament, session.number)
    seated = [number for table in draft["tables"] for number in table]
    known = set(session.tournament.entries.values_list("start_number", flat=True))
    if missing := [number for number in seated if number not in known]:
        raise Refused(
            _("Nobody has start number %(number)s any more.") % {"number": missing[0]},
            code="depends",
        )
    session.tables.all().delete()
    entries = entries_by_number(session.tournament, seated)
    write_tables(session, dict(enumerate(draft["tables"], start=1)), entries)
    put_borne(session, draft)
    session.state, session.seed = Session.State.DRAFTED, draft["seed"]
    session.method = draft.get("method", "random")
    session.draw_report = {key: draft[key] for key in (RECIPE, MOVED_SINCE) if key in draft}
    session.drawn_at = moment(draft.get("drawn_at")) or timezone.now()
    session.save()
    describe_anew(session, wishes_of(session.tournament), draft.get("report"))


def _refuse_old_plan(left: dict[str, Any], back: dict[str, Any]) -> None:
    """The log did not always keep the drafts of the other sessions of a plan."""
    of_plan = "sessions" in left or "sessions" in back or "dropped_sessions" in left
    if of_plan and not (left.get(OTHERS) or back.get(OTHERS)):
        raise Refused(
            _("This was a plan of all sessions at once: discard it, or draw again."),
            code="not_undoable",
        )
