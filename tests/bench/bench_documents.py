"""How long the papers take, from the database to the bytes: ``python -m tests.bench documents``."""

from io import BytesIO
from time import perf_counter

from tests.tournaments.played import played

TABLES, ENTRIES = 12, 200


def run() -> None:
    from pypdf import PdfReader

    from tournaments import documents

    tables = played(TABLES * 4, 1, slug="bench-sheets")
    large = played(ENTRIES, 3, slug="bench-lists")
    documents.make(large, "entries")  # the fonts are read once in a process
    print("Papers, one core, fonts read before")
    for what, tournament, kind, given in (
        (f"score sheets, {TABLES} tables", tables, "sheets", {"session": 1}),
        (f"seat plan, {ENTRIES} players", large, "seats", {"session": 1}),
        (f"result list, {ENTRIES} players", large, "results", {}),
        (f"list of entries, {ENTRIES} players", large, "entries", {}),
    ):
        start = perf_counter()
        content = documents.make(tournament, kind, given)
        seconds = perf_counter() - start
        pages = len(PdfReader(BytesIO(content)).pages)
        print(
            f"  {what:<32} {seconds:6.2f} s   {pages:3} pages   "
            f"{seconds * 1000 / pages:6.0f} ms a page   {len(content) / 1000:6.0f} kB"
        )
