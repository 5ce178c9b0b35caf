"""How long the papers take, from the database to the bytes: ``python -m tests.bench documents``.

Seconds of the processor, so that other work on the machine counts as little as may be.
"""

from io import BytesIO
from time import process_time

from tests.tournaments.played import played

TABLES, ENTRIES = 12, 200


def run() -> None:
    from pypdf import PdfReader

    from tournaments import documents

    tables = played(TABLES * 4, 1, slug="bench-sheets")
    large = played(ENTRIES, 3, slug="bench-lists")
    documents.make(large, "entries")  # the fonts are read once in a process
    print("Papers, seconds of one core, fonts read before")
    for what, tournament, kind, given in (
        (f"score sheets, {TABLES} tables", tables, "sheets", {"session": 1}),
        (f"seat plan, {ENTRIES} players", large, "seats", {"session": 1}),
        (f"result list, {ENTRIES} players", large, "results", {}),
        (f"list of entries, {ENTRIES} players", large, "entries", {}),
    ):
        start = process_time()
        content = documents.make(tournament, kind, given)
        seconds = process_time() - start
        pages = len(PdfReader(BytesIO(content)).pages)
        print(
            f"  {what:<32} {seconds:6.2f} s   {pages:3} pages   "
            f"{seconds * 1000 / pages:6.0f} ms a page   {len(content) / 1000:6.0f} kB"
        )
