"""The desk's first page: what to do next, the tables, the clock."""

import re
from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.actions.roles import allows
from tournaments.models import Entry, Session, Table, TableAccess, Tournament
from tournaments.numbers import NotANumber, parse_number
from tournaments.pages.desk.board import TableView, clock_of, load_board, time_left
from tournaments.pages.desk.next_step import next_step
from tournaments.pages.desk.step import Act, OpenTable, SessionNow, Situation, Step
from tournaments.pages.support import desk_view, new_key

State = Session.State
MOST_OF_TOKEN = 32  # characters


@desk_view
def overview(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    sessions = list(tournament.sessions.all())
    shown = session_to_show(sessions)
    tables = load_board(tournament, shown) if shown else []
    step = next_step(situation(tournament, sessions, shown, tables, unchecked_before(tournament)))
    role = request.role  # type: ignore[attr-defined]
    return render(
        request,
        "desk/overview.html",
        {
            "tournament": tournament,
            "tab": "overview",
            "step": step,
            "groups": groups(tournament, step, role),
            "buttons": buttons(tournament, step, role),
            "is_for_director": step.main is not None and not _may_press(role, step.main),
            "session": shown,
            "other_sessions": [
                one
                for one in sessions
                if one is not shown and one.state not in (State.PLANNED, State.CLOSED)
            ],
            "sessions_in_all": len(sessions),
            "tables": tables,
            "clock": clock_of(shown, {table.size for table in tables}),
            "time_left": time_left(tables, timezone.now()),
            "once": new_key(),
        },
    )


def session_to_show(sessions: list[Session]) -> Session | None:
    """The first session that is drawn and not closed, else the last one that is closed."""
    drawn = [one for one in sessions if one.state not in (State.PLANNED, State.CLOSED)]
    closed = [one for one in sessions if one.state == State.CLOSED]
    return (drawn or closed[-1:] or [None])[0]


def situation(
    tournament: Tournament,
    sessions: list[Session],
    shown: Session | None,
    tables: list[TableView],
    unchecked: Mapping[int, list[int]] | None = None,
) -> Situation:
    entries = tournament.entries.exclude(status=Entry.Status.WITHDRAWN).select_related("player")
    present = {e.pk: str(e) for e in entries if e.status == Entry.Status.PRESENT}
    seated: dict[int, str] = {}
    if shown and shown.state == State.DRAFTED:
        seated = {place.entry.pk: str(place.entry) for t in tables for place in t.places}
    return Situation(
        is_closed=tournament.is_closed,
        registered=len(entries) - len(present),
        present=len(present),
        sessions=tuple(_session_now(one, shown, tables, unchecked or {}) for one in sessions),
        left_of_draft=tuple(name for pk, name in seated.items() if pk not in present),
        not_in_draft=tuple(name for pk, name in present.items() if seated and pk not in seated),
    )


def unchecked_before(tournament: Tournament) -> dict[int, list[int]]:
    """The numbers of the tables of closed sessions that are not verified, by session."""
    found: dict[int, list[int]] = {}
    tables = Table.objects.filter(
        session__tournament=tournament, session__state=State.CLOSED, state=Table.State.ENTERED
    )
    for session, number in tables.values_list("session__number", "number"):
        found.setdefault(session, []).append(number)
    return found


def _session_now(
    session: Session,
    shown: Session | None,
    tables: list[TableView],
    unchecked: Mapping[int, list[int]],
) -> SessionNow:
    if shown is None or session.pk != shown.pk or session.state == State.CLOSED:
        waiting = tuple(sorted(unchecked.get(session.number, ())))
        return SessionNow(session.number, session.state, unverified=waiting)
    return SessionNow(
        number=session.number,
        state=session.state,
        tables=len(tables),
        missing=tuple(_open_table(table) for table in tables if table.is_missing),
        unverified=tuple(t.number for t in tables if t.state == Table.State.ENTERED),
        faults=tuple((table.number, table.faults[0]) for table in tables if table.faults),
    )


def _open_table(table: TableView) -> OpenTable:
    is_over = table.ends is not None and table.ends <= timezone.now()
    return OpenTable(table.number, table.ends, is_over, table.progress, table.deals_left)


def groups(tournament: Tournament, step: Step, role: str) -> list[dict[str, Any]]:
    """What the step's tables wait for, each with its button where the role may press it."""
    return [
        {
            "label": group.label,
            "lines": group.lines,
            "look": group.look,
            "button": _button(tournament, step, group.act) if _may_press(role, group.act) else None,
        }
        for group in step.groups
    ]


def buttons(tournament: Tournament, step: Step, role: str) -> list[dict[str, Any]]:
    """The step's other buttons that the role may press; the main one first."""
    in_groups = [group.act for group in step.groups]
    acts: list[Act] = [act for act in (step.main, *step.others) if act and act not in in_groups]
    return [_button(tournament, step, act) for act in acts if _may_press(role, act)]


def _button(tournament: Tournament, step: Step, act: Act) -> dict[str, Any]:
    address = reverse(act.url, args=(tournament.slug, *act.args))
    return {
        "label": act.label,
        "key": act.key,
        "post": act.post,
        "url": f"{address}#{act.anchor}" if act.anchor else address,
        "anchor": act.anchor,
        "is_main": act is step.main,
    }


# Pages that only show a form; buttons that change something are named like their action.
_ACTIONS = {"import-players": "import_entries", "add-player": "add_entry"}


def _may_press(role: str, act: Act) -> bool:
    action = act.url.replace("-", "_") if act.post else _ACTIONS.get(act.url)
    return action is None or allows(role, action)


@desk_view
def jump(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """From the number of a table, typed, to its page: of the session one is at, in its way."""
    sessions = list(tournament.sessions.all())
    here = next((one for one in sessions if str(one.number) == request.GET.get("session")), None)
    shown = here or session_to_show(sessions)
    page = "sheet" if request.GET.get("by") == "sheet" else "table"
    typed = request.GET.get("table", "")
    if "/" in typed:  # the code on a printed sheet, read by a scanner
        return _scanned(request, tournament, typed, page)
    try:
        number = parse_number(typed, low=1, high=9999)
    except NotANumber as fault:
        messages.error(request, _("Which table? %(why)s") % {"why": fault})
        return redirect("overview", tournament.slug)
    if shown is None or not shown.tables.filter(number=number).exists():
        messages.error(request, _("There is no table %(number)s now.") % {"number": number})
        return redirect("overview", tournament.slug)
    if not shown.is_published:
        return redirect("session", tournament.slug, shown.number)
    return redirect(page, tournament.slug, shown.number, number)


def _scanned(request: HttpRequest, tournament: Tournament, address: str, page: str) -> HttpResponse:
    """From the address in the code of a printed sheet to the form of its table."""
    tokens = [part for part in re.split(r"[/?#]", address) if len(part) <= MOST_OF_TOKEN]
    access = (
        TableAccess.objects.filter(token__in=tokens, session__tournament=tournament)
        .select_related("session")
        .first()
    )
    if access is None:
        messages.error(request, _("This code belongs to no sheet of this tournament."))
        return redirect("overview", tournament.slug)
    if access.table_id is None:
        messages.error(
            request,
            _("Session %(session)s was drawn again: this sheet is no longer valid.")
            % {"session": access.session.number},
        )
        return redirect("overview", tournament.slug)
    return redirect(page, tournament.slug, access.session.number, access.number)


urlpatterns = [
    path("", overview, name="overview"),
    path("jump/", jump, name="jump-to-table"),
]
