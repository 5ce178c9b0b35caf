"""Whether the facts of a deal can be those of a row of a sheet (TSR 7.3)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from rules.contracts import TWO_AGAINST_TWO
from rules.refusal import gettext_noop
from rules.session import ALONE, DealKind
from scoring.deal import DealOutcome

ANOTHER_GAME: Final = gettext_noop("These facts belong to another game.")
ANOTHER_SOLOIST: Final = gettext_noop("These facts belong to another soloist.")

_GAMES: Final[Mapping[DealKind, frozenset[str]]] = {
    DealKind.NORMAL: frozenset(TWO_AGAINST_TWO),
    DealKind.MARRIAGE_SOLO: frozenset({"marriage_solo"}),
    DealKind.SILENT_MARRIAGE: frozenset({"silent_marriage"}),
}
_SOLO: Final = frozenset({"solo"})


def misfit(
    kind: DealKind, soloist: int | None, playing: Collection[int], outcome: DealOutcome
) -> str | None:
    """Why facts do not belong to a row of that kind, as a sentence; None if they may.

    ``playing`` are the four positions that hold cards. What the facts are worth is not asked.
    """
    known = _GAMES.get(kind, _SOLO if kind in ALONE else frozenset())
    if outcome.game not in known or set(outcome.seats) != set(playing):
        return ANOTHER_GAME
    if soloist is not None and outcome.re != (soloist,):
        return ANOTHER_SOLOIST
    return None
