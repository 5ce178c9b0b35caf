"""Moving players once a session is drawn: late arrivals and no-shows, substitutes, corrections.

The page changes nothing: it shows what is possible and what each way would mean.
"""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from tournaments.actions.by_hand import Correction, correct_seats, correction_of
from tournaments.actions.core import Refused
from tournaments.actions.repairs import choices_for, repair_session, to_mend
from tournaments.actions.roles import allows
from tournaments.actions.seats import seats_mark, tables_with_results
from tournaments.actions.substitutes import remove_substitute, set_substitute
from tournaments.models import Seat, Session, Tournament
from tournaments.pages.desk.consequences import WayToMend, names_of, of_swap, way_to_mend
from tournaments.pages.fields import NumberField, NumbersField
from tournaments.pages.person_form import club_names
from tournaments.pages.support import OnceForm, attempt, attempt_form, desk_view, new_key, once_key

State = Session.State


class MendForm(forms.Form):
    """Who did not come, and who came late."""

    gone = NumbersField(label=gettext_lazy("Not there (start numbers)"), required=False)
    arrivals = NumbersField(label=gettext_lazy("Came late (start numbers)"), required=False)


class CorrectForm(forms.Form):
    """Whose seat is wrong, and who really sat there."""

    one = NumberField(label=gettext_lazy("On the seat stands start number"), low=1, high=9999)
    other = NumberField(label=gettext_lazy("really played start number"), low=1, high=9999)


class SubstituteForm(OnceForm):
    """Who plays in whose place."""

    start_number = NumberField(label=gettext_lazy("In place of start number"), low=1, high=9999)
    last_name = forms.CharField(label=gettext_lazy("Last name"), max_length=60)
    first_name = forms.CharField(label=gettext_lazy("First name"), max_length=60, required=False)
    club_name = forms.CharField(
        label=gettext_lazy("Club"),
        max_length=100,
        required=False,
        widget=forms.TextInput(attrs={"list": "clubs", "autocomplete": "off"}),
    )
    publish_name = forms.BooleanField(
        label=gettext_lazy("Full name may be published"), required=False
    )


@require_safe
@desk_view
def reseat(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    return _page(request, tournament, _session(tournament, number))


def _page(
    request: HttpRequest,
    tournament: Tournament,
    shown: Session,
    *,
    substitute_form: SubstituteForm | None = None,
    reason: str | None = None,
    correct_data: Any = None,
) -> HttpResponse:
    if not allows(request.role, "repair_session"):  # type: ignore[attr-defined]
        messages.error(request, _("Only a director changes what is written here."))
        return redirect("session", tournament.slug, shown.number)
    names = names_of(tournament)
    mend_form, ways = _ways(request, shown, names)
    correct_form, correction = _correction(correct_data or request.GET, shown, names)
    refused = substitute_form is not None or reason is not None
    return render(
        request,
        "desk/reseat.html",
        {
            "tournament": tournament,
            "tab": "sessions",
            "session": shown,
            "is_over": shown.state in (State.PLANNED, State.CLOSED),
            "with_results": sorted(tables_with_results(shown)),
            "mend_form": mend_form,
            "ways": ways,
            "correct_form": correct_form,
            "correction": correction,
            "reason": reason or "",
            "substitute_form": substitute_form or SubstituteForm(auto_id="substitute_%s"),
            "substitutes": _substitutes(shown),
            "clubs": club_names(),
            "seen": seats_mark(shown),
            "once": new_key(),
        },
        status=422 if refused else 200,
    )


def _ways(
    request: HttpRequest, shown: Session, names: dict[int, str]
) -> tuple[MendForm, list[WayToMend]]:
    """The ways to mend the session: for the numbers asked for, else for whoever it concerns."""
    asked = {name: request.GET[name] for name in ("gone", "arrivals") if name in request.GET}
    if not asked:
        if shown.state not in (State.DRAFTED, State.RELEASED, State.RUNNING):
            return MendForm(), []
        gone, arrivals = to_mend(shown)
        if not gone and not arrivals:
            return MendForm(), []
        asked = {"gone": _listed(gone), "arrivals": _listed(arrivals)}
    form = MendForm(asked)
    if not form.is_valid():
        return form, []
    try:
        choices = choices_for(shown, form.cleaned_data["gone"], form.cleaned_data["arrivals"])
    except Refused as refusal:
        form.add_error(refusal.where if refusal.where in form.fields else None, str(refusal))
        return form, []
    return form, [
        way_to_mend(choice.token, choice.repair, names, is_cheapest=place == 0)
        for place, choice in enumerate(choices)
    ]


def _listed(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers))


