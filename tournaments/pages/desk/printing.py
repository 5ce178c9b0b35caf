"""The Print page, and a document from the click to its file.

With a worker a document has a page of its own that tells how far it is; without one it is ready
before the answer goes out. Asking twice gives the same document, so the forms need no
one-time key.
"""

from datetime import timedelta
from ipaddress import ip_address

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from kombu.exceptions import OperationalError

from tournaments.actions.core import Refused
from tournaments.actions.documents import fail_document, request_document, retry_document
from tournaments.documents.certificates import template_fault
from tournaments.models import Document, Tournament
from tournaments.pages.desk.certificates import fault_sentence
from tournaments.pages.desk.offers import label_of, offers_of
from tournaments.pages.support import desk_view
from tournaments.tasks import make_document

SHOWN = 8
TYPED = ("start_number",)
# After this long a waiting document may be asked for again: its worker may have died.
PATIENCE = timedelta(minutes=2)
State = Document.State


@require_GET
@desk_view
def print_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    offers = offers_of(tournament)
    made = list(tournament.documents.defer("content")[:SHOWN])
    for document in made:
        document.label = label_of(document.kind, document.parameters)
    context = {
        "tournament": tournament,
        "tab": "print",
        "offers": offers,
        "made": made,
        "languages": settings.LANGUAGES,
        "language": get_language(),
        "has_codes": bool(site_of(request)),
    }
    return render(request, "desk/print.html", context)


@require_POST
@desk_view
def make(request: HttpRequest, tournament: Tournament, kind: str) -> HttpResponse:
    language = request.POST.get("language", "")
    if language not in dict(settings.LANGUAGES):
        language = get_language() or settings.LANGUAGE_CODE
    try:
        document, to_start = request_document(
            tournament,
            request.user,
            kind=kind,
            parameters=_parameters(request),
            language=language,
        )
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect("print", tournament.slug)
    if to_start:
        _start(document)
    if kind == "certificates" and (fault := template_fault(tournament)):
        messages.warning(request, fault_sentence(fault))
        return redirect(f"{reverse('document', args=[tournament.slug, document.pk])}?wait")
    return redirect("document", tournament.slug, document.pk)


@require_http_methods(["GET", "POST"])
@desk_view
def document(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """GET: the file, or how far it is. POST: make it again after it failed.

    ``?wait`` asks for a page even if the file is ready: the page that waited then offers and
    starts the download. ``?open`` shows the file in the browser instead of saving it.
    """
    found = get_object_or_404(tournament.documents.defer("content"), pk=pk)
    here = reverse("document", args=[tournament.slug, pk])
    if request.method == "POST":
        if retry_document(found):
            _start(found)
        return redirect(here)
    ready = found.state == State.READY
    if ready and "wait" not in request.GET:
        return _file(found, inline="open" in request.GET)
    if ready and request.htmx:  # type: ignore[attr-defined]
        return HttpResponse(headers={"HX-Redirect": f"{here}?wait"})
    context = {
        "tournament": tournament,
        "tab": "print",
        "document": found,
        "label": label_of(found.kind, found.parameters),
        "ready": ready,
        "failed": found.state == State.FAILED,
        "stuck": timezone.now() - found.created_at > PATIENCE,
    }
    return render(request, "desk/document.html", context)


def _parameters(request: HttpRequest) -> dict[str, str]:
    """What the button says, and what was typed beside it."""
    typed = {name: request.POST[name] for name in TYPED if request.POST.get(name)}
    return {**typed, **request.GET.dict(), "site": site_of(request)}


def site_of(request: HttpRequest) -> str:
    """Where players reach this application, for the codes on papers; "" if they cannot.

    A desk that works on the laptop itself calls it 127.0.0.1; phones reach it by the address
    that ``make lan`` has allowed.
    """
    host, _colon, port = request.get_host().partition(":")
    if host not in ("127.0.0.1", "localhost", "[", "::1"):
        return f"{request.scheme}://{request.get_host()}"
    address = next((one for one in settings.ALLOWED_HOSTS if _is_in_the_hall(one)), None)
    return f"http://{address}:{port or 80}" if address else ""


def _is_in_the_hall(host: str) -> bool:
    try:
        return not ip_address(host).is_loopback
    except ValueError:
        return False


def _start(document: Document) -> None:
    try:
        make_document.delay(document.pk)
    except OperationalError:
        fail_document(
            document.pk,
            _("The queue for long work does not answer. Tell whoever runs this installation."),
        )


def _file(document: Document, *, inline: bool) -> HttpResponse:
    with override(document.language):
        label = label_of(document.kind, document.parameters)
    name = f"{document.tournament.slug}-{slugify(label)}.pdf"
    return HttpResponse(
        bytes(document.content),
        content_type="application/pdf",
        headers={
            "Content-Disposition": f'{"inline" if inline else "attachment"}; filename="{name}"',
            "Cache-Control": "private",
        },
    )


urlpatterns = [
    path("print/", print_page, name="print"),
    path("print/<slug:kind>/", make, name="make-document"),
    path("print/documents/<int:pk>/", document, name="document"),
]
