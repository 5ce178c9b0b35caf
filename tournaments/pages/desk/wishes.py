"""Wishes for the draw: the list, adding one, taking one back, and whether clubs are parted."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from tournaments.actions.roles import allows
from tournaments.actions.wishes import (
    MOST_TABLE,
    add_wish,
    contradiction,
    keep_club_mates_apart,
    remove_wish,
    wishes_of,
)
from tournaments.models import Tournament, Wish
from tournaments.pages.fields import NumberField, NumbersField
from tournaments.pages.support import OnceForm, attempt, attempt_form, desk_view, new_key, once_key

HARDNESS = [
    ("hard", gettext_lazy("must be kept")),
    ("soft", gettext_lazy("if it can be had")),
]


class WishForm(OnceForm):
    """One wish."""

    kind = forms.ChoiceField(label=gettext_lazy("Wish"), choices=Wish.Kind.choices)
    start_numbers = NumbersField(
        label=gettext_lazy("Start numbers"), help_text=gettext_lazy("Such as 3, 7, 12")
    )
    table = NumberField(
        label=gettext_lazy("Table"),
        low=1,
        high=MOST_TABLE,
        required=False,
        help_text=gettext_lazy("Only for a fixed table, such as one without steps"),
    )
    name = forms.CharField(
        label=gettext_lazy("Name of the team"), max_length=60, required=False, strip=True
    )
    hardness = forms.ChoiceField(label=gettext_lazy("How firmly"), choices=HARDNESS)


@dataclass(frozen=True)
class Line:
    """A wish as the list shows it."""

    pk: int
    sentence: str
    who: list[str]
    hard: bool


@desk_view
def wishes(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = WishForm(request.POST or None, initial={"hardness": "hard"})
    if (
        request.method == "POST"
        and form.is_valid()
        and attempt_form(
            form,
            lambda: add_wish(tournament, request.user, **_wish(form), key=form.key),
        )
    ):
        messages.success(request, _("Noted; every session drawn from now on keeps to it."))
        return redirect("wishes", tournament.slug)
    lines = _lines(tournament)
    return render(
        request,
        "desk/wishes.html",
        {
            "tournament": tournament,
            "tab": "sessions",
            "form": form,
            "lines": lines,
            "contradiction": contradiction(tournament, wishes_of(tournament)),
            "club_choices": Tournament.ClubMates.choices,
            "allowed": allows(request.role, "add_wish")  # type: ignore[attr-defined]
            and not tournament.is_closed,
            "once": new_key(),
        },
        status=422 if form.errors else 200,
    )


def _wish(form: WishForm) -> dict[str, Any]:
    given = form.cleaned_data
    return {
        "kind": given["kind"],
        "start_numbers": given["start_numbers"],
        "table": given["table"],
        "name": given["name"],
        "hard": given["hardness"] == "hard",
    }


def _lines(tournament: Tournament) -> list[Line]:
    found = tournament.wishes.prefetch_related("entries__player")
    return [
        Line(
            wish.pk,
            _sentence(wish),
            [
                f"{entry.start_number} {entry.player.list_name}"
                for entry in sorted(wish.entries.all(), key=lambda entry: entry.start_number)
            ],
            wish.hard,
        )
        for wish in found
    ]


def _sentence(wish: Wish) -> str:
    if wish.kind == Wish.Kind.TABLE:
        return _("Always at table %(table)s") % {"table": wish.table}
    if wish.kind == Wish.Kind.KEEPER:
        return _("Keeps the sheet (last seat of the table)")
    if wish.name:
        return _("Never at one table: team %(name)s") % {"name": wish.name}
    return _("Never at one table")


@require_POST
@desk_view
def remove(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    attempt(
        request,
        lambda: remove_wish(tournament, request.user, pk, key=once_key(request)),
        done=_("The wish is gone."),
    )
    return redirect("wishes", tournament.slug)


@require_POST
@desk_view
def club_mates(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    how = request.POST.get("club_mates", "")
    attempt(
        request,
        lambda: keep_club_mates_apart(tournament, request.user, how, key=once_key(request)),
        done=_("Saved."),
    )
    return redirect("wishes", tournament.slug)


urlpatterns = [
    path("sessions/wishes/", wishes, name="wishes"),
    path("sessions/wishes/clubs/", club_mates, name="keep-club-mates-apart"),
    path("sessions/wishes/<int:pk>/remove/", remove, name="remove-wish"),
]
