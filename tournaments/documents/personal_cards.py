"""A card for each player with the tables of all sessions that are drawn: for a fixed plan."""

from collections import defaultdict

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.documents.cards import A6_ACROSS, MARGIN, card_form
from tournaments.documents.names import sitting
from tournaments.documents.paper import Collected, Paper, PaperRefused
from tournaments.documents.stacks import Page, Stack, Text
from tournaments.models import Entry, Seat, Session, Tournament

WIDTH = A6_ACROSS.width - 2 * MARGIN
TOP, BOTTOM = 32.0, 97.0
# Columns: session, table, seat, with whom.
COLUMNS = ((0.0, 18.0), (19.0, 15.0), (35.0, 13.0), (50.0, WIDTH - 50))

# A plan for all sessions is drafted at once and may be given out before each is released.
_ON_CARDS = Q(session__state__in=Session.PUBLISHED) | Q(
    session__state=Session.State.DRAFTED, session__method="fixed_plan"
)


def collect_personal_cards(tournament: Tournament) -> Collected:
    """Cards in the order of start numbers: sessions that are released, and all of a fixed plan."""
    seats = list(
        Seat.objects.filter(_ON_CARDS, session__tournament=tournament)
        .select_related("session", "table", "entry__player__club", "substitute")
        .order_by("session__number", "position")
    )
    if not seats:
        raise PaperRefused(_("No session has seats yet. Draw and release one first."))
    tables: dict[int, list[Seat]] = defaultdict(list)
    own: dict[Entry, list[Seat]] = defaultdict(list)
    for seat in seats:
        tables[seat.table_id].append(seat)
        own[seat.entry].append(seat)
    sessions = len({seat.session_id for seat in seats})
    step = min((BOTTOM - TOP) / sessions, 12.0)
    labels = (_("Session"), pgettext("sheet", "Table"), _("Seat"), _("With"))
    printed = [
        Stack(MARGIN + x, TOP - 5, width, 4, (Text(label, 7),))
        for label, (x, width) in zip(labels, COLUMNS, strict=True)
    ]
    printed.append(Stack(MARGIN, MARGIN, WIDTH - 24, 4.5, (Text(tournament.name, 8),)))
    rules = [(MARGIN, TOP - 0.6 + step * row, WIDTH, 0.2) for row in range(sessions + 1)]
    entries = sorted(own, key=lambda entry: entry.start_number)
    return Collected(
        template="documents/card.html",
        title=_("Personal cards"),
        forms={"card": card_form(tournament, A6_ACROSS, printed=printed, rules=rules)},
        pages=[_card(entry, own[entry], tables, step) for entry in entries],
    )


def _card(entry: Entry, seats: list[Seat], tables: dict[int, list[Seat]], step: float) -> Page:
    player = entry.player
    names = (Text(player.full_name, 15, bold=True), Text(player.club_name, 8))
    number = Text(str(entry.start_number), 22, bold=True, align="right")
    stacks = [
        Stack(MARGIN, MARGIN + 5, WIDTH - 26, 12, tuple(one for one in names if one.text)),
        Stack(MARGIN + WIDTH - 24, MARGIN, 24, 10, (number,)),
    ]
    for row, seat in enumerate(seats):
        others = ", ".join(
            f"{sitting(other).list_name} ({other.entry.start_number})".replace(", ", " ")
            for other in tables[seat.table_id]
            if other is not seat
        )
        if seat.substitute:
            others += " – " + _("played by %(name)s") % {"name": seat.substitute.full_name}
        texts = (
            Text(str(seat.session.number), 11),
            Text(str(seat.table.number), 15, bold=True),
            Text(str(seat.position), 11),
            Text(others, 8),
        )
        for text, (x, width) in zip(texts, COLUMNS, strict=True):
            stacks.append(Stack(MARGIN + x, TOP + step * row, width, step - 1, (text,)))
    return Page("card", tuple(stacks))


PERSONAL_CARDS = Paper("personal-cards", collect_personal_cards)
