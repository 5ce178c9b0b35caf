"""Importing results: paste or upload, see what will happen to each table, confirm."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext_lazy, ngettext

from tournaments.actions.results_import import import_results, look_at_results
from tournaments.actions.roles import may
from tournaments.models import Tournament
from tournaments.pages.support import OnceForm, attempt_form, desk_view
from tournaments.results_list import MAX_SEATS, SeatResult, read_results
from tournaments.spreadsheets import Row, Unreadable, read_text, read_upload


class ResultsForm(OnceForm):
    """A list, pasted or uploaded; what was uploaded goes on as text."""

    text = forms.CharField(
        label=gettext_lazy("Paste a list"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
    )
    file = forms.FileField(
        label=gettext_lazy("or choose a file (CSV or XLSX)"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.tsv,.xlsx"}),
    )

    def rows(self) -> list[Row]:
        """The rows of the list; Unreadable when there are none."""
        upload = self.cleaned_data["file"]
        if upload:
            return read_upload(upload.read(), most=MAX_SEATS)
        return read_text(self.cleaned_data["text"], most=MAX_SEATS)


@desk_view
def results_import(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = ResultsForm(request.POST or None, request.FILES or None)
    context = {
        "tournament": tournament,
        "tab": "print",
        "form": form,
        "allowed": may(request.user, tournament, "save_totals"),
    }
    if request.method == "POST" and form.is_valid():
        try:
            rows = form.rows()
            listed = read_results(rows)
        except Unreadable as fault:
            form.add_error("file" if form.cleaned_data["file"] else "text", str(fault))
        else:
            if request.POST.get("step") == "import" and _stored(request, tournament, form, listed):
                return redirect("print", tournament.slug)
            context["outlooks"] = look_at_results(tournament, listed)
            context["ready"] = sum(one.verdict == "new" for one in context["outlooks"])
            context["faulty"] = any(one.verdict == "error" for one in context["outlooks"])
            context["list"] = "\n".join("\t".join(row.cells) for row in rows)
    return render(request, "desk/import_results.html", context)


def _stored(
    request: HttpRequest, tournament: Tournament, form: ResultsForm, listed: list[SeatResult]
) -> bool:
    count = 0

    def store() -> None:
        nonlocal count
        count = import_results(tournament, request.user, listed, key=form.key)

    if not attempt_form(form, store):
        return False
    text = ngettext("Results of %(n)s table stored.", "Results of %(n)s tables stored.", count)
    messages.success(request, text % {"n": count})
    return True


urlpatterns = [path("results/import/", results_import, name="import-results")]
