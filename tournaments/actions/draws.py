"""The draw: a draft that only the desk sees, made again as often as wanted, released at once."""

import secrets
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.actions.core import Refused, change, required_reason
from tournaments.actions.find import session_of
from tournaments.models import Entry, Seat, Session, Table, Tournament
from tournaments.seating import Draft, Reason, SeatingRefused, draw

METHODS = ("random",)
# Seeds are read aloud and typed again by whoever checks a draw.
SEED_LIMIT = 10**9


def draw_session(
    tournament: Tournament,
    actor: Any,
    number: int,
    *,
    method: str = "random",
    seed: int | None = None,
    key: str | None = None,
) -> Session:
    """Draw session ``number`` for all who are present, as a draft in place of any draft before.

    The sessions before it are the history. Without ``seed`` the first session takes one from the
    system's source of randomness, and each later one the seed of the first, from which all were
    planned; a draw made again always takes a new one. The seed is stored, so that anyone can
    repeat the draw. Refused: another
    method, a session already released, one before it not yet released, and numbers of players
    that make no tables of four and five.
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
        history = _history(this.tournament, number)
        entries = _present(this.tournament)
        first_seed = _first_seed(this.tournament, number)
        if seed is None:
            seed = _new_seed(session, first_seed)
        sessions = this.tournament.sessions.count()
        draft = _drawn(list(entries), history, seed, sessions=sessions, first_seed=first_seed)
        this.subject = str(number)
        this.before = _seed_and_tables(session) if session.state == Session.State.DRAFTED else None
        session.tables.all().delete()
        _seat(session, draft, entries)
        session.state = Session.State.DRAFTED
        session.method, session.seed = method, draft.seed
        session.draw_report = _report(draft)
        session.drawn_at = timezone.now()
        session.save()
        this.after = {"seed": draft.seed, "tables": draft.tables, "repeats": len(draft.repeats)}
    return session


def draft_mark(session: Session) -> str:
    """What tells one draft of a session from another; "" while there is none."""
    return session.drawn_at.isoformat() if session.drawn_at else ""


def discard_draft(
    tournament: Tournament,
    actor: Any,
    number: int,
    *,
    seen: str | None = None,
    key: str | None = None,
) -> Session:
    """Throw a draft away: the session is planned again, its seats are gone.

    ``seen`` is the ``draft_mark`` of the draft that was looked at; refused for another one.
    """
    with change(tournament, actor, "discard_draft", key=key) as this:
        session = _drafted(this.tournament, number, seen)
        this.subject = str(number)
        this.before = _seed_and_tables(session)
        session.tables.all().delete()
        session.state = Session.State.PLANNED
        session.seed, session.draw_report, session.drawn_at = None, {}, None
        session.save()
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

    ``seen`` is the ``draft_mark`` of the draft that was looked at. Refused when it was drawn
    again since, while a session before it is not closed, or when someone in the draft is no
    longer present.
    """
    with change(tournament, actor, "release_session", key=key) as this:
        session = _drafted(this.tournament, number, seen)
        _refuse_unclosed_before(this.tournament, number)
        gone = session.seats.exclude(entry__status=Entry.Status.PRESENT)
        names = [f"{s.entry}" for s in gone.select_related("entry__player")]
        if names:
            raise Refused(
                _("No longer present, but in the draft: %(names)s. Draw again.")
                % {"names": "; ".join(names)},
                code="draft_outdated",
            )
        this.subject = str(number)
        this.before, this.after = {"state": session.state}, {"state": Session.State.RELEASED}
        session.state = Session.State.RELEASED
        session.released_at = timezone.now()
        session.save(update_fields=["state", "released_at"])
    return session


def recall_session(
    tournament: Tournament, actor: Any, number: int, *, reason: str, key: str | None = None
) -> Session:
    """Take a release back while nothing has been played: the session is a draft again.

    For the player who does not come to the table. Refused once the clock runs or a result is in.
    """
    with change(tournament, actor, "recall_session", key=key) as this:
        session = session_of(this.tournament, number)
        if session.state != Session.State.RELEASED:
            raise Refused(
                _("Only a released session whose clock has not started can be taken back."),
                code="state",
            )
        later = this.tournament.sessions.filter(number__gt=number, state=Session.State.DRAFTED)
        if drawn_on_it := later.first():
            raise Refused(
                _("The draft of session %(later)s was drawn on this one; discard it first.")
                % {"later": drawn_on_it.number},
                code="later_draft",
            )
        if session.tables.filter(deals__isnull=False).exists():
            raise Refused(
                _("There are results already; clear those tables first."), code="has_results"
            )
        this.reason = required_reason(reason)
        this.subject = str(number)
        this.before, this.after = {"state": session.state}, {"state": Session.State.DRAFTED}
        session.state = Session.State.DRAFTED
        session.released_at = None
        session.save(update_fields=["state", "released_at"])
    return session


