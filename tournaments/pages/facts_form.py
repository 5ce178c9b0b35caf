"""The facts of a deal as a person types them, on a phone or at the desk; and what they come to.

Both forms have the same fields: ``contract``, ``card_points`` (of Re), ``call_re``,
``call_kontra``, ``trickless``, ``doppelkopf_re`` and so on. Who was Re is asked in its own way.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from rules.contracts import SOLO_CONTRACTS
from rules.ruleset import CALLS
from scoring.deal import DealValue
from tournaments.actions.core import Refused
from tournaments.numbers import NotANumber, parse_number
from tournaments.pages.cards import CALL_NAMES
from tournaments.pages.deal_words import CONTRACTS, PARTIES, reason_text

NAMES = (
    "contract", "card_points", "call_re", "call_kontra", "trickless", "doppelkopf_re",
    "doppelkopf_kontra", "fox_re", "fox_kontra", "charlie",
)  # fmt: skip
TWO_AGAINST_TWO = ("normal", "marriage")


def choices() -> dict[str, Any]:
    """What the lists of the form offer."""
    return {
        "calls": [(call, CALL_NAMES.get(call, "–")) for call in CALLS],
        "contracts": list(CONTRACTS.items()),
    }


def read_facts(
    data: Mapping[str, str], game: str, re: Sequence[int], seats: Sequence[int], ruleset: str
) -> dict[str, Any]:
    """The facts as a ``score_deals`` record (docs/formats.md) for one of its games.

    Refused with the field at fault.
    """
    record: dict[str, Any] = {"game": game, "seats": list(seats), "re": sorted(re)}
    if game == "solo":
        record["contract"] = _one_of(data, "contract", SOLO_CONTRACTS, _("Solo"))
    record["card_points"] = _number(data, "card_points", 240, _("Card points of Re"))
    record["calls"] = {
        "re": _one_of(data, "call_re", CALLS, _("Re said"), "none"),
        "kontra": _one_of(data, "call_kontra", CALLS, _("Kontra said"), "none"),
    }
    if data.get("trickless"):
        record["trickless"] = _trickless(data, record["card_points"])
    if game in TWO_AGAINST_TWO:
        record["extras"] = _extras(data)
    return {**record, "ruleset": ruleset}


def _extras(data: Mapping[str, str]) -> dict[str, Any]:
    def pair(name: str, most: int, label: str) -> list[int]:
        counts = [
            _number(data, f"{name}_{party}", most, f"{label} {said}", blank=0)
            for party, said in PARTIES.items()
        ]
        if sum(counts) > most:
            raise Refused(
                _("%(what)s: there are at most %(most)s in a deal, Re's and Kontra's together.")
                % {"what": label, "most": most},
                where=f"{name}_kontra",
                code="facts",
            )
        return counts

    return {
        "doppelkopf": pair("doppelkopf", 4, _("Doppelkopf")),
        "fox": pair("fox", 2, _("fox caught")),
        "charlie": _one_of(data, "charlie", PARTIES, _("Charlie")) if data.get("charlie") else None,
    }


def _trickless(data: Mapping[str, str], card_points: int) -> str:
    party = _one_of(data, "trickless", PARTIES, _("Without a trick"))
    if card_points != (0 if party == "re" else 240):
        raise Refused(
            _("Without a trick: who took none has no card points, but %(party)s has.")
            % {"party": PARTIES[party]},
            where="trickless",
            code="facts",
        )
    return party


def _number(
    data: Mapping[str, str], name: str, most: int, label: str, blank: int | None = None
) -> int:
    text = data.get(name, "")
    if blank is not None and not text.strip():
        return blank
    try:
        return parse_number(text, low=0, high=most)
    except NotANumber as fault:
        sentence = _("%(what)s: %(why)s") % {"what": label, "why": fault}
        raise Refused(sentence, where=name, code="number") from fault


def _one_of(
    data: Mapping[str, str],
    name: str,
    known: Sequence[str] | Mapping[str, str],
    label: str,
    blank: str = "",
) -> str:
    text = data.get(name, "") or blank
    if text not in known:
        raise Refused(
            _("%(what)s: please choose one of those offered.") % {"what": label},
            where=name,
            code="facts",
        )
    return text


def is_any_typed(data: Mapping[str, str]) -> bool:
    """Was any of the facts given? The game of a solo alone says nothing."""
    return any(data.get(name, "").strip() not in ("", "none") for name in NAMES[1:])


def as_typed(facts: Mapping[str, Any]) -> dict[str, str]:
    """Stored facts as the fields hold them; the inverse of ``read_facts``."""
    calls, extras = facts.get("calls") or {}, facts.get("extras") or {}
    typed = {
        "contract": facts.get("contract") or "",
        "card_points": str(facts.get("card_points", "")),
        "trickless": facts.get("trickless") or "",
        "charlie": extras.get("charlie") or "",
    }
    for index, party in enumerate(PARTIES):
        typed[f"call_{party}"] = calls.get(party, "none")
        for name in ("doppelkopf", "fox"):
            count = (extras.get(name) or (0, 0))[index]
            typed[f"{name}_{party}"] = str(count) if count else ""
    return typed


def told(value: DealValue) -> dict[str, Any]:
    """What facts come to, in words: who won, who gains how much, and each reason for it."""
    return {
        "winners": [seat for seat, points in sorted(value.scores.items()) if points > 0],
        "value": abs(value.value),
        "parties": _("%(party)s won") % {"party": PARTIES[value.winner]}
        if value.winner
        else _("Nobody won"),
        "lines": [
            {
                "text": reason_text(item.name),
                "party": PARTIES[item.party],
                "points": item.points,
                "rule": item.rule,
            }
            for item in value.breakdown
        ],
    }
