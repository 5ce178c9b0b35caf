"""A deal in words: its contract, its parties, and the reasons for its points."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.pages.cards import CALL_NAMES, SUIT_NAMES

PARTIES = {"re": "Re", "kontra": "Kontra"}
CONTRACTS = {
    "clubs": SUIT_NAMES["C"],
    "spades": SUIT_NAMES["S"],
    "hearts": SUIT_NAMES["H"],
    "diamonds": SUIT_NAMES["D"],
    "queens": gettext_lazy("queens"),
    "jacks": gettext_lazy("jacks"),
    "aces": pgettext_lazy("solo", "aces"),
}
SPECIAL_POINTS = {
    "doppelkopf": gettext_lazy("Doppelkopf"),
    "fox": gettext_lazy("fox caught"),
    "charlie": gettext_lazy("Charlie"),
}
_REASONS = {
    "won": gettext_lazy("won"),
    "under 90": gettext_lazy("the losers under 90"),
    "under 60": gettext_lazy("the losers under 60"),
    "under 30": gettext_lazy("the losers under 30"),
    "schwarz": gettext_lazy("the losers without a trick (schwarz)"),
    "re": gettext_lazy("Re called"),
    "kontra": gettext_lazy("Kontra called"),
    "against the ♣Q": gettext_lazy("won against the queens of clubs"),
    **SPECIAL_POINTS,
}


def reason_text(name: str) -> str:
    """An entry of a breakdown in words: "re no60" is "Re: no 60"."""
    if name in _REASONS:
        return str(_REASONS[name])
    first, _space, call = name.partition(" ")
    if first in PARTIES:
        return f"{PARTIES[first]}: {CALL_NAMES[call]}"
    return _("%(points)s reached against %(call)s") % {
        "points": first,
        "call": CALL_NAMES[call.removeprefix("against ")],
    }
