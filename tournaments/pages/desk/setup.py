"""The first pages of the desk: my tournaments, and a new one."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.actions.core import AlreadyApplied, Refused
from tournaments.actions.tournaments import create_tournament
from tournaments.models import Staff, Tournament
from tournaments.pages.lists import show_page
from tournaments.pages.tables_setup import TournamentsTable
from tournaments.pages.tournament_form import TournamentForm


@login_required
def desk(request: HttpRequest) -> HttpResponse:
    """The tournaments at whose desk the user works; all of them for the office."""
    roles = dict(Staff.objects.filter(user=request.user).values_list("tournament_id", "role"))
    tournaments = Tournament.objects.annotate(players=Count("entries"))
    if not request.user.is_superuser:
        tournaments = tournaments.filter(pk__in=list(roles))
    table = TournamentsTable(tournaments, roles=roles)
    show_page(table, request)
    return render(request, "desk/desk.html", {"table": table})


@login_required
def new_tournament(request: HttpRequest) -> HttpResponse:
    form = TournamentForm(request.POST or None, initial={"starts_on": timezone.localdate()})
    form.fields["name"].widget.attrs["autofocus"] = True
    if request.method == "POST" and form.is_valid():
        try:
            tournament = create_tournament(request.user, key=form.key, **form.settings())
        except AlreadyApplied as applied:
            return redirect("players", applied.entry.tournament.slug)
        except Refused as refusal:
            form.add_error(refusal.where if refusal.where in form.fields else None, str(refusal))
        else:
            messages.success(request, _("The tournament is set up. Who plays?"))
            return redirect("players", tournament.slug)
    return render(request, "desk/new_tournament.html", {"form": form})


urlpatterns = [
    path("", desk, name="desk"),
    path("new/", new_tournament, name="new-tournament"),
]
