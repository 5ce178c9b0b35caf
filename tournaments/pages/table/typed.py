"""The form of a table's page as a person or the page's script sends it, read with sentences."""

from collections.abc import Mapping
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from rules.contracts import SOLO_CONTRACTS
from rules.ruleset import CALLS
from rules.session import ALONE, DealKind, SessionState
from tournaments.actions.core import Refused
from tournaments.actions.table_deal import KINDS, MOST_VALUE, Played
from tournaments.numbers import NotANumber, parse_number

LONGEST_KEY = 64
_KINDS = {str(kind): kind for kind in KINDS}


def read_seat(data: QueryDict, size: int) -> int:
    """Whose phone it is; refused if it is nobody's at this table."""
    return _seat(data.get("seat", ""), size, "seat")


def read_key(data: QueryDict) -> str:
    """The client key of a request; refused if there is none or it is none of ours."""
    key = data.get("key", "")
    if not key or len(key) > LONGEST_KEY or not key.isalnum() or not key.isascii():
        raise Refused(_("This request lacks its key. Reload the page."), code="key")
    return key


def read_played(data: QueryDict, size: int, state: SessionState | None) -> Played:
    """The deal as keyed. With ``facts`` what they say goes along and is compared later."""
    kind = _kind(data)
    soloist = _seat(data.get("soloist", ""), size, "soloist") if kind in ALONE else None
    if kind in ALONE:
        won = data.get("won", "")
        if won not in ("yes", "no"):
            raise Refused(_("Say whether the soloist won or lost."), where="won", code="won")
        winners = (soloist,) if won == "yes" else ()
    else:
        winners = tuple(sorted({_seat(one, size, "winners") for one in data.getlist("winner")}))
    facts = read_facts(data, size, state) if data.get("facts") else None
    return Played(kind, soloist, winners, _value(data), facts)


def read_facts(data: QueryDict, size: int, state: SessionState | None) -> dict[str, Any]:
    """The facts of a deal as a ``score_deals`` record (docs/formats.md)."""
    kind = _kind(data)
    record: dict[str, Any] = {"game": str(kind)}
    if state is not None:
        record["seats"] = list(state.playing_with(state.next_dealer))
    if kind in ALONE:
        record["re"] = [_seat(data.get("soloist", ""), size, "soloist")]
        if kind not in (DealKind.SILENT_MARRIAGE, DealKind.MARRIAGE_SOLO):
            record["game"] = "solo"
            record["contract"] = _one_of(data.get("contract", ""), SOLO_CONTRACTS, _("solo"))
    else:
        record["re"] = sorted({_seat(one, size, "re") for one in data.getlist("re")})
        if len(record["re"]) != 2:
            raise Refused(_("Tap the two who were Re."), where="re", code="facts")
        record["extras"] = _extras(data)
    record["card_points"] = _number(data.get("card_points", ""), 240, _("Card points of Re"))
    record["calls"] = {
        party: _one_of(data.get(f"call_{party}", "none"), CALLS, _("call"))
        for party in ("re", "kontra")
    }
    if data.get("trickless"):
        record["trickless"] = _one_of(data["trickless"], ("re", "kontra"), _("party"))
    return record


def _kind(data: QueryDict) -> DealKind:
    kind = _KINDS.get(data.get("kind", ""))
    if kind is None:
        raise Refused(_("Choose what was played."), where="kind", code="kind")
    return kind


def _value(data: QueryDict) -> int:
    """The value typed, or else the one tapped."""
    text = data.get("typed", "").strip() or data.get("value", "")
    return _number(text, MOST_VALUE, _("Value"))


def _extras(data: Mapping[str, str]) -> dict[str, Any]:
    def pair(name: str, most: int) -> list[int]:
        label = {"doppelkopf": _("Doppelkopf"), "fox": _("fox caught")}[name]
        return [_number(data.get(f"{name}_{p}") or "0", most, label) for p in ("re", "kontra")]

    charlie = data.get("charlie") or None
    if charlie is not None:
        charlie = _one_of(charlie, ("re", "kontra"), _("Charlie"))
    return {"doppelkopf": pair("doppelkopf", 4), "fox": pair("fox", 2), "charlie": charlie}


def _number(text: str, most: int, label: str) -> int:
    try:
        return parse_number(text, low=0, high=most)
    except NotANumber as fault:
        raise Refused(
            _("%(what)s: %(why)s") % {"what": label, "why": fault}, where="value", code="number"
        ) from fault


def _seat(text: str, size: int, where: str) -> int:
    if len(text) == 1 and text in "12345" and int(text) <= size:
        return int(text)
    sentences = {
        "seat": _("Say which seat this phone belongs to."),
        "soloist": _("Tap who plays alone."),
    }
    raise Refused(
        sentences.get(where, _("Tap seats of this table only.")), where=where, code="seat"
    )


def _one_of(text: str, known: tuple[str, ...], label: str) -> str:
    if text not in known:
        raise Refused(
            _("%(what)s: please choose one of those offered.") % {"what": label},
            where="facts",
            code="facts",
        )
    return text
