"""HTML to PDF. The same data give the same bytes: no clock, no random identifier."""

from collections.abc import Callable

from django.template.loader import render_to_string
from weasyprint import HTML
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import URLFetcher

from tournaments.documents.paper import Collected

Progress = Callable[[int, int], None]

# Whatever a name contains, nothing is ever fetched: not from the network, not from a file.
_NOTHING_OUTSIDE = URLFetcher(allowed_protocols=())


def pdf_of(collected: Collected, *, progress: Progress | None = None) -> bytes:
    """The PDF of what was collected, in the language that is active.

    ``progress(done, total)`` is told after each part, in the parts' own measure.
    """
    fonts = FontConfiguration()
    documents, done = [], 0
    for part in collected.parts:
        html = render_to_string(collected.template, {"title": collected.title, **part.context})
        documents.append(HTML(string=html, url_fetcher=_NOTHING_OUTSIDE).render(font_config=fonts))
        done += part.size
        if progress:
            progress(done, collected.size)
    pages = [page for document in documents for page in document.pages]
    return documents[0].copy(pages).write_pdf()
