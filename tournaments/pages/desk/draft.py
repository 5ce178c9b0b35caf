"""A draft at the desk: how it is drawn, what it means, how anyone checks it, two swapped."""

import json
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.actions.by_hand import swap_of, swap_seats
from tournaments.actions.core import Refused
from tournaments.actions.draw_methods import DEFAULT_GROUPS, MOST_GROUPS
from tournaments.actions.roles import allows
from tournaments.actions.seats import MOVED_SINCE, RECIPE, seats_mark, tables_of
from tournaments.models import Session, Tournament
from tournaments.pages.desk.board import TableView
from tournaments.pages.desk.consequences import names_of, of_swap
from tournaments.pages.desk.methods import METHOD_HINTS, METHOD_NAMES, method_choices
from tournaments.pages.fields import NumberField, NumbersField
from tournaments.pages.support import OnceForm, attempt, desk_view, new_key, once_key

State = Session.State
MOST_NUMBERED = 1000  # what draw_seats counts to without a list of names


class DrawForm(OnceForm):
    """How a session is drawn: the way, what it needs, tables that stay, a seed to repeat."""

    method = forms.ChoiceField(label=gettext_lazy("Way to draw"), required=False)
    groups = NumberField(
        label=gettext_lazy("Score groups"), low=1, high=MOST_GROUPS, required=False
    )
    seed = NumberField(
        label=gettext_lazy("Seed, if a draw is to be repeated"), low=0, required=False
    )
    locked = NumbersField(label=gettext_lazy("Tables that stay"), required=False)

    def __init__(self, session: Session, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        first = not session.tournament.sessions.filter(number__lt=session.number).exists()
        self.ways = method_choices(first=first)
        if session.state == State.DRAFTED and session.method == "fixed_plan" and not first:
            self.ways.append(("fixed_plan", METHOD_NAMES["fixed_plan"], METHOD_HINTS["fixed_plan"]))
        self.fields["method"].choices = [(code, name) for code, name, _hint in self.ways]
        self.way = self.data.get("method") or (
            session.method if session.state == State.DRAFTED else "random"
        )
        self.way_name = METHOD_NAMES.get(self.way, self.way)
        self.groups_typed = self.data.get("groups", DEFAULT_GROUPS)
        # Tables kept by the last draw stay ticked until somebody unticks them.
        kept = session.draw_report.get(RECIPE, {}).get("locked", {})
        ticked = self.data.getlist("lock") if self.is_bound else list(kept)
        self.ticked = {int(number) for number in ticked if str(number).isdecimal()}

    def drawing(self) -> dict[str, Any]:
        """What ``draw_session`` is told."""
        given = self.cleaned_data
        return {
            "method": given["method"] or "random",
            "seed": given["seed"],
            "groups": given["groups"] or DEFAULT_GROUPS,
            "locked": sorted(self.ticked.union(given["locked"])),
        }


@dataclass(frozen=True)
class Checking:
    """How anyone repeats a draw: the command, and whether it reads the session's file.

    ``by_hand``: the file holds swaps too. ``moved_since``: the seats are no longer as drawn.
    """

    command: str
    file: str = ""
    by_hand: bool = False
    moved_since: bool = False


def checking(tournament: Tournament, shown: Session) -> Checking | None:
    """How to repeat the draw of a session; None for one drawn before this was kept."""
    recipe = shown.draw_report.get(RECIPE)
    if not recipe:
        return None
    numbers, seed = sorted(recipe["entries"]), recipe["seed"]
    highest = numbers[-1]
    plain = recipe["method"] == "fixed_plan" or (
        recipe["method"] == "random" and not recipe["history"] and not recipe["locked"]
    )
    swaps = bool(recipe["swaps"])
    moved_since = MOVED_SINCE in shown.draw_report
    if plain and not swaps and not recipe["wishes"] and highest <= MOST_NUMBERED:
        absent = sorted(set(range(1, highest + 1)) - set(numbers))
        words = ["manage.py draw_seats", f"--players {highest}"]
        if absent:
            words.append("--absent " + ",".join(map(str, absent)))
        if recipe["method"] == "fixed_plan":
            words += [f"--rounds {recipe['sessions']}", "--method fixed_plan"]
        else:
            words.append(f"--sessions {recipe['sessions']}")
        return Checking(" ".join([*words, f"--seed {seed}"]), moved_since=moved_since)
    file = _file_name(tournament, shown)
    return Checking(f"manage.py draw_seats --draw {file}", file, swaps, moved_since)


def _file_name(tournament: Tournament, shown: Session) -> str:
    return f"{tournament.slug}-{shown.number}.json"


def report_sentences(shown: Session) -> list[str]:
    """What the draw reached, in the reader's language."""
    return [_(why["template"]) % why["params"] for why in shown.draw_report.get("why", [])]


def repeated_pairs(shown: Session, tables: list[TableView]) -> list[dict[str, Any]]:
    """Who meets again, by name, with the table at which they do."""
    at = {place.start_number: (place, table) for table in tables for place in table.places}
    return [
        {"a": at[a][0], "b": at[b][0], "times": times, "table": at[a][1].number}
        for a, b, times in shown.draw_report.get("repeats", [])
        if a in at and b in at
    ]


def at_fives(shown: Session, tables: list[TableView]) -> list[dict[str, Any]]:
    """Who sits at a table of five and has before, with how often by now."""
    places = {place.start_number: place for table in tables for place in table.places}
    return [
        {"place": places[entry], "times": times}
        for entry, times in shown.draw_report.get("fives", [])
        if times > 1 and entry in places
    ]


def selected(request: HttpRequest, tables: list[TableView]) -> int | None:
    """The start number that was clicked first, where no script remembers it."""
    clicked = request.GET.get("swap", "")
    numbers = {str(place.start_number) for table in tables for place in table.places}
    return int(clicked) if clicked in numbers else None


class PairForm(forms.Form):
    """Two start numbers."""

    one = NumberField(label=gettext_lazy("Start number"), low=1, high=9999)
    other = NumberField(label=gettext_lazy("with start number"), low=1, high=9999)


@desk_view
def swap(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """GET: what it would mean if two players changed seats. POST: they do."""
    shown = tournament.sessions.filter(number=number).first()
    if shown is None:
        raise Http404
    form = PairForm(request.GET if request.method == "GET" else request.POST)
    if not form.is_valid():
        for field, faults in form.errors.items():
            messages.error(request, f"{form.fields[field].label}: {faults[0]}")
        return redirect("session", tournament.slug, number)
    one, other = form.cleaned_data["one"], form.cleaned_data["other"]
    if request.method == "POST":
        attempt(
            request,
            lambda: swap_seats(
                tournament,
                request.user,
                number,
                one,
                other,
                seen=request.POST.get("seen", ""),
                key=once_key(request),
            ),
            done=_("No. %(one)s and No. %(other)s have changed seats.")
            % {"one": one, "other": other},
        )
        return redirect("session", tournament.slug, number)
    try:
        if shown.state != State.DRAFTED:
            raise Refused(_("Session %(number)s has no draft.") % {"number": number})
        found = of_swap(swap_of(shown, one, other), names_of(tournament))
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect("session", tournament.slug, number)
    return render(
        request,
        "desk/swap.html",
        {
            "tournament": tournament,
            "tab": "sessions",
            "session": shown,
            "one": one,
            "other": other,
            "pair": _pair(tournament, shown, one, other),
            "found": found,
            "may_swap": allows(request.role, "swap_seats"),  # type: ignore[attr-defined]
            "seen": seats_mark(shown),
            "once": new_key(),
        },
    )


def _pair(tournament: Tournament, shown: Session, one: int, other: int) -> list[dict[str, Any]]:
    """From where to where each of the two goes."""
    names = names_of(tournament)
    at = {
        entry: (number, position)
        for number, table in tables_of(shown).items()
        for position, entry in enumerate(table, start=1)
    }
    return [
        {"name": names[who], "from": at[who], "to": at[whose]}
        for who, whose in ((one, other), (other, one))
    ]


@desk_view
def draw_file(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """What the session was drawn from, for ``draw_seats --draw``."""
    shown = tournament.sessions.filter(number=number).first()
    if shown is None or not shown.draw_report.get(RECIPE):
        raise Http404
    text = json.dumps(shown.draw_report[RECIPE], ensure_ascii=False, sort_keys=True)
    return HttpResponse(
        text + "\n",
        content_type="application/json",
        headers={
            "Content-Disposition": f'attachment; filename="{_file_name(tournament, shown)}"',
            "Cache-Control": "private",
        },
    )


urlpatterns = [
    path("sessions/<int:number>/swap/", swap, name="swap-seats"),
    path("sessions/<int:number>/draw-file/", draw_file, name="draw-file"),
]
