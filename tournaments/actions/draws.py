"""The draw: a draft that only the desk sees, made again as often as wanted, released at once."""

import secrets
from collections.abc import Collection
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.actions.core import Refused, change, required_reason
from tournaments.actions.drafting import (
    PLAN,
    draft_one,
    draft_plan,
    drafts_of_plan,
    forget,
    kept_tables,
)
from tournaments.actions.draw_methods import DEFAULT_GROUPS, recipe_for
from tournaments.actions.find import session_of
from tournaments.actions.phases import move
from tournaments.actions.seats import refuse_stale
from tournaments.actions.seats_told import drafts_told
from tournaments.actions.table_pages import open_pages, shut_pages
from tournaments.models import Entry, Session, Tournament
from tournaments.seating.recipe import METHODS

# Seeds are read aloud and typed again by whoever checks a draw.
SEED_LIMIT = 10**9


def draw_session(
    tournament: Tournament,
    actor: Any,
    number: int,
    *,
    method: str = "random",
    seed: int | None = None,
    locked: Collection[int] = (),
    groups: int = DEFAULT_GROUPS,
    seen: str | None = None,
    key: str | None = None,
) -> Session:
    """Draw session ``number`` for all who are present, as a draft in place of any draft before.

    The sessions before it are the history, the tournament's wishes are kept. ``method`` is one
    of ``METHODS``: the methods by standing need every result of the sessions before,
    ``score_groups`` makes so many ``groups``, ``fixed_plan`` drafts all sessions at once.
    ``locked`` are numbers of tables of the present draft that stay as they are.

    Without ``seed`` the first session takes one from the system's source of randomness, and each
    later one the seed of the first, from which all were planned; a draw made again always takes
    a new one. The seed is stored with all else that the draw was made from, so that anyone can
    repeat it. ``seen`` is the ``seats_mark`` of what was on the screen ("": nothing was drawn).

    Refused: another method, a session already released, one before it not yet released, wishes
    that cannot be kept, and numbers of players that make no tables of four and five.
    """
    with change(tournament, actor, "draw_session", key=key) as this:
        if method not in METHODS:
            raise Refused(_("There is no such way to draw."), where="method", code="method")
        session = session_of(this.tournament, number)
        if session.is_published:
            raise Refused(
                _("Session %(number)s is released; its seats stand.") % {"number": number},
                code="state",
            )
        refuse_stale(session, seen)
        entries = _present(this.tournament)
        if seed is None:
            seed = _new_seed(session, method)
        this.subject = str(number)
        if method == PLAN:
            this.before = drafts_told(session, this.tournament.sessions.order_by("number"))
            draft_plan(this, session, entries, seed, locked)
        else:
            this.before = drafts_told(session, drafts_of_plan(session, after=True))
            refuse_unreleased_before(this.tournament, number)
            recipe = recipe_for(
                session,
                method,
                seed,
                list(entries),
                locked=kept_tables(session, locked),
                groups=groups,
            )
            draft_one(this, session, recipe, entries)
    session.refresh_from_db()
    return session


def discard_draft(
    tournament: Tournament,
    actor: Any,
    number: int,
    *,
    seen: str | None = None,
    key: str | None = None,
) -> Session:
    """Throw a draft away: the session is planned again, its seats are gone.

    Of a fixed plan the drafts of the later sessions go too. ``seen`` is the ``seats_mark`` of the
    draft that was looked at; refused for another one.
    """
    with change(tournament, actor, "discard_draft", key=key) as this:
        session = drafted(this.tournament, number, seen)
        this.subject = str(number)
        gone = drafts_of_plan(session) if session.method == PLAN else [session]
        this.before = drafts_told(session, gone)
        if len(gone) > 1:
            this.after = {"dropped_sessions": [one.number for one in gone]}
        forget(gone)
    session.refresh_from_db()
    return session


