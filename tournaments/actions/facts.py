"""The facts of a deal: who was Re, what was called, what was caught; what they come to (TSR 7).

Facts are a ``score_deals`` record (docs/formats.md). They are stored beside the points a row has,
and may come to others: what the players wrote is the result until somebody corrects it.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from rules.refusal import Refusal
from rules.session import DealKind
from scoring.deal import DealValue, deal_value
from scoring.facts import misfit
from scoring.records import read_deal
from scoring.sheet import SheetReport
from tournaments.actions.core import Refused
from tournaments.actions.sheets import refusal_sentence
from tournaments.models import Deal


def value_of(facts: Mapping[str, Any]) -> DealValue:
    """What a deal is worth by its facts; refused with a sentence."""
    try:
        return deal_value(*read_deal(facts))
    except Refusal as refusal:
        raise _unreadable(refusal) from refusal


def value_as(
    kind: DealKind, soloist: int | None, playing: Sequence[int], facts: Mapping[str, Any]
) -> DealValue:
    """The same for a row of that ``kind``; facts of another game, soloist or table are refused.

    ``playing`` are the four positions that hold cards.
    """
    try:
        outcome, ruleset = read_deal(facts)
    except Refusal as refusal:
        raise _unreadable(refusal) from refusal
    if fault := misfit(kind, soloist, playing, outcome):
        raise Refused(_(fault), where="facts", code="facts")
    return deal_value(outcome, ruleset)


def refuse_misfits(size: int, deals: Sequence[Deal], report: SheetReport) -> None:
    """Facts that cannot be those of their rows are refused, with the row (from 1)."""
    for number, (deal, checked) in enumerate(zip(deals, report.rows, strict=True), start=1):
        if not deal.outcome:
            continue
        sits_out = checked.step.dealer if size == 5 else None
        playing = [position for position in range(1, size + 1) if position != sits_out]
        try:
            value_as(DealKind(deal.kind), deal.soloist, playing, deal.outcome)
        except Refused as refused:
            raise Refused(str(refused), where=number, code=refused.code) from refused


def _unreadable(refusal: Refusal) -> Refused:
    return Refused(refusal_sentence(refusal), where="facts", code=refusal.code)
