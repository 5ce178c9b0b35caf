"""Papers as PDFs. They know no request and change nothing.

``collect`` reads what a document will say, ``render`` makes the PDF of it, ``make`` does both.
"""

from collections.abc import Mapping
from typing import Any

from django.utils import translation
from django.utils.translation import gettext as _

from tournaments.documents.blank_sheets import BLANK_SHEETS
from tournaments.documents.certificates import CERTIFICATES
from tournaments.documents.crosstable import CROSSTABLE
from tournaments.documents.entries import ENTRIES, ENTRY_LIST
from tournaments.documents.fair_copies import FAIR_COPIES
from tournaments.documents.paper import Collected, Paper, PaperRefused, Progress
from tournaments.documents.pdf import pdf_of
from tournaments.documents.penalties import PENALTIES, REFEREE_LOG
from tournaments.documents.personal_cards import PERSONAL_CARDS
from tournaments.documents.poster import POSTER
from tournaments.documents.record import RECORD
from tournaments.documents.report import REPORT
from tournaments.documents.results import RESULTS
from tournaments.documents.seat_plan import SEAT_PLAN
from tournaments.documents.session_results import SESSION_RESULTS
from tournaments.documents.sheets import SHEETS
from tournaments.documents.table_cards import TABLE_CARDS
from tournaments.models import Tournament

__all__ = ["PAPERS", "Collected", "PaperRefused", "clean", "collect", "make", "render"]

_ALL = (
    BLANK_SHEETS,
    CERTIFICATES,
    CROSSTABLE,
    ENTRIES,
    ENTRY_LIST,
    FAIR_COPIES,
    PENALTIES,
    PERSONAL_CARDS,
    POSTER,
    RECORD,
    REFEREE_LOG,
    REPORT,
    RESULTS,
    SEAT_PLAN,
    SESSION_RESULTS,
    SHEETS,
    TABLE_CARDS,
)
PAPERS: dict[str, Paper] = {paper.kind: paper for paper in _ALL}


def clean(kind: str, raw: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters of a document as its kind reads them; unknown ones are left out.

    Raises PaperRefused for an unknown kind, a missing session or a value that makes no sense.
    """
    paper = PAPERS.get(kind)
    if paper is None:
        raise PaperRefused(_("There is no document of the kind “%(kind)s”.") % {"kind": kind})
    given: dict[str, Any] = {}
    for name, read in paper.parameters.items():
        if raw.get(name) in (None, ""):
            continue
        try:
            given[name] = read(raw[name])
        except (ValueError, TypeError):
            raise PaperRefused(
                _("“%(value)s” is not a value for “%(name)s” of this document.")
                % {"value": str(raw[name])[:40], "name": name}
            ) from None
    if "session" in paper.parameters and "session" not in given:
        raise PaperRefused(_("Which session? The document needs its number."))
    if "start_number" in paper.parameters and "start_number" not in given:
        raise PaperRefused(_("Whose record? Type the start number."))
    return given


def collect(
    tournament: Tournament, kind: str, parameters: Mapping[str, Any], language: str
) -> Collected:
    """What the document will say, read from the database. Raises PaperRefused."""
    with translation.override(language):
        return PAPERS[kind].collect(tournament, **clean(kind, parameters))


def render(collected: Collected, language: str, *, progress: Progress | None = None) -> bytes:
    """The PDF of what was collected: the same bytes for the same data."""
    with translation.override(language):
        return pdf_of(collected, progress=progress)


def make(
    tournament: Tournament,
    kind: str,
    parameters: Mapping[str, Any] | None = None,
    *,
    language: str = "de",
    progress: Progress | None = None,
) -> bytes:
    """A document from the database to its bytes. Raises PaperRefused."""
    collected = collect(tournament, kind, parameters or {}, language)
    return render(collected, language, progress=progress)
