"""What was played in one session: who got how many points, best first."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.documents.names import protest_note
from tournaments.documents.paper import Collected, Paper, PaperRefused, session_number
from tournaments.documents.sheets import released_session
from tournaments.documents.tabular import Column, Listed, Section, list_paper
from tournaments.models import Seat, Table, Tournament
from tournaments.numbers import signed


def collect_session_results(tournament: Tournament, *, session: int) -> Collected:
    """The players of a session by its points alone; tables not yet in are named."""
    found = released_session(tournament, session)
    seats = list(
        Seat.objects.filter(session=found)
        .exclude(table__state=Table.State.OPEN)
        .select_related("table", "entry__player__club", "substitute")
        .order_by("-points", "entry__player__sort_key", "entry__start_number")
    )
    if not seats:
        raise PaperRefused(_("There are no results yet."))
    missing = found.tables.filter(state=Table.State.OPEN).order_by("number")
    numbers = [str(number) for number in missing.values_list("number", flat=True)]
    notes = [_("Sheets missing: table %(tables)s.") % {"tables": ", ".join(numbers)}]
    notes = notes if numbers else []
    if any(seat.entry.disqualified for seat in seats):
        notes.append(f"{_('dq')} {_('disqualified (TSR 9.7): listed, not ranked')}")
    provisional = protest_note(found)
    listed = Listed(
        title=_("Results of session %(number)s") % {"number": session},
        sections=[Section(_columns(), _rows(seats))],
        facts=[provisional] if provisional else [],
        notes=notes,
    )
    return list_paper(tournament, listed)


def _columns() -> list[Column]:
    return [
        Column(_("Rank"), "r b", 12),
        Column(_("No."), "r", 11),
        Column(_("Name")),
        Column(_("Club"), "small", 48),
        Column(pgettext("sheet", "Table"), "r", 12),
        Column(_("Seat"), "r", 12),
        Column(_("Solos won"), "r", 17),
        Column(_("Points"), "r b", 16),
    ]


def _rows(seats: list[Seat]) -> list[list[object]]:
    rows: list[list[object]] = []
    rank, before = 0, None
    place = 0
    for seat in seats:
        place += not seat.entry.disqualified
        if seat.points != before and not seat.entry.disqualified:
            rank, before = place, seat.points
        name = seat.entry.player.list_name
        if seat.substitute:
            name = _("%(name)s (played by %(substitute)s)") % {
                "name": name,
                "substitute": seat.substitute.list_name,
            }
        rows.append(
            [
                _("dq") if seat.entry.disqualified else f"{rank}.",
                seat.entry.start_number,
                name,
                seat.entry.player.club_name,
                seat.table.number,
                seat.position,
                "" if seat.solos_won is None else seat.solos_won,
                signed(seat.points or 0),
            ]
        )
    return rows


SESSION_RESULTS = Paper("session-results", collect_session_results, {"session": session_number})
