"""Forms of cards and posters: lines and words that are the same on every page."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import mark_safe

from tournaments.documents.layers import stacks_html
from tournaments.documents.paper import heading
from tournaments.documents.stacks import Stack
from tournaments.models import Tournament

MARGIN = 9.0  # mm that office printers leave white


@dataclass(frozen=True)
class Format:
    """A size of paper in mm."""

    width: int
    height: int


A4, A4_ACROSS = Format(210, 297), Format(297, 210)
A5, A5_ACROSS, A6_ACROSS = Format(148, 210), Format(210, 148), Format(148, 105)


def card_form(
    tournament: Tournament,
    paper: Format,
    *,
    printed: Iterable[Stack] = (),
    rules: Iterable[tuple[float, float, float, float]] = (),
) -> dict[str, Any]:
    """What "documents/card.html" is given: words, and black lines as left, top, width, height."""
    return {
        **heading(tournament),
        "width": paper.width,
        "height": paper.height,
        "rules": list(rules),
        "printed": mark_safe(stacks_html(printed)),  # noqa: S308 - escaped in stacks_html
    }
