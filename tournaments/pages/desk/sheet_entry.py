"""A sheet typed deal by deal, in the order of the paper; checked while it is typed."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from tournaments.actions.at_table import Conflict
from tournaments.actions.core import AlreadyApplied, Refused
from tournaments.actions.results import OtherTotals, save_sheet
from tournaments.actions.sheets import errors_in, report_of, stored_rows
from tournaments.models import Table
from tournaments.numbers import points_text
from tournaments.pages.desk.correcting import Preview, correct
from tournaments.pages.desk.results import after_correcting, saved_sentence
from tournaments.pages.desk.same_twice import emptied, same_as_saved, stands_by_now
from tournaments.pages.desk.sheet_grid import (
    KIND_CHOICES,
    Grid,
    build_grid,
    differing_lines,
    show_notes,
)
from tournaments.pages.desk.sheet_lines import Reading
from tournaments.pages.desk.sheet_rulings import take_over_rulings
from tournaments.pages.desk.sheet_stored import as_stored
from tournaments.pages.desk.sheet_typed import Typed, from_form
from tournaments.pages.desk.table_at_desk import TableAtDesk
from tournaments.pages.desk.typed_elsewhere import table_by_now, typing_view
from tournaments.pages.support import once_key


@typing_view
def sheet(request: HttpRequest, desk: TableAtDesk) -> HttpResponse:
    """The sheet of a table: shown as stored, or (POST) typed and saved."""
    if request.method == "POST":
        return _save(request, desk, from_form(request.POST, desk.table.size, desk.ruleset))
    return sheet_page(request, desk, build_grid(as_stored(desk), desk.ruleset))


@require_POST
@typing_view
def check(request: HttpRequest, desk: TableAtDesk) -> HttpResponse:
    """What the sheet comes to so far; nothing is saved. htmx gets the grid, others the page."""
    typed = from_form(request.POST, desk.table.size, desk.ruleset)
    live = bool(request.htmx)  # type: ignore[attr-defined]
    grid = build_grid(typed, desk.ruleset, while_typing=live)
    show_notes(grid, desk.deals)
    if live:
        context = {**desk.context(), "grid": grid, "kinds": KIND_CHOICES}
        return render(request, "desk/sheet_grid.html", context)
    return sheet_page(request, desk, grid, seen=request.POST.get("seen", ""), unsaved=True)


def sheet_page(
    request: HttpRequest,
    desk: TableAtDesk,
    grid: Grid,
    *,
    error: str = "",
    differing: list[dict[str, str]] | None = None,
    conflict: bool = False,
    taken_over: list[str] | None = None,
    over_totals: bool = False,
    seen: str | None = None,
    preview: Preview | None = None,
    focus: str = "",
    unsaved: bool = False,
    status: int = 200,
) -> HttpResponse:
    """The sheet as ``grid`` has it; ``focus`` is the line to go on with.

    ``conflict``: someone else's stands, and either this one is saved over it or not; with
    ``over_totals`` that are totals. ``taken_over`` are notes of the referee that came along.
    """
    show_notes(grid, desk.deals)
    context: dict[str, Any] = {
        **desk.context(),
        "grid": grid,
        "kinds": KIND_CHOICES,
        "error": error,
        "conflict": conflict,
        "over_totals": over_totals,
        "taken_over": taken_over or [],
        "differing": differing or [],
        "preview": preview,
        "effect": preview.effect if preview else None,
        "reason": request.POST.get("reason", ""),
        "focus": "" if conflict else focus or _focus(desk, grid, after_error=bool(error)),
        "unsaved": unsaved,
    }
    if seen is not None:
        context["seen"] = seen
    return render(request, "desk/sheet.html", context, status=status)


def _focus(desk: TableAtDesk, grid: Grid, *, after_error: bool) -> str:
    """The line to begin with: what has to be mended, or the first blank one that waits."""
    if after_error and grid.first_bad:
        return grid.first_bad
    waits = desk.table.state == Table.State.OPEN or not desk.has_sheet
    return grid.first_blank if desk.is_open and waits else ""


def _save(request: HttpRequest, desk: TableAtDesk, typed: Typed) -> HttpResponse:
    grid = build_grid(typed, desk.ruleset)
    reading = grid.reading
    seen = request.POST.get("seen", "")
    if reading.faults:
        error = ngettext(
            "Not saved: a line cannot be read. It is marked below.",
            "Not saved: %(n)s lines cannot be read. They are marked below.",
            len(reading.faults),
        ) % {"n": len(reading.faults)}
        return sheet_page(request, desk, grid, error=error, seen=seen, status=422)
    place = (desk.session.number, desk.table.number)
    try:
        if desk.corrects:
            if stands := stands_by_now(request, desk):
                return _conflict_page(request, desk, typed, stands)
            preview = correct(request, desk, rows=records_of(reading))
            if preview:
                return sheet_page(request, desk, grid, seen=seen, preview=preview)
            return after_correcting(request, desk)
        save_sheet(
            desk.tournament,
            request.user,
            *place,
            records_of(reading),
            complete=reading.complete,
            over_totals="over_totals" in request.POST,
            seen=seen,
            key=once_key(request),
        )
    except AlreadyApplied:
        return _after_saving(request, TableAtDesk(desk.tournament, *place), quiet=True)
    except Conflict as conflict:
        return _after_conflict(request, desk, typed, reading, conflict)
    except OtherTotals as other:
        differing = [
            {
                "label": f"{place.position} {place.name}",
                "theirs": points_text(place.points or 0),
                "mine": points_text(mine),
            }
            for place, mine in zip(desk.places, other.sums, strict=True)
        ]
        return sheet_page(
            request,
            desk,
            grid,
            error=str(other),
            conflict=True,
            over_totals=True,
            differing=differing,
            status=409,
        )
    except Refused as refusal:
        taken_over = []
        if refusal.code == "ruling_missing":
            taken_over = take_over_rulings(typed, desk.deals, desk.ruleset)
            grid = build_grid(typed, desk.ruleset)
        error = _mark(grid, refusal)
        return sheet_page(
            request, desk, grid, error=error, taken_over=taken_over, seen=seen, status=422
        )
    return _after_saving(request, TableAtDesk(desk.tournament, *place))


def _after_conflict(
    request: HttpRequest, desk: TableAtDesk, typed: Typed, reading: Reading, conflict: Conflict
) -> HttpResponse:
    """Someone else wrote on the table: both are shown, unless both wrote the same.

    What the referee wrote meanwhile comes along into what was typed.
    """
    now = table_by_now(request, desk)
    if isinstance(now, HttpResponse):
        return now
    if _is_stored(now, reading):
        same_as_saved(request, now, rows=records_of(reading))
        return _after_saving(request, now, quiet=True)
    if not now.deals:
        grid = build_grid(typed, now.ruleset)
        return sheet_page(request, now, grid, error=emptied(now), status=409)
    taken_over = take_over_rulings(typed, now.deals, now.ruleset)
    if not now.rulings_only:
        return _conflict_page(request, now, typed, str(conflict), taken_over)
    error = _("While you typed, the referee wrote on this table. Look at it and save again.")
    grid = build_grid(typed, now.ruleset)
    return sheet_page(request, now, grid, error=error, taken_over=taken_over, status=409)


def _is_stored(now: TableAtDesk, reading: Reading) -> bool:
    """Is what was typed, with its facts, just what is stored?"""
    return (
        now.has_sheet
        and reading.rows == stored_rows(now.deals)
        and reading.facts == [deal.outcome for deal in now.deals]
        and reading.complete == (now.table.state != Table.State.OPEN)
    )


def _conflict_page(
    request: HttpRequest,
    now: TableAtDesk,
    typed: Typed,
    error: str,
    taken_over: list[str] | None = None,
) -> HttpResponse:
    return sheet_page(
        request,
        now,
        build_grid(typed, now.ruleset),
        error=error,
        conflict=True,
        taken_over=taken_over,
        differing=differing_lines(as_stored(now), typed, now.ruleset) if now.has_sheet else None,
        status=409,
    )


def records_of(reading: Reading) -> list[dict[str, Any]]:
    """The rows that were read, as the actions take them."""
    return [
        {
            "kind": row.kind.value,
            "soloist": row.soloist,
            "scores": None if row.scores is None else list(row.scores),
            "breach": row.breach,
            "outcome": facts,
        }
        for row, facts in zip(reading.rows, reading.facts, strict=True)
    ]


def _mark(grid: Grid, refusal: Refused) -> str:
    """Show a refusal at its line, and name the line as the paper does."""
    if not isinstance(refusal.where, int) or refusal.where > len(grid.reading.places):
        return _("Not saved: %(why)s") % {"why": refusal}
    place = grid.reading.places[refusal.where - 1]
    line = next(line for line in grid.lines if line.id == place)
    line.look += " bad"
    if not line.faults:
        line.faults.append(str(refusal))
    name = line.label or _("penalty")
    return _("Not saved: line %(line)s: %(why)s") % {"line": name, "why": line.faults[0]}


def _after_saving(request: HttpRequest, desk: TableAtDesk, *, quiet: bool = False) -> HttpResponse:
    """On to the next sheet; or back to this one, when something is left to do on it."""
    table = desk.table
    faults = errors_in(report_of(table, desk.deals, desk.ruleset))
    here = (desk.tournament.slug, desk.session.number, table.number)
    if table.state == Table.State.OPEN:
        if not quiet:
            messages.warning(
                request,
                _("Table %(table)s is kept as begun; it counts as missing until it is finished.")
                % {"table": table.number},
            )
        return redirect("sheet", *here)
    if faults:
        if not quiet:
            messages.warning(
                request,
                ngettext(
                    "Table %(table)s is saved with %(n)s fault; it cannot be verified like this.",
                    "Table %(table)s is saved with %(n)s faults; it cannot be verified like this.",
                    len(faults),
                )
                % {"table": table.number, "n": len(faults)},
            )
        return redirect("sheet", *here)
    if not quiet:
        messages.success(request, saved_sentence(table))
    missing = desk.next_missing()
    if missing is None:
        return redirect("overview", desk.tournament.slug)
    return redirect("sheet", desk.tournament.slug, desk.session.number, missing)


_TABLE = "sessions/<int:session>/tables/<int:number>/"
urlpatterns = [
    path(f"{_TABLE}sheet/", sheet, name="sheet"),
    path(f"{_TABLE}check/", check, name="check-sheet"),
]
