"""Lists of the desk as spreadsheets."""

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path
from django.utils.text import slugify
from django.views.decorators.http import require_GET

from tournaments.exports import LISTINGS, as_csv, as_xlsx, listing
from tournaments.models import Tournament
from tournaments.pages.support import desk_view

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@require_GET
@desk_view
def export(request: HttpRequest, tournament: Tournament, what: str, format: str) -> HttpResponse:
    """``what`` is one of LISTINGS, ``format`` csv or xlsx; anything else does not exist."""
    if what not in LISTINGS or format not in ("csv", "xlsx"):
        raise Http404
    found = listing(tournament, what)
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
