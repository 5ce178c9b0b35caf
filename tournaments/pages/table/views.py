"""The table's page: opened by the code on the printed sheet, keyed on phones.

Who knows the token may write, so there is nothing to sign in to and no cookie decides anything.
That is why the POST carries no CSRF token: another site's form would have to know the table's
token, and who knows it needs no forgery. The page asks for no cookie either, so that it can be
kept on the phone and opened again without a network (see ``static/js/table.js``).
"""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.actions.core import AlreadyApplied, Refused
from tournaments.actions.facts import value_of
from tournaments.actions.table_deal import refuse_who_sits_out
from tournaments.actions.table_entry import (
    confirm_table,
    record_deal,
    strike_rest,
    undo_deal,
)
from tournaments.models import Table
from tournaments.models.publication import is_reachable
from tournaments.pages.facts_form import choices, told
from tournaments.pages.support import new_key
from tournaments.pages.table.shown import form_values, shown
from tournaments.pages.table.state import TableOnPhone, words, words_when_gone
from tournaments.pages.table.typed import (
    facts_of,
    read_dealer,
    read_key,
    read_played,
    read_seat,
)

_PLAIN = {"undo": undo_deal, "strike": strike_rest, "confirm": confirm_table}


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, token: str) -> HttpResponse:
    """The page, and everything that is sent from it: with its script or as a plain form."""
    table = TableOnPhone(token)
    if request.method == "POST":
        return _private(_posted(request, table))
    return _private(_page(request, table))


@require_safe
def state(request: HttpRequest, token: str) -> HttpResponse:
    """What the phones at the table ask for every few seconds; 304 while nothing has changed."""
    table = TableOnPhone(token)
    content = table.as_dict()
    etag = table.etag(content)
    answer = get_conditional_response(request, etag=etag) or JsonResponse(content)
    answer["ETag"] = etag
    return _private(answer)


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The script that opens the page without a network. Its address bounds what it may serve."""
    response = render(request, "table/worker.js", content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response


def _posted(request: HttpRequest, table: TableOnPhone) -> HttpResponse:
    wants_json = "application/json" in request.headers.get("Accept", "")
    data = request.POST
    answer: dict[str, Any] = {"ok": True}
    try:
        if data.get("do") == "compute":
            answer["computed"] = _computed(table, data)
        else:
            _apply(table, data)
    except AlreadyApplied:
        pass
    except Refused as refusal:
        answer = {
            "ok": False,
            "code": refusal.code,
            "message": str(refusal),
            "where": refusal.where,
        }
    if wants_json:
        return JsonResponse({**answer, "state": TableOnPhone(table.access.token).as_dict()})
    if answer["ok"] and "computed" not in answer:
        return redirect("table-page", table.access.token)
    return _page(request, TableOnPhone(table.access.token), data, answer)


def _apply(table: TableOnPhone, data: Any) -> None:
    """Run the action that was sent; raises Refused and AlreadyApplied."""
    size = table.table.size if table.table is not None else 5
    common = {"seat": read_seat(data, size), "after": data.get("after", ""), "key": read_key(data)}
    what = data.get("do", "deal")
    if what == "deal":
        played = read_played(data, size, table.tournament.ruleset)
        record_deal(table.access, played=played, **common)
    elif what in _PLAIN:
        _PLAIN[what](table.access, **common)
    else:
        raise Refused(_("This page cannot do that."), code="unknown")


def _computed(table: TableOnPhone, data: Any) -> dict[str, Any]:
    """What the facts come to: who gains, how much, and why."""
    if table.why_dead or table.table is None:
        raise Refused(table.why_dead or "", code="dead")
    state = table.next_deal()
    if state is None:
        raise Refused(_("All deals are in. Undo the last one to change it."), code="finished")
    size = table.table.size
    facts = facts_of(data, size, table.tournament.ruleset)
    playing = state.playing_with(read_dealer(data, size) or state.next_dealer)
    refuse_who_sits_out(facts, playing)
    return told(value_of({**facts, "seats": list(playing)}))


def _page(
    request: HttpRequest, table: TableOnPhone, data: Any = None, answer: Any = None
) -> HttpResponse:
    if table.why_dead:
        return _gone(request, table)
    assert table.table is not None
    content = table.as_dict()
    context = {
        "table": table.table,
        "session": table.session,
        "tournament": table.tournament,
        "shown": shown(table),
        "typed": form_values(table, data, answer),
        "answer": answer or {},
        "key": new_key(),
        "boot": {"state": content, "words": words(), "worker": reverse("table-worker")},
        "values": range(1, 8),
        **choices(),
    }
    return render(request, "table/page.html", context)


def _gone(request: HttpRequest, table: TableOnPhone) -> HttpResponse:
    verified = table.table is not None and table.table.state == Table.State.VERIFIED
    context = {
        "number": table.access.number,
        "session": table.session,
        "tournament": table.tournament,
        "why": table.why_dead,
        "seats": table.seats if verified else [],
        "is_reachable": is_reachable(table.tournament),
        "is_verified": verified,
        "words": words_when_gone(),
    }
    return render(request, "table/gone.html", context, status=200 if verified else 410)


def _private(response: HttpResponse) -> HttpResponse:
    """For who holds the sheet: kept by no browser or proxy, found by no search engine."""
    response["Cache-Control"] = "private, no-store"
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response


urlpatterns = [
    path("table/sw.js", worker, name="table-worker"),
    path("table/<str:token>/", page, name="table-page"),
    path("table/<str:token>/state/", state, name="table-state"),
]
