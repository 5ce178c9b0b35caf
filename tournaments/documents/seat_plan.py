"""The seat plan of a session for the wall: by name (who am I, where do I sit?), then by table."""

from django.utils.translation import gettext as _

from tournaments.documents.names import seat_name, sitting
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
            seat.shown = seat_name(seat)  # type: ignore[attr-defined]
            seats.append(seat)
    seats.sort(key=lambda seat: (sitting(seat).sort_key, seat.entry.start_number))
    pages = _name_pages(seats)
    longest = max((len(page[0]) for page in pages), default=0)
    scale = _scale(NAMES_HEIGHT, longest, closest=6.3, widest=11)
    context = {
        **heading(tournament),
        "session": session,
        "sessions": tournament.sessions.count(),
        "name_pages": pages,
        "name_size": 10 * scale,
        "who_size": 9.2 * min(scale, 1.2),
        "long_size": 7.2 * min(scale, 1.2),
        "pairs": [tables[i : i + 2] for i in range(0, len(tables), 2)],
        "card_size": 10 * _scale(CARDS_HEIGHT, (len(tables) + 1) // 2, closest=31, widest=40),
    }
    return Collected(
        template="documents/seat_plan.html",
        title=_("Seat plan, session %(number)s") % {"number": session},
        parts=[Part(context)],
    )


# What the heading leaves of a page, in mm.
NAMES_HEIGHT = 222
CARDS_HEIGHT = 235
ROWS_A_COLUMN = 34


def _name_pages(seats: list[Seat]) -> list[list[list[Seat]]]:
    """Pages of two columns that read downwards, the pages filled evenly."""
    count = -(-len(seats) // (2 * ROWS_A_COLUMN))
    pages, start = [], 0
    for page in range(count):
        end = len(seats) * (page + 1) // count
        half = (end - start + 1) // 2
        pages.append([seats[start : start + half], seats[start + half : end]])
        start = end
    return pages


def _scale(height: float, rows: int, *, closest: float, widest: float) -> float:
    """How much larger than at its closest a list of ``rows`` may be set to fill ``height`` (mm).

    A short list is read from farther off, so it gets what room there is.
    """
    return min(max(height / max(rows, 1), closest), widest) / closest


SEAT_PLAN = Paper("seats", collect_seat_plan, {"session": session_number})