def release_session(
    tournament: Tournament,
    actor: Any,
    number: int,
    *,
    seen: str | None = None,
    key: str | None = None,
) -> Session:
    """Publish a draft, whole and at once.

    ``seen`` is the ``seats_mark`` of the draft that was looked at. Refused when it was drawn
    again since, while a session before it is not closed, or when someone in the draft is no
    longer present.
    """
    with change(tournament, actor, "release_session", key=key) as this:
        session = drafted(this.tournament, number, seen)
        refuse_unreleasable(session)
        move(this, session, Session.State.RELEASED, timezone.now())
        open_pages(session)
    return session


def refuse_unreleasable(session: Session) -> None:
    """Refuse to publish a draft before its turn, or with somebody who is not there."""
    _refuse_unclosed_before(session.tournament, session.number)
    gone = session.seats.exclude(entry__status=Entry.Status.PRESENT)
    names = [f"{s.entry}" for s in gone.select_related("entry__player")]
    if names:
        raise Refused(
            _("No longer present, but in the draft: %(names)s. Draw again.")
            % {"names": "; ".join(names)},
            code="draft_outdated",
        )


def recall_session(
    tournament: Tournament, actor: Any, number: int, *, reason: str, key: str | None = None
) -> Session:
    """Take a release back while nothing has been played: the session is a draft again.

    For the player who does not come to the table. Refused once the clock runs or a result is in.
    """
    with change(tournament, actor, "recall_session", key=key) as this:
        session = session_of(this.tournament, number)
        refuse_unrecallable(session)
        this.reason = required_reason(reason)
        move(this, session, Session.State.DRAFTED)
        shut_pages(session)
    return session


def refuse_unrecallable(session: Session) -> None:
    """Refuse to take a release back once something was played, or drawn on it."""
    if session.state != Session.State.RELEASED:
        raise Refused(
            _("Only a released session whose clock has not started can be taken back."),
            code="state",
        )
    later = session.tournament.sessions.filter(
        number__gt=session.number, state=Session.State.DRAFTED
    ).exclude(method=PLAN)
    if drawn_on_it := later.first():
        raise Refused(
            _("The draft of session %(later)s was drawn on this one; discard it first.")
            % {"later": drawn_on_it.number},
            code="later_draft",
        )
    if session.tables.filter(deals__isnull=False).exists():
        raise Refused(_("There are results already; clear those tables first."), code="has_results")


def drafted(tournament: Tournament, number: int, seen: str | None) -> Session:
    """The session whose draft is to be changed, as it was looked at."""
    session = session_of(tournament, number)
    if session.state != Session.State.DRAFTED:
        raise Refused(_("Session %(number)s has no draft.") % {"number": number}, code="state")
    refuse_stale(session, seen)
    return session


def _new_seed(session: Session, method: str) -> int:
    """The seed of the plan for a session drawn by it; a new one for any other draw."""
    first = session.tournament.sessions.order_by("number").first()
    follows = method == "random" and session.state == Session.State.PLANNED
    if follows and first is not None and first.number < session.number and first.seed is not None:
        return first.seed
    return secrets.randbelow(SEED_LIMIT)


def _present(tournament: Tournament) -> dict[int, Entry]:
    present = tournament.entries.filter(status=Entry.Status.PRESENT).order_by("start_number")
    return {entry.start_number: entry for entry in present}


def refuse_unreleased_before(tournament: Tournament, number: int) -> None:
    """Refuse to draw a session on others that are not settled yet."""
    unreleased = (
        tournament.sessions.filter(number__lt=number)
        .exclude(state__in=Session.PUBLISHED)
        .order_by("number")
        .first()
    )
    if unreleased is not None:
        raise Refused(
            _("Session %(earlier)s is not released yet; it comes first.")
            % {"earlier": unreleased.number},
            code="earlier_session",
        )


def _refuse_unclosed_before(tournament: Tournament, number: int) -> None:
    unclosed = (
        tournament.sessions.filter(number__lt=number).exclude(state=Session.State.CLOSED).first()
    )
    if unclosed is not None:
        raise Refused(
            _("Session %(number)s is not closed yet.") % {"number": unclosed.number},
            code="earlier_session",
        )
