"""The score sheets (Spiellisten) of a session, one page a table, to be filled in by hand.

TSR 7.3 and 8.4: Pflichtsoli have a section of their own, so the dealer of every normal deal is
known beforehand and printed; seat 1 deals first, the last seat keeps the sheet.
"""

from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Prefetch
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from rules.ruleset import Ruleset, get_ruleset
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

SIZES = (4, 5)
PENALTY_LINES = 2
# The paper, in mm: see sheets.css.
LEFT, TOP = 9.0, 8.5
COLUMN = {4: 35.0, 5: 29.4}
FIRST_COLUMN = {4: 27.0, 5: 24.0}
HEAD = {4: 21.0, 5: 19.0}
FOOT = {4: 260.2, 5: 262.0}
ROW = {4: 7.1, 5: 6.0}


@dataclass(frozen=True)
class Cell:
    """A player's two fields in a line; empty on a sheet that is to be filled in by hand."""

    sits_out: bool = False
    points: str = ""
    running: str = ""


@dataclass(frozen=True)
class Line:
    """A line of the sheet. ``number`` and ``dealer`` are known beforehand for normal deals.

    ``note`` is what a referee noted, in a row of its own: below the points of a penalty, or without
    cells after the deal ``after`` or on the deal ``number``.
    """

    cells: list[Cell]
    number: str = ""
    after: str = ""
    dealer: str = ""
    soloist: str = ""
    kind: str = ""
    ends_round: bool = False
    note: str = ""

    @property
    def rows(self) -> int:
        """How many rows of the paper it takes."""
        return bool(self.cells) + bool(self.note)


@dataclass(frozen=True)
class Form:
    """A sheet as it is printed, without the names at its head.

    ``played`` are the seats whose Pflichtsolo is known to be played.
    """

    size: int
    minutes: int
    normal: list[Line]
    pflichtsoli: list[Line]
    penalties: list[Line]
    totals: list[str]
    dealer_sits_out: bool
    played: frozenset[int] = frozenset()

    @property
    def positions(self) -> range:
        return range(1, self.size + 1)

    @property
    def row_height(self) -> str:
        """In mm, as CSS reads it: what is below stays in its place, whatever is noted."""
        deals = [*self.normal, *self.pflichtsoli]
        rows = sum(line.rows for line in (*deals, *self.penalties))
        return f"{ROW[self.size] * (len(deals) + PENALTY_LINES) / rows:.2f}"

    @property
    def deals(self) -> int:
        return len(self.normal) + len(self.pflichtsoli)


def collect_sheets(tournament: Tournament, *, session: int, site: str | None = None) -> Collected:
    """The sheets of a session in order of tables; refused before its seats are released.

    With ``site`` each has a code that leads a phone to its table.
    """
    found = released_session(tournament, session)
    tables = tables_with_seats(found)
    sizes = sorted({table.size for table in tables})
    ruleset = get_ruleset(tournament.ruleset)
    return Collected(
        template="documents/sheets.html",
        title=_("Score sheets, session %(number)s") % {"number": session},
        forms={str(size): form_of(tournament, found, size, ruleset) for size in sizes},
        pages=[page_of(table, table_address(table, site), str(table.size)) for table in tables],
    )


def form_of(
    tournament: Tournament, session: Session | None, size: int, ruleset: Ruleset
) -> dict[str, Any]:
    """What the template of the sheet is given; without a session its number is left open."""
    found = session or Session(tournament=tournament)
    return {
        **heading(tournament),
        "session": session.number if session else None,
        "sessions": tournament.sessions.count(),
        "sheet": empty_form(size, found.minutes_five if size == 5 else found.minutes, ruleset),
    }


def empty_form(size: int, minutes: int, ruleset: Ruleset) -> Form:
    """A sheet on which nothing has been written yet."""
    rules = ruleset.table(size)
    blank = [Cell()] * size
    return Form(
        size=size,
        minutes=minutes,
        normal=[_normal_line(n, size, ruleset) for n in range(1, rules.normal_deals + 1)],
        pflichtsoli=[Line(blank, number=f"P{n}") for n in range(1, rules.pflichtsoli + 1)],
        penalties=[Line(blank)] * PENALTY_LINES,
        totals=[""] * size,
        dealer_sits_out=rules.dealer_sits_out,
    )


def _normal_line(number: int, size: int, ruleset: Ruleset) -> Line:
    """The empty line of a normal deal, its dealer and who sits out printed."""
    dealer = dealer_of_line(number, size)
    sits_out = ruleset.table(size).dealer_sits_out
    return Line(
        [Cell(sits_out=sits_out and position == dealer) for position in range(1, size + 1)],
        number=str(number),
        dealer=str(dealer),
        ends_round=number % size == 0,
    )


def page_of(table: Table, address: str | None, form: str) -> Page:
    """What is written on a table's sheet."""
    stacks = [_table_number(table)]
    for seat in table.seats.all():
        stacks += _player(seat, table.size)
    codes = (Code(LEFT + 135, TOP - 0.5, 20, address),) if address else ()
    return Page(form=form, stacks=tuple(stacks + _notes(table)), codes=codes)


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
    player = seat.substitute or seat.entry.player
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


def tables_with_seats(session: Session, *, deals: bool = False) -> list[Table]:
    """The tables by number, each with its seats, players and clubs: two queries.

    With ``deals`` the rows of their sheets too, in a third.
    """
    seats = Seat.objects.select_related("entry__player__club", "substitute__club").order_by(
        "position"
    )
    wanted = [Prefetch("seats", queryset=seats), *(["deals"] if deals else [])]
    tables = session.tables.select_related("access").prefetch_related(*wanted)
    return list(tables.order_by("number"))


SHEETS = Paper("sheets", collect_sheets, {"session": session_number, "site": site_address})
