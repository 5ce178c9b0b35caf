"""What the form of a sheet holds, as text, in the order of the paper. No request here.

Normal lines, Pflichtsolo lines, penalty lines; ``sheet_lines`` says what they mean.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields

from rules.ruleset import Ruleset

MAX_NORMAL_LINES = 60
MAX_SOLO_LINES = 20
MAX_PENALTY_LINES = 30


@dataclass
class NormalLine:
    """A normal line as typed: winners, value, kind of a lone game, soloist, breach and facts."""

    w: str = ""
    v: str = ""
    k: str = ""
    s: str = ""
    b: str = ""
    f: str = ""

    @property
    def is_blank(self) -> bool:
        return not self.w.strip() and not self.v.strip()


@dataclass
class SoloLine:
    """A Pflichtsolo line as typed: soloist, value (minus: lost), after which normal line,
    breach and facts.
    """

    s: str = ""
    v: str = ""
    a: str = ""
    b: str = ""
    f: str = ""

    @property
    def is_blank(self) -> bool:
        return not self.s.strip() and not self.v.strip()


@dataclass
class PenaltyLine:
    """A penalty line as typed: after which line, and the points of each seat."""

    a: str = ""
    points: list[str] = field(default_factory=list)

    @property
    def is_blank(self) -> bool:
        return not any(text.strip() for text in self.points)


@dataclass
class Typed:
    """All that the form of a sheet holds, as text; nothing typed is ever lost."""

    size: int
    normal: list[NormalLine]
    solos: list[SoloLine]
    penalties: list[PenaltyLine]
    time_up: bool = False


def blank_sheet(size: int, ruleset: Ruleset) -> Typed:
    table = ruleset.table(size)
    return Typed(
        size,
        [NormalLine() for _line in range(table.normal_deals)],
        [SoloLine() for _line in range(table.pflichtsoli)],
        [PenaltyLine(points=[""] * size) for _line in range(2)],
    )


def from_form(data: Mapping[str, str], size: int, ruleset: Ruleset) -> Typed:
    """The typed sheet out of a posted form; fields that are missing are blank."""
    typed = blank_sheet(size, ruleset)
    typed.time_up = bool(data.get("time_up"))
    typed.normal = _posted(data, "n", NormalLine, len(typed.normal), MAX_NORMAL_LINES)
    typed.solos = _posted(data, "p", SoloLine, len(typed.solos), MAX_SOLO_LINES)
    typed.penalties = [
        PenaltyLine(
            data.get(f"x{n}a", ""), [data.get(f"x{n}_{seat}", "") for seat in range(1, size + 1)]
        )
        for n in range(1, _posted_lines(data, "x", 2, MAX_PENALTY_LINES) + 1)
    ]
    return typed


def _posted(data: Mapping[str, str], section: str, line: type, least: int, most: int) -> list:
    names = [one.name for one in fields(line)]
    return [
        line(**{name: data.get(f"{section}{n}{name}", "") for name in names})
        for n in range(1, _posted_lines(data, section, least, most) + 1)
    ]


def _posted_lines(data: Mapping[str, str], section: str, least: int, most: int) -> int:
    """How many lines of a section the form had: paper may hold more than the rules foresee."""
    name = {"n": "v", "p": "v", "x": "a"}[section]
    count = least
    while count < most and f"{section}{count + 1}{name}" in data:
        count += 1
    return count
