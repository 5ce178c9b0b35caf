"""Points off (or on) outside the sheets: listed, given, taken back."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from tournaments.actions.adjustments import LIMIT, adjust, withdraw_adjustment
from tournaments.actions.core import actor_name
from tournaments.actions.entries import disqualify
from tournaments.models import Adjustment, Tournament
from tournaments.pages.fields import NumberField
from tournaments.pages.support import OnceForm, attempt, attempt_form, desk_view, new_key, once_key


class AdjustmentForm(OnceForm):
    """Who, how many points, in which session, why and by whom."""

    start_number = NumberField(label=gettext_lazy("Start number"), low=1, high=9999)
    points = NumberField(
        label=gettext_lazy("Points"),
        low=-LIMIT,
        high=LIMIT,
        help_text=gettext_lazy("Game points; with a minus to take them off: -12"),
    )
    session = forms.TypedChoiceField(
        label=gettext_lazy("Session"), coerce=int, empty_value=None, required=False
    )
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=300)
    given_by = forms.CharField(
        label=gettext_lazy("Given by"),
        max_length=120,
        help_text=gettext_lazy("The referee who decided it (TSR 9)"),
    )

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.fields["session"].choices = [
            ("", _("none in particular")),
            *((n, str(n)) for n in tournament.sessions.values_list("number", flat=True)),
        ]


@desk_view
def adjustments(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = AdjustmentForm(tournament, request.POST or None, initial=_prefilled(request))
    if request.method == "POST" and form.is_valid():
        values = {name: form.cleaned_data[name] for name in form.cleaned_data if name != "once"}
        if attempt_form(form, lambda: adjust(tournament, request.user, **values, key=form.key)):
            messages.success(request, _("Noted, and in the standings."))
            return redirect("adjustments", tournament.slug)
    given = Adjustment.objects.filter(entry__tournament=tournament).select_related(
        "entry__player", "session"
    )
    return render(
        request,
        "desk/adjustments.html",
        {
            "tournament": tournament,
            "tab": "standings",
            "form": form,
            "given": given,
            "disqualified": tournament.entries.filter(disqualified=True).select_related("player"),
            "once": new_key(),
        },
        status=422 if form.errors else 200,
    )


def _prefilled(request: HttpRequest) -> dict[str, str]:
    """What the referee's page fills in: whose it is and when; the name is who is signed in."""
    asked = {name: request.GET.get(name, "")[:10] for name in ("start_number", "session")}
    return {**asked, "given_by": actor_name(request.user)}


class DisqualifyForm(OnceForm):
    """Who is disqualified, why and by whom (TSR 9.7)."""

    start_number = NumberField(label=gettext_lazy("Start number"), low=1, high=9999)
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=300)
    given_by = forms.CharField(label=gettext_lazy("Given by"), max_length=120)


@desk_view
def disqualify_player(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = DisqualifyForm(request.POST or None, initial=_prefilled(request))
    if request.method == "POST" and form.is_valid():
        values = {name: form.cleaned_data[name] for name in form.cleaned_data if name != "once"}
        if attempt_form(form, lambda: disqualify(tournament, request.user, **values, key=form.key)):
            messages.success(request, _("Disqualified: results stay, listed without a rank."))
            return redirect("adjustments", tournament.slug)
    context = {"tournament": tournament, "tab": "standings", "form": form}
    return render(request, "desk/disqualify.html", context, status=422 if form.errors else 200)


@require_POST
@desk_view
def withdraw(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    attempt(
        request,
        lambda: withdraw_adjustment(
            tournament,
            request.user,
            pk,
            reason=request.POST.get("reason", ""),
            key=once_key(request),
        ),
        done=_("Taken back."),
    )
    return redirect("adjustments", tournament.slug)


urlpatterns = [
    path("disqualify/", disqualify_player, name="disqualify"),
    path("adjustments/", adjustments, name="adjustments"),
    path("adjustments/<int:pk>/withdraw/", withdraw, name="withdraw-adjustment"),
]
