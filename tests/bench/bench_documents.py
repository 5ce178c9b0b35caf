"""How long the papers take, from the database to the bytes: ``python -m tests.bench documents``.

Seconds of the processor, so that other work on the machine counts as little as may be.
"""

import resource
from io import BytesIO
from time import process_time

from tests.tournaments.played import played

TABLES, ENTRIES, PLAIN = 200, 200, 5
SITE = "https://turnier.example.org"
PAPERS = (
    ("seat plan", "seats", {"session": 1}),
    ("result list", "results", {}),
    ("list of entries", "entries", {}),
)


def run() -> None:
    from tournaments import documents
    from tournaments.documents.layers import plainly

    tables = played(TABLES * 4, 1, slug="bench-sheets")
    large = played(ENTRIES, 3, slug="bench-lists")
    documents.make(large, "entries")  # the fonts are read once in a process
    print("Papers, seconds of one core, fonts read before")
    given = {"session": 1, "site": SITE}
    fast = _told(f"score sheets, {TABLES} tables, names and codes", documents.make, tables, given)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"  the process has needed {memory:.0f} MB at most so far")
    for what, kind, parameters in PAPERS:
        _told(f"{what}, {ENTRIES} players", documents.make, large, parameters, kind)

    collected = documents.collect(tables, "sheets", given, "de")
    del collected.pages[PLAIN:]
    start = process_time()
    plainly(collected)
    plain = (process_time() - start) / PLAIN
    print(
        f"  the same sheets plainly by WeasyPrint: {plain * 1000:.0f} ms a page ({PLAIN} measured)"
        f", so a shared form is {plain * TABLES / fast:.0f} times faster"
    )


def _told(what, make, tournament, given, kind="sheets") -> float:
    from pypdf import PdfReader

    start = process_time()
    content = make(tournament, kind, given)
    seconds = process_time() - start
    pages = len(PdfReader(BytesIO(content)).pages)
    print(
        f"  {what:<46} {seconds:6.2f} s  {pages:3} pages  "
        f"{seconds * 1000 / pages:6.1f} ms a page  {len(content) / 1000:6.0f} kB"
    )
    return seconds
