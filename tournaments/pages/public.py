"""What anyone can see without an account: tournaments, standings, seats."""

import hashlib
from itertools import groupby

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import get_object_or_404
from django.urls import path
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.translation import override
from django.views.decorators.http import require_safe

from tournaments.actions.roles import role_of
from tournaments.models import Tournament
from tournaments.models.publication import (
    by_table,
    is_reachable,
    listed_tournaments,
    released_places,
    session_numbers,
    state_mark,
    with_last_change,
)
from tournaments.models.standings import full_standings
from tournaments.pages.lists import show_page
from tournaments.pages.publishing import html, public_headers, public_page, speak
from tournaments.pages.seats_table import SeatLine, SeatsTable
from tournaments.pages.standings_table import ROWS_ON_A_PAGE, public_lines, standings_context

PAST_ON_A_PAGE = 30


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The public tournaments: today's, those to come, the past ones page by page."""
    language = speak(request, "page")
    with override(language):
        text = _home(request)
    etag = f'W/"{hashlib.sha256(text.encode()).hexdigest()[:24]}"'
    answer = get_conditional_response(request, etag=etag) or HttpResponse(text)
    answer["ETag"] = etag
    return public_headers(answer, language)


def _home(request: HttpRequest) -> str:
    today = timezone.localdate()
    now_and_coming = listed_tournaments().filter(starts_on__gte=today).order_by("starts_on", "pk")
    days = {
        is_today: list(tournaments)
        for is_today, tournaments in groupby(now_and_coming, lambda one: one.starts_on == today)
    }
    past = Paginator(listed_tournaments().filter(starts_on__lt=today), PAST_ON_A_PAGE)
    return html(
        request,
        "public/home.html",
        {
            "today": days.get(True, []),
            "coming": days.get(False, []),
            "past": past.get_page(request.GET.get("page")),
        },
    )


def _unless_searched(query: dict) -> bool:
    return "q" not in query


@public_page("sort", "page", "q", kept=_unless_searched)
def standings(request: HttpRequest, tournament: Tournament) -> str:
    now = full_standings(tournament)
    wanted = request.GET.get("q", "")
    context = standings_context(request, now, public_lines(now), wanted)
    return html(request, "public/standings.html", context)


@public_page("sort", "page", "q", "by", kept=_unless_searched)
def seats(request: HttpRequest, tournament: Tournament, number: int | None = None) -> str:
    """The seat plan of a session; without a number of the latest that is released."""
    sessions = session_numbers(tournament)
    if number is None:
        released = [one for one, is_released in sessions.items() if is_released]
        number = max(released, default=min(sessions, default=1))
    elif number not in sessions:
        raise Http404
    places = released_places(tournament, number)
    lines = [SeatLine(place) for place in places]
    wanted = request.GET.get("q", "")
    table = SeatsTable(lines)
    show_page(table, request, per_page=ROWS_ON_A_PAGE)
    return html(
        request,
        "public/seats.html",
        {
            "tournament": tournament,
            "tab": "seats",
            "sessions": sessions,
            "number": number,
            "kept_query": _kept(request, "lang", "by", "q"),
            "name_query": _kept(request, "lang", "q", by="name"),
            "table_query": _kept(request, "lang", "q"),
            "tables": by_table(places),
            "table": table,
            "by_name": request.GET.get("by") == "name" or "sort" in request.GET,
            "found": [line for line in lines if line.matches(wanted)][:20] if wanted else [],
            "q": wanted,
        },
    )


def _kept(request: HttpRequest, *names: str, **more: str) -> str:
    """The query of a link that keeps these parameters of the page's own."""
    query = QueryDict(mutable=True)
    query.update({name: request.GET[name] for name in names if name in request.GET})
    query.update(more)
    return f"?{query.urlencode()}" if query else ""


@require_safe
def revision(request: HttpRequest, slug: str) -> HttpResponse:
    """The mark of the tournament's state: what a page asks to learn whether there is news."""
    tournament = get_object_or_404(with_last_change(), slug=slug)
    if not is_reachable(tournament) and role_of(request.user, tournament) is None:
        raise Http404
    answer = JsonResponse({"revision": tournament.revision, "mark": state_mark(tournament)})
    answer["Cache-Control"] = "no-store"
    return answer


urlpatterns = [
    path("", home, name="home"),
    path("t/<slug:slug>/", standings, name="standings"),
    path("t/<slug:slug>/seats/", seats, name="seats"),
    path("t/<slug:slug>/seats/<int:number>/", seats, name="session-seats"),
    path("t/<slug:slug>/revision/", revision, name="revision"),
]
