"""Shapes: what a value of the tournament file must look like.

``shape.read(value, where, faults)`` gives the value as Python keeps it (a date, a cleaned text)
or None with one sentence added to ``faults``. ``where`` is the place in the file, such as
``sessions[0].tables[2].size``. Numbers are JSON integers: neither 1.0 nor true is one.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any, Protocol

from django.utils.translation import gettext as _

from tournaments.models.text import clean_text
from tournaments.transfer.faults import Faults

BIGGEST = 2**63 - 1  # what both databases hold


class Shape(Protocol):
    def read(self, value: Any, where: str, faults: Faults) -> Any: ...


@dataclass(frozen=True)
class Text:
    """A text of ``least`` to ``most`` characters, read as it will be stored: trimmed, in NFC.

    ``raw`` texts are kept as they are.
    """

    most: int
    least: int = 0
    nullable: bool = False
    raw: bool = False
    pattern: str = ""

    def read(self, value: Any, where: str, faults: Faults) -> str | None:
        if value is None and self.nullable:
            return None
        if type(value) is not str:
            _wrong(faults, where, _("a text"), value)
            return None
        text = value if self.raw else clean_text(value)
        if not self.least <= len(text) <= self.most:
            wanted = _("a text of %(least)d to %(most)d characters")
            _wrong(faults, where, wanted % {"least": self.least, "most": self.most}, value)
            return None
        if self.pattern and not re.fullmatch(self.pattern, text):
            _wrong(faults, where, _("made of letters, digits, “-” and “_”"), value)
            return None
        return text


@dataclass(frozen=True)
class Whole:
    """A whole number from ``low`` to ``high``."""

    low: int
    high: int
    nullable: bool = False

    def read(self, value: Any, where: str, faults: Faults) -> int | None:
        if value is None and self.nullable:
            return None
        if type(value) is int and self.low <= value <= self.high:
            return value
        wanted = _("a whole number from %(low)d to %(high)d")
        _wrong(faults, where, wanted % {"low": self.low, "high": self.high}, value)
        return None


@dataclass(frozen=True)
class Flag:
    """True or false."""

    def read(self, value: Any, where: str, faults: Faults) -> bool | None:
        if type(value) is bool:
            return value
        _wrong(faults, where, _("true or false"), value)
        return None


@dataclass(frozen=True)
class OneOf:
    """One of some words."""

    words: tuple[str, ...]

    def read(self, value: Any, where: str, faults: Faults) -> str | None:
        if type(value) is str and value in self.words:
            return value
        _wrong(faults, where, _("one of %(words)s") % {"words": ", ".join(self.words)}, value)
        return None


@dataclass(frozen=True)
class Day:
    """A date such as 2026-10-03."""

    def read(self, value: Any, where: str, faults: Faults) -> date | None:
        if type(value) is str and re.fullmatch(r"[12]\d{3}-\d\d-\d\d", value, re.ASCII):
            try:
                return date.fromisoformat(value)
            except ValueError:
                pass
        _wrong(faults, where, _("a date such as 2026-10-03"), value)
        return None


@dataclass(frozen=True)
class Moment:
    """A moment in UTC, to the microsecond: 2026-10-03T09:30:00.000000Z."""

    nullable: bool = False

    def read(self, value: Any, where: str, faults: Faults) -> datetime | None:
        if value is None and self.nullable:
            return None
        form = r"[12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z"
        if type(value) is str and re.fullmatch(form, value, re.ASCII):
            try:
                return datetime.fromisoformat(value)
            except ValueError:
                pass
        _wrong(faults, where, _("a moment such as 2026-10-03T09:30:00.000000Z"), value)
        return None


def moment_text(moment: datetime | None) -> str | None:
    """A moment as the file has it."""
    if moment is None:
        return None
    return moment.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"


@dataclass(frozen=True)
class Anything:
    """Whatever JSON holds, so long as both databases give it back unchanged."""

    only_objects: bool = False
    nullable: bool = True

    def read(self, value: Any, where: str, faults: Faults) -> Any:
        if value is None and self.nullable:
            return None
        if self.only_objects and type(value) is not dict:
            _wrong(faults, where, _("an object"), value)
            return None
        return self._kept(value, where, faults)

    def _kept(self, value: Any, where: str, faults: Faults) -> Any:
        if type(value) is dict:
            return {key: self._kept(item, f"{where}.{key}", faults) for key, item in value.items()}
        if type(value) is list:
            return [self._kept(item, f"{where}[{n}]", faults) for n, item in enumerate(value)]
        if type(value) is int and abs(value) > BIGGEST:
            _wrong(faults, where, _("a number of at most 18 digits"), value)
            return None
        if type(value) is float:
            if abs(value) >= 1e15 or 0 < abs(value) < 1e-15:
                _wrong(faults, where, _("a number of at most 15 digits"), value)
                return None
            return value + 0.0  # minus zero is zero to PostgreSQL
        return value


@dataclass(frozen=True)
class Items:
    """A list of ``least`` to ``most`` values of one shape."""

    shape: Shape
    most: int
    least: int = 0
    nullable: bool = False

    def read(self, value: Any, where: str, faults: Faults) -> list[Any] | None:
        if value is None and self.nullable:
            return None
        if type(value) is not list:
            _wrong(faults, where, _("a list"), value)
            return None
        if not self.least <= len(value) <= self.most:
            message = _("Must be a list of %(least)d to %(most)d, not of %(found)d.")
            params = {"least": self.least, "most": self.most, "found": len(value)}
            faults.add("bad_input", where, message % params)
            return None
        return [self.shape.read(item, f"{where}[{n}]", faults) for n, item in enumerate(value)]


@dataclass(frozen=True)
class Record:
    """An object with exactly these keys; those in ``optional`` may be missing and are None then."""

    fields: Mapping[str, Shape]
    optional: frozenset[str] = frozenset()

    def read(self, value: Any, where: str, faults: Faults) -> dict[str, Any] | None:
        if type(value) is not dict:
            _wrong(faults, where, _("an object"), value)
            return None
        prefix = f"{where}." if where else ""
        for key in sorted(value.keys() - self.fields.keys()):
            faults.add("bad_input", where, _("There is no key %(key)s here.") % {"key": shown(key)})
        read = {}
        for key, shape in self.fields.items():
            if key in value:
                read[key] = shape.read(value[key], prefix + key, faults)
            elif key in self.optional:
                read[key] = None
            else:
                faults.add("bad_input", where, _("The key “%(key)s” is missing.") % {"key": key})
        return read


def shown(value: Any) -> str:
    """A value as the writer of the file would recognise it, cut to a readable length."""
    if isinstance(value, dict):
        return _("an object")
    if isinstance(value, list):
        return _("a list")
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:57] + "…"


def _wrong(faults: Faults, where: str, wanted: str, found: Any) -> None:
    message = _("Must be %(wanted)s, not %(found)s.") % {"wanted": wanted, "found": shown(found)}
    faults.add("bad_input", where, message)
