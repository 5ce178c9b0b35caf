"""A player's own record: every session with opponents and result, every deal where it is known."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.documents.paper import Collected, Paper, PaperRefused
from tournaments.documents.tabular import Column, Listed, Section, list_paper
from tournaments.models import Deal, Entry, Seat, Session, Table, Tournament
from tournaments.models.standings import full_standings
from tournaments.numbers import points_text, signed


def start_number(value: Any) -> int:
    """A start number from a form or a stored document."""
    number = int(value)
    if not 1 <= number <= 9999:
        raise ValueError(value)
    return number


def collect_record(tournament: Tournament, *, start_number: int) -> Collected:
    """All that is stored about the player's way through the tournament; refused before seats."""
    entry = (
        tournament.entries.filter(start_number=start_number).select_related("player__club").first()
    )
    if entry is None:
        raise PaperRefused(
            _("There is no start number %(number)s in this tournament.") % {"number": start_number}
        )
    seats = list(
        entry.seats.filter(session__state__in=Session.PUBLISHED)
        .select_related("session", "table", "substitute")
        .prefetch_related("table__deals", "table__seats__entry__player")
        .order_by("session__number")
    )
    if not seats:
        raise PaperRefused(_("%(player)s has no seat yet.") % {"player": entry.player})
    sections = [_overview(seats)]
    sections += [_deals(seat) for seat in seats if _is_in(seat) and _played(seat)]
    listed = Listed(
        title=entry.player.full_name,
        sections=[*sections, *_adjustments(entry)],
        facts=_facts(tournament, entry),
    )
    return list_paper(tournament, listed)


def _facts(tournament: Tournament, entry: Entry) -> list[str]:
    row = next(one for one in full_standings(tournament).rows if one.entry == entry)
    facts = [
        " · ".join(
            part
            for part in (
                _("No. %(number)s") % {"number": entry.start_number},
                entry.player.club_name,
                entry.player.ddv_number,
            )
            if part
        )
    ]
    if row.total is not None:
        total = _("Sum %(points)s") % {"points": signed(row.total)}
        rank = _("rank %(rank)s") % {"rank": row.rank} if row.rank else ""
        facts.append(" · ".join(filter(None, (total, rank))))
    return facts


def _is_in(seat: Seat) -> bool:
    return seat.table.state != Table.State.OPEN


def _overview(seats: list[Seat]) -> Section:
    columns = [
        Column(_("Session"), "r", 15),
        Column(pgettext("sheet", "Table"), "r", 13),
        Column(_("Seat"), "r", 12),
        Column(_("Opponents")),
        Column(_("Solos won"), "r", 17),
        Column(_("Points"), "r b", 17),
    ]
    rows: list[list[object]] = []
    for seat in seats:
        others = "; ".join(
            other.entry.player.list_name for other in seat.table.seats.all() if other.pk != seat.pk
        )
        if seat.substitute:
            others += " – " + _("played by %(name)s") % {"name": seat.substitute.list_name}
        solos = seat.solos_won if _is_in(seat) else None
        points = seat.points if _is_in(seat) else None
        rows.append(
            [
                seat.session.number,
                seat.table.number,
                seat.position,
                others,
                "" if solos is None else solos,
                "·" if points is None else signed(points),
            ]
        )
    return Section(columns, rows)


def _played(seat: Seat) -> list[Deal]:
    """The deals of the seat's table, unless only totals are known. A referee's note is none."""
    deals = seat.table.deals.all()
    return [deal for deal in deals if deal.kind != Deal.Kind.TOTAL and not deal.is_note]


def _deals(seat: Seat) -> Section:
    columns = [
        Column(_("Row"), "r", 12),
        Column(pgettext("sheet", "Kind"), "small"),
        Column(_("Soloist"), "small"),
        Column(_("Points"), "r", 20),
        Column(pgettext("running", "Total"), "r b", 22),
    ]
    names = {other.position: other.entry.player.list_name for other in seat.table.seats.all()}
    rows: list[list[object]] = []
    running = 0
    for deal in _played(seat):
        points = deal.scores[seat.position - 1] if deal.scores is not None else None
        running += points or 0
        rows.append(
            [
                deal.row,
                deal.get_kind_display(),
                names.get(deal.soloist, ""),
                "–" if points is None else points_text(points),
                signed(running),
            ]
        )
    place = {"session": seat.session.number, "table": seat.table.number}
    return Section(columns, rows, heading=_("Session %(session)s, table %(table)s") % place)


def _adjustments(entry: Entry) -> list[Section]:
    found = entry.adjustments.order_by("pk")
    columns = [
        Column(_("Points"), "r b", 20),
        Column(_("Reason")),
        Column(_("Given by"), "small", 50),
    ]
    rows = [[signed(one.points), one.reason, one.given_by] for one in found]
    return [Section(columns, rows, heading=_("Points outside the sheets"))] if rows else []


RECORD = Paper("record", collect_record, {"start_number": start_number})
