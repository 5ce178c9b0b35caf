"""Sessions at the desk: the draft, its release, the clock, closing and reopening."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.db.models import Count, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_POST

from tournaments.actions.draws import (
    discard_draft,
    draw_session,
    recall_session,
    release_session,
)
from tournaments.actions.seats import seats_mark
from tournaments.actions.sessions import close_session, reopen_session, start_session
from tournaments.models import Session, Table, Tournament
from tournaments.numbers import NotANumber, parse_number
from tournaments.pages.desk.board import TableView, clock_of, load_board
from tournaments.pages.desk.next_step import draft_doubts
from tournaments.pages.desk.overview import situation
from tournaments.pages.support import attempt, desk_view, new_key, once_key


@desk_view
def sessions(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    listed = tournament.sessions.annotate(
        count=Count("tables"), done=Count("tables", filter=~Q(tables__state=Table.State.OPEN))
    )
    return render(
        request,
        "desk/sessions.html",
        {"tournament": tournament, "tab": "sessions", "sessions": listed},
    )


@desk_view
def session(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    return session_page(request, tournament, number)


def session_page(
    request: HttpRequest, tournament: Tournament, number: int, typed: dict[str, str] | None = None
) -> HttpResponse:
    """The page of a session; ``typed`` is what a refused form held."""
    shown = tournament.sessions.filter(number=number).first()
    if shown is None:
        raise Http404
    tables = load_board(tournament, shown)
    now = situation(tournament, [shown], shown, tables)
    return render(
        request,
        "desk/session.html",
        {
            "tournament": tournament,
            "tab": "sessions",
            "session": shown,
            "seen": seats_mark(shown),
            "tables": tables,
            "missing": [table for table in tables if table.is_missing],
            "now": now,
            "doubts": draft_doubts(now) if shown.state == Session.State.DRAFTED else [],
            "report": report_sentences(shown),
            "repeats": repeated_pairs(shown, tables),
            "clock": clock_of(shown, {table.size for table in tables}),
            "once": new_key(),
            "typed": typed or {},
        },
        status=422 if typed else 200,
    )


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


def _button(action: Callable[..., Any], done: str, then: str = "session") -> Callable:
    """A view for a button that changes a session and goes on to its page (or the overview)."""

    @require_POST
    @desk_view
    def pressed(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
        key = once_key(request)
        reason = {"reason": request.POST.get("reason", "")} if action in NEEDS_REASON else {}
        seen = {"seen": request.POST.get("seen")} if action in OF_A_DRAFT else {}
        applied = attempt(
            request,
            lambda: action(tournament, request.user, number, key=key, **reason, **seen),
            done=_(done) % {"number": number},
        )
        if not applied and reason.get("reason"):
            return session_page(request, tournament, number, reason)
        if applied and then == "overview":
            return redirect("overview", tournament.slug)
        return _to_session(tournament, number)

    return pressed


@require_POST
@desk_view
def draw(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Draw, or draw again; a seed may be given, to repeat a draw in front of witnesses."""
    typed = request.POST.get("seed", "").strip()
    try:
        seed = parse_number(typed, low=0) if typed else None
    except NotANumber as fault:
        messages.error(request, _("Seed: %(why)s") % {"why": fault})
        return session_page(request, tournament, number, {"seed": typed})
    key = once_key(request)
    drawn = attempt(
        request, lambda: draw_session(tournament, request.user, number, seed=seed, key=key)
    )
    if not drawn:
        return redirect("overview", tournament.slug)
    return _to_session(tournament, number)


def _to_session(tournament: Tournament, number: int) -> HttpResponse:
    if not tournament.sessions.filter(number=number).exists():
        return redirect("sessions", tournament.slug)
    return redirect("session", tournament.slug, number)


NEEDS_REASON = (recall_session, reopen_session)
# They say which draft was on the screen, so that no other one is released or thrown away.
OF_A_DRAFT = (release_session, discard_draft)

urlpatterns = [
    path("sessions/", sessions, name="sessions"),
    path("sessions/<int:number>/", session, name="session"),
    path("sessions/<int:number>/draw/", draw, name="draw-session"),
    path(
        "sessions/<int:number>/discard/",
        _button(discard_draft, gettext_noop("The draft of session %(number)s is gone.")),
        name="discard-draft",
    ),
    path(
        "sessions/<int:number>/release/",
        _button(
            release_session,
            gettext_noop("Session %(number)s is released; the seats are public."),
            "overview",
        ),
        name="release-session",
    ),
    path(
        "sessions/<int:number>/recall/",
        _button(recall_session, gettext_noop("Session %(number)s is a draft again.")),
        name="recall-session",
    ),
    path(
        "sessions/<int:number>/start/",
        _button(start_session, gettext_noop("The clock of session %(number)s runs."), "overview"),
        name="start-session",
    ),
    path(
        "sessions/<int:number>/close/",
        _button(close_session, gettext_noop("Session %(number)s is closed."), "overview"),
        name="close-session",
    ),
    path(
        "sessions/<int:number>/reopen/",
        _button(reopen_session, gettext_noop("Session %(number)s is open again.")),
        name="reopen-session",
    ),
]
