"""What the log keeps of a session's seats, so that an undo can put them back as they were."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.utils.dateparse import parse_datetime

from tournaments.actions.seats import Reports, described, origin_of, tables_of
from tournaments.models import Player, Session

# Keys of a log entry on seats: drafts of other sessions that changed with this one; what the
# seats mean, by session; what tables and seats bore; who was present.
OTHERS, REPORTS, BORNE, STATUSES = "others", "reports", "borne", "statuses"


def draft_told(session: Session) -> dict[str, Any] | None:
    """The draft that is there, with all that it was made from; None without one."""
    if session.state != Session.State.DRAFTED:
        return None
    return {
        "method": session.method,
        "seed": session.seed,
        "tables": list(tables_of(session).values()),
        "drawn_at": session.drawn_at.isoformat() if session.drawn_at else None,
        "report": described(session),
        **borne(session),
        **origin_of(session),
    }


def drafts_told(session: Session, others: Iterable[Session] = ()) -> dict[str, Any] | None:
    """The draft of a session, and those of the ``others`` that are drawn or go with it."""
    told = draft_told(session)
    beside = {str(one.number): draft_told(one) for one in others if one.pk != session.pk}
    drawn = {number: draft for number, draft in beside.items() if draft is not None}
    return {**(told or {}), OTHERS: drawn} if drawn else told


def draft_of(told: Mapping[str, Any] | None, number: int, session: int) -> dict[str, Any] | None:
    """The draft of session ``number`` in what ``drafts_told`` told of ``session``."""
    told = told or {}
    if number != session:
        found: dict[str, Any] | None = told.get(OTHERS, {}).get(str(number))
        return found
    return dict(told) if "tables" in told else None


def borne(session: Session, tables: Collection[int] | None = None) -> dict[str, Any]:
    """What tables and seats bear besides who sits there: extra minutes, notes, substitutes.

    Of these tables, or of all. Empty where there is nothing of the kind.
    """
    of_tables, of_seats = session.tables.all(), session.seats.exclude(substitute=None)
    if tables is not None:
        of_tables = of_tables.filter(number__in=tables)
        of_seats = of_seats.filter(table__number__in=tables)
    told = [
        {"table": table.number, "extra_minutes": table.extra_minutes, "note": table.note}
        for table in of_tables
        if table.extra_minutes or table.note
    ]
    told += [
        {"start_number": number, "player": player}
        for number, player in of_seats.values_list("entry__start_number", "substitute_id")
    ]
    return {BORNE: told} if told else {}


def put_borne(session: Session, told: Mapping[str, Any]) -> None:
    """Put on tables and seats, as they stand now, what ``borne`` told of them."""
    known = {one["player"] for one in told.get(BORNE, []) if one.get("player")}
    people = set(Player.objects.filter(pk__in=known, erased_at=None).values_list("pk", flat=True))
    for one in told.get(BORNE, []):
        if "table" in one:
            minutes, note = one["extra_minutes"], one["note"]
            session.tables.filter(number=one["table"]).update(extra_minutes=minutes, note=note)
        elif one["player"] in people and not _plays(session, one["player"]):
            seat = session.seats.filter(entry__start_number=one["start_number"])
            seat.update(substitute_id=one["player"])


def _plays(session: Session, player: int) -> bool:
    """Has this person a seat in the session already, an own one or somebody's?"""
    own = session.seats.filter(entry__player=player)
    return (own | session.seats.filter(substitute=player)).exists()


def reports_told(reports: Reports) -> dict[str, Any]:
    """What the seats of sessions meant, where that changed."""
    return {REPORTS: reports} if reports else {}


def moment(told: str | None) -> Any:
    """A moment as the log keeps it, read again; None for none."""
    return parse_datetime(told) if told else None
