"""A draft put down: the seats of a session, or of all by one plan, and what they come from."""

from collections.abc import Collection

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.actions.core import Change, Refused
from tournaments.actions.seats import RECIPE, report_of, tables_of, write_tables
from tournaments.actions.seats_told import drafts_told
from tournaments.actions.wishes import wishes_of
from tournaments.models import Entry, Session
from tournaments.seating import Draft, SeatingRefused, plan
from tournaments.seating.recipe import Recipe

PLAN = "fixed_plan"


def draft_one(this: Change, session: Session, recipe: Recipe, entries: dict[int, Entry]) -> None:
    """Draft one session from its recipe; later drafts of a fixed plan end."""
    try:
        draft = recipe.draft()
    except SeatingRefused as refusal:
        raise _not_drawn(refusal) from refusal
    forget(drafts_of_plan(session, after=True))
    _store(session, draft, recipe, entries)
    this.after = {
        **(drafts_told(session) or {}),
        "repeats": len(draft.repeats),
        "locked": sorted(recipe.locked),
    }


def draft_plan(
    this: Change,
    session: Session,
    entries: dict[int, Entry],
    seed: int,
    locked: Collection[int],
) -> None:
    """Draft every session of the tournament at once, by one plan."""
    sessions = list(this.tournament.sessions.order_by("number"))
    if any(one.is_published for one in sessions):
        raise Refused(
            _(
                "A plan for all sessions is made before the first is released. Draw this one at "
                "random: that also lets nobody meet again as far as it can."
            ),
            where="method",
            code="plan_too_late",
        )
    if locked:
        raise _no_lock()
    wishes = wishes_of(this.tournament)
    try:
        made = plan(list(entries), len(sessions), seed, wishes=wishes)
    except SeatingRefused as refusal:
        raise _not_drawn(refusal) from refusal
    for number, (one, draft) in enumerate(zip(sessions, made.rounds, strict=True), start=1):
        recipe = Recipe(
            method=PLAN,
            seed=seed,
            entries=list(entries),
            number=number,
            sessions=len(sessions),
            wishes=wishes,
        )
        _store(one, draft, recipe, entries)
    drawn = next(one for one in sessions if one.pk == session.pk)
    this.after = {
        **(drafts_told(drawn, sessions) or {}),
        "sessions": len(sessions),
        "repeats": made.repeats,
    }


def _store(session: Session, draft: Draft, recipe: Recipe, entries: dict[int, Entry]) -> None:
    session.tables.all().delete()
    write_tables(session, dict(enumerate(draft.tables, start=1)), entries)
    session.state = Session.State.DRAFTED
    session.method, session.seed = recipe.method, recipe.seed
    session.draw_report = {**report_of(draft), RECIPE: recipe.as_dict()}
    session.drawn_at = timezone.now()
    session.save()


def kept_tables(session: Session, locked: Collection[int]) -> dict[int, list[int]]:
    """The tables that stay as they are, with who sits there."""
    tables = tables_of(session) if locked else {}
    if missing := set(locked) - tables.keys():
        raise Refused(
            _("There is no table %(number)s now.") % {"number": min(missing)},
            where="locked",
            code="bad_lock",
        )
    return {number: tables[number] for number in sorted(locked)}


def _no_lock() -> Refused:
    return Refused(
        _("Only a random draw can leave tables as they are."), where="locked", code="bad_lock"
    )


def _not_drawn(refusal: SeatingRefused) -> Refused:
    message = _(refusal.template) % refusal.params
    if refusal.code == "bad_seed":
        return Refused(message, where="seed", code=refusal.code)
    if refusal.code in ("contradictory_wishes", "wishes_not_met"):
        return Refused(_("Not drawn: %(why)s") % {"why": message}, code=refusal.code)
    return Refused(
        _("Not drawn: %(why)s Only players who are checked in are drawn.") % {"why": message},
        code=refusal.code,
    )


def drafts_of_plan(session: Session, *, after: bool = False) -> list[Session]:
    """The drafts of the fixed plan from this session on (or only after it)."""
    found = session.tournament.sessions.filter(
        number__gte=session.number + after, state=Session.State.DRAFTED, method=PLAN
    )
    return list(found.order_by("number"))


def forget(sessions: list[Session]) -> None:
    """These sessions are planned again, without seats."""
    for session in sessions:
        session.tables.all().delete()
        session.state, session.method = Session.State.PLANNED, "random"
        session.seed, session.draw_report, session.drawn_at = None, {}, None
        session.save()
