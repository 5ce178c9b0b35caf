"""What a paper is: collected from the database first, rendered afterwards.

Collecting reads a few rows and is quick, so it can happen under the tournament's lock and see
one revision, whole. Rendering takes seconds and touches nothing but what was collected.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from tournaments.documents.stacks import Page
from tournaments.models import Tournament

# Told how many pages are done, and of how many.
Progress = Callable[[int, int], None]


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
    """All that a document will say. ``title`` is for the PDF and for the name of its file.

    Either ``parts`` are laid out one after the other, or ``pages`` are drawn on ``forms``: what
    the template is given for each kind of form, by the key that pages name.
    """

    template: str
    title: str
    parts: list[Part] = field(default_factory=list)
    forms: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    pages: list[Page] = field(default_factory=list)

    @property
    def size(self) -> int:
        """What the progress counts to: forms and pages that are drawn on them, or parts."""
        return sum(part.size for part in self.parts) + len(self.forms) + len(self.pages)


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


def site_address(value: Any) -> str:
    """Where players reach the application: ``https://host``, for the codes on the papers."""
    parts = urlsplit(str(value))
    if parts.scheme not in ("http", "https") or not parts.hostname or len(str(value)) > 200:
        raise ValueError(value)
    return f"{parts.scheme}://{parts.netloc}"


def heading(tournament: Tournament) -> dict[str, Any]:
    """What every paper says about its tournament."""
    return {
        "tournament": tournament.name,
        "place": tournament.place,
        "starts_on": tournament.starts_on,
    }
