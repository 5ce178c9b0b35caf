"""What a paper is: collected from the database first, rendered afterwards.

Collecting reads a few rows and is quick, so it can happen under the tournament's lock and see
one revision, whole. Rendering takes seconds and touches nothing but what was collected.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tournaments.models import Tournament


class PaperRefused(Exception):
    """A paper that cannot be made. ``str()`` is a sentence for a person, in their language."""


@dataclass(frozen=True)
class Part:
    """A stretch of a document that is laid out on its own: what its template is given.

    ``size`` is what the progress counts for it (pages where they are known).
    """

    context: Mapping[str, Any]
    size: int = 1


@dataclass(frozen=True)
class Collected:
    """All that a document will say. ``title`` is for the PDF and for the name of its file."""

    template: str
    title: str
    parts: list[Part] = field(default_factory=list)

    @property
    def size(self) -> int:
        return sum(part.size for part in self.parts)


@dataclass(frozen=True)
class Paper:
    """A kind of document: which parameters it takes, and how its data are collected.

    ``parameters`` gives for each name the function that reads what a form or a stored document
    says; it raises ValueError for what it does not understand.
    """

    kind: str
    collect: Callable[..., Collected]
    parameters: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)


def session_number(value: Any) -> int:
    """A session's number from a form or a stored document."""
    number = int(value)
    if not 1 <= number <= 999:
        raise ValueError(value)
    return number


def names_choice(value: Any) -> str:
    """``full`` for the desk's own papers, ``public`` where only consent shows a full name."""
    if value not in ("full", "public"):
        raise ValueError(value)
    return str(value)


def heading(tournament: Tournament) -> dict[str, Any]:
    """What every paper says about its tournament."""
    return {
        "tournament": tournament.name,
        "place": tournament.place,
        "starts_on": tournament.starts_on,
    }
