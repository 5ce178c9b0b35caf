"""Lists of what was played: results of sessions, meetings, penalties, a player's record."""

from collections import defaultdict
from itertools import combinations, groupby

from django.db.models import Q
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.listing import Cell, Listing, player_cells, player_header
from tournaments.models import Adjustment, Deal, Entry, Seat, Session, Table, Tournament


def session_results_listing(tournament: Tournament) -> Listing:
    """Every session by its points alone, best first; tables that are not in are left out."""
    seats = (
        Seat.objects.filter(session__tournament=tournament, session__state__in=Session.PUBLISHED)
        .exclude(table__state=Table.State.OPEN)
        .select_related("session", "table", "entry__player__club", "substitute")
        .order_by("session__number", "-points", "entry__player__sort_key", "entry__start_number")
    )
    rows: list[list[Cell]] = []
    for number, found in groupby(seats, key=lambda seat: seat.session.number):
        place, rank, before = 0, 0, None
        for seat in found:
            place += not seat.entry.disqualified
            if seat.points != before and not seat.entry.disqualified:
                rank, before = place, seat.points
            player = seat.entry.player
            rows.append(
                [
                    number,
                    None if seat.entry.disqualified else rank,
                    *player_cells(seat.entry.start_number, player),
                    player.club_name,
                    seat.substitute.list_name if seat.substitute else "",
                    seat.table.number,
                    seat.position,
                    seat.solos_won,
                    seat.points,
                ]
            )
    header = [
        _("Session"),
        _("Rank"),
        *player_header(),
        _("Club"),
        _("Substitute"),
        pgettext("sheet", "Table"),
        _("Seat"),
        _("Solos won"),
        _("Points"),
    ]
    return Listing(_("Results of the sessions"), header, rows)


def meetings_listing(tournament: Tournament) -> Listing:
    """Every pair that met, once; in a session's column the table at which they did."""
    seats = (
        Seat.objects.filter(session__tournament=tournament, session__state__in=Session.PUBLISHED)
        .select_related("session", "table", "entry__player")
        .order_by("session__number", "table__number", "entry__start_number")
    )
    met: dict[tuple[int, int], dict[int, int]] = defaultdict(dict)
    entries: dict[int, Entry] = {}
    for (session, table), found in groupby(
        seats, key=lambda seat: (seat.session.number, seat.table.number)
    ):
        together = [seat.entry for seat in found]
        entries |= {entry.start_number: entry for entry in together}
        for one, other in combinations(together, 2):
            met[one.start_number, other.start_number][session] = table
    numbers = sorted({number for tables in met.values() for number in tables})
    rows: list[list[Cell]] = [
        [
            *player_cells(one, entries[one].player),
            *player_cells(other, entries[other].player),
            *(tables.get(number) for number in numbers),
            len(tables),
        ]
        for (one, other), tables in sorted(met.items())
    ]
    header = [
        *player_header(),
        *(_("%(column)s (opponent)") % {"column": column} for column in player_header()),
        *(_("Table in session %(number)s") % {"number": number} for number in numbers),
        _("Meetings"),
    ]
    return Listing(_("Who met whom"), header, rows)


def penalties_listing(tournament: Tournament) -> Listing:
    """Points outside the sheets (TSR 9.7.2), then what breaches cost and gave on them (TSR 9)."""
    outside = (
        Adjustment.objects.filter(entry__tournament=tournament)
        .select_related("entry__player", "session")
        .order_by("created_at", "pk")
    )
    rows: list[list[Cell]] = [
        [
            *player_cells(one.entry.start_number, one.entry.player),
            one.session.number if one.session else None,
            None,
            None,
            _("outside the sheets"),
            one.points,
            one.reason,
            one.given_by,
            localdate(one.created_at),
        ]
        for one in outside
    ]
    for deal in _breaches(tournament):
        for seat in deal.table.seats.all():
            points = deal.scores[seat.position - 1] if deal.scores is not None else None
            if not points:
                continue
            rows.append(
                [
                    *player_cells(seat.entry.start_number, seat.entry.player),
                    deal.table.session.number,
                    deal.table.number,
                    deal.row,
                    deal.get_kind_display(),
                    points,
                    deal.note,
                    "",
                    None,
                ]
            )
    header = [
        *player_header(),
        _("Session"),
        pgettext("sheet", "Table"),
        _("Row"),
        pgettext("sheet", "Kind"),
        _("Points"),
        _("Reason"),
        _("Given by"),
        _("Date"),
    ]
    return Listing(_("Penalties"), header, rows)


def _breaches(tournament: Tournament) -> list[Deal]:
    """Penalties on sheets, and solos that ended by a breach (TSR 9.4.4)."""
    found = Deal.objects.filter(
        Q(kind=Deal.Kind.PENALTY) | Q(breach=True),
        table__session__tournament=tournament,
        table__session__state__in=Session.PUBLISHED,
    ).select_related("table__session")
    return list(
        found.prefetch_related("table__seats__entry__player").order_by(
            "table__session__number", "table__number", "row"
        )
    )


def record_listing(entry: Entry) -> Listing:
    """A player's way: every deal at their tables, or one line where only totals are known."""
    seats = (
        entry.seats.filter(session__state__in=Session.PUBLISHED)
        .exclude(table__state=Table.State.OPEN)
        .select_related("session", "table", "substitute")
        .prefetch_related("table__deals", "table__seats__entry__player")
        .order_by("session__number")
    )
    rows: list[list[Cell]] = []
    for seat in seats:
        names = {one.position: one.entry.player.list_name for one in seat.table.seats.all()}
        others = "; ".join(name for at, name in names.items() if at != seat.position)
        running = 0
        for deal in seat.table.deals.all():
            if deal.is_note:  # of a referee: no deal, and nobody's points
                continue
            points = deal.scores[seat.position - 1] if deal.scores is not None else None
            running += points or 0
            rows.append(
                [
                    seat.session.number,
                    seat.table.number,
                    seat.position,
                    others,
                    seat.substitute.list_name if seat.substitute else "",
                    deal.row,
                    deal.get_kind_display(),
                    names.get(deal.soloist, ""),
                    points,
                    running,
                ]
            )
    header = [
        _("Session"),
        pgettext("sheet", "Table"),
        _("Seat"),
        _("Opponents"),
        _("Substitute"),
        _("Row"),
        pgettext("sheet", "Kind"),
        _("Soloist"),
        _("Points"),
        pgettext("running", "Total"),
    ]
    title = _("Record of start number %(player)s") % {"player": entry.start_number}
    return Listing(title, header, rows)
