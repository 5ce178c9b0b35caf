"""Lists of the desk as spreadsheets."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from tournaments.exports import LISTINGS, RECORDS, as_csv, as_xlsx, listing
from tournaments.listing import Listing
from tournaments.models import Entry, Tournament
from tournaments.numbers import NotANumber, parse_number, shown
from tournaments.pages.support import desk_view

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@require_GET
@desk_view
def export(request: HttpRequest, tournament: Tournament, what: str, format: str) -> HttpResponse:
    """``what`` is one of LISTINGS or RECORDS, ``format`` csv or xlsx; else there is nothing.

    A record is of the player of ``?start_number=``.
    """
    if format not in ("csv", "xlsx"):
        raise Http404
    if what in RECORDS:
        typed = request.GET.get("start_number", "")
        entry = _entry(tournament, typed)
        if entry is None:
            text = _("There is no start number %(number)s in this tournament.")
            messages.error(request, text % {"number": shown(typed) or "–"})
            return redirect("print", tournament.slug)
        return _file(tournament, RECORDS[what](entry), format)
    if what not in LISTINGS:
        raise Http404
    return _file(tournament, listing(tournament, what), format)


def _entry(tournament: Tournament, typed: str) -> Entry | None:
    try:
        number = parse_number(typed, low=1, high=9999)
    except NotANumber:
        return None
    return tournament.entries.filter(start_number=number).first()


def _file(tournament: Tournament, found: Listing, format: str) -> HttpResponse:
    if format == "csv":
        content, content_type = as_csv(found), "text/csv; charset=utf-8"
    else:
        content, content_type = as_xlsx(found, tournament), XLSX
    name = f"{tournament.slug}-{slugify(found.title)}.{format}"
    return HttpResponse(
        content,
        content_type=content_type,
        headers={
            "Content-Disposition": f'attachment; filename="{name}"',
            "Cache-Control": "private",
        },
    )


urlpatterns = [path("export/<slug:what>.<slug:format>", export, name="export")]