def _correction(
    data: Any, shown: Session, names: dict[int, str]
) -> tuple[CorrectForm, dict[str, Any] | None]:
    if "one" not in data or "other" not in data:
        return CorrectForm(), None
    form = CorrectForm(data)
    if not form.is_valid():
        return form, None
    one, other = form.cleaned_data["one"], form.cleaned_data["other"]
    try:
        found = correction_of(shown, one, other)
    except Refused as refusal:
        form.add_error(refusal.where if refusal.where in form.fields else None, str(refusal))
        return form, None
    return form, {
        "one": one,
        "other": other,
        "rows": _rows(found, other, names),
        "found": of_swap(found.swap, names) if found.swap else None,
    }


def _rows(found: Correction, other: int, names: dict[int, str]) -> list[dict[str, Any]]:
    """Each of the two: the seat and its points before and after."""
    return [
        {"name": names[found.one.start_number], "seats": [found.one, found.other]},
        {"name": names[other], "seats": [found.other, found.one]},
    ]


def _substitutes(shown: Session) -> list[Seat]:
    seats = shown.seats.exclude(substitute=None).order_by("table__number", "position")
    return list(seats.select_related("table", "entry__player", "substitute"))


@require_POST
@desk_view
def repair(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    form = MendForm(request.POST)
    if not form.is_valid():
        messages.error(request, " ".join(fault for one in form.errors.values() for fault in one))
        return redirect("reseat", tournament.slug, number)
    mended = attempt(
        request,
        lambda: repair_session(
            tournament,
            request.user,
            number,
            **form.cleaned_data,
            choice=request.POST.get("choice", ""),
            seen=request.POST.get("seen", ""),
            key=once_key(request),
        ),
        done=_("Moved. Print the sheets of the tables that changed."),
    )
    return redirect("session" if mended else "reseat", tournament.slug, number)


@require_POST
@desk_view
def correct(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    shown = _session(tournament, number)
    form = CorrectForm(request.POST)
    reason = request.POST.get("reason", "")
    if form.is_valid() and attempt(
        request,
        lambda: correct_seats(
            tournament,
            request.user,
            number,
            **form.cleaned_data,
            reason=reason,
            seen=request.POST.get("seen", ""),
            key=once_key(request),
        ),
        done=_("Corrected: the points stay with the seats."),
    ):
        return redirect("session", tournament.slug, number)
    return _page(request, tournament, shown, reason=reason, correct_data=request.POST)


@require_POST
@desk_view
def substitute(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    shown = _session(tournament, number)
    form = SubstituteForm(request.POST, auto_id="substitute_%s")
    if form.is_valid():
        values = {name: form.cleaned_data[name] for name in form.cleaned_data if name != "once"}
        start_number = values.pop("start_number")
        if attempt_form(
            form,
            lambda: set_substitute(
                tournament, request.user, number, start_number, **values, key=form.key
            ),
        ):
            messages.success(
                request, _("Noted: the points count for No. %(number)s.") % {"number": start_number}
            )
            return redirect("reseat", tournament.slug, number)
    return _page(request, tournament, shown, substitute_form=form)


@require_POST
@desk_view
def unsubstitute(
    request: HttpRequest, tournament: Tournament, number: int, start_number: int
) -> HttpResponse:
    attempt(
        request,
        lambda: remove_substitute(
            tournament, request.user, number, start_number, key=once_key(request)
        ),
        done=_("Taken back."),
    )
    return redirect("reseat", tournament.slug, number)


def _session(tournament: Tournament, number: int) -> Session:
    shown = tournament.sessions.filter(number=number).first()
    if shown is None:
        raise Http404
    return shown


urlpatterns = [
    path("sessions/<int:number>/reseat/", reseat, name="reseat"),
    path("sessions/<int:number>/repair/", repair, name="repair-session"),
    path("sessions/<int:number>/correct/", correct, name="correct-seats"),
    path("sessions/<int:number>/substitute/", substitute, name="set-substitute"),
    path(
        "sessions/<int:number>/substitute/<int:start_number>/",
        unsubstitute,
        name="remove-substitute",
    ),
]
