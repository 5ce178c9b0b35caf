"""The seat plan of a session for the wall: by name (who am I, where do I sit?), then by table."""

from django.utils.translation import gettext as _

from tournaments.documents.paper import Collected, Paper, Part, heading, session_number
from tournaments.documents.sheets import released_session, tables_with_seats
from tournaments.models import Seat, Tournament


def collect_seat_plan(tournament: Tournament, *, session: int) -> Collected:
    """Both orders of a released session; full names, for the desk's own wall."""
    tables = tables_with_seats(released_session(tournament, session))
    seats: list[Seat] = []
    for table in tables:
        for seat in table.seats.all():
            seat.table = table
            seats.append(seat)
    seats.sort(key=lambda seat: (seat.entry.player.sort_key, seat.entry.start_number))
    context = {
        **heading(tournament),
        "session": session,
        "sessions": tournament.sessions.count(),
        "tables": [tables[i : i + 2] for i in range(0, len(tables), 2)],
        "columns": _columns(seats),
        "several_clubs": any(seat.entry.player.club_id for seat in seats),
    }
    return Collected(
        template="documents/seat_plan.html",
        title=_("Seat plan, session %(number)s") % {"number": session},
        parts=[Part(context)],
    )


ROWS_A_PAGE = 36


def _columns(seats: list[Seat]) -> list[list[list[Seat]]]:
    """Pages of one or two columns; a list that fits in one column is not split."""
    if len(seats) <= ROWS_A_PAGE // 2 + 6:
        return [[seats]] if seats else []
    pages = []
    for start in range(0, len(seats), 2 * ROWS_A_PAGE):
        page = seats[start : start + 2 * ROWS_A_PAGE]
        half = (len(page) + 1) // 2
        pages.append([page[:half], page[half:]])
    return pages


SEAT_PLAN = Paper("seats", collect_seat_plan, {"session": session_number})