def _drafted(tournament: Tournament, number: int, seen: str | None) -> Session:
    session = session_of(tournament, number)
    if session.state != Session.State.DRAFTED:
        raise Refused(_("Session %(number)s has no draft.") % {"number": number}, code="state")
    if seen is not None and seen != draft_mark(session):
        raise Refused(
            _("Session %(number)s was drawn again in the meantime: look at this draft first.")
            % {"number": number},
            code="draft_replaced",
        )
    return session


def _history(tournament: Tournament, number: int) -> list[list[list[int]]]:
    """The seats of the sessions before, as start numbers; refused while one is not released."""
    history = []
    earlier = tournament.sessions.filter(number__lt=number).prefetch_related("tables__seats__entry")
    for session in earlier:
        if not session.is_published:
            raise Refused(
                _("Session %(earlier)s is not released yet; it comes first.")
                % {"earlier": session.number},
                code="earlier_session",
            )
        history.append(
            [[s.entry.start_number for s in table.seats.all()] for table in session.tables.all()]
        )
    return history


def _present(tournament: Tournament) -> dict[int, Entry]:
    present = tournament.entries.filter(status=Entry.Status.PRESENT)
    return {entry.start_number: entry for entry in present}


def _first_seed(tournament: Tournament, number: int) -> int | None:
    """The seed from which all sessions were planned, if there is one."""
    first = tournament.sessions.order_by("number").first()
    return first.seed if first is not None and first.number < number else None


def _new_seed(session: Session, first_seed: int | None) -> int:
    if first_seed is None or session.state == Session.State.DRAFTED:
        return secrets.randbelow(SEED_LIMIT)
    return first_seed


def _drawn(
    entries: list[int],
    history: list[list[list[int]]],
    seed: int,
    *,
    sessions: int,
    first_seed: int | None,
) -> Draft:
    try:
        return draw(entries, history, seed, sessions=sessions, first_seed=first_seed)
    except SeatingRefused as refusal:
        message = _(refusal.template) % refusal.params
        if refusal.code == "bad_seed":
            raise Refused(message, where="seed", code=refusal.code) from refusal
        raise Refused(
            _("Not drawn: %(why)s Only players who are checked in are drawn.") % {"why": message},
            code=refusal.code,
        ) from refusal


def _seat(session: Session, draft: Draft, entries: dict[int, Entry]) -> None:
    tables = Table.objects.bulk_create(
        Table(session=session, number=number, size=len(seats))
        for number, seats in enumerate(draft.tables, start=1)
    )
    Seat.objects.bulk_create(
        Seat(session=session, table=table, position=position, entry=entries[start_number])
        for table, seats in zip(tables, draft.tables, strict=True)
        for position, start_number in enumerate(seats, start=1)
    )


def _report(draft: Draft) -> dict[str, Any]:
    """What the draw reached, as stored: sentences stay templates so that every reader's
    language can be served."""
    return {
        "repeats": [list(repeat) for repeat in draft.repeats],
        "lower_bound": draft.lower_bound,
        "bound_reason": _reason(draft.bound_reason),
        "seat_spread": draft.seat_spread,
        "why": [_reason(reason) for reason in draft.why],
    }


def _reason(reason: Reason) -> dict[str, Any]:
    return {"code": reason.code, "template": reason.template, "params": dict(reason.params)}


def _refuse_unclosed_before(tournament: Tournament, number: int) -> None:
    unclosed = (
        tournament.sessions.filter(number__lt=number).exclude(state=Session.State.CLOSED).first()
    )
    if unclosed is not None:
        raise Refused(
            _("Session %(number)s is not closed yet.") % {"number": unclosed.number},
            code="earlier_session",
        )


def _seed_and_tables(session: Session) -> dict[str, Any]:
    tables: dict[int, list[int]] = {}
    seats = session.seats.order_by("table__number", "position")
    for number, start_number in seats.values_list("table__number", "entry__start_number"):
        tables.setdefault(number, []).append(start_number)
    return {"seed": session.seed, "tables": list(tables.values())}
