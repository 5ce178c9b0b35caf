"""HTML to PDF. The same data give the same bytes: no clock, no random identifier."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

from django.template.loader import render_to_string
from weasyprint import HTML
from weasyprint.text.fonts import FontConfiguration

from tournaments.documents.layers import layered
from tournaments.documents.letters import NOTHING_OUTSIDE
from tournaments.documents.paper import Collected, Progress


@contextmanager
def without_collecting() -> Iterator[None]:
    """Without looking for garbage meanwhile: laying out makes much and leaves none, and the
    looking takes a sixth of the time.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def pdf_of(collected: Collected, *, progress: Progress | None = None) -> bytes:
    """The PDF of what was collected, in the language that is active.

    ``progress(done, total)`` is told after each part, in the parts' own measure.
    """
    if collected.pages:
        return layered(collected, progress=progress)
    with without_collecting():
        return _plain(collected, progress)


def _plain(collected: Collected, progress: Progress | None) -> bytes:
    fonts = FontConfiguration()
    documents, done = [], 0
    for part in collected.parts:
        html = render_to_string(collected.template, {"title": collected.title, **part.context})
        documents.append(HTML(string=html, url_fetcher=NOTHING_OUTSIDE).render(font_config=fonts))
        done += part.size
        if progress:
            progress(done, collected.size)
    pages = [page for document in documents for page in document.pages]
    return documents[0].copy(pages).write_pdf()
