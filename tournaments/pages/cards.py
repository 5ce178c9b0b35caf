"""Cards as players write them: their names, one parser for what is typed, sentences of the law.

A card's code is that of :mod:`rules.cards`, ``"CQ"``; a German reads ♣D and Kreuz-Dame.
"""

import re
import unicodedata
from collections.abc import Collection, Iterable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from rules.cards import RANKS, SUITS
from tournaments.numbers import shown

SYMBOLS = {"C": "♣", "S": "♠", "H": "♥", "D": "♦"}
SUIT_NAMES = {
    "C": pgettext_lazy("suit", "clubs"),
    "S": pgettext_lazy("suit", "spades"),
    "H": pgettext_lazy("suit", "hearts"),
    "D": pgettext_lazy("suit", "diamonds"),
}
_RANK_NAMES = {
    "A": pgettext_lazy("card", "ace"),
    "10": "10",
    "K": pgettext_lazy("card", "king"),
    "Q": pgettext_lazy("card", "queen"),
    "J": pgettext_lazy("card", "jack"),
    "9": "9",
}
_RANK_LETTERS = {"Q": pgettext_lazy("card", "Q"), "J": pgettext_lazy("card", "J")}
CALL_NAMES = {
    "re": "Re",
    "kontra": "Kontra",
    "announced": gettext_lazy("announced"),
    "no90": gettext_lazy("no 90"),
    "no60": gettext_lazy("no 60"),
    "no30": gettext_lazy("no 30"),
    "schwarz": gettext_lazy("schwarz"),
}

# How suits and ranks are typed, in German and in English; ten is also written Z and T.
_SUITS = {
    "C": "kreuz|clubs?|kr|c|♣|♧",
    "S": "pik|spades?|p|s|♠|♤",
    "H": "herz|hearts?|he|h|♥|♡",
    "D": "karo|diamonds?|ka|k|d|♦|♢",
}
_RANKS = {
    "A": "asse?|ass?|ace|a",
    "10": "10|zehn|ten|z|t",
    "K": "könig|koenig|king|k",
    "Q": "dame|queen|d|q",
    "J": "bube|jack|b|j",
    "9": "9|neun|nine|n",
}
_CARD = re.compile(
    "(?:"
    + "|".join(f"(?P<{suit}>{words})" for suit, words in _SUITS.items())
    + r")[\s\-‑–_.]*(?:"
    + "|".join(f"(?P<r{rank}>{words})" for rank, words in _RANKS.items())
    + r")(?=[\s,;|/]|$)"
)
_BETWEEN = re.compile(r"[\s,;|/]*")
_WORD = re.compile(r"[^\s,;|/]+")
_TEXT_VARIANT = "\ufe0e\ufe0f"  # phones add one of these to a suit's sign

_SIGNED = re.compile(r"(?<=[♣♠♥♦])[QJ](?!\w)")


class NotACard(ValueError):
    """Something typed is no card; ``str()`` says what to a person."""


def read_cards(text: str) -> list[str]:
    """The cards that ``text`` names: "h10 cq", "H10, KrD", "♥10 ♣D", "Herz-Zehn Kreuz Dame".

    Capitals do not matter. D after a suit is the queen (Dame), K before a rank is Karo.
    Raises NotACard.
    """
    plain = unicodedata.normalize("NFC", text).casefold()
    plain = plain.translate(dict.fromkeys(map(ord, _TEXT_VARIANT)))
    cards = []
    place = _BETWEEN.match(plain).end()  # type: ignore[union-attr]  # matches nothing, too
    while place < len(plain):
        found = _CARD.match(plain, place)
        if found is None:
            word = _WORD.match(plain, place)
            typed = word.group() if word else plain[place:]
            raise NotACard(_("“%(text)s” is no card.") % {"text": shown(typed)})
        parts = [name for name, value in found.groupdict().items() if value]
        cards.append(parts[0] + parts[1][1:])
        place = _BETWEEN.match(plain, found.end()).end()  # type: ignore[union-attr]
    return cards


def card_name(card: str) -> str:
    """A card's name in the user's language: "Kreuz-Dame", "queen of clubs"."""
    suit, rank = SUIT_NAMES[card[0]], _RANK_NAMES[card[1:]]
    return _("%(rank)s of %(suit)s") % {"rank": rank, "suit": suit}


def card_text(card: str) -> str:
    """A card in short: "♣D", in English "♣Q"."""
    return SYMBOLS[card[0]] + str(_RANK_LETTERS.get(card[1:], card[1:]))


def cards_text(cards: Iterable[str]) -> str:
    return " ".join(map(card_text, cards))


def localised(sentence: str) -> str:
    """A sentence of the law, which says ♣Q, with its cards as the user's language writes them."""
    return _SIGNED.sub(lambda rank: str(_RANK_LETTERS[rank.group()]), sentence)


def refusal_text(refusal: object) -> str:
    """What a :class:`rules.refusal.Refusal` says, in the user's language, without paragraph."""
    params = {
        key: str(CALL_NAMES.get(value, value)) if isinstance(value, str) else value
        for key, value in refusal.params.items()  # type: ignore[attr-defined]
    }
    return localised(_(refusal.template) % params)  # type: ignore[attr-defined]


def in_order(cards: Iterable[str], trumps: Collection[str]) -> list[str]:
    """Cards as players sort them: trumps from high to low, then suit by suit."""
    high = {card: place for place, card in enumerate(trumps)}
    return sorted(
        cards,
        key=lambda card: (
            high.get(card, len(high)),
            SUITS.index(card[0]),
            RANKS.index(card[1:]),
        ),
    )
