"""The score sheets (Spiellisten) of a session, one page a table, to be filled in by hand.

TSR 7.3 and 8.4: Pflichtsoli have a section of their own, so the dealer of every normal deal is
known beforehand and printed; seat 1 deals first, the last seat keeps the sheet.
"""

from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Prefetch
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from rules.ruleset import get_ruleset
from rules.session import dealer_of_line
from tournaments.documents.addresses import table_address
from tournaments.documents.paper import (
    Collected,
    Paper,
    PaperRefused,
    heading,
    session_number,
    site_address,
)
from tournaments.documents.stacks import Code, Page, Stack, Text
from tournaments.models import Seat, Session, Table, Tournament

# The paper, in mm: see sheets.css.
LEFT, TOP = 9.0, 8.5
COLUMN = {4: 35.0, 5: 29.4}
FIRST_COLUMN = {4: 27.0, 5: 24.0}
HEAD = {4: 21.0, 5: 19.0}
FOOT = {4: 260.2, 5: 262.0}


@dataclass(frozen=True)
class Line:
    """A line for a normal deal: its number, and the seat that deals."""

    number: int
    dealer: int
    ends_round: bool


@dataclass(frozen=True)
class Form:
    """An empty sheet: what all tables of a size have in common."""

    size: int
    minutes: int
    lines: list[Line]
    pflichtsoli: range
    dealer_sits_out: bool

    @property
    def positions(self) -> range:
        return range(1, self.size + 1)

    @property
    def deals(self) -> int:
        return len(self.lines) + len(self.pflichtsoli)


def collect_sheets(tournament: Tournament, *, session: int, site: str | None = None) -> Collected:
    """The sheets of a session in order of tables; refused before its seats are released.

    With ``site`` each has a code that leads a phone to its table.
    """
    found = released_session(tournament, session)
    tables = tables_with_seats(found)
    sizes = sorted({table.size for table in tables})
    return Collected(
        template="documents/sheets.html",
        title=_("Score sheets, session %(number)s") % {"number": session},
        forms={str(size): form_of(tournament, found, size) for size in sizes},
        pages=[_page(table, table_address(table, site)) for table in tables],
    )


def form_of(tournament: Tournament, session: Session | None, size: int) -> dict[str, Any]:
    """What the template of the sheet is given; without a session its number is left open."""
    rules = get_ruleset(tournament.ruleset).table(size)
    found = session or Session(tournament=tournament)
    form = Form(
        size=size,
        minutes=found.minutes_five if size == 5 else found.minutes,
        lines=[
            Line(n, dealer_of_line(n, size), ends_round=n % size == 0)
            for n in range(1, rules.normal_deals + 1)
        ],
        pflichtsoli=range(1, rules.pflichtsoli + 1),
        dealer_sits_out=rules.dealer_sits_out,
    )
    return {
        **heading(tournament),
        "session": session.number if session else None,
        "sessions": tournament.sessions.count(),
        "sheet": form,
    }


def _page(table: Table, address: str | None) -> Page:
    """What is written on a table's sheet."""
    stacks = [_table_number(table)]
    for seat in table.seats.all():
        stacks += _player(seat, table.size)
    codes = (Code(LEFT + 135, TOP - 0.5, 20, address),) if address else ()
    return Page(form=str(table.size), stacks=tuple(stacks + _notes(table)), codes=codes)


def _table_number(table: Table) -> Stack:
    texts = [
        Text(pgettext("sheet", "Table"), 9, align="center"),
        Text(str(table.number), 33, bold=True, align="center"),
    ]
    if table.extra_minutes:
        extra = _("+ %(extra)s extra") % {"extra": table.extra_minutes}
        texts[1:] = [replace(texts[1], size=25), Text(extra, 7.5, bold=True, align="center")]
    return Stack(LEFT + 157, TOP + 1, 34, 18, tuple(texts))


def _player(seat: Seat, size: int) -> list[Stack]:
    """Number, names and club at the head of the seat's column."""
    player = seat.entry.player
    x = LEFT + FIRST_COLUMN[size] + COLUMN[size] * (seat.position - 1) + 0.9
    number = Text(_("No. %(number)s") % {"number": seat.entry.start_number}, 6.6, align="right")
    names = [
        Text(player.last_name, 9 if size == 4 else 8, bold=True),
        Text(player.first_name, 8 if size == 4 else 7.4),
        Text(player.club_name, 6.2 if size == 4 else 5.6),
    ]
    width, top = COLUMN[size] - 1.6, TOP + 22.0
    return [
        Stack(x, top + 0.7, width, 3.2, (number,)),
        Stack(x, top + 7.2, width, HEAD[size] - 7.4, tuple(one for one in names if one.text)),
    ]


def _notes(table: Table) -> list[Stack]:
    """Extra minutes and a note that the table has been given already."""
    if not table.extra_minutes and not table.note:
        return []
    top = TOP + FOOT[table.size]
    stacks = []
    if table.extra_minutes:
        minutes = Text(str(table.extra_minutes), 9, bold=True)
        stacks.append(Stack(LEFT + 2, top + 4, 20, 5, (minutes,)))
    if table.note:
        stacks.append(
            Stack(
                LEFT + 83.5, top + 3.7, 106, 6.8 if table.size == 4 else 5, (Text(table.note, 6.6),)
            )
        )
    return stacks


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


SHEETS = Paper("sheets", collect_sheets, {"session": session_number, "site": site_address})
