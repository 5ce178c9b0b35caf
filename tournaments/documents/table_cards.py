"""A card for each table, to stand on it in all sessions: its number, large."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.documents.addresses import seats_address
from tournaments.documents.cards import A5_ACROSS, MARGIN, card_form
from tournaments.documents.paper import Collected, Paper, PaperRefused, site_address
from tournaments.documents.stacks import Code, Page, Stack, Text
from tournaments.models import Entry, Session, Table, Tournament
from tournaments.seating import SeatingRefused, table_sizes

WIDTH = A5_ACROSS.width - 2 * MARGIN


def collect_table_cards(tournament: Tournament, *, site: str | None = None) -> Collected:
    """As many cards as there are tables, or will be when all entries sit down.

    With ``site`` each has a code that leads to the seats of all sessions.
    """
    count = _tables(tournament)
    if not count:
        raise PaperRefused(_("There are no tables yet: enter at least four players."))
    address = seats_address(tournament, site)
    printed = [
        Stack(
            MARGIN,
            MARGIN,
            WIDTH,
            18,
            (
                Text(tournament.name, 16, bold=True, align="center"),
                Text(pgettext("sheet", "Table"), 22, align="center"),
            ),
        )
    ]
    if address:
        hint = Text(_("Where do I sit?"), 9, align="center")
        printed.append(Stack(MARGIN + WIDTH - 34, 132, 34, 5, (hint,)))
    return Collected(
        template="documents/card.html",
        title=_("Table cards"),
        forms={"card": card_form(tournament, A5_ACROSS, printed=printed)},
        pages=[_card(number, address) for number in range(1, count + 1)],
    )


def _tables(tournament: Tournament) -> int:
    drawn = Table.objects.filter(
        session__tournament=tournament, session__state__in=Session.PUBLISHED
    )
    highest = drawn.order_by("-number").values_list("number", flat=True).first() or 0
    entries = tournament.entries.exclude(status=Entry.Status.WITHDRAWN).count()
    try:
        expected = len(table_sizes(entries))
    except SeatingRefused:  # too few for a table
        expected = 0
    return max(highest, expected)


def _card(number: int, address: str | None) -> Page:
    big = Text(str(number), 270, bold=True, align="center")
    room = WIDTH - 2 * 38 if address else WIDTH
    stack = Stack(MARGIN + (WIDTH - room) / 2, 28, room, 112, (big,))
    codes = (Code(MARGIN + WIDTH - 34, 98, 34, address),) if address else ()
    return Page("card", (stack,), codes)


TABLE_CARDS = Paper("table-cards", collect_table_cards, {"site": site_address})
