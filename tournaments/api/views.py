"""What other programs may read: what the public pages show, no more.

Names are given in full only with consent. Every answer about a tournament carries its revision,
and an ETag of its state; a program that sends it back gets 304 as long as nothing has changed.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from tournaments.models import Entry, Tournament
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

MOST_LISTED = 200


class NotPublished(Exception):
    """There is nothing here that the public may read."""


def published(view: Callable[..., dict]) -> Callable[..., HttpResponse]:
    """A view of a published tournament, instead of its slug; it returns what becomes JSON."""

    @wraps(view)
    @require_safe
    def served(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponse:
        tournament = with_last_change().filter(slug=slug).first()
        if tournament is None or not is_reachable(tournament):
            return _not_found()
        etag = f'W/"{tournament.pk}.{state_mark(tournament)}"'
        try:
            answer = get_conditional_response(request, etag=etag) or _json(
                {
                    "tournament": tournament.slug,
                    "revision": tournament.revision,
                    **view(tournament, **kwargs),
                }
            )
        except NotPublished:
            return _not_found()
        answer["ETag"] = etag
        answer["Cache-Control"] = "public, no-cache"
        return answer

    return served


@require_safe
def tournaments(request: HttpRequest) -> HttpResponse:
    """The latest public tournaments."""
    found = listed_tournaments()[:MOST_LISTED]
    answer = _json(
        {
            "tournaments": [
                {
                    "slug": one.slug,
                    "name": one.name,
                    "place": one.place,
                    "starts_on": one.starts_on.isoformat(),
                    "players": one.players,
                    "closed": one.is_closed,
                    "revision": one.revision,
                }
                for one in found
            ]
        }
    )
    answer["Cache-Control"] = "public, no-cache"
    return answer


@published
def standings(tournament: Tournament) -> dict[str, Any]:
    """The ranking. ``sessions`` of an entry are game points in the order of the sessions, null
    where there is no result."""
    now = full_standings(tournament)
    return {
        "name": tournament.name,
        "final": now.is_final,
        "tie_breaks": tournament.tie_breaks,
        "sessions": [
            {
                "number": one.number,
                "state": one.state,
                "tables": one.tables,
                "tables_in": one.tables_in,
            }
            for one in now.sessions
        ],
        "standings": [
            {
                "rank": row.rank,
                "shared": row.shared,
                **_entry(row.entry),
                "sessions": [row.points.get(one.number) for one in now.sessions],
                "adjustments": row.adjustments,
                "total": row.total,
                "decided_by": row.decided_by,
                "change": row.change,
                "withdrawn": row.withdrawn,
            }
            for row in now.rows
        ],
    }


@published
def seats(tournament: Tournament, number: int) -> dict[str, Any]:
    """The seat plan of a session once it is released; before that it is not found."""
    if not session_numbers(tournament).get(number, False):
        raise NotPublished
    return {
        "session": number,
        "tables": [
            {
                "table": table,
                "seats": [
                    {
                        "seat": place.position,
                        **_entry(place.entry),
                        "substitute": place.substitute and place.substitute.public_name,
                    }
                    for place in places
                ],
            }
            for table, places in by_table(released_places(tournament, number))
        ],
    }


def _entry(entry: Entry) -> dict[str, Any]:
    return {
        "start_number": entry.start_number,
        "name": entry.player.public_name,
        "club": entry.player.club_name,
    }


def _json(data: dict[str, Any], **kwargs: Any) -> JsonResponse:
    return JsonResponse(data, json_dumps_params={"ensure_ascii": False}, **kwargs)


def _not_found() -> JsonResponse:
    return _json({"error": "There is no published tournament or session here."}, status=404)
