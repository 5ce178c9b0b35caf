"""The bytes of a tournament file as checked content, or every fault found in them."""

import json
import math
import re
from collections import Counter
from typing import Any, NoReturn

from django.utils.translation import gettext as _

from tournaments.transfer.faults import Faults, TooManyFaults, Unsound, unsound
from tournaments.transfer.schema import FILE, FORMAT, VERSION
from tournaments.transfer.shapes import shown
from tournaments.transfer.soundness import check_soundness

# The largest championship (200 players, eight sessions, every sheet typed deal by deal) has 7 MB
# and 90,000 objects and lists; a small file of millions of empty lists would fill the memory.
MOST_BYTES = 32 * 1024 * 1024
MOST_CONTAINERS = 1_000_000
DEEPEST = 40
# What neither database stores in a text: NUL and halves of surrogate pairs, as JSON escapes.
_SUSPICIOUS = re.compile(r"\\u(?:0000|[dD][89a-fA-F])")
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")

Content = dict[str, Any]


def read_tournament(data: bytes) -> Content:
    """The content of a tournament file, with dates and moments as Python's.

    Raises Unsound with one sentence for each fault: of the file as a whole, of its structure,
    or, when that is as documented, of what its parts say about each other.
    """
    content = _object(data)
    faults = Faults()
    try:
        read = FILE.read(content, "", faults)
        if not faults:
            check_soundness(read, faults)
    except TooManyFaults:
        pass
    if faults:
        raise Unsound(faults)
    return read


def _object(data: bytes) -> Content:
    if len(data) > MOST_BYTES:
        raise too_big(len(data))
    if data.count(b"[") + data.count(b"{") > MOST_CONTAINERS:
        raise unsound("too_big", _("The file has more objects and lists than any tournament."))
    content = _parsed(_text(data))
    if type(content) is not dict:
        message = _("The file must hold one JSON object, not %(found)s.")
        raise unsound("bad_input", message % {"found": shown(content)})
    # A file of another kind gets one sentence, not one for each key that it lacks.
    if content.get("format") != FORMAT:
        message = _("This is no tournament file: its “format” is not “%(format)s”.")
        raise unsound("bad_input", message % {"format": FORMAT})
    if type(content.get("version")) is not int or content["version"] != VERSION:
        message = _("The file has version %(found)s; this program reads version %(known)d.")
        found = shown(content.get("version"))
        raise unsound("bad_input", message % {"found": found, "known": VERSION})
    return content


def too_big(size: int) -> Unsound:
    """A file larger than any tournament; ``size`` is in bytes."""
    message = _("The file has %(size)d MB; a tournament file has at most %(most)d MB.")
    megabyte = 1024 * 1024
    params = {"size": math.ceil(size / megabyte), "most": MOST_BYTES // megabyte}
    return unsound("too_big", message % params)


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = _("The file is not valid UTF-8 at byte %(byte)d.")
        raise unsound("bad_input", message % {"byte": error.start}) from None


def _parsed(text: str) -> Any:
    twice: list[str] = []

    def unique(pairs: list[tuple[str, Any]]) -> Content:
        found = dict(pairs)
        if len(found) != len(pairs):
            keys = Counter(key for key, _value in pairs)
            twice.extend(sorted(key for key, times in keys.items() if times > 1)[:10])
        return found

    try:
        content = json.loads(
            text, object_pairs_hook=unique, parse_float=_finite, parse_constant=_no_number
        )
    except json.JSONDecodeError as error:
        message = _("The file is not valid JSON: line %(line)d, column %(column)d: %(what)s.")
        params = {"line": error.lineno, "column": error.colno, "what": error.msg}
        raise unsound("bad_input", message % params) from None
    except RecursionError:
        raise _too_deep() from None
    except ValueError:  # an integer of thousands of digits
        raise unsound("bad_input", _("The file holds a number that is too long.")) from None
    faults = Faults()
    for key in twice[:10]:
        message = _("The key %(key)s is given twice in the same object.")
        faults.add("bad_input", "", message % {"key": shown(key)})
    suspicious = _SUSPICIOUS.search(text) is not None
    for bad in sorted(_unstorable(content, suspicious))[:10]:
        message = _("The text %(text)s holds a character that cannot be stored.")
        faults.add("bad_input", "", message % {"text": ascii(bad[:40])})
    if faults:
        raise Unsound(faults)
    return content


def _unstorable(content: Any, suspicious: bool) -> set[str]:
    """The texts that no database stores; refuses nesting beyond reason on the way."""
    bad: set[str] = set()
    level = [content]
    for _depth in range(DEEPEST):
        below: list[Any] = []
        for value in level:
            if type(value) is dict:
                below.extend(value.values())
                if suspicious:
                    below.extend(value)
            elif type(value) is list:
                below.extend(value)
            elif suspicious and type(value) is str and _UNSTORABLE.search(value):
                bad.add(value)
        if not below:
            return bad
        level = below
    raise _too_deep()


def _too_deep() -> Unsound:
    return unsound("bad_input", _("The file is nested too deeply."))


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        _no_number(digits)
    return number


def _no_number(word: str) -> NoReturn:
    message = _("%(number)s is not a number that JSON can hold.")
    raise unsound("bad_input", message % {"number": word[:40]})
