"""What is known of a line's deal beyond its points, as the form of a sheet carries it: JSON."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from scoring.sheet import SheetRow
from tournaments.actions.core import Refused
from tournaments.actions.facts import value_as

LONGEST = 1_000  # characters; the longest facts there are have less than half of it


def carried(facts: Mapping[str, Any] | None) -> str:
    """Facts as the form carries them; "" for none."""
    return json.dumps(facts, separators=(",", ":")) if facts else ""


def facts_in(text: str) -> dict[str, Any] | None:
    """Facts out of the form; None if the line has none. Raises Refused."""
    if not text.strip():
        return None
    try:
        facts = json.loads(text) if len(text) <= LONGEST else None
    except (ValueError, RecursionError):
        facts = None
    if not isinstance(facts, dict):
        raise Refused(_("The facts of this line cannot be read; note them anew."), code="facts")
    return facts


def with_facts(
    row: SheetRow, text: str, dealer: int | None
) -> tuple[SheetRow, dict[str, Any] | None]:
    """A row with what its facts come to, and the facts; refused if they are another deal's.

    A line without points is no deal yet, so it has no facts either. At a table of five the
    ``dealer`` sits out.
    """
    facts = facts_in(text)
    if facts is None or row.scores is None:
        return row, None
    size = len(row.scores)
    playing = [seat for seat in range(1, size + 1) if size == 4 or seat != dealer]
    try:
        value = value_as(row.kind, row.soloist, playing, facts)
    except Refused as refused:
        sentence = _("%(why)s Change the facts, or leave them out.") % {"why": refused}
        raise Refused(sentence, code=refused.code) from refused
    return replace(row, by_facts=value.on_sheet(size)), facts
