"""A deal's record as lines a person can write, and what is pasted: such lines, or JSON.

    Geber: 2
    Platz 1: ♥10 ♣D …            (four hands)
    Spiel: Pflichtsolo 2 Herz     (or: normal, Hochzeit 3)
    Antwort: 3 Vorbehalt Lustsolo Damen   (instead of Spiel, in the order of asking)
    Karten: ♣A ♣10 …              (as played; any number of lines)
    Ansage: 3 Re nach 4           (after four cards of the deal)

The English words do as well. What the lines say becomes a ``replay_deals`` record, and is read
as strictly as one.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from django.utils.translation import pgettext_lazy

from rules.refusal import bad_input, gettext_noop
from rules.replay import DealRecord
from scoring.fields import Record, parse_line
from tournaments.numbers import shown
from tournaments.pages.cards import CALL_NAMES, cards_text, read_cards
from tournaments.pages.deal_words import CONTRACTS
from tournaments.pages.desk.replay_draft import MAX_TEXT, Draft, draft_of

_KINDS = {
    "normal": ("normal", "normalspiel"),
    "marriage": ("hochzeit", "marriage"),
    "pflichtsolo": ("pflichtsolo",),
    "lustsolo": ("lustsolo",),
    "vorfuehrung": ("vorführung", "vorfuehrung"),
}
_SOLOS = {
    "clubs": ("kreuz", "kreuzsolo", "♣"),
    "spades": ("pik", "piksolo", "♠"),
    "hearts": ("herz", "herzsolo", "♥"),
    "diamonds": ("karo", "karosolo", "♦"),
    "queens": ("damen", "damensolo"),
    "jacks": ("buben", "bubensolo"),
    "aces": ("fleischlos", "fleischloser", "asse"),
}
_CALLS = {
    "no90": ("keine 90", "keine90", "no 90"),
    "no60": ("keine 60", "keine60", "no 60"),
    "no30": ("keine 30", "keine30", "no 30"),
}
_SILENT = ("still", "stille", "silent")
_LINE = re.compile(r"\s*([^\W\d_]*)\s*(\d*)\s*:(.*)")
_CALL = re.compile(r"(\d+)\s+(.+?)(?:\s+(?:nach|after)\s+(\d+))?")


def read_pasted(text: str) -> Draft:
    """A draft from JSON or from lines; raises Refusal, or NotACard for a word in them."""
    if len(text) > MAX_TEXT:
        raise bad_input(gettext_noop("The record is too long."))
    if text.lstrip("\ufeff \t\r\n").startswith("{"):
        return draft_of(parse_line(text.lstrip("\ufeff")))
    return draft_of(_read_lines(text))


def _read_lines(text: str) -> Record:
    record: Record = {"hands": {}, "plays": []}
    once: set[tuple[object, str]] = set()
    for line in text.lstrip("\ufeff").splitlines():
        if not line.strip():
            continue
        found = _LINE.fullmatch(line)
        word = found.group(1).casefold() if found else ""
        read = next((read for words, read in _READERS if word in words), None)
        if found is None or read is None:
            raise bad_input(
                gettext_noop("This line of the record is not understood: “%(line)s”."),
                line=shown(line.strip()),
            )
        if read not in _REPEATED:
            if (read, found.group(2)) in once:
                raise bad_input(
                    gettext_noop("What this line says was said before: “%(line)s”."),
                    line=shown(line.strip()),
                )
            once.add((read, found.group(2)))
        read(record, found.group(2), found.group(3).strip())
    hands = record["hands"]
    if len(hands) == 4 and "5" in hands:
        record["seats"] = sorted(map(int, hands))
    return record


def _hand(record: Record, number: str, text: str) -> None:
    record["hands"][number] = read_cards(text)


def _dealer(record: Record, number: str, text: str) -> None:
    record["dealer"] = _whole(text)


def _plays(record: Record, number: str, text: str) -> None:
    """Cards as played; a line that says which trick it is must be that trick's."""
    before = len(record["plays"])
    if number and before != 4 * (int(number[:3]) - 1):
        raise bad_input(
            gettext_noop("Trick %(trick)s is written where %(cards)d cards have been played."),
            trick=number[:3],
            cards=before,
        )
    record["plays"] += read_cards(text)


def _game(record: Record, number: str, text: str) -> None:
    record["game"] = _named(text, "kind")


def _answer(record: Record, number: str, text: str) -> None:
    seat, _space, said = text.partition(" ")
    answers = record.setdefault("reservations", [])
    plain = said.strip().casefold().replace("vorbehalt", "").strip()
    if plain in ("gesund", "healthy"):
        answers.append({"seat": _whole(seat), "says": "gesund"})
    else:
        wants = _named(plain, "wants")
        answers.append({"says": "vorbehalt", **wants, "seat": _whole(seat)})


def _call(record: Record, number: str, text: str) -> None:
    found = _CALL.fullmatch(text.casefold())
    if found is None:
        raise bad_input(
            gettext_noop("A call is written “3 Re nach 4”, not “%(line)s”."), line=shown(text)
        )
    seat, call, after = found.groups()
    name = next((name for name, words in _CALLS.items() if call in words), call)
    calls = record.setdefault("calls", [])
    calls.append({"seat": int(seat[:3]), "call": name, "after": int((after or "0")[:3])})


