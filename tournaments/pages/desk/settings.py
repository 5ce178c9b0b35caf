"""A tournament's settings, who works at its desk, closing and reopening it."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from tournaments.actions.at_table import Conflict
from tournaments.actions.closing import close_tournament, reopen_tournament
from tournaments.actions.roles import may
from tournaments.actions.staff import remove_staff, set_staff
from tournaments.actions.tournaments import change_settings
from tournaments.actions.tournaments import settings_of as logged_settings
from tournaments.models import Session, Staff, Tournament
from tournaments.pages.desk.meanwhile import conflict_sentence
from tournaments.pages.seen_form import seen_of
from tournaments.pages.support import OnceForm, attempt, attempt_form, desk_view, new_key, once_key
from tournaments.pages.tournament_form import TournamentForm, settings_of


class StaffForm(OnceForm):
    username = forms.CharField(
        label=gettext_lazy("Account"),
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )
    role = forms.ChoiceField(
        label=gettext_lazy("Role"), choices=Staff.Role.choices, initial=Staff.Role.HELPER
    )


@desk_view
def settings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = TournamentForm(request.POST or None, initial=_stored(tournament))
    if request.method != "POST" or not form.is_valid():
        return _page(request, tournament, form=form)
    try:
        saved = attempt_form(
            form,
            lambda: change_settings(
                tournament, request.user, seen=form.seen_mark, key=form.key, **form.settings()
            ),
            raises=(Conflict,),
        )
    except Conflict as conflict:
        tournament.refresh_from_db()
        again = form.put_again(_stored(tournament))
        again.add_error(None, conflict_sentence(conflict, form, tournament, "change_settings"))
        return _page(request, tournament, form=again, is_conflict=True, status=409)
    if saved:
        messages.success(request, _("Saved."))
        return redirect("settings", tournament.slug)
    return _page(request, tournament, form=form)


def _stored(tournament: Tournament) -> dict[str, Any]:
    """What the form of the settings is made from."""
    return {**settings_of(tournament), "seen": seen_of(logged_settings(tournament))}


@require_POST
@desk_view
def give_role(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = StaffForm(request.POST, auto_id="staff_%s")
    if form.is_valid() and attempt_form(
        form,
        lambda: set_staff(
            tournament,
            request.user,
            username=form.cleaned_data["username"],
            role=form.cleaned_data["role"],
            key=form.key,
        ),
    ):
        messages.success(request, _("Saved."))
        return redirect("settings", tournament.slug)
    return _page(request, tournament, staff_form=form)


@require_POST
@desk_view
def take_role(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    attempt(
        request,
        lambda: remove_staff(
            tournament,
            request.user,
            username=request.POST.get("username", ""),
            key=once_key(request),
        ),
        done=_("Saved."),
    )
    if not Staff.objects.filter(tournament=tournament, user=request.user).exists():
        return redirect("desk")
    return redirect("settings", tournament.slug)


@require_POST
@desk_view
def close(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    attempt(
        request,
        lambda: close_tournament(
            tournament,
            request.user,
            drop_planned=bool(request.POST.get("drop_planned")),
            key=once_key(request),
        ),
        done=_("The tournament is closed: the standings are final."),
    )
    return redirect("settings", tournament.slug)


@require_POST
@desk_view
def reopen(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    attempt(
        request,
        lambda: reopen_tournament(tournament, request.user, key=once_key(request)),
        done=_("The tournament is open again."),
    )
    return redirect("settings", tournament.slug)


def _page(
    request: HttpRequest, tournament: Tournament, status: int = 200, **forms_with_faults: Any
) -> HttpResponse:
    """The settings page; the forms that were sent show what was typed and what is wrong."""
    sessions = list(tournament.sessions.all())
    context = {
        "tournament": tournament,
        "tab": "settings",
        "form": TournamentForm(initial=_stored(tournament)),
        "staff_form": StaffForm(auto_id="staff_%s"),
        "staff": tournament.staff.select_related("user").order_by("role", "user__username"),
        "allowed": may(request.user, tournament, "change_settings"),
        "unplayed": [s.number for s in sessions if s.state == Session.State.PLANNED],
        "unfinished": [
            s.number
            for s in sessions
            if s.state not in (Session.State.PLANNED, Session.State.CLOSED)
        ],
        "once": new_key(),
        **forms_with_faults,
    }
    return render(request, "desk/settings.html", context, status=status)


urlpatterns = [
    path("settings/", settings, name="settings"),
    path("settings/staff/", give_role, name="set-staff"),
    path("settings/staff/remove/", take_role, name="remove-staff"),
    path("settings/close/", close, name="close-tournament"),
    path("settings/reopen/", reopen, name="reopen-tournament"),
]
