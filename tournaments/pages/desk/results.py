"""A table at the desk: its totals typed, compared, verified, cleared."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.actions.at_table import Conflict
from tournaments.actions.core import AlreadyApplied, Refused
from tournaments.actions.referee_kept import penalty_points
from tournaments.actions.results import clear_table, save_totals, verify_table
from tournaments.actions.roles import allows
from tournaments.models import Table, Tournament
from tournaments.numbers import NotANumber, parse_number, points_text
from tournaments.pages.desk.correcting import Preview, correct
from tournaments.pages.desk.same_twice import emptied, same_as_saved, stands_by_now
from tournaments.pages.desk.table_at_desk import TableAtDesk
from tournaments.pages.desk.typed_elsewhere import table_by_now, typing_view
from tournaments.pages.support import attempt, desk_view, once_key


@typing_view
def table(request: HttpRequest, desk: TableAtDesk) -> HttpResponse:
    """Totals: shown, or (POST) typed and saved; then on to the next table that is missing."""
    if request.method == "POST":
        return _save(request, desk)
    is_shown = not desk.has_sheet or desk.corrects or not desk.is_open
    typed = [str(p.points) if is_shown and p.points is not None else "" for p in desk.places]
    return totals_page(request, desk, typed)


def totals_page(
    request: HttpRequest,
    desk: TableAtDesk,
    typed: list[str],
    faults: dict[int, str] | None = None,
    *,
    error: str = "",
    conflict: bool = False,
    second: dict[str, Any] | None = None,
    preview: Preview | None = None,
    status: int = 200,
) -> HttpResponse:
    """The form of the totals; ``second`` makes it the blind one of a second keying."""
    faults = faults or {}
    fields = [
        {
            "place": place,
            "value": value,
            "fault": faults.get(place.position, ""),
            "theirs": place.points,
        }
        for place, value in zip(desk.places, typed, strict=True)
    ]
    shown = desk.context()
    allowed = allows(request.role, "correct_table")  # type: ignore[attr-defined]
    corrects = shown["corrects"] and allowed and not desk.has_sheet  # else its deals are corrected
    asks_penalties = not second and any(penalty_points(desk.table.size, desk.rulings))
    context = {
        **shown,
        "notes": desk.notes_on_totals,
        "corrects": corrects,
        "may_type": bool(second or shown["types"] or corrects),
        "asks_penalties": asks_penalties,
        "penalties": request.POST.get("penalties", ""),
        "over_begun": _keyed_so_far(desk) if desk.is_begun and not second else [],
        "over_sheet": "over_sheet" in request.POST,
        "fields": fields,
        "error": error,
        "conflict": conflict,
        "second": second,
        "preview": preview,
        "effect": preview.effect if preview else None,
        "reason": request.POST.get("reason", ""),
        "sum": _sum_text(typed),
        "focus": "",
    }
    if faults:
        context["focus"] = min(faults)
    elif second or (not conflict and not corrects and (error or desk.table.state == "open")):
        asked = error and context["sum"] == "0" and not second
        choices = {"over_sheet": desk.is_begun, "penalties": asks_penalties}
        context["focus"] = next((name for name in choices if asked and choices[name]), 1)
    return render(request, "desk/table.html", context, status=status)


def _keyed_so_far(desk: TableAtDesk) -> list[tuple[str, list[str]]]:
    """The rows of a sheet that is only begun, each with its points by seat."""
    steps = desk.report.rows if desk.report else ()
    return [
        (
            " ".join(filter(None, (str(checked.step.deal or ""), deal.get_kind_display()))),
            [points_text(points) for points in deal.scores or ()],
        )
        for deal, checked in zip(desk.deals, steps, strict=False)
    ]


def _sum_text(typed: list[str]) -> str:
    try:
        return points_text(sum(parse_number(text) for text in typed))
    except NotANumber:
        return "·"


def _save(request: HttpRequest, desk: TableAtDesk) -> HttpResponse:
    typed = [request.POST.get(f"seat-{place.position}", "") for place in desk.places]
    totals, faults = read_totals(typed)
    if faults:
        error = _("Not saved: every seat needs a whole number; 0 counts.")
        return totals_page(request, desk, typed, faults, error=error, status=422)
    place = (desk.session.number, desk.table.number)
    try:
        if desk.corrects:
            if stands := stands_by_now(request, desk):
                return totals_page(request, desk, typed, error=stands, conflict=True, status=409)
            preview = correct(request, desk, totals=totals)
            if preview:
                return totals_page(request, desk, typed, preview=preview)
            return after_correcting(request, desk)
        table = save_totals(
            desk.tournament,
            request.user,
            *place,
            totals,
            penalties=request.POST.get("penalties", ""),
            over_sheet=bool(request.POST.get("over_sheet")),
            seen=request.POST.get("seen", ""),
            key=once_key(request),
        )
    except AlreadyApplied:
        return on_to_next(desk)
    except Conflict as conflict:
        return _after_conflict(request, desk, typed, totals, conflict)
    except Refused as refusal:
        faults = {refusal.where: str(refusal)} if isinstance(refusal.where, int) else {}
        return totals_page(
            request,
            desk,
            typed,
            faults,
            error=_("Not saved: %(why)s") % {"why": refusal},
            status=422,
        )
    messages.success(request, saved_sentence(table))
    return on_to_next(desk)


def _after_conflict(
    request: HttpRequest,
    desk: TableAtDesk,
    typed: list[str],
    totals: list[int],
    conflict: Conflict,
) -> HttpResponse:
    """Someone else wrote on the table: both are shown, unless both wrote the same."""
    now = table_by_now(request, desk)
    if isinstance(now, HttpResponse):
        return now
    if not now.deals:
        return totals_page(request, now, typed, error=emptied(now), status=409)
    if now.is_begun:
        error = _("While you typed, deals of this table were keyed. Look at it and save again.")
        return totals_page(request, now, typed, error=error, status=409)
    if now.rulings_only:
        error = _("While you typed, the referee wrote on this table. Look at it and save again.")
        return totals_page(request, now, typed, error=error, status=409)
    if now.totals_only and [one.points for one in now.places] == totals:
        same_as_saved(request, now, totals=totals)
        return on_to_next(now)
    return totals_page(request, now, typed, error=str(conflict), conflict=True, status=409)


def read_totals(typed: list[str]) -> tuple[list[int], dict[int, str]]:
    """The totals that were typed, and by seat what is none."""
    totals, faults = [], {}
    for position, text in enumerate(typed, start=1):
        try:
            totals.append(parse_number(text))
        except NotANumber as fault:
            faults[position] = str(fault)
    return totals, faults


def after_correcting(request: HttpRequest, desk: TableAtDesk) -> HttpResponse:
    messages.success(
        request,
        _("Table %(table)s is corrected; it is to be checked again.")
        % {"table": desk.table.number},
    )
    return redirect(table_address(desk))


def saved_sentence(table: Table) -> str:
    if table.state == Table.State.VERIFIED:
        return _("Table %(table)s: both keyings agree, verified.") % {"table": table.number}
    return _("Table %(table)s is saved.") % {"table": table.number}


def on_to_next(desk: TableAtDesk) -> HttpResponse:
    """To the next table whose result is missing, or back to the overview."""
    missing = desk.next_missing()
    if missing is None:
        return redirect("overview", desk.tournament.slug)
    return redirect("table", desk.tournament.slug, desk.session.number, missing)


@require_POST
@desk_view
def verify(request: HttpRequest, tournament: Tournament, session: int, number: int) -> HttpResponse:
    desk = TableAtDesk(tournament, session, number)
    verified = attempt(
        request,
        lambda: verify_table(
            tournament,
            request.user,
            session,
            number,
            reason=request.POST.get("reason", ""),
            seen=request.POST.get("seen", ""),
            key=once_key(request),
        ),
        done=_("Table %(table)s is verified.") % {"table": number},
    )
    if not verified:
        return redirect(table_address(desk))
    waiting = desk.session.tables.filter(state=Table.State.ENTERED).first()
    if waiting is None:
        return on_to_next(desk)
    return redirect(table_address(TableAtDesk(tournament, session, waiting.number)))


@require_POST
@desk_view
def clear(request: HttpRequest, tournament: Tournament, session: int, number: int) -> HttpResponse:
    desk = TableAtDesk(tournament, session, number)
    attempt(
        request,
        lambda: clear_table(
            tournament,
            request.user,
            session,
            number,
            reason=request.POST.get("reason", ""),
            seen=request.POST.get("seen", ""),
            key=once_key(request),
        ),
        done=_("Table %(table)s is cleared.") % {"table": number},
    )
    return redirect(table_address(desk))


def table_address(desk: TableAtDesk) -> str:
    name = "sheet" if desk.has_sheet else "table"
    return reverse(name, args=(desk.tournament.slug, desk.session.number, desk.table.number))


_TABLE = "sessions/<int:session>/tables/<int:number>/"
urlpatterns = [
    path(_TABLE, table, name="table"),
    path(f"{_TABLE}verify/", verify, name="verify-table"),
    path(f"{_TABLE}clear/", clear, name="clear-table"),
]
