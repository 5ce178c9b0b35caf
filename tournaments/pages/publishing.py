"""How public pages are served: the same bytes for everyone, known by the tournament's state.

A page is rendered once for a (tournament, revision and its moment, language, query) and then
served from the cache; a browser that has it already gets 304. Nothing else ever invalidates it.
So a public page holds nothing of the person who asks: no name, no cookie, no CSRF token.
"""

import gzip
import hashlib
import logging
from collections.abc import Callable
from functools import cache as once
from functools import wraps
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language, override
from django.views.decorators.http import require_safe
from redis.exceptions import RedisError

from tournaments.actions.roles import role_of
from tournaments.models import Tournament
from tournaments.models.publication import is_reachable, state_mark, with_last_change

logger = logging.getLogger(__name__)

KEPT_SECONDS = 3600
LONGEST_VALUE = 60


def public_page(*known: str, kept: Callable[[QueryDict], bool] = bool) -> Callable:
    """A public page of a tournament that knows the query parameters ``known`` (and ``lang``).

    The view gets the tournament instead of its slug and returns HTML; ``request.GET`` holds only
    what it knows, so links on a cached page never repeat what another visitor appended.
    ``kept(query)`` says whether the server keeps the page; searches are not worth keeping.

    A tournament of the desk does not exist for the public; its staff sees a preview.
    """

    def decorate(view: Callable[..., str]) -> Callable[..., HttpResponse]:
        @wraps(view)
        @require_safe
        def served(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponse:
            tournament = get_object_or_404(with_last_change(), slug=slug)
            tournament.mark = state_mark(tournament)
            language = speak(request, *known)
            if not is_reachable(tournament):
                return _preview(request, tournament, language, view, kwargs)
            mark = _mark(request, tournament, language)
            answer = get_conditional_response(request, etag=f'W/"{mark}"')
            if answer is None:
                packed = _kept(mark)
                if packed is None:
                    with override(language):
                        packed = _pack(view(request, tournament, **kwargs))
                    if kept(request.GET):
                        _keep(mark, packed)
                answer = _unpacked_if_needed(request, packed)
            answer["ETag"] = f'W/"{mark}"'
            return public_headers(answer, language)

        return served

    return decorate


def speak(request: HttpRequest, *known: str) -> str:
    """Reduce ``request.GET`` to the parameters known and return the language of the answer.

    ``?lang=`` says it; without it the language cookie or the browser does, as everywhere.
    """
    query = QueryDict(mutable=True)
    for name in ("lang", *known):
        value = " ".join(request.GET.get(name, "").replace("\x00", "").split())[:LONGEST_VALUE]
        if value:
            query[name] = value
    if query.get("lang") not in dict(settings.LANGUAGES):
        query.pop("lang", None)
    query._mutable = False
    request.GET = query
    return query.get("lang") or get_language() or settings.LANGUAGE_CODE


def public_headers(response: HttpResponse, language: str) -> HttpResponse:
    """Kept by browsers and proxies, but asked for anew each time."""
    response["Cache-Control"] = "public, no-cache"
    response["Content-Language"] = language
    patch_vary_headers(response, ["Accept-Language", "Cookie", "Accept-Encoding"])
    return response


def html(request: HttpRequest, template: str, context: dict[str, Any]) -> str:
    """Render without context processors: what is not passed in cannot get onto the page."""
    lang = request.GET.get("lang")
    shared = {
        "request": request,
        "lang_query": f"?lang={lang}" if lang else "",
        "languages": settings.LANGUAGES,
    }
    return render_to_string(template, {**shared, **context})


def _preview(
    request: HttpRequest, tournament: Tournament, language: str, view: Callable, kwargs: dict
) -> HttpResponse:
    if role_of(request.user, tournament) is None:
        raise Http404
    request.is_preview = True
    with override(language):
        response = HttpResponse(view(request, tournament, **kwargs))
    response["Cache-Control"] = "private, no-store"
    response["Content-Language"] = language
    return response


def _mark(request: HttpRequest, tournament: Tournament, language: str) -> str:
    page = hashlib.sha256(f"{request.path}?{request.GET.urlencode()}".encode()).hexdigest()[:16]
    look = look_of_pages.__wrapped__() if settings.DEBUG else look_of_pages()
    return f"public.{tournament.pk}.{tournament.mark}.{language}.{page}.{look}"


@once
def look_of_pages() -> str:
    """A mark of what pages are made with, so that an update of the program renews them too."""
    digest = hashlib.sha256()
    for folder, pattern in (
        ("templates", "*.html"),
        ("static", "*.[cj]s*"),
        ("locale", "*.mo"),
        ("tournaments", "*.py"),
        ("scoring", "*.py"),
    ):
        for path in sorted((settings.BASE_DIR / folder).rglob(pattern)):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def _kept(mark: str) -> bytes | None:
    """A page from the cache. Without the cache's server every page is made anew, but made."""
    try:
        return cache.get(mark)
    except RedisError as error:
        logger.warning("The cache does not answer: %s", error)
        return None


def _keep(mark: str, packed: bytes) -> None:
    try:
        cache.set(mark, packed, KEPT_SECONDS)
    except RedisError as error:
        logger.warning("The cache does not answer: %s", error)


def _pack(page: str) -> bytes:
    """Packed once, for the hall's Wi-Fi and for the cache: a tenth of the page's size."""
    return gzip.compress(page.encode(), 5, mtime=0)


def _unpacked_if_needed(request: HttpRequest, packed: bytes) -> HttpResponse:
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        return HttpResponse(packed, headers={"Content-Encoding": "gzip"})
    return HttpResponse(gzip.decompress(packed))
