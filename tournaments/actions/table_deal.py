"""A deal as it is keyed at the table: who gained and how much, and what its facts come to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from rules.session import ALONE, DealKind
from tournaments.actions.core import Refused
from tournaments.actions.facts import value_as
from tournaments.numbers import points_text

MOST_VALUE = 99
# What is keyed at the table; a penalty is the referee's, a breach too.
KINDS = (DealKind.NORMAL, *(kind for kind in DealKind if kind in ALONE))


@dataclass(frozen=True)
class Played:
    """A deal as keyed: who gained (or, of a deal played alone, whether the soloist did), and how
    much each Kontra player loses or wins, in game points. ``facts`` is a ``score_deals`` record
    where facts were keyed; who plays, the table itself knows.
    """

    kind: DealKind
    soloist: int | None
    winners: tuple[int, ...]
    value: int
    facts: Mapping[str, Any] | None = None


def scores_of(size: int, played: Played, playing: Sequence[int], sits_out: int | None) -> list[int]:
    """The points of each position, from who gained and the value."""
    if not 0 <= played.value <= MOST_VALUE:
        raise Refused(
            _("The value is a number from 0 to %(most)s.") % {"most": MOST_VALUE},
            where="value",
            code="value",
        )
    winners = set(played.winners)
    if not winners <= set(playing):
        out = min(winners - set(playing))
        sentence = (
            _("Seat %(seat)s deals and sits out, so it gains nothing.")
            if out == sits_out
            else _("This table has no seat %(seat)s.")
        )
        raise Refused(sentence % {"seat": out}, where="winners", code="winners")
    scores = [0] * size
    if played.kind in ALONE:
        assert played.soloist is not None  # the protocol has refused a soloist who does not play
        gain = played.value if played.soloist in winners else -played.value
        for position in playing:
            scores[position - 1] = 3 * gain if position == played.soloist else -gain
        return scores
    if len(winners) != 2 and (winners or played.value):
        raise Refused(
            _("Two players gain what the other two lose: tap the two with plus points."),
            where="winners",
            code="winners",
        )
    for position in playing:
        scores[position - 1] = played.value if position in winners else -played.value
    return scores


def checked_facts(
    ruleset_name: str, played: Played, playing: Sequence[int], scores: Sequence[int]
) -> dict[str, Any] | None:
    """The facts as stored, if any, after comparing what they come to with what was keyed."""
    if not played.facts:
        return None
    refuse_who_sits_out(played.facts, playing)
    facts = {**played.facts, "seats": list(playing), "ruleset": ruleset_name}
    computed = value_as(played.kind, played.soloist, playing, facts).scores
    if any(scores[seat - 1] != points for seat, points in computed.items()):
        told = ", ".join(f"{seat}: {points_text(computed[seat])}" for seat in sorted(computed))
        raise Refused(
            _("The facts come to other points than keyed: %(points)s.") % {"points": told},
            where="facts",
            code="facts_differ",
        )
    return facts


def refuse_who_sits_out(facts: Mapping[str, Any], playing: Sequence[int]) -> None:
    """Facts in which somebody was Re who holds no cards."""
    for seat in facts.get("re", ()):
        if seat not in playing:
            raise Refused(
                _("Seat %(seat)s deals and sits out, so it was not Re.") % {"seat": seat},
                where="re",
                code="facts",
            )


def is_row_of(row: Mapping[str, Any], played: Played) -> bool:
    """Is a row, as the log keeps it, this deal?"""
    scores = row.get("scores") or []
    gains = {seat for seat, points in enumerate(scores, start=1) if points > 0}
    value = min((abs(points) for points in scores if points), default=0)
    won = set(played.winners) if played.value else set()
    if played.kind in ALONE and not won and played.value:
        won = gains - {played.soloist}  # the soloist lost: the others gain
    same_game = (row.get("kind"), row.get("soloist")) == (str(played.kind), played.soloist)
    same_facts = _bare(row.get("outcome")) == _bare(played.facts)
    return same_game and same_facts and (gains, value) == (won, played.value)


def _bare(facts: Mapping[str, Any] | None) -> dict[str, Any]:
    """Facts without what the tournament and the sheet add."""
    added = ("ruleset", "seats")
    return {name: value for name, value in (facts or {}).items() if name not in added}
