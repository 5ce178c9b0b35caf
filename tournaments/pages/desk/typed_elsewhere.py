"""Typed for a table that is not there any more, or at which others sit: kept and shown.

Between a form and its sending the release may be taken back and the session drawn anew. Nothing
is stored then, least of all for others; what was typed is shown with the names it was typed for.
"""

from collections.abc import Callable
from functools import wraps

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from rules.ruleset import get_ruleset
from tournaments.models import LogEntry, Tournament
from tournaments.pages.desk.sheet_grid import differing_lines
from tournaments.pages.desk.sheet_typed import blank_sheet, from_form
from tournaments.pages.desk.table_at_desk import TableAtDesk
from tournaments.pages.support import desk_view, new_key

_NOT_CARRIED = ("csrfmiddlewaretoken", "once", "looked_at")


def typing_view(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page of a table into which is typed; the view gets the table as a TableAtDesk.

    What is sent for others than those who sit there now is answered here.
    """

    @wraps(view)
    @desk_view
    def guarded(
        request: HttpRequest, tournament: Tournament, session: int, number: int
    ) -> HttpResponse:
        desk = _find(tournament, session, number)
        elsewhere = _elsewhere(request, tournament, session, number, desk)
        if elsewhere is None and desk is None:
            raise Http404
        return elsewhere or view(request, desk)

    return guarded


def table_by_now(request: HttpRequest, desk: TableAtDesk) -> TableAtDesk | HttpResponse:
    """The table of a form, read again after something changed; if it is gone, or others sit
    there, the answer to who typed.
    """
    place = (desk.tournament, desk.session.number, desk.table.number)
    now = _find(*place)
    elsewhere = _elsewhere(request, *place, now)
    if elsewhere is None and now is None:
        raise Http404
    return elsewhere or now  # type: ignore[return-value]


def _find(tournament: Tournament, session: int, number: int) -> TableAtDesk | None:
    try:
        return TableAtDesk(tournament, session, number)
    except Http404:
        return None


def _elsewhere(
    request: HttpRequest,
    tournament: Tournament,
    session: int,
    number: int,
    desk: TableAtDesk | None,
) -> HttpResponse | None:
    seated = _seated(request)
    if not seated or request.htmx:  # type: ignore[attr-defined]
        return None
    if desk is not None and desk.seated == ",".join(map(str, seated)):
        return None
    names = {
        entry.start_number: entry.player.list_name
        for entry in tournament.entries.filter(start_number__in=seated).select_related("player")
    }
    now = {place.position: place.name for place in desk.places} if desk else {}
    seats = [
        {
            "position": position,
            "name": names.get(start_number, ""),
            "typed": request.POST.get(f"seat-{position}", ""),
            "now": now.get(position, ""),
        }
        for position, start_number in enumerate(seated, start=1)
    ]
    context = {
        "tournament": tournament,
        "tab": "overview",
        "session_number": session,
        "number": number,
        "is_there": desk is not None,
        "why": _why(tournament, session, number, desk),
        "seats": seats,
        "is_totals": "seat-1" in request.POST,
        "lines": _lines(request, tournament, len(seated)),
        "carried": [
            (name, value)
            for name in request.POST
            if name not in _NOT_CARRIED
            for value in request.POST.getlist(name)
        ],
        "once": new_key(),
    }
    return render(request, "desk/typed_elsewhere.html", context, status=409)


def _seated(request: HttpRequest) -> list[int]:
    """Whom a form was typed for, by start number in seat order; [] if it does not tell."""
    told = request.POST.get("seated", "").split(",")
    if not all(one.isascii() and one.isdecimal() and len(one) < 7 for one in told):
        return []
    return [int(one) for one in told] if len(told) in (4, 5) else []


def _why(tournament: Tournament, session: int, number: int, desk: TableAtDesk | None) -> str:
    if desk is not None:
        return _("Others sit at table %(table)s by now.") % {"table": number}
    recalled = LogEntry.objects.filter(
        tournament=tournament, action="recall_session", subject=str(session)
    ).first()
    published = tournament.sessions.filter(number=session).first()
    if published is not None and published.is_published:
        return _("Session %(session)s has no table %(table)s any more.") % {
            "session": session,
            "table": number,
        }
    if recalled is None or not recalled.actor_name:
        return _("The release of session %(session)s was taken back.") % {"session": session}
    values = {"who": recalled.actor_name, "session": session}
    told = [_("%(who)s took back the release of session %(session)s.") % values]
    if recalled.reason:
        told.append(_("Reason: “%(reason)s”.") % {"reason": recalled.reason})
    return " ".join(told)


def _lines(request: HttpRequest, tournament: Tournament, size: int) -> list[dict[str, str]]:
    """The lines of a sheet that were typed, in short."""
    ruleset = get_ruleset(tournament.ruleset)
    typed = from_form(request.POST, size, ruleset)
    return differing_lines(blank_sheet(size, ruleset), typed, ruleset)
