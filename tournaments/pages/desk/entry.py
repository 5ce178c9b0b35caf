"""One player of a tournament: correct, withdraw, reinstate, erase."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from tournaments.actions.address_book import correct_player, erase_player, person_values
from tournaments.actions.at_table import Conflict
from tournaments.actions.entries import reinstate, withdraw
from tournaments.actions.roles import may
from tournaments.models import Entry, Player, Tournament
from tournaments.pages.desk.meanwhile import conflict_sentence
from tournaments.pages.person_form import PersonForm, club_names, person_of
from tournaments.pages.seen_form import seen_of
from tournaments.pages.support import OnceForm, attempt, attempt_form, desk_view, new_key, once_key


class WithdrawForm(OnceForm):
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=300, required=False)
    even_seated = forms.BooleanField(
        label=gettext_lazy("Withdraw all the same; the seat stays as it is"), required=False
    )


@desk_view
def entry(request: HttpRequest, tournament: Tournament, start_number: int) -> HttpResponse:
    one = _entry(tournament, start_number)
    form = PersonForm(request.POST or None, initial=_stored(one.player))
    if request.method != "POST" or not form.is_valid():
        return _entry_page(request, tournament, one, form=form)
    try:
        saved = attempt_form(
            form,
            lambda: correct_player(
                request.user, one.player, seen=form.seen_mark, key=form.key, **form.person()
            ),
            raises=(Conflict,),
        )
    except Conflict as conflict:
        one = _entry(tournament, start_number)
        again = form.put_again(_stored(one.player))
        again.add_error(None, conflict_sentence(conflict, form, one.player, "correct_player"))
        return _entry_page(request, tournament, one, form=again, is_conflict=True, status=409)
    if saved:
        messages.success(request, _("Saved."))
        return redirect("players", tournament.slug)
    return _entry_page(request, tournament, one, form=form)


@require_POST
@desk_view
def withdraw_entry(request: HttpRequest, tournament: Tournament, start_number: int) -> HttpResponse:
    one = _entry(tournament, start_number)
    form = WithdrawForm(request.POST, auto_id="withdraw_%s")
    if form.is_valid() and attempt_form(
        form,
        lambda: withdraw(
            tournament,
            request.user,
            start_number,
            reason=form.cleaned_data["reason"],
            even_seated=form.cleaned_data["even_seated"],
            key=form.key,
        ),
    ):
        messages.success(request, _("%(name)s has withdrawn.") % {"name": one.player.list_name})
        return redirect("entry", tournament.slug, start_number)
    return _entry_page(request, tournament, one, withdraw_form=form)


@require_POST
@desk_view
def reinstate_entry(
    request: HttpRequest, tournament: Tournament, start_number: int
) -> HttpResponse:
    one = _entry(tournament, start_number)
    attempt(
        request,
        lambda: reinstate(tournament, request.user, start_number, key=once_key(request)),
        done=_("%(name)s plays again; check in next.") % {"name": one.player.list_name},
    )
    return redirect("entry", tournament.slug, start_number)


@require_POST
@desk_view
def erase_entry(request: HttpRequest, tournament: Tournament, start_number: int) -> HttpResponse:
    one = _entry(tournament, start_number)
    if not request.POST.get("sure"):
        messages.error(request, _("Nothing was erased: the box was not ticked."))
    else:
        attempt(
            request,
            lambda: erase_player(request.user, one.player, key=once_key(request)),
            done=_("Erased: a number stands for the name."),
        )
    return redirect("entry", tournament.slug, start_number)


def _stored(player: Player) -> dict[str, Any]:
    """What the form of a person is made from."""
    return {**person_of(player), "seen": seen_of(person_values(player))}


def _entry_page(
    request: HttpRequest,
    tournament: Tournament,
    one: Entry,
    status: int = 200,
    **forms_with_faults: Any,
) -> HttpResponse:
    withdraw_form = forms_with_faults.get("withdraw_form")
    context = {
        "tournament": tournament,
        "tab": "players",
        "entry": one,
        "form": PersonForm(initial=_stored(one.player)),
        "withdraw_form": WithdrawForm(auto_id="withdraw_%s"),
        "seated": bool(withdraw_form and withdraw_form.has_error("even_seated")),
        "elsewhere": one.player.entries.exclude(pk=one.pk).count(),
        "seats": one.seats.select_related("session", "table").order_by("session__number"),
        "clubs": club_names(),
        "allowed": may(request.user, tournament, "withdraw"),
        "may_check_in": may(request.user, tournament, "check_in"),
        "here": request.path if request.method == "GET" else "",
        "once": new_key(),
        "erase_once": new_key(),
        **forms_with_faults,
    }
    return render(request, "desk/entry.html", context, status=status)


def _entry(tournament: Tournament, start_number: int) -> Entry:
    one = (
        tournament.entries.filter(start_number=min(start_number, 10_000))
        .select_related("player__club")
        .first()
    )
    if one is None:
        raise Http404
    return one


urlpatterns = [
    path("players/<int:start_number>/", entry, name="entry"),
    path("players/<int:start_number>/withdraw/", withdraw_entry, name="withdraw"),
    path("players/<int:start_number>/reinstate/", reinstate_entry, name="reinstate"),
    path("players/<int:start_number>/erase/", erase_entry, name="erase-player"),
]
