"""Reading JSON Lines strictly: one line as an object, and the fields of an object.

Whatever is not in the documented form is refused with ``bad_input`` and a sentence that says what
and where. Numbers are JSON integers: neither 1.0 nor true is one.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from typing import Any, Final, NoReturn

from rules.refusal import Refusal, bad_input, gettext_noop

Record = dict[str, Any]


def parse_line(line: bytes | str) -> Record:
    """One line of input as an object.

    Refused with ``bad_input``: invalid UTF-8, malformed JSON, NaN and infinite numbers, a key
    given twice, nesting beyond reason, anything but an object.
    """
    try:
        text = line if isinstance(line, str) else line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise bad_input(
            gettext_noop("The line is not valid UTF-8 at byte %(byte)d."), byte=error.start
        ) from None
    if not text.strip():
        raise bad_input(gettext_noop("The line is empty."))
    try:
        value = _decode(text)
    except json.JSONDecodeError as error:
        raise bad_input(
            gettext_noop("The line is not valid JSON: %(what)s at character %(place)d."),
            what=error.msg,
            place=error.pos + 1,
        ) from None
    except RecursionError:
        raise bad_input(gettext_noop("The line is nested too deeply.")) from None
    except ValueError:  # an integer of thousands of digits
        raise bad_input(gettext_noop("The line holds a number that is too long.")) from None
    if type(value) is not dict:
        raise bad_input(
            gettext_noop("The line must hold one JSON object, not %(found)s."), found=shown(value)
        )
    return value


def _unique(pairs: list[tuple[str, Any]]) -> Record:
    found = dict(pairs)
    if len(found) != len(pairs):
        twice = next(key for key, times in Counter(key for key, _ in pairs).items() if times > 1)
        raise bad_input(gettext_noop("The key %(key)s is given twice."), key=shown(twice))
    return found


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise _not_a_number(digits)
    return number


def _constant(word: str) -> NoReturn:
    raise _not_a_number(word)


def _not_a_number(word: str) -> Refusal:
    return bad_input(gettext_noop("%(number)s is not a number JSON can hold."), number=word[:40])


_decode: Final = json.JSONDecoder(
    object_pairs_hook=_unique, parse_float=_finite, parse_constant=_constant
).decode


def only_keys(record: Record, keys: frozenset[str], where: str) -> None:
    if record.keys() <= keys:
        return
    unknown = min(record.keys() - keys)
    raise bad_input(gettext_noop("There is no key %(key)s here."), key=shown(where + unknown))


def present(record: Record, key: str, where: str = "") -> Any:
    if key not in record:
        raise bad_input(gettext_noop("The key “%(key)s” is missing."), key=where + key)
    return record[key]


def integer(record: Record, key: str, low: int, high: int, where: str = "") -> int:
    number = present(record, key, where)
    if type(number) is int and low <= number <= high:
        return number
    raise bad_input(
        gettext_noop("“%(key)s” must be a whole number from %(low)d to %(high)d, not %(found)s."),
        key=where + key,
        low=low,
        high=high,
        found=shown(number),
    )


def nested(record: Record, key: str, keys: frozenset[str]) -> Record:
    value = record[key]
    if type(value) is not dict:
        raise wrong(key, gettext_noop("an object"), value)
    only_keys(value, keys, key + ".")
    return value


def one_of(key: str, known: tuple[str, ...], found: object) -> Refusal:
    return bad_input(
        gettext_noop("“%(key)s” must be one of %(known)s, not %(found)s."),
        key=key,
        known=", ".join(known),
        found=shown(found),
    )


def wrong(key: str, wanted: str, found: object) -> Refusal:
    return bad_input(
        gettext_noop("“%(key)s” must be %(wanted)s, not %(found)s."),
        key=key,
        wanted=wanted,
        found=shown(found),
    )


def shown(value: object) -> str:
    """A value as the writer of the line would recognise it, cut to a readable length."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list" if len(value) > 8 else _short(value)
    return _short(value)


def _short(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= 60 else text[:57] + "..."
