"""Importing a list: paste or upload, see what will happen, mend it, confirm.

The rows live in the form itself: nothing is kept between the steps, and each step looks at all
of them anew.
"""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.actions.core import AlreadyApplied, Refused
from tournaments.actions.imports import ImportRow, Outlook, import_entries, look_ahead
from tournaments.actions.roles import may
from tournaments.models import Tournament
from tournaments.pages.person_form import club_names
from tournaments.pages.support import desk_view, new_key, once_key
from tournaments.player_list import PlayerList, read_players
from tournaments.spreadsheets import MAX_ROWS, Unreadable, read_text, read_upload

_COLUMNS = ("start_number", "last_name", "first_name", "club_name", "ddv_number", "person")


class ListForm(forms.Form):
    """A list, pasted or uploaded."""

    text = forms.CharField(
        label=gettext_lazy("Paste a list"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false"}),
    )
    file = forms.FileField(
        label=gettext_lazy("or choose a file (CSV or XLSX)"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.tsv,.xlsx"}),
    )
    first_name_first = forms.ChoiceField(
        label=gettext_lazy("Without a line that names the columns, the first one holds"),
        choices=[("", gettext_lazy("the last name")), ("1", gettext_lazy("the first name"))],
        required=False,
    )

    def read(self) -> PlayerList:
        """The people of the list; Unreadable when there are none to be read."""
        upload = self.cleaned_data["file"]
        rows = read_upload(upload.read()) if upload else read_text(self.cleaned_data["text"])
        first = bool(self.cleaned_data["first_name_first"])
        return read_players(rows, first_name_first=first)


@desk_view
def import_players(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    step = request.POST.get("step", "") if request.method == "POST" else ""
    if step in ("check", "import"):
        return _preview(request, tournament, confirmed=step == "import")
    form = ListForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        try:
            listed = form.read()
        except Unreadable as fault:
            form.add_error("file" if form.cleaned_data["file"] else "text", str(fault))
        else:
            return _show(request, tournament, _first_look(tournament, listed), set(), listed=listed)
    context = {
        "tournament": tournament,
        "tab": "players",
        "form": form,
        "allowed": may(request.user, tournament, "import_entries"),
    }
    return render(request, "desk/import.html", context)


def _first_look(tournament: Tournament, listed: PlayerList) -> list[Outlook]:
    """What would happen to the rows as they were read."""
    outlooks = look_ahead(
        tournament,
        [
            ImportRow(
                line=person.line,
                last_name=person.last_name,
                first_name=person.first_name,
                club_name=person.club_name,
                ddv_number=person.ddv_number,
                start_number=person.start_number,
                publish_name=bool(person.consent),
            )
            for person in listed.people
        ],
    )
    for outlook, person in zip(outlooks, listed.people, strict=True):
        if person.consent is None:
            outlook.notes.append(_("Consent is neither yes nor no: taken for no."))
    return outlooks


def _preview(request: HttpRequest, tournament: Tournament, *, confirmed: bool) -> HttpResponse:
    """Look again at the rows as edited; when confirmed, enter those that are ready."""
    rows, left_out = _typed_rows(request)
    outlooks = look_ahead(tournament, [row for row in rows if row.line not in left_out])
    ready = [outlook.row for outlook in outlooks if outlook.will_enter]
    if confirmed:
        try:
            entries = import_entries(tournament, request.user, ready, key=once_key(request))
        except AlreadyApplied as applied:
            messages.success(request, str(applied))
            return redirect("players", tournament.slug)
        except Refused as refusal:
            messages.error(request, str(refusal))
        else:
            text = ngettext("%(n)s player entered.", "%(n)s players entered.", len(entries))
            messages.success(request, text % {"n": len(entries)})
            waiting = [o.row for o in outlooks if o.verdict in ("ask", "error")]
            if not waiting:
                return redirect("players", tournament.slug)
            return _show(request, tournament, look_ahead(tournament, waiting), set())
    by_line = {outlook.row.line: outlook for outlook in outlooks}
    shown = [by_line.get(row.line) or Outlook(row) for row in rows]
    return _show(request, tournament, shown, left_out)


def _typed_rows(request: HttpRequest) -> tuple[list[ImportRow], set[int]]:
    """The rows as they stand in the form, and the lines that are left out.

    Line numbers that are no numbers or come twice are given anew, so that every row keeps one.
    """
    columns = {name: request.POST.getlist(name) for name in _COLUMNS}
    lines = [_line(text) for text in request.POST.getlist("line")][:MAX_ROWS]
    if len(set(lines)) != len(lines):
        lines = list(range(1, len(lines) + 1))
    publish = {_line(text) for text in request.POST.getlist("publish_name")}
    left_out = {_line(text) for text in request.POST.getlist("leave_out")}
    rows = [
        ImportRow(
            line=line,
            publish_name=line in publish,
            **{name: values[at] if at < len(values) else "" for name, values in columns.items()},
        )
        for at, line in enumerate(lines)
    ]
    return rows, left_out


def _line(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 8 else 0


def _show(
    request: HttpRequest,
    tournament: Tournament,
    outlooks: list[Outlook],
    left_out: set[int],
    **more: Any,
) -> HttpResponse:
    verdicts = [o.verdict for o in outlooks if o.row.line not in left_out]
    context = {
        "tournament": tournament,
        "tab": "players",
        "outlooks": outlooks,
        "left_out": left_out,
        "counts": {
            name: verdicts.count(name) for name in ("new", "known", "entered", "ask", "error")
        },
        "ready": sum(verdict in ("new", "known") for verdict in verdicts),
        "clubs": club_names(),
        "allowed": may(request.user, tournament, "import_entries"),
        "once": new_key(),
        **more,
    }
    return render(request, "desk/import_preview.html", context)


urlpatterns = [path("players/import/", import_players, name="import-players")]
