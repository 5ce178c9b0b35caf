"""Papers that are lists: a heading, tables, notes, and lines to sign where it says so."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from tournaments.documents.paper import Collected, Part, heading
from tournaments.models import Tournament


@dataclass(frozen=True)
class Column:
    """A column: ``kind`` is any of r (right), c (centre), b (bold), small; ``width`` in mm."""

    label: str
    kind: str = ""
    width: float | None = None


@dataclass(frozen=True)
class Section:
    """A table below a heading. ``empty`` is said where there are no rows."""

    columns: Sequence[Column]
    rows: Sequence[Sequence[object]]
    heading: str = ""
    empty: str = ""
    notes: Sequence[str] = ()

    @property
    def cells(self) -> list[list[tuple[Column, object]]]:
        return [list(zip(self.columns, row, strict=True)) for row in self.rows]


@dataclass(frozen=True)
class Listed:
    """What a list says besides its tables: ``facts`` below the title, ``signers`` at the end."""

    title: str
    sections: list[Section]
    facts: Iterable[str] = ()
    signers: Iterable[str] = ()
    landscape: bool = False
    notes: Iterable[str] = field(default_factory=list)


def list_paper(tournament: Tournament, listed: Listed) -> Collected:
    """The document of a list."""
    context = {
        **heading(tournament),
        "sections": listed.sections,
        "facts": list(listed.facts),
        "signers": list(listed.signers),
        "landscape": listed.landscape,
        "notes": list(listed.notes),
    }
    return Collected("documents/table.html", listed.title, [Part(context)])
