"""Who met whom: a square where it fits on a page, and a line for each player."""

from collections import defaultdict

from django.utils.translation import gettext as _

from tournaments.documents.paper import Collected, Paper, PaperRefused
from tournaments.documents.tabular import Column, Listed, Section, list_paper
from tournaments.models import Entry, Seat, Session, Tournament

# A square of more columns cannot be read on A4.
SQUARE = 44


def collect_crosstable(tournament: Tournament) -> Collected:
    """The meetings at the tables of all released sessions, by start number."""
    seats = (
        Seat.objects.filter(session__tournament=tournament, session__state__in=Session.PUBLISHED)
        .select_related("session", "entry__player")
        .order_by("session__number", "table__number", "position")
    )
    tables: dict[int, list[Seat]] = defaultdict(list)
    for seat in seats:
        tables[seat.table_id].append(seat)
    if not tables:
        raise PaperRefused(_("No session has seats yet. Draw and release one first."))
    entries = sorted(
        {seat.entry for table in tables.values() for seat in table},
        key=lambda entry: entry.start_number,
    )
    met = _meetings(list(tables.values()))
    numbers = sorted({seat.session.number for table in tables.values() for seat in table})
    sections = [_lines(entries, met, numbers)]
    if len(entries) <= SQUARE:
        sections.insert(0, _square(entries, met))
    listed = Listed(title=_("Who met whom"), sections=sections, landscape=True)
    return list_paper(tournament, listed)


Meetings = dict[int, dict[int, list[int]]]


def _meetings(tables: list[list[Seat]]) -> Meetings:
    """By start number and opponent's number, the sessions in which they sat together."""
    met: Meetings = defaultdict(lambda: defaultdict(list))
    for table in tables:
        for seat in table:
            for other in table:
                if other is not seat:
                    mine, theirs = seat.entry.start_number, other.entry.start_number
                    met[mine][theirs].append(seat.session.number)
    return met


def _square(entries: list[Entry], met: Meetings) -> Section:
    width = min(7.0, 225 / len(entries))
    columns = [Column(_("No."), "r b", 9), Column(_("Name"), "small")]
    columns += [Column(str(entry.start_number), "c tight", width) for entry in entries]
    rows = []
    for entry in entries:
        cells = [
            "■"
            if other == entry
            else ",".join(map(str, met[entry.start_number][other.start_number]))
            for other in entries
        ]
        rows.append([entry.start_number, entry.player.list_name, *cells])
    return Section(columns, rows, notes=[_("In each field the sessions in which the two met.")])


def _lines(entries: list[Entry], met: Meetings, numbers: list[int]) -> Section:
    columns = [Column(_("No."), "r b", 11), Column(_("Name"), "", 62)]
    columns += [Column(_("Session %(number)s") % {"number": number}, "small") for number in numbers]
    columns.append(Column(_("Met again"), "small b", 30))
    rows = []
    for entry in entries:
        opponents = met[entry.start_number]
        by_session = [
            ", ".join(str(other) for other in sorted(opponents) if number in opponents[other])
            for number in numbers
        ]
        again = [
            f"{other} ({len(sessions)}×)"
            for other, sessions in sorted(opponents.items())
            if len(sessions) > 1
        ]
        rows.append([entry.start_number, entry.player.list_name, *by_session, ", ".join(again)])
    return Section(columns, rows, heading=_("Opponents by their numbers"))


CROSSTABLE = Paper("crosstable", collect_crosstable)
