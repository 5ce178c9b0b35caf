"""Keying a table again, blind: the first keying is not shown, a difference stops at its line."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from rules.session import DealKind
from tournaments.actions.core import AlreadyApplied, Refused
from tournaments.actions.keyings import Differs, key_again
from tournaments.actions.sheets import is_note, stored_rows
from tournaments.models import LogEntry, Table, Tournament
from tournaments.pages.desk.log_text import sentence, who
from tournaments.pages.desk.results import read_totals, totals_page
from tournaments.pages.desk.sheet_entry import records_of
from tournaments.pages.desk.sheet_grid import KIND_CHOICES, Grid, build_grid, differing_lines
from tournaments.pages.desk.sheet_lines import read
from tournaments.pages.desk.sheet_stored import from_rows
from tournaments.pages.desk.sheet_typed import Typed, blank_sheet, from_form
from tournaments.pages.desk.table_at_desk import TableAtDesk
from tournaments.pages.desk.typed_elsewhere import table_by_now, typing_view
from tournaments.pages.support import desk_view, once_key


def second_address(tournament: Tournament, session: int, number: int) -> str:
    return reverse("second-keying", args=(tournament.slug, session, number))


@typing_view
def second(request: HttpRequest, desk: TableAtDesk) -> HttpResponse:
    """A blank form of the kind that was typed; with ``?by=totals`` always that of the totals."""
    if request.method == "POST":
        return _totals(request, desk) if "seat-1" in request.POST else _sheet(request, desk)
    if desk.table.state != Table.State.ENTERED:
        messages.info(
            request,
            _("Table %(table)s is %(state)s, so there is nothing to verify.")
            % {"table": desk.table.number, "state": desk.table.get_state_display()},
        )
        return redirect("check-next", desk.tournament.slug, desk.session.number)
    if desk.totals_only or request.GET.get("by") == "totals":
        return totals_page(request, desk, [""] * desk.table.size, second=_second(request, desk))
    return _page(
        request, desk, build_grid(blank_sheet(desk.table.size, desk.ruleset), desk.ruleset)
    )


def _second(request: HttpRequest, desk: TableAtDesk, **more: Any) -> dict[str, Any]:
    """What the templates need to know of a second keying.

    ``revealed``: the first keying is shown, now or before; ``is_first``: there is none any more,
    so this one may be saved in its place.
    """
    by = "?by=totals" if request.GET.get("by") == "totals" else ""
    return {
        "action": second_address(desk.tournament, desk.session.number, desk.table.number) + by,
        "is_own": desk.table.entered_by_id == request.user.pk,
        "reason": request.POST.get("reason", ""),
        "revealed": _revealed(request),
        "is_first": desk.table.state == Table.State.OPEN and desk.is_open,
        "is_over": desk.table.state != Table.State.ENTERED,
        **more,
    }


def _revealed(request: HttpRequest) -> bool:
    return "reveal" in request.POST or "revealed" in request.POST


def _totals(request: HttpRequest, desk: TableAtDesk) -> HttpResponse:
    typed = [request.POST.get(f"seat-{place.position}", "") for place in desk.places]
    totals, faults = read_totals(typed)
    if faults:
        error = _("Not compared: every seat needs a whole number; 0 counts.")
        second = _second(request, desk)
        return totals_page(request, desk, typed, faults, error=error, status=422, second=second)
    try:
        _key_again(request, desk, totals=totals)
    except AlreadyApplied:
        return _on(desk)
    except Differs as differs:
        return totals_page(
            request,
            desk,
            typed,
            dict.fromkeys(differs.places, _("differs from the first keying")),
            error=str(differs),
            conflict=_revealed(request),
            second=_second(request, desk, differs=True),
            status=409,
        )
    except Refused as refusal:
        now = table_by_now(request, desk)
        if isinstance(now, HttpResponse):
            return now
        is_changed = now.digest != request.POST.get("seen")
        return totals_page(
            request,
            now,
            typed,
            error=_changed(now) if is_changed else str(refusal),
            second=_second(request, now),
            status=409 if is_changed else 422,
        )
    return _agreed(request, desk)


def _changed(now: TableAtDesk) -> str:
    """What became of the table while it was keyed again."""
    last = LogEntry.objects.filter(
        tournament=now.tournament, subject=f"{now.session.number}/{now.table.number}"
    ).first()
    told = [_("Not compared: the table was changed while you typed.")]
    if last is not None:
        told.append(_("%(who)s %(what)s.") % {"who": who(last), "what": sentence(last)})
        if last.reason:
            told.append(_("Reason: “%(reason)s”.") % {"reason": last.reason})
    if now.table.state == Table.State.ENTERED:
        told.append(_("What you typed is still here; compare it with what is stored now."))
    elif now.table.state == Table.State.OPEN:
        told.append(_("What you typed is still here; it can be saved as the first keying."))
    else:
        told.append(_("What you typed is still here, and not needed any more."))
    return " ".join(told)


def _sheet(request: HttpRequest, desk: TableAtDesk) -> HttpResponse:
    typed = from_form(request.POST, desk.table.size, desk.ruleset)
    grid = build_grid(typed, desk.ruleset)
    if grid.reading.faults:
        error = _("Not compared: a line cannot be read. It is marked below.")
        return _page(request, desk, grid, error=error, status=422)
    try:
        _key_again(request, desk, rows=records_of(grid.reading))
    except AlreadyApplied:
        return _on(desk)
    except Differs as differs:
        place = _mark_first(grid, desk, typed) or _mark_row(grid, differs.places[0])
        error = (
            _("The keyings differ in line %(line)s. Compare it with the paper.")
            if place
            else _("The keyings differ at the end of the sheet. Compare it with the paper.")
        )
        return _page(
            request,
            desk,
            grid,
            error=error % {"line": place},
            differs=True,
            differing=differing_lines(_first(desk), typed, desk.ruleset)
            if _revealed(request)
            else None,
            status=409,
        )
    except Refused as refusal:
        now = table_by_now(request, desk)
        if isinstance(now, HttpResponse):
            return now
        if now.digest == request.POST.get("seen"):
            return _page(request, desk, grid, error=str(refusal), status=422)
        return _page(request, now, grid, error=_changed(now), status=409)
    return _agreed(request, desk)


def _key_again(request: HttpRequest, desk: TableAtDesk, **keyed: Any) -> None:
    key_again(
        desk.tournament,
        request.user,
        desk.session.number,
        desk.table.number,
        **keyed,
        revealed=_revealed(request),
        reason=request.POST.get("reason", ""),
        seen=request.POST.get("seen", ""),
        key=once_key(request),
    )


def _agreed(request: HttpRequest, desk: TableAtDesk) -> HttpResponse:
    messages.success(
        request,
        _("Table %(table)s: both keyings agree, verified.") % {"table": desk.table.number},
    )
    return _on(desk)


def _on(desk: TableAtDesk) -> HttpResponse:
    return redirect("check-next", desk.tournament.slug, desk.session.number)


@require_POST
@desk_view
def check(request: HttpRequest, tournament: Tournament, session: int, number: int) -> HttpResponse:
    """The second keying so far, for htmx: the first line that differs is marked at once."""
    desk = TableAtDesk(tournament, session, number)
    typed = from_form(request.POST, desk.table.size, desk.ruleset)
    grid = build_grid(typed, desk.ruleset, while_typing=True)
    if desk.has_sheet:
        _mark_first(grid, desk, typed)
    context = {**desk.context(), "grid": grid, "kinds": KIND_CHOICES}
    return render(request, "desk/sheet_grid.html", context)


def _first(desk: TableAtDesk) -> Typed:
    rows = [row for row in stored_rows(desk.deals) if not is_note(row)]
    return from_rows(rows, desk.table.size, desk.ruleset)


def _mark_first(grid: Grid, desk: TableAtDesk, typed: Typed) -> str:
    """Mark the first line that is typed to the end and differs; returns its label, "" if none."""
    first = read(_first(desk), desk.ruleset)
    known = dict(zip(first.places, first.rows, strict=True))
    mine = dict(zip(grid.reading.places, grid.reading.rows, strict=True))
    for line in grid.lines:
        row = mine.get(line.id)
        is_typed = row is not None and (row.scores is not None or row.kind is DealKind.STRUCK)
        if is_typed and row != known.get(line.id):
            return _mark(line)
    return ""


def _mark_row(grid: Grid, row: int) -> str:
    """Mark the line of a row (counted from 1); returns its label, "" beyond what was typed."""
    places: Sequence[str] = grid.reading.places
    if row > len(places):
        return ""
    return _mark(next(line for line in grid.lines if line.id == places[row - 1]))


def _mark(line: Any) -> str:
    line.look += " bad"
    line.faults.insert(0, _("This differs from the first keying. Compare it with the paper."))
    return line.label or _("penalty")


def _page(
    request: HttpRequest,
    desk: TableAtDesk,
    grid: Grid,
    *,
    error: str = "",
    differs: bool = False,
    differing: list[dict[str, str]] | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        **desk.context(),
        "grid": grid,
        "kinds": KIND_CHOICES,
        "error": error,
        "differing": differing or [],
        "focus": grid.first_bad or grid.first_blank,
        "second": _second(request, desk, differs=differs),
    }
    return render(request, "desk/sheet.html", context, status=status)


_TABLE = "sessions/<int:session>/tables/<int:number>/"
urlpatterns = [
    path(f"{_TABLE}second/", second, name="second-keying"),
    path(f"{_TABLE}second/check/", check, name="check-second"),
]
