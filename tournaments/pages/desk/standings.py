"""The standings at the desk: full names, notes, and the way to the exports."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path

from tournaments.models import Tournament
from tournaments.models.standings import full_standings
from tournaments.pages.lists import show_page
from tournaments.pages.standings_table import StandingsTable, desk_lines
from tournaments.pages.support import desk_view

ROWS_ON_A_PAGE = 250


@desk_view
def desk_standings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    now = full_standings(tournament)
    lines = everyone = desk_lines(now)
    if wanted := " ".join(request.GET.get("q", "").split())[:60]:
        lines = [line for line in everyone if line.matches(wanted)]
    table = StandingsTable(now, lines)
    show_page(table, request, per_page=ROWS_ON_A_PAGE)
    return render(
        request,
        "desk/standings.html",
        {
            "tournament": tournament,
            "tab": "standings",
            "standings": now,
            "table": table,
            "players": len(everyone),
            "found": len(lines),
            "q": wanted,
        },
    )


urlpatterns = [path("standings/", desk_standings, name="desk-standings")]
