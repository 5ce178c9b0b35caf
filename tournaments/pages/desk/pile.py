"""The sheets to check, in the order of the pile: by typist, in the order typed."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _

from tournaments.models import LogEntry, Session, Table, Tournament
from tournaments.numbers import NotANumber, parse_number
from tournaments.pages.desk.second_keying import second_address
from tournaments.pages.support import desk_view

# What puts a sheet on the pile of whoever does it.
TYPED_BY = ("save_totals", "save_sheet", "correct_table")


@dataclass(frozen=True)
class TypedSheet:
    """A sheet on the pile: who typed it last, and when."""

    table: Table
    typist: str
    at: datetime | None

    def is_by(self, user: Any) -> bool:
        return self.table.entered_by_id == user.pk


def pile_of(tournament: Tournament, session: Session) -> list[TypedSheet]:
    """The sheets typed and not verified, in two queries: by typist, each in the order typed.

    The typist who began first comes first; sheets that came another way (from phones, from a
    file) come last, by number.
    """
    tables = {
        f"{session.number}/{table.number}": table
        for table in session.tables.select_related("entered_by").order_by("number")
    }
    found = LogEntry.objects.filter(
        tournament=tournament, action__in=TYPED_BY, subject__in=tables
    ).only("subject", "actor_name", "at")
    last = {entry.subject: entry for entry in found.order_by("pk")}
    piles: dict[str, list[TypedSheet]] = {}
    for entry in sorted(last.values(), key=lambda entry: entry.pk):
        sheet = TypedSheet(tables.pop(entry.subject), entry.actor_name, entry.at)
        piles.setdefault(entry.actor_name, []).append(sheet)
    rest = [TypedSheet(table, "", None) for table in tables.values()]
    in_order = [sheet for pile in piles.values() for sheet in pile] + rest
    return [sheet for sheet in in_order if sheet.table.state == Table.State.ENTERED]


def next_to_check(
    tournament: Tournament, session: Session, user: Any, *, after: int | None = None
) -> TypedSheet | None:
    """The next sheet for this user, who did not type it; after table ``after``, then around."""
    pile = pile_of(tournament, session)
    numbers = [sheet.table.number for sheet in pile]
    start = numbers.index(after) + 1 if after in numbers else 0
    turn = pile[start:] + pile[:start]
    return next((s for s in turn if not s.is_by(user) and s.table.number != after), None)


def session_or_404(tournament: Tournament, number: int) -> Session:
    session = tournament.sessions.filter(number=number).first()
    if session is None or not session.is_published:
        raise Http404
    return session


@desk_view
def pile(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    session = session_or_404(tournament, number)
    sheets = pile_of(tournament, session)
    context = {
        "tournament": tournament,
        "tab": "overview",
        "session": session,
        "pile": [(sheet, sheet.is_by(request.user)) for sheet in sheets],
        "next": next_to_check(tournament, session, request.user),
        "any_in": session.tables.exclude(state=Table.State.OPEN).exists(),
    }
    return render(request, "desk/pile.html", context)


@desk_view
def check_next(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """To the next sheet that this user can key again; to the pile when there is none."""
    session = session_or_404(tournament, number)
    try:
        after = parse_number(request.GET.get("after", ""), low=1, high=9999)
    except NotANumber:
        after = None
    sheet = next_to_check(tournament, session, request.user, after=after)
    if sheet is not None:
        return redirect(second_address(tournament, number, sheet.table.number))
    if not session.tables.filter(state=Table.State.ENTERED).exists():
        messages.success(request, _("Every sheet that is in has been checked."))
        return redirect("overview", tournament.slug)
    return redirect("pile", tournament.slug, number)


urlpatterns = [
    path("sessions/<int:number>/pile/", pile, name="pile"),
    path("sessions/<int:number>/pile/next/", check_next, name="check-next"),
]
