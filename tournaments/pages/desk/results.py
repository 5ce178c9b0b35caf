"""A table at the desk: its totals typed, compared, verified, cleared."""

from typing import Any

from django.contrib import messages
from django.db.models import Prefetch
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.actions.at_table import Conflict
from tournaments.actions.core import AlreadyApplied, Refused
from tournaments.actions.results import clear_table, save_totals, verify_table
from tournaments.actions.sheets import (
    errors_in,
    finding_sentence,
    is_totals_only,
    report_of,
    ruleset_of,
    state_digest,
    warnings_in,
)
from tournaments.models import Seat, Session, Table, Tournament
from tournaments.numbers import NotANumber, parse_number, points_text
from tournaments.pages.desk.board import clock_of, places_of
from tournaments.pages.desk.correcting import Preview, correct
from tournaments.pages.support import attempt, desk_view, new_key, once_key


class TableAtDesk:
    """A table with everything its pages show, read in a fixed number of queries."""

    def __init__(self, tournament: Tournament, session: int, number: int):
        table = (
            Table.objects.filter(
                session__tournament=tournament, session__number=session, number=number
            )
            .select_related("session", "entered_by", "verified_by")
            .prefetch_related(
                Prefetch("seats", Seat.objects.select_related("entry__player__club")), "deals"
            )
            .first()
        )
        if table is None or not table.session.is_published:
            raise Http404
        table.session.tournament = tournament
        self.tournament, self.table, self.session = tournament, table, table.session
        self.seats = list(table.seats.all())
        self.deals = list(table.deals.all())
        self.places = places_of(self.seats)
        self.ruleset = ruleset_of(table)
        self.totals_only = is_totals_only(self.deals)
        self.report = report_of(table, self.deals, self.ruleset)
        self.digest = state_digest(table, self.seats, self.deals)

    @property
    def has_sheet(self) -> bool:
        return bool(self.deals) and not self.totals_only

    @property
    def corrects(self) -> bool:
        """Does the result stand, so that it is not typed over but corrected?"""
        is_closed = self.session.state == Session.State.CLOSED
        return is_closed or self.table.state == Table.State.VERIFIED

    @property
    def is_open(self) -> bool:
        """Are results of this session still typed?"""
        return self.session.state != Session.State.CLOSED and not self.tournament.is_closed

    def next_missing(self) -> int | None:
        """The number of the next table without a result: after this one first, then from 1."""
        missing = list(
            self.session.tables.filter(state=Table.State.OPEN)
            .exclude(pk=self.table.pk)
            .values_list("number", flat=True)
        )
        return next((n for n in missing if n > self.table.number), next(iter(missing), None))

    def context(self) -> dict[str, Any]:
        """What every page of a table shows."""
        findings = self.report.findings if self.report else ()
        return {
            "tournament": self.tournament,
            "tab": "overview",
            "session": self.session,
            "table": self.table,
            "places": self.places,
            "seen": self.digest,
            "has_sheet": self.has_sheet,
            "totals_only": self.totals_only,
            "notes": [deal.note for deal in self.deals if deal.note and not self.has_sheet],
            "findings": [(finding.row, finding_sentence(finding)) for finding in findings],
            "has_errors": bool(errors_in(self.report)),
            "warned": bool(warnings_in(self.report)),
            "is_open": self.is_open,
            "types": not self.corrects and not self.tournament.is_closed,
            "corrects": self.corrects and not self.tournament.is_closed,
            "next_missing": self.next_missing(),
            "clock": clock_of(self.session, {self.table.size}, self.table.extra_minutes),
            "once": new_key(),
        }


@desk_view
def table(request: HttpRequest, tournament: Tournament, session: int, number: int) -> HttpResponse:
    """Totals: shown, or (POST) typed and saved; then on to the next table that is missing."""
    desk = TableAtDesk(tournament, session, number)
    if request.method == "POST":
        return _save(request, desk)
    typed = ["" if p.points is None or desk.has_sheet else str(p.points) for p in desk.places]
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
    context = {
        **desk.context(),
        "fields": fields,
        "error": error,
        "conflict": conflict,
        "second": second,
        "preview": preview,
        "effect": preview.effect if preview else None,
        "reason": request.POST.get("reason", ""),
        "sum": _sum_text(typed),
    }
    if desk.has_sheet:  # its deals are corrected, not its totals
        context["corrects"] = False
    return render(request, "desk/table.html", context, status=status)


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
            preview = correct(request, desk.tournament, *place, totals=totals)
            if preview:
                return totals_page(request, desk, typed, preview=preview)
            return after_correcting(request, desk)
        table = save_totals(
            desk.tournament,
            request.user,
            *place,
            totals,
            seen=request.POST.get("seen", ""),
            key=once_key(request),
        )
    except AlreadyApplied:
        return on_to_next(desk)
    except Conflict as conflict:
        now = TableAtDesk(desk.tournament, *place)
        return totals_page(request, now, typed, error=str(conflict), conflict=True, status=409)
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
