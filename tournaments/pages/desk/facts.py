"""The facts of one line of a sheet: what they come to, why, and whether that is what was typed.

The sheet that is being typed travels along in the form, so that nothing of it is lost; nothing is
stored before the sheet itself is saved.
"""

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path

from tournaments.actions.core import Refused
from tournaments.actions.roles import allows
from tournaments.pages import facts_form
from tournaments.pages.desk.facts_of_line import (
    Answer,
    LineOfSheet,
    first_look,
    games,
    known_answer,
)
from tournaments.pages.desk.line_facts import carried
from tournaments.pages.desk.sheet_entry import sheet_page
from tournaments.pages.desk.sheet_grid import build_grid
from tournaments.pages.desk.sheet_stored import is_unsaved
from tournaments.pages.desk.sheet_typed import from_form
from tournaments.pages.desk.table_at_desk import TableAtDesk
from tournaments.pages.desk.typed_elsewhere import typing_view

_OWN = ("facts", "do", "game", "re", *facts_form.NAMES)  # the rest of the form is the sheet's


@typing_view
def facts(request: HttpRequest, desk: TableAtDesk) -> HttpResponse:
    """The form of a line's facts; with ``do`` the answer, or the way back to the sheet."""
    tournament = desk.tournament
    if request.method != "POST":
        return redirect("sheet", tournament.slug, desk.session.number, desk.table.number)
    typed = from_form(request.POST, desk.table.size, desk.ruleset)
    line = LineOfSheet(typed, request.POST.get("facts", ""), desk.ruleset)
    do = request.POST.get("do", "")
    if do == "back":
        return _sheet(request, desk, line)
    if do == "forget":
        line.put(replace(line.typed, f=""))
        return _sheet(request, desk, line)
    data, error, where, answer = first_look(line), "", "", None
    if do:
        data = request.POST.dict()
        try:
            answer = Answer(line, data, tournament.ruleset)
        except Refused as refused:
            error, where = str(refused), str(refused.where or "")
    elif line.facts:
        answer = known_answer(line, data, tournament.ruleset)
    if answer and do in ("take", "keep") and _may_type(request, desk):
        line.put(answer.line if do == "take" else replace(line.typed, f=carried(answer.facts)))
        return _sheet(request, desk, line, go_on=True)
    context = {
        **desk.context(),
        **facts_form.choices(),
        "line": line,
        "games": games() if line.is_normal else [],
        "form": data,
        "error": error,
        "where": where,
        "answer": answer,
        "may_type": _may_type(request, desk),
        "unsaved": is_unsaved(desk, typed),
        "carried": [
            (name, value)
            for name in request.POST
            if name not in _OWN and name != "csrfmiddlewaretoken"
            for value in request.POST.getlist(name)
        ],
    }
    return render(request, "desk/facts.html", context, status=422 if error else 200)


def _may_type(request: HttpRequest, desk: TableAtDesk) -> bool:
    if desk.tournament.is_closed:
        return False
    return not desk.corrects or allows(request.role, "correct_table")  # type: ignore[attr-defined]


def _sheet(
    request: HttpRequest, desk: TableAtDesk, line: LineOfSheet, *, go_on: bool = False
) -> HttpResponse:
    return sheet_page(
        request,
        desk,
        build_grid(line.sheet, desk.ruleset),
        seen=request.POST.get("seen", ""),
        focus=line.next if go_on else line.place,
        unsaved=is_unsaved(desk, line.sheet),
    )


urlpatterns = [
    path("sessions/<int:session>/tables/<int:number>/facts/", facts, name="sheet-facts"),
]
