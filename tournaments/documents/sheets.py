"""The score sheets (Spiellisten) of a session, one page a table, to be filled in by hand.

TSR 7.3 and 8.4: Pflichtsoli have a section of their own, so the dealer of every normal deal is
known beforehand and printed; seat 1 deals first, the last seat keeps the sheet.
"""

from dataclasses import dataclass

from django.db.models import Prefetch
from django.utils.translation import gettext as _

from rules.ruleset import Ruleset, get_ruleset
from rules.session import dealer_of_line
from tournaments.documents.paper import (
    Collected,
    Paper,
    PaperRefused,
    Part,
    heading,
    session_number,
)
from tournaments.models import Seat, Session, Table, Tournament

SHEETS_A_PART = 4
_LENGTHS = ((14, "short"), (24, "medium"), (40, "longer"), (999, "long"))


@dataclass(frozen=True)
class Place:
    """A player's column. ``length`` picks the size of the letters: long names get small ones."""

    position: int
    start_number: int
    last_name: str
    first_name: str
    club: str
    is_first: bool
    is_last: bool

    @property
    def length(self) -> str:
        longest = max(len(self.last_name), len(self.first_name))
        return next(word for limit, word in _LENGTHS if longest <= limit)


@dataclass(frozen=True)
class Line:
    """A line for a normal deal: its number, and the seat that deals."""

    number: int
    dealer: int
    ends_round: bool


@dataclass(frozen=True)
class Sheet:
    """A table's empty sheet."""

    table: int
    size: int
    minutes: int
    extra_minutes: int
    note: str
    places: list[Place]
    lines: list[Line]
    pflichtsoli: range
    dealer_sits_out: bool

    @property
    def deals(self) -> int:
        return len(self.lines) + len(self.pflichtsoli)


def collect_sheets(tournament: Tournament, *, session: int) -> Collected:
    """The sheets of a session in order of tables; refused before its seats are released."""
    found = released_session(tournament, session)
    ruleset = get_ruleset(tournament.ruleset)
    sheets = [_sheet(table, found, ruleset) for table in tables_with_seats(found)]
    context = {**heading(tournament), "session": session, "sessions": tournament.sessions.count()}
    chunks = [sheets[i : i + SHEETS_A_PART] for i in range(0, len(sheets), SHEETS_A_PART)]
    return Collected(
        template="documents/sheets.html",
        title=_("Score sheets, session %(number)s") % {"number": session},
        parts=[Part({**context, "sheets": chunk}, len(chunk)) for chunk in chunks],
    )


def released_session(tournament: Tournament, number: int) -> Session:
    """The session, if its seats are published: a draft may still change and is not printed."""
    session = tournament.sessions.filter(number=number).first()
    if session is None:
        raise PaperRefused(
            _("%(tournament)s has no session %(number)s.")
            % {"tournament": tournament, "number": number}
        )
    if not session.is_published:
        raise PaperRefused(
            _("Session %(number)s has no seats yet. Draw and release it first.")
            % {"number": number}
        )
    return session


def tables_with_seats(session: Session) -> list[Table]:
    """The tables by number, each with its seats, players and clubs: two queries."""
    seats = Seat.objects.select_related("entry__player__club").order_by("position")
    return list(
        session.tables.prefetch_related(Prefetch("seats", queryset=seats)).order_by("number")
    )


def _sheet(table: Table, session: Session, ruleset: Ruleset) -> Sheet:
    rules = ruleset.table(table.size)
    return Sheet(
        table=table.number,
        size=table.size,
        minutes=session.minutes_five if table.size == 5 else session.minutes,
        extra_minutes=table.extra_minutes,
        note=table.note,
        places=[_place(seat, table.size) for seat in table.seats.all()],
        lines=[
            Line(n, dealer_of_line(n, table.size), ends_round=n % table.size == 0)
            for n in range(1, rules.normal_deals + 1)
        ],
        pflichtsoli=range(1, rules.pflichtsoli + 1),
        dealer_sits_out=rules.dealer_sits_out,
    )


def _place(seat: Seat, size: int) -> Place:
    player = seat.entry.player
    return Place(
        position=seat.position,
        start_number=seat.entry.start_number,
        last_name=player.last_name,
        first_name=player.first_name,
        club=player.club_name,
        is_first=seat.position == 1,
        is_last=seat.position == size,
    )


SHEETS = Paper("sheets", collect_sheets, {"session": session_number})
