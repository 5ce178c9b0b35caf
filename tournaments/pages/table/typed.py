"""The form of a table's page as a person or the page's script sends it, read with sentences."""

from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from rules.session import ALONE, DealKind
from tournaments.actions.core import Refused
from tournaments.actions.table_deal import KINDS, MOST_VALUE, Played
from tournaments.actions.table_entry import EMPTY
from tournaments.numbers import NotANumber, parse_number
from tournaments.pages.facts_form import is_any_typed, read_facts

LONGEST_KEY = 64
_KINDS = {str(kind): kind for kind in KINDS}


def read_seat(data: QueryDict, size: int) -> int:
    """Whose phone it is; refused if it is nobody's at this table."""
    return _seat(data.get("seat", ""), size, "seat")


def read_key(data: QueryDict) -> str:
    """The client key of a request; refused if there is none or it is none of ours."""
    key = data.get("key", "")
    sound = len(key) <= LONGEST_KEY and key.isalnum() and key.isascii()
    if not sound or key == EMPTY:  # the mark of a sheet without rows is no row's key
        raise Refused(_("This request lacks its key. Reload the page."), code="key")
    return key


def read_played(data: QueryDict, size: int, ruleset: str) -> Played:
    """The deal as keyed, and whatever facts were: they are compared when it is stored.

    Read without a look at the sheet: a deal sent twice is the same deal, whatever has become of
    the sheet since.
    """
    kind = _kind(data)
    soloist = _seat(data.get("soloist", ""), size, "soloist") if kind in ALONE else None
    if kind in ALONE:
        won = data.get("won", "")
        if won not in ("yes", "no"):
            raise Refused(_("Say whether the soloist won or lost."), where="won", code="won")
        winners = (soloist,) if won == "yes" else ()
    else:
        winners = tuple(sorted({_seat(one, size, "winners") for one in data.getlist("winner")}))
    with_facts = is_any_typed(data) or (kind not in ALONE and data.getlist("re"))
    facts = facts_of(data, size, ruleset) if with_facts else None
    return Played(kind, soloist, winners, _value(data), facts)


def facts_of(data: QueryDict, size: int, ruleset: str) -> dict[str, Any]:
    """The facts of the deal as a ``score_deals`` record, still without the seats that played."""
    kind = _kind(data)
    if kind in ALONE:
        lone = kind in (DealKind.SILENT_MARRIAGE, DealKind.MARRIAGE_SOLO)
        game = str(kind) if lone else "solo"
        re = {_seat(data.get("soloist", ""), size, "soloist")}
    else:
        game = str(kind)
        re = {_seat(one, size, "re") for one in data.getlist("re")}
        if len(re) != 2:
            raise Refused(_("Tap the two who were Re."), where="re", code="facts")
    return read_facts(data, game, sorted(re), (), ruleset)


def read_dealer(data: QueryDict, size: int) -> int | None:
    """Who deals, as the phone knows it: it may have deals before this one that are not sent."""
    text = data.get("dealer", "")
    return int(text) if len(text) == 1 and text in "12345" and int(text) <= size else None


def _kind(data: QueryDict) -> DealKind:
    kind = _KINDS.get(data.get("kind", ""))
    if kind is None:
        raise Refused(_("Choose what was played."), where="kind", code="kind")
    return kind


def _value(data: QueryDict) -> int:
    """The value typed, or else the one tapped."""
    text = data.get("typed", "").strip() or data.get("value", "")
    try:
        return parse_number(text, low=0, high=MOST_VALUE)
    except NotANumber as fault:
        sentence = _("%(what)s: %(why)s") % {"what": _("Value"), "why": fault}
        raise Refused(sentence, where="value", code="number") from fault


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
