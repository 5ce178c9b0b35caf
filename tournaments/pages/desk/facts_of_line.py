"""One line of a sheet and the facts of its deal: what they come to beside what is typed."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _

from rules.ruleset import Ruleset
from rules.session import DealKind
from scoring.sheet import SheetRow, check_sheet
from tournaments.actions.core import Refused
from tournaments.actions.facts import value_as, value_of
from tournaments.models import Deal
from tournaments.numbers import points_text
from tournaments.pages import facts_form
from tournaments.pages.desk.line_facts import carried, facts_in
from tournaments.pages.desk.line_rows import ALONE_AMONG_NORMAL
from tournaments.pages.desk.sheet_lines import Reading, read
from tournaments.pages.desk.sheet_stored import typed_normal, typed_solo
from tournaments.pages.desk.sheet_typed import NormalLine, SoloLine, Typed

_PLACE = re.compile(r"[np][1-9]\d?")


class LineOfSheet:
    """One line of the sheet that is being typed, with its place in the session."""

    def __init__(self, typed: Typed, place: str, ruleset: Ruleset):
        self.sheet, self.place, self.ruleset = typed, place, ruleset
        number = int(place[1:]) if _PLACE.fullmatch(place) else 0
        self.is_normal = place[:1] == "n"
        self._lines: list[Any] = typed.normal if self.is_normal else typed.solos
        if not 1 <= number <= len(self._lines):
            raise Http404
        self._index = number - 1
        self.label = str(number) if self.is_normal else f"P{number}"
        self.typed = self._lines[self._index]
        self.facts = _readable(self.typed.f)
        self.row = self._row()
        self.playing, self.dealer, self.kind = self._at_table()

    def _row(self) -> SheetRow | None:
        """What is typed in the line, as far as it can be read."""
        plain = self._read_with(replace(self.typed, f=""))
        row = plain.rows[plain.places.index(self.place)] if self.place in plain.places else None
        return row if row is not None and row.scores is not None else None

    def _at_table(self) -> tuple[tuple[int, ...], int | None, DealKind]:
        """Who plays in this deal, clockwise from forehand, who deals it, and its kind."""
        filled: NormalLine | SoloLine = self.typed
        if self.row is None:
            zero = NormalLine("0") if self.is_normal else None
            filled = zero or SoloLine(self.typed.s.strip()[:1] or "1", "0", self.typed.a)
        reading = self._read_with(filled)
        at = reading.places.index(self.place)
        step = check_sheet(self.sheet.size, reading.rows, ruleset=self.ruleset).rows[at].step
        size, first = self.sheet.size, step.forehand or 1
        around = tuple((first - 1 + turn) % size + 1 for turn in range(4))
        return around, step.dealer, reading.rows[at].kind

    def _read_with(self, line: NormalLine | SoloLine) -> Reading:
        kept = self._lines[self._index]
        self._lines[self._index] = line
        try:
            return read(self.sheet, self.ruleset)
        finally:
            self._lines[self._index] = kept

    def put(self, line: NormalLine | SoloLine) -> None:
        """Write another content into the line of the sheet."""
        self.typed = self._lines[self._index] = line

    @property
    def next(self) -> str:
        """The line to go on with."""
        following = self._index + 2
        return f"n{following}" if self.is_normal and following <= len(self._lines) else self.place


class Answer:
    """What facts that were typed come to, beside what stands in the line. Raises Refused."""

    def __init__(self, line: LineOfSheet, data: Mapping[str, str], ruleset: str):
        game, kind = _game_of(line, data)
        re_seats = _re(data.get("re", ""), line, 2 if game in facts_form.TWO_AGAINST_TWO else 1)
        soloist = None if kind is DealKind.NORMAL else re_seats[0]
        self.facts = facts_form.read_facts(data, game, re_seats, line.playing, ruleset)
        value = value_as(kind, soloist, line.playing, self.facts)
        row = SheetRow(kind, soloist, value.on_sheet(line.sheet.size))
        self.told = facts_form.told(value)
        written = line.row.scores if line.row and line.row.scores else None
        self.points = [
            {
                "seat": seat,
                "facts": points_text(by_facts),
                "written": "" if written is None else points_text(written[seat - 1]),
                "differs": written is not None and written[seat - 1] != by_facts,
            }
            for seat, by_facts in enumerate(row.scores or (), start=1)
            if seat in line.playing
        ]
        self.agrees = line.row == row
        self.may_keep = line.row is not None and (line.row.kind, line.row.soloist) == (
            kind,
            soloist,
        )
        self.line = self._line(line, row)

    def _line(self, line: LineOfSheet, row: SheetRow) -> NormalLine | SoloLine:
        """The line as it says what the facts come to."""
        if self.agrees:
            return replace(line.typed, f=carried(self.facts))
        size = line.sheet.size
        sits_out = line.dealer if size == 5 else None
        made = (
            typed_normal(row, size, sits_out)
            if line.is_normal
            else typed_solo(row, size, sits_out, line.typed.a)
        )
        return replace(made, f=carried(self.facts))


def _readable(text: str) -> dict[str, Any] | None:
    """The facts noted in the line; None where there are none that say anything."""
    try:
        if facts := facts_in(text):
            value_of(facts)
        return facts
    except Refused:
        return None


def games() -> list[tuple[str, str]]:
    """What a normal line may be, for the list of the form."""
    alone = [(kind.value, str(Deal.Kind(kind.value).label)) for kind in ALONE_AMONG_NORMAL]
    return [("normal", _("normal game")), ("marriage", _("marriage, clarified")), *alone]


def _game_of(line: LineOfSheet, data: Mapping[str, str]) -> tuple[str, DealKind]:
    """The game of the facts and the kind of the row; refused if the list does not offer it."""
    if not line.is_normal:
        return "solo", line.kind
    game = data.get("game", "")
    if game not in dict(games()):
        raise Refused(_("Choose what was played."), where="game", code="facts")
    if game in facts_form.TWO_AGAINST_TWO:
        return game, DealKind.NORMAL
    return ("solo" if game == DealKind.LUSTSOLO else game), DealKind(game)


def _re(text: str, line: LineOfSheet, count: int) -> list[int]:
    digits = re.sub(r"[\s,·]+", "", text)
    known = {str(seat) for seat in line.playing}
    if len(digits) != count or len(set(digits)) != count or not set(digits) <= known:
        sentence = (
            _("Who was Re? Two seats that play, such as 13.")
            if count == 2
            else _("Who played alone? One seat that plays.")
        )
        raise Refused(sentence, where="re", code="facts")
    return [int(digit) for digit in digits]


def first_look(line: LineOfSheet) -> dict[str, str]:
    """What the form begins with: the facts noted, else what the line says already."""
    if line.facts:
        game = str(line.facts.get("game", ""))
        seats = line.facts.get("re")
        return {
            **facts_form.as_typed(line.facts),
            "game": "lustsolo" if game == "solo" else game,
            "re": "".join(map(str, seats)) if isinstance(seats, list) else "",
        }
    soloist = line.row.soloist if line.row else None
    return {
        "game": str(line.row.kind) if line.row and soloist else "normal",
        "re": str(soloist or (line.typed.s.strip()[:1] if not line.is_normal else "")),
    }


def known_answer(line: LineOfSheet, data: Mapping[str, str], ruleset: str) -> Answer | None:
    """What facts noted before come to; nothing if they do not fit the line any more."""
    try:
        return Answer(line, data, ruleset)
    except Refused:
        return None
