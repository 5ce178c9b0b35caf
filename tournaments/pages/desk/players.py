"""Who plays: the list, with the check-in."""

import re
from typing import Any

from django.contrib import messages
from django.db.models import Count, Value
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from tournaments.actions.core import Refused
from tournaments.actions.entries import check_in
from tournaments.actions.roles import allows
from tournaments.models import Entry, Tournament
from tournaments.numbers import NotANumber, parse_number
from tournaments.pages.desk import add_player, entry
from tournaments.pages.filters import EntryFilter
from tournaments.pages.lists import show_page
from tournaments.pages.support import attempt, desk_view, new_key, once_key
from tournaments.pages.tables_setup import PlayersTable


@require_safe
@desk_view
def players(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    entries = tournament.entries.select_related("player__club").annotate(
        club_key=Coalesce("player__club__sort_key", Value(""))
    )
    chosen = EntryFilter(request.GET, queryset=entries)
    may_check_in = allows(request.role, "check_in")  # type: ignore[attr-defined]
    table = PlayersTable(
        chosen.qs, tournament=tournament, exclude=() if may_check_in else ("check_in",)
    )
    show_page(table, request)
    counts = _counts(tournament)
    context = {
        "tournament": tournament,
        "tab": "players",
        "filter": chosen,
        "table": table,
        "counts": counts,
        "has_players": any(n for _status, _label, n in counts),
        "registered": any(n for status, _label, n in counts if status == "registered"),
        "here": request.get_full_path(),
        "once": new_key(),
    }
    return render(request, "desk/players.html", context)


@require_POST
@desk_view
def check_in_players(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Note who is there: ``who`` is start numbers ("3", "3 5 8-12") or "all"."""
    present = request.POST.get("present", "1") == "1"
    who = request.POST.get("who", "")

    def note() -> None:
        numbers = _registered(tournament) if who == "all" else _start_numbers(who)
        changed = check_in(
            tournament, request.user, numbers, present=present, key=once_key(request)
        )
        if not changed:
            messages.info(request, _("Nothing changed: it was noted already."))
        elif len(changed) > 3:
            text = ngettext("%(n)s player checked in.", "%(n)s players checked in.", len(changed))
            messages.success(request, text % {"n": len(changed)})
        elif "typed" in request.POST:
            names = "; ".join(entry.player.list_name for entry in changed)
            messages.success(request, _("Checked in: %(names)s") % {"names": names})

    attempt(request, note)
    return redirect(_back(request, tournament))


def _counts(tournament: Tournament) -> list[tuple[str, Any, int]]:
    """(status, label, how many), of every status."""
    found = dict(tournament.entries.order_by().values_list("status").annotate(how_many=Count("pk")))
    return [(status.value, status.label, found.get(status, 0)) for status in Entry.Status]


def _registered(tournament: Tournament) -> list[int]:
    return list(
        tournament.entries.filter(status=Entry.Status.REGISTERED).values_list(
            "start_number", flat=True
        )
    )


# Room for a tournament of 400 players typed one by one.
_LONGEST = 2000


def _start_numbers(text: str) -> list[int]:
    """The start numbers of "3", "3, 5 8" or "8-12"; Refused when one is none."""
    if len(text) > _LONGEST:
        raise Refused(_("These are too many numbers at once."))
    numbers: set[int] = set()
    for part in re.split(r"[\s,;]+", text.strip()):
        low, _dash, high = part.replace("–", "-").partition("-")
        try:
            first = parse_number(low, low=1, high=9999)
            last = parse_number(high, low=1, high=9999) if _dash else first
        except NotANumber as fault:
            raise Refused(_("Which start number? %(why)s") % {"why": fault}) from fault
        if last < first:
            raise Refused(
                _("“%(range)s”: a range begins with the smaller number.") % {"range": part}
            )
        numbers.update(range(first, last + 1))
    return sorted(numbers)


def _back(request: HttpRequest, tournament: Tournament) -> str:
    """Where the button was pressed, if that is a page of ours."""
    here = request.POST.get("here", "")
    if here.startswith("/desk/") and url_has_allowed_host_and_scheme(here, allowed_hosts=None):
        return here
    return reverse("players", args=[tournament.slug])


urlpatterns = [
    path("players/", players, name="players"),
    path("players/check-in/", check_in_players, name="check-in"),
    *add_player.urlpatterns,
    *entry.urlpatterns,
]
