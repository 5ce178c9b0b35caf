"""Sessions at the desk: the draft, its release, the clock, closing and reopening."""

from collections.abc import Callable
from typing import Any

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
from tournaments.actions.wishes import contradiction, wishes_of
from tournaments.models import Session, Table, Tournament
from tournaments.pages.desk.board import clock_of, load_board
from tournaments.pages.desk.collecting import collect
from tournaments.pages.desk.draft import (
    DrawForm,
    at_fives,
    checking,
    repeated_pairs,
    report_sentences,
    selected,
)
from tournaments.pages.desk.next_step import draft_doubts
from tournaments.pages.desk.overview import situation
from tournaments.pages.support import attempt, attempt_form, desk_view, new_key, once_key


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


def _is_collecting(session: Session) -> bool:
    return session.state in (Session.State.RELEASED, Session.State.RUNNING)


@desk_view
def session(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    return session_page(request, tournament, number)


def session_page(
    request: HttpRequest,
    tournament: Tournament,
    number: int,
    *,
    typed: dict[str, str] | None = None,
    draw_form: DrawForm | None = None,
) -> HttpResponse:
    """The page of a session; ``typed`` and ``draw_form`` are what a refused form held."""
    shown = tournament.sessions.filter(number=number).first()
    if shown is None:
        raise Http404
    tables = load_board(tournament, shown)
    now = situation(tournament, [shown], shown, tables)
    is_open = shown.state in (Session.State.PLANNED, Session.State.DRAFTED)
    wishes = wishes_of(tournament) if is_open else []
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
            "collecting": collect(now.sessions[0]) if _is_collecting(shown) else None,
            "is_to_check": any(table.state == Table.State.ENTERED for table in tables),
            "now": now,
            "doubts": draft_doubts(now) if shown.state == Session.State.DRAFTED else [],
            "draw_form": draw_form or (DrawForm(shown) if is_open else None),
            "wishes": len(wishes),
            "contradiction": contradiction(tournament, wishes) if wishes else "",
            "report": report_sentences(shown),
            "repeats": repeated_pairs(shown, tables),
            "fives": at_fives(shown, tables),
            "checking": checking(tournament, shown),
            "selected": selected(request, tables),
            "clock": clock_of(shown, {table.size for table in tables}),
            "once": new_key(),
            "typed": typed or {},
        },
        status=422 if typed or draw_form else 200,
    )


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
            return session_page(request, tournament, number, typed=reason)
        if applied and then == "overview":
            return redirect("overview", tournament.slug)
        return _to_session(tournament, number)

    return pressed


@require_POST
@desk_view
def draw(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Draw, or draw again; a seed may be given, to repeat a draw in front of witnesses."""
    shown = tournament.sessions.filter(number=number).first()
    if shown is None:
        raise Http404
    form = DrawForm(shown, request.POST)
    if form.is_valid() and attempt_form(
        form,
        lambda: draw_session(
            tournament,
            request.user,
            number,
            **form.drawing(),
            # Without it, the button was pressed where no draft was to be seen.
            seen=request.POST.get("seen", ""),
            key=once_key(request),
        ),
    ):
        return _to_session(tournament, number)
    return session_page(request, tournament, number, draw_form=form)


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
