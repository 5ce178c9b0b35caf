"""The seat plan as a poster: letters of 10 mm and more, read from three metres."""

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.documents.cards import A4, MARGIN, card_form
from tournaments.documents.names import seat_name, sitting
from tournaments.documents.paper import Collected, Paper, session_number
from tournaments.documents.sheets import released_session, tables_with_seats
from tournaments.documents.stacks import Page, Stack, Text
from tournaments.models import Seat, Table, Tournament

# Capitals of DejaVu Sans are 0.73 of its size high: 40 pt are 10 mm.
SIZE = 40
HEAD, WIDTH = 22.0, 210 - 2 * MARGIN
ROW, ROWS = 18.2, 14
TABLE_ROW, TABLES = 64.5, 4


def collect_poster(tournament: Tournament, *, session: int, order: str = "name") -> Collected:
    """A released session by name (who am I, where do I sit?) or by table."""
    found = released_session(tournament, session)
    tables = tables_with_seats(found)
    if order == "table":
        chunks = [tables[i : i + TABLES] for i in range(0, len(tables), TABLES)]
        pages = [_table_page(chunk, n, len(chunks)) for n, chunk in enumerate(chunks, start=1)]
        rules = [(MARGIN, HEAD + TABLE_ROW * n, WIDTH, 0.8) for n in range(TABLES + 1)]
    else:
        pages = _name_pages(tables)
        rules = [(MARGIN, HEAD + ROW * n, WIDTH, 0.3) for n in range(ROWS + 1)]
    title = _("Seat plan, session %(number)s") % {"number": session}
    about = f"{tournament.name} · {date_format(tournament.starts_on)}"
    printed = [
        Stack(MARGIN, MARGIN, WIDTH - 22, 12, (Text(title, 22, bold=True), Text(about, 9))),
    ]
    form = card_form(tournament, A4, printed=printed, rules=rules)
    return Collected(
        template="documents/card.html",
        title=_("Seat plan as a poster, session %(number)s") % {"number": session},
        forms={order: form},
        pages=pages,
    )


def _name_pages(tables: list[Table]) -> list[Page]:
    seats: list[tuple[Seat, int]] = [
        (seat, table.number) for table in tables for seat in table.seats.all()
    ]
    seats.sort(key=lambda pair: (sitting(pair[0]).sort_key, pair[0].entry.start_number))
    chunks = [seats[i : i + ROWS] for i in range(0, len(seats), ROWS)]
    pages = []
    for number, chunk in enumerate(chunks, start=1):
        stacks = [_page_number(number, len(chunks))]
        for row, (seat, table) in enumerate(chunk):
            top = HEAD + ROW * row + 0.8
            name = Text(seat_name(seat), 36)
            stacks.append(Stack(MARGIN, top + 0.6, WIDTH - 36, ROW - 1.8, (name,)))
            place = Text(str(table), SIZE, bold=True, align="right")
            stacks.append(Stack(MARGIN + WIDTH - 35, top, 35, ROW - 1, (place,)))
        pages.append(Page("name", tuple(stacks)))
    return pages


def _table_page(tables: list[Table], number: int, count: int) -> Page:
    stacks = [_page_number(number, count)]
    for row, table in enumerate(tables):
        top = HEAD + TABLE_ROW * row + 1.6
        word = Text(pgettext("sheet", "Table"), 16, align="center")
        big = Text(str(table.number), 90, bold=True, align="center")
        stacks.append(Stack(MARGIN, top + 4, 46, TABLE_ROW - 8, (word, big)))
        step = (TABLE_ROW - 2.4) / table.size
        for seat in table.seats.all():
            name = Text(f"{seat.position}  {seat_name(seat)}", 34)
            y = top + step * (seat.position - 1)
            stacks.append(Stack(MARGIN + 50, y, WIDTH - 50, step - 0.4, (name,)))
    return Page("table", tuple(stacks))


def _page_number(number: int, count: int) -> Stack:
    text = Text(f"{number} / {count}", 12, align="right")
    return Stack(MARGIN + WIDTH - 22, MARGIN + 2, 22, 6, (text,))


def order_choice(value: object) -> str:
    """``name`` or ``table``."""
    if value not in ("name", "table"):
        raise ValueError(value)
    return str(value)


POSTER = Paper("poster", collect_poster, {"session": session_number, "order": order_choice})
