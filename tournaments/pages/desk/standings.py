"""The standings at the desk: full names, notes, and the way to the exports."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path

from tournaments.models import Tournament
from tournaments.models.standings import full_standings
from tournaments.pages.standings_table import desk_lines, standings_context
from tournaments.pages.support import desk_view


@desk_view
def desk_standings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    now = full_standings(tournament)
    wanted = " ".join(request.GET.get("q", "").split())[:60]
    context = standings_context(request, now, desk_lines(now), wanted)
    return render(request, "desk/standings.html", context)


urlpatterns = [path("standings/", desk_standings, name="desk-standings")]
