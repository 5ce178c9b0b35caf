"""Adding players by hand, one after the other, without doubling anyone."""

import re
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from tournaments.actions.entries import add_entry
from tournaments.actions.roles import may
from tournaments.models import Player, Tournament
from tournaments.models.text import fold
from tournaments.pages.person_form import PersonForm, club_names
from tournaments.pages.support import attempt_form, desk_view

_NEW = "new"


class NewPersonForm(PersonForm):
    present = forms.BooleanField(label=gettext_lazy("is here already"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["last_name"].widget.attrs["autofocus"] = True


@desk_view
def add_player(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Add players one after the other: after each the form is empty again."""
    initial = {"present": request.GET.get("present") == "1"}
    form = NewPersonForm(request.POST or None, initial=initial)
    namesakes: list[Player] = []
    if request.method == "POST":
        chosen = _chosen_person(request)
        if chosen:
            form.fields["last_name"].required = False
        if form.is_valid():
            if chosen is None and request.POST.get("person") != _NEW:
                namesakes = _namesakes(tournament, form.cleaned_data)
            if not namesakes and attempt_form(
                form, lambda: _add(request, tournament, form, chosen)
            ):
                here = "?present=1" if form.cleaned_data["present"] else ""
                return redirect(reverse("add-player", args=[tournament.slug]) + here)
    context = {
        "tournament": tournament,
        "tab": "players",
        "form": form,
        "known": namesakes,
        "must_choose": bool(namesakes),
        "clubs": club_names(),
        "allowed": may(request.user, tournament, "add_entry"),
        "latest": tournament.entries.select_related("player__club").order_by("-start_number")[:5],
    }
    return render(request, "desk/add_player.html", context)


@require_safe
@desk_view
def known_players(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The people of the address book whose names begin like what is being typed."""
    text = f"{request.GET.get('last_name', '')} {request.GET.get('first_name', '')}"[:130]
    known: list[Player] = []
    if len(fold(text)) >= 3:
        people = Player.objects.filter(erased_at=None).select_related("club")
        known = _with_entries(tournament, list(people.search(text)[:6]))
    return render(request, "desk/known_players.html", {"known": known})


def _add(
    request: HttpRequest, tournament: Tournament, form: NewPersonForm, chosen: Player | None
) -> None:
    present = form.cleaned_data["present"]
    if chosen:
        added = add_entry(tournament, request.user, player=chosen, present=present, key=form.key)
    else:
        added = add_entry(tournament, request.user, present=present, key=form.key, **form.person())
    messages.success(
        request,
        _("Start number %(number)s: %(name)s")
        % {"number": added.start_number, "name": added.player.list_name},
    )


def _chosen_person(request: HttpRequest) -> Player | None:
    chosen = request.POST.get("person", "")
    if not re.fullmatch(r"[0-9]{1,15}", chosen):
        return None
    return Player.objects.filter(pk=int(chosen), erased_at=None).first()


def _namesakes(tournament: Tournament, person: dict[str, Any]) -> list[Player]:
    """People of the address book who may be the one typed: the same name, no other DDV number."""
    key = fold(f"{person['last_name']} {person['first_name']}")
    people = Player.objects.filter(sort_key=key, erased_at=None).select_related("club")
    number = person["ddv_number"].strip()
    if number and any(p.ddv_number == number for p in people):
        return []
    return _with_entries(tournament, [p for p in people if not (number and p.ddv_number)])


def _with_entries(tournament: Tournament, people: list[Player]) -> list[Player]:
    """The people, each with its start number here as ``entered`` (None: not entered)."""
    numbers = dict(
        tournament.entries.filter(player__in=people).values_list("player_id", "start_number")
    )
    for person in people:
        person.entered = numbers.get(person.pk)  # type: ignore[attr-defined]
    return people


urlpatterns = [
    path("players/add/", add_player, name="add-player"),
    path("players/known/", known_players, name="known-players"),
]