def _rules(record: Record, number: str, text: str) -> None:
    record["ruleset"] = text


def _done(record: Record, number: str, text: str) -> None:
    record["pflichtsolo_done"] = _whole_numbers(text)


def _stands(record: Record, number: str, text: str) -> None:
    record["stands"] = [number - 1 for number in _whole_numbers(text)]


def _rest(record: Record, number: str, text: str) -> None:
    record["ends"] = {"after": len(record["plays"]), "rest": text.casefold()}


_READERS: list[tuple[tuple[str, ...], Callable[[Record, str, str], None]]] = [
    (("platz", "seat", ""), _hand),
    (("geber", "dealer"), _dealer),
    (("karten", "cards", "stich", "trick"), _plays),
    (("spiel", "game"), _game),
    (("antwort", "answer"), _answer),
    (("ansage", "call"), _call),
    (("regeln", "rules"), _rules),
    (("pflichtsoli",), _done),
    (("steht", "stands"), _stands),
    (("rest",), _rest),
]
_REPEATED = (_plays, _answer, _call)  # lines of which there may be several


def _named(text: str, key: str) -> dict[str, Any]:
    """ "Pflichtsolo 2 Herz" as kind, seat and contract, in any order."""
    found: dict[str, Any] = {}
    words: list[str] = []
    for word in text.casefold().split():
        if word.isascii() and word.isdecimal():
            found["seat"] = _whole(word)
            continue
        kind = next((kind for kind, words in _KINDS.items() if word in words), None)
        contract = next((solo for solo, words in _SOLOS.items() if word in (solo, *words)), None)
        if contract:
            found["contract"] = contract
        else:
            words.append(kind or word)
    if words and words[0] in _SILENT and words[1:] == ["marriage"]:
        raise bad_input(
            gettext_noop(
                "A silent marriage is written as a normal game: who holds both ♣Q plays it."
            )
        )
    if words:
        found[key] = " ".join(words)
    return found


def _whole(text: str) -> Any:
    """The number, or the text itself, which the record's reader then refuses by name."""
    plain = text.strip()
    return int(plain) if plain.isascii() and plain.isdecimal() and len(plain) < 4 else plain


def _whole_numbers(text: str) -> list[Any]:
    return [_whole(word) for word in text.replace(",", " ").split()]


# --- writing -------------------------------------------------------------------------------------

# The words that the readers above know, in the user's language.
_DEALER = pgettext_lazy("record", "Dealer")
_RULES = pgettext_lazy("record", "Rules")
_SEAT = pgettext_lazy("record", "Seat")
_GAME = pgettext_lazy("record", "Game")
_MARRIAGE = pgettext_lazy("record", "Marriage")
_ANSWER = pgettext_lazy("record", "Answer")
_CALL_MADE = pgettext_lazy("record", "Call")
_AFTER = pgettext_lazy("record", "after")
_TRICK = pgettext_lazy("record", "Trick")
_STANDS = pgettext_lazy("record", "Stands")


def as_text(record: DealRecord) -> str:
    """A record as lines, in the user's language; ``read_pasted`` reads them again."""
    lines = [f"{_DEALER}: {record.dealer}"]
    if record.ruleset.name != "ddv":
        lines.append(f"{_RULES}: {record.ruleset.name}")
    lines += [f"{_SEAT} {seat}: {cards_text(record.hands[seat])}" for seat in sorted(record.seats)]
    if record.game is not None:
        kind, *contract = _words(record.game.kind, record.game.contract)
        seat = [] if record.game.seat is None else [str(record.game.seat)]
        lines.append(f"{_GAME}: {' '.join([kind, *seat, *contract])}")
    for said in record.reservations:
        words = ["gesund"]
        if said.wants is not None:
            words = ["Vorbehalt", *_words(said.wants, said.contract)]
        lines.append(f"{_ANSWER}: {said.seat} {' '.join(words)}")
    if record.pflichtsolo_done is not None:
        lines.append("Pflichtsoli: " + " ".join(map(str, record.pflichtsolo_done)))
    lines += [
        f"{_CALL_MADE}: {call.seat} {CALL_NAMES[call.call]} {_AFTER} {call.after}"
        for call in record.calls
    ]
    for start in range(0, len(record.plays), 4):
        trick = cards_text(record.plays[start : start + 4])
        lines.append(f"{_TRICK} {start // 4 + 1}: {trick}")
    if record.stands:
        numbers = " ".join(str(index + 1) for index in sorted(record.stands))
        lines.append(f"{_STANDS}: {numbers}")
    if record.rest is not None:
        lines.append(f"Rest: {record.rest.capitalize()}")
    return "\n".join(lines)


def _words(kind: str, contract: str | None) -> list[str]:
    first = {"marriage": str(_MARRIAGE), "vorfuehrung": "Vorführung", "normal": "normal"}
    word = first.get(kind, kind.capitalize())
    return [word] if contract is None else [word, str(CONTRACTS[contract])]
