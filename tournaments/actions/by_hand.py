"""Seats changed by hand: two exchanged in a draft, or corrected after the release."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournaments.actions.core import Change, Refused, change, required_reason
from tournaments.actions.draws import drafted
from tournaments.actions.find import session_of
from tournaments.actions.seats import (
    MOVED_SINCE,
    RECIPE,
    describe_from,
    entries_by_number,
    exchange,
    history_before,
    refuse_playing,
    refuse_stale,
    seating_refusal,
    tables_of,
)
from tournaments.actions.seats_told import reports_told
from tournaments.actions.wishes import wishes_of
from tournaments.models import Player, Session, Tournament
from tournaments.seating import SeatingRefused, Swap, swapped


@dataclass(frozen=True)
class Sitting:
    """Where an entry sits, and the points of the seat (game points)."""

    start_number: int
    table: int
    position: int
    points: int | None


@dataclass(frozen=True)
class Correction:
    """What a correction of seats means: ``one`` leaves its seat to ``other``.

    ``other`` is None for who was not seated; then ``one`` is not seated any more.
    """

    one: Sitting
    other: Sitting | None
    swap: Swap | None


def swap_of(session: Session, one: int, other: int) -> Swap:
    """What it would mean if these two start numbers of a draft changed seats. Raises Refused."""
    if one == other:
        raise Refused(_("Two different start numbers are needed, such as 3, 7."), where="other")
    tables = list(tables_of(session).values())
    try:
        return swapped(
            tables,
            history_before(session.tournament, session.number),
            one,
            other,
            wishes=wishes_of(session.tournament),
        )
    except SeatingRefused as refusal:
        raise seating_refusal(refusal, where="other") from refusal


def swap_seats(
    tournament: Tournament,
    actor: Any,
    number: int,
    one: int,
    other: int,
    *,
    seen: str | None = None,
    key: str | None = None,
) -> Session:
    """Let two players of a draft change seats; its report then tells of the seats as they are.

    ``seen`` is the ``seats_mark`` of the draft that was looked at. Refused for a session that is
    no draft and for who is not seated in it. Wishes may be broken by hand: the report says so.
    """
    with change(tournament, actor, "swap_seats", key=key) as this:
        session = drafted(this.tournament, number, seen)
        swap_of(session, one, other)
        before = tables_of(session)
        exchange(session, one, other)
        note_swap(session, one, other)
        _tell(this, session, before, one, other)
    return session


def note_swap(session: Session, one: int, other: int) -> None:
    """What the draft is repeated from gets the swap too; the last one, done again, cancels out."""
    recipe = session.draw_report.get(RECIPE)
    if recipe is None or MOVED_SINCE in session.draw_report:
        return
    *earlier, last = recipe["swaps"] or [[]]
    is_back = set(last) == {one, other}
    recipe["swaps"] = earlier if is_back else [*recipe["swaps"], [one, other]]


def correction_of(session: Session, one: int, other: int) -> Correction:
    """What correcting the seat of ``one`` to ``other`` would mean. Raises Refused."""
    if one == other:
        raise Refused(_("Two different start numbers are needed, such as 3, 7."), where="other")
    seats = {
        seat.entry.start_number: Sitting(
            seat.entry.start_number, seat.table.number, seat.position, seat.points
        )
        for seat in session.seats.filter(entry__start_number__in=[one, other]).select_related(
            "entry", "table"
        )
    }
    if one not in seats:
        raise Refused(
            _("No. %(number)s is not seated in session %(session)s.")
            % {"number": one, "session": session.number},
            where="one",
            code="not_seated",
        )
    if other not in seats:
        entries_by_number(session.tournament, [other])
        return Correction(seats[one], None, None)
    return Correction(seats[one], seats[other], swap_of(session, one, other))


def correct_seats(
    tournament: Tournament,
    actor: Any,
    number: int,
    one: int,
    other: int,
    *,
    reason: str,
    seen: str | None = None,
    key: str | None = None,
) -> Session:
    """Correct who sat where in a released session, with or without results; a reason is needed.

    ``other`` takes the seat of ``one``; if ``other`` is seated too, they change seats, otherwise
    ``one`` is not seated any more. The points stay with the seats. Refused for a draft (there one
    swaps) and for a closed session (it is reopened first).
    """
    with change(tournament, actor, "correct_seats", key=key) as this:
        session = session_of(this.tournament, number)
        refuse_uncorrectable(session)
        refuse_stale(session, seen)
        this.reason = required_reason(reason)
        found = correction_of(session, one, other)
        before = tables_of(session)
        if found.other is not None:
            exchange(session, one, other)
            left = None
        else:
            left = replace(session, one, other)
        moved_before = MOVED_SINCE in session.draw_report
        session.draw_report[MOVED_SINCE] = True
        _tell(this, session, before, one, other)
        if left is not None:
            this.before |= {"substitute": left.list_name, "player": left.pk}
        if moved_before:
            this.before |= {MOVED_SINCE: True}
    return session


def replace(
    session: Session, one: int, other: int, substitute: Player | None = None
) -> Player | None:
    """``other``, not seated so far, takes the seat of ``one``; ``substitute`` plays for them.

    Returns who played for ``one``. Refused for who plays in somebody's place in this session.
    """
    entry = entries_by_number(session.tournament, [other])[other]
    seat = session.seats.select_related("substitute").get(entry__start_number=one)
    left: Player | None = seat.substitute
    refuse_playing(session, entry.player)
    seat.entry, seat.substitute = entry, substitute
    seat.save(update_fields=["entry", "substitute"])
    return left


def refuse_uncorrectable(session: Session) -> None:
    """Refuse to correct the seats of a draft and of a closed session."""
    if not session.is_published:
        raise Refused(
            _("Session %(number)s is not released: change its draft.") % {"number": session.number},
            code="state",
        )
    if session.state == Session.State.CLOSED:
        raise Refused(
            _("Session %(number)s is closed. Reopen it before you correct its seats.")
            % {"number": session.number},
            code="session_closed",
        )


def _tell(
    this: Change, session: Session, before: dict[int, list[int]], one: int, other: int
) -> None:
    """Describe what the session's draw and later drafts reach now, and log who sat where."""
    old, new = describe_from(session, wishes_of(this.tournament))
    this.subject = str(session.number)
    this.before = {**seats_told(before, one, other), **reports_told(old)}
    this.after = {**seats_told(tables_of(session), one, other), **reports_told(new)}


def seats_told(tables: dict[int, list[int]], *numbers: int) -> dict[str, str]:
    """Table and seat of each of these start numbers, "3/2"; "" for who has none."""
    at = {
        start_number: f"{number}/{position}"
        for number, table in tables.items()
        for position, start_number in enumerate(table, start=1)
    }
    return {str(number): at.get(number, "") for number in numbers}
