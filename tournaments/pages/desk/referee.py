"""The referee at a table: every act in one place, and what was decided here so far."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import include, path
from django.utils.text import capfirst

from tournaments.actions.referee_kept import by_seat, noted_on
from tournaments.actions.referee_rows import RefereeSheet, deal_text
from tournaments.models import Tournament
from tournaments.models.deal import notes_once
from tournaments.pages.desk.rulings import owed_text
from tournaments.pages.desk.table_at_desk import TableAtDesk
from tournaments.pages.support import desk_view


@desk_view
def referee(
    request: HttpRequest, tournament: Tournament, session: int, number: int
) -> HttpResponse:
    desk = TableAtDesk(tournament, session, number)
    context = {
        **desk.context(),
        "at": _where(desk),
        "owed": owed_text(desk),
        "decided": _decided(desk),
    }
    return render(request, "desk/referee.html", context)


def _where(desk: TableAtDesk) -> str:
    """Which deal is in play, as far as the sheet tells."""
    if not desk.has_sheet:
        return ""
    sheet = RefereeSheet(desk.table, desk.deals)
    state = sheet.state_at(len(sheet.rows)) if sheet.is_begun else None
    if state is None:
        return ""
    return capfirst(deal_text(state, owed=state.vorfuehrung_is_due))


def _decided(desk: TableAtDesk) -> list[tuple[str, str]]:
    """What the rows of the table say of who decided what, each with its points by seat."""
    if desk.totals_only:
        return [(noted.note, noted.points) for noted in noted_on(desk.deals)]
    return [
        (note, "" if deal.is_note else by_seat(deal.scores or ()))
        for deal, note in zip(desk.deals, notes_once(desk.deals), strict=True)
        if note
    ]


urlpatterns = [
    path("sessions/<int:session>/tables/<int:number>/referee/", referee, name="referee"),
    path("", include("tournaments.pages.desk.penalty")),
    path("", include("tournaments.pages.desk.rulings")),
]
