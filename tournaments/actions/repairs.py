"""A drawn session mended with the fewest moved: who came late, who did not come."""

import hashlib
import json
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournaments.actions.core import Refused, change
from tournaments.actions.find import session_of
from tournaments.actions.seats import (
    MOVED_SINCE,
    Tables,
    describe_from,
    entries_by_number,
    history_before,
    refuse_playing,
    refuse_stale,
    seating_refusal,
    tables_of,
    tables_with_results,
    write_tables,
)
from tournaments.actions.seats_told import STATUSES, borne, reports_told
from tournaments.actions.wishes import wishes_of
from tournaments.models import Entry, Session, Tournament
from tournaments.seating import Repair, SeatingRefused, repairs

MENDABLE = (Session.State.DRAFTED, Session.State.RELEASED, Session.State.RUNNING)
MOST_CHOICES = 8


@dataclass(frozen=True)
class Choice:
    """One way to mend a session; ``token`` names the tables that it leads to."""

    token: str
    repair: Repair


def to_mend(session: Session) -> tuple[list[int], list[int]]:
    """Who is seated at a table without results but not present, and who is present but not
    seated: (gone, arrivals), as start numbers."""
    seated = set(session.seats.values_list("entry__start_number", flat=True))
    open_seats = session.seats.exclude(table__number__in=tables_with_results(session))
    gone = open_seats.exclude(entry__status=Entry.Status.PRESENT)
    present = session.tournament.entries.filter(status=Entry.Status.PRESENT)
    arrivals = set(present.values_list("start_number", flat=True)) - seated
    return sorted(gone.values_list("entry__start_number", flat=True)), sorted(arrivals)


def choices_for(session: Session, gone: Collection[int], arrivals: Collection[int]) -> list[Choice]:
    """The ways to mend a session, cheapest first. Raises Refused with what is possible."""
    if session.state not in MENDABLE:
        raise Refused(
            _("Session %(number)s is %(state)s, so nobody is moved in it.")
            % {"number": session.number, "state": session.get_state_display()},
            code="state",
        )
    if not gone and not arrivals:
        raise Refused(_("Who did not come, and who came late? Give start numbers."), where="gone")
    entries = entries_by_number(session.tournament, [*gone, *arrivals])
    for number in sorted(arrivals):
        if entries[number].status == Entry.Status.WITHDRAWN:
            raise Refused(
                _("%(name)s has withdrawn.") % {"name": entries[number].player.list_name},
                where="arrivals",
                code="withdrawn",
            )
    try:
        found = repairs(
            tables_of(session),
            history_before(session.tournament, session.number),
            gone=sorted(set(gone)),
            arrivals=sorted(set(arrivals)),
            closed=tables_with_results(session),
            wishes=wishes_of(session.tournament),
        )
    except SeatingRefused as refusal:
        raise seating_refusal(refusal, where="gone") from refusal
    worth_it = [repair for repair in found if not _is_idle(repair, found)]
    return [Choice(_token(repair), repair) for repair in worth_it[:MOST_CHOICES]]


def _is_idle(repair: Repair, found: list[Repair]) -> bool:
    """Does this way dissolve one table only to open another, and gain nothing by it?"""
    if not (repair.opened and repair.dissolved):
        return False
    return any(
        other is not repair and all(a <= b for a, b in zip(other.cost, repair.cost, strict=True))
        for other in found
    )


def repair_session(
    tournament: Tournament,
    actor: Any,
    number: int,
    *,
    gone: Collection[int] = (),
    arrivals: Collection[int] = (),
    choice: str,
    seen: str | None = None,
    key: str | None = None,
) -> Session:
    """Mend a drawn or released session in one of the ways that ``choices_for`` gave.

    ``gone`` lose their seats and are no longer present, ``arrivals`` get seats and are present.
    ``choice`` is the token of the way, ``seen`` the ``seats_mark`` of the seats looked at. Refused
    when a table that would change has a result by now, or anything else has changed since.
    """
    with change(tournament, actor, "repair_session", key=key) as this:
        session = session_of(this.tournament, number)
        refuse_stale(session, seen)
        ways = {one.token: one.repair for one in choices_for(session, gone, arrivals)}
        repair = ways.get(choice)
        if repair is None:
            raise Refused(
                _("This way is no longer possible. Look at the choices again."), code="choice_gone"
            )
        before = tables_of(session)
        changed = sorted(
            n for n in before.keys() | repair.tables if before.get(n) != repair.tables.get(n)
        )
        people = sorted({*gone, *arrivals})
        this.before = _told(session, before, changed, people)
        seated = {entry for table in repair.tables.values() for entry in table}
        entries = entries_by_number(this.tournament, seated)
        for arrival in {*arrivals} & entries.keys():
            refuse_playing(session, entries[arrival].player)
        write_tables(session, repair.tables, entries)
        _note_presence(this.tournament, gone, arrivals)
        session.draw_report[MOVED_SINCE] = True
        old, new = describe_from(session, wishes_of(this.tournament))
        this.subject = str(number)
        this.before |= reports_told(old)
        this.after = {**_told(session, repair.tables, changed, people), **reports_told(new)}
        this.reason = _who(gone, arrivals)
    return session


def _told(
    session: Session, tables: Tables, changed: list[int], people: list[int]
) -> dict[str, Any]:
    """What the log keeps: who sits at the tables that change, and all that goes with it."""
    entries = session.tournament.entries.filter(start_number__in=people)
    told = {str(n): _spaced(tables.get(n, [])) for n in changed}
    statuses = {str(n): status for n, status in entries.values_list("start_number", "status")}
    told |= {STATUSES: statuses, **borne(session, changed)}
    return {**told, MOVED_SINCE: True} if MOVED_SINCE in session.draw_report else told


def _note_presence(
    tournament: Tournament, gone: Collection[int], arrivals: Collection[int]
) -> None:
    entries = tournament.entries
    present = entries.filter(start_number__in=gone, status=Entry.Status.PRESENT)
    present.update(status=Entry.Status.REGISTERED)
    entries.filter(start_number__in=arrivals).update(status=Entry.Status.PRESENT)


def _who(gone: Collection[int], arrivals: Collection[int]) -> str:
    parts = []
    if gone:
        parts.append(_("gone: %(numbers)s") % {"numbers": _listed(gone)})
    if arrivals:
        parts.append(_("new: %(numbers)s") % {"numbers": _listed(arrivals)})
    return "; ".join(parts)


def _listed(numbers: Collection[int]) -> str:
    return ", ".join(map(str, sorted(numbers)))


def _spaced(table: list[int]) -> str:
    return " ".join(map(str, table))


def _token(repair: Repair) -> str:
    told = json.dumps(sorted(repair.tables.items()))
    return hashlib.sha256(told.encode()).hexdigest()[:16]
