"""A sheet as it is typed and as it is stored: the same lines, read both ways. No request here.

The form has the order of the paper: normal lines, Pflichtsolo lines, penalty lines. The order
played follows: a Pflichtsolo line says after which normal line it was played (nothing: at the
end, as Vorführung), a penalty line likewise (or "P2": after the second Pflichtsolo line).

What a normal line may hold: the winners' seats and the value ("13", "2"; also "13 2" in the
first field); one winner, or three, is a game one played alone; 0 is a deal worth nothing; "x" a
struck deal; "=3 -1 -1 -1" the points themselves, for what the short form cannot say, with the
soloist's seat if it was played alone; ">12 -5 -7 0" the running totals as the paper has them after
the line, from which the points follow.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _

from rules.ruleset import Ruleset
from rules.session import DealKind, dealer_of_line, start_session
from scoring.sheet import SheetRow
from tournaments.numbers import NotANumber, parse_number, shown
from tournaments.pages.desk.sheet_typed import NormalLine, PenaltyLine, SoloLine, Typed

ALONE_AMONG_NORMAL = (DealKind.LUSTSOLO, DealKind.SILENT_MARRIAGE, DealKind.MARRIAGE_SOLO)
HIGHEST_VALUE = 999
STRUCK = "x"
RUNNING = ">"


class Fault(Exception):  # noqa: N818 -- an answer to who types, not a programming error
    """What a line holds cannot be read; ``unfinished`` while it is merely not typed to the end."""

    def __init__(self, sentence: str, *, unfinished: bool = False):
        super().__init__(sentence)
        self.unfinished = unfinished


@dataclass
class Reading:
    """What was typed, as rows in the order played.

    ``places`` names the line of each row ("n3", "p1", "x1"); ``faults`` are sentences by line;
    ``unfinished`` are the lines whose fault is only that they are not typed to the end.
    """

    rows: list[SheetRow] = field(default_factory=list)
    places: list[str] = field(default_factory=list)
    faults: dict[str, str] = field(default_factory=dict)
    unfinished: set[str] = field(default_factory=set)
    complete: bool = False


def read(typed: Typed, ruleset: Ruleset) -> Reading:
    """The rows in the order played, with what cannot be read. Lines with a fault have no points.

    Blank normal lines at the end are struck when time was up. Whether a solo of the Pflichtsolo
    section was a Vorführung follows from the deals before it (TSR 4.2.3).
    """
    reading = Reading()
    state = start_session(typed.size, ruleset)
    struck_from = _last_used(typed.normal) if typed.time_up else len(typed.normal)
    running = [0] * typed.size
    for place, line in _in_order_played(typed, reading):
        line = _from_running(line, running)
        if isinstance(line, NormalLine):
            number = int(place[1:])
            dealer = dealer_of_line(number, typed.size) if typed.size == 5 else None
            if number > struck_from and line.is_blank:
                row = SheetRow(DealKind.STRUCK)
            else:
                row = _or_fault(
                    reading, place, line, SheetRow(DealKind.NORMAL), normal_row, typed.size, dealer
                )
        elif isinstance(line, SoloLine):
            due = state.vorfuehrung_is_due
            kind = DealKind.VORFUEHRUNG if due else DealKind.PFLICHTSOLO
            spare = SheetRow(kind, _seat_or_first(line.s, typed.size))
            sits_out = state.step(kind, spare.soloist).dealer if typed.size == 5 else None
            row = _or_fault(reading, place, line, spare, solo_row, typed.size, sits_out, kind)
        else:
            spare = SheetRow(DealKind.PENALTY)
            row = _or_fault(reading, place, line, spare, penalty_row, typed.size)
        reading.rows.append(row)
        reading.places.append(place)
        running = [a + b for a, b in zip(running, row.scores or [0] * typed.size, strict=True)]
        state = state.step(row.kind, row.soloist).after
    _cut_blank_end(reading)
    reading.complete = bool(reading.rows) and (
        typed.time_up or (state.is_over and all(row.scores is not None for row in reading.rows))
    )
    return reading


def _from_running(line: object, running: Sequence[int]) -> object:
    """A line that holds running totals as one that holds its points; any other as it is."""
    text = line.w if isinstance(line, NormalLine) else line.v if isinstance(line, SoloLine) else ""
    if not text.strip().startswith(RUNNING):
        return line
    numbers = text.strip().lstrip(RUNNING)
    points = f"={numbers}"
    scores: list[int] = []
    with suppress(Fault):  # the reading of the points says the same
        totals = _points_after_equals(numbers, len(running))
        scores = [now - before for now, before in zip(totals, running, strict=True)]
        points = "=" + " ".join(map(str, scores))
    if isinstance(line, SoloLine):
        return replace(line, v=points)
    return replace(line, w=points, s=line.s or _alone_in(scores))


def _alone_in(scores: Sequence[int]) -> str:
    """The seat that played alone, by points of three against one each; "" for two against two."""
    for seat, score in enumerate(scores, start=1):
        others = [other for n, other in enumerate(scores, start=1) if n != seat and other]
        if score and len(others) == 3 and set(others) == {-score // 3} and score % 3 == 0:
            return str(seat)
    return ""


def _or_fault(
    reading: Reading, place: str, line: object, spare: SheetRow, reader: Callable, *args: object
) -> SheetRow:
    """The row of a line; ``spare``, which has no points, if it is blank or cannot be read."""
    try:
        return reader(line, *args) or spare
    except Fault as fault:
        reading.faults[place] = str(fault)
        if fault.unfinished:
            reading.unfinished.add(place)
        return spare


def _in_order_played(typed: Typed, reading: Reading) -> Iterable[tuple[str, object]]:
    solos: dict[int, list[int]] = {}
    end = len(typed.normal)
    for n, line in enumerate(typed.solos, start=1):
        if not line.is_blank:
            solos.setdefault(_after(line.a, end, f"p{n}", reading), []).append(n)
    penalties: dict[str, list[int]] = {}
    for n, line in enumerate(typed.penalties, start=1):
        if not line.is_blank:
            after = _after_any(line.a, typed, f"x{n}", reading)
            penalties.setdefault(after, []).append(n)
    for number in range(end + 1):
        if number:
            yield f"n{number}", typed.normal[number - 1]
        for n in penalties.get(str(number), ()):
            yield f"x{n}", typed.penalties[n - 1]
        for s in solos.get(number, ()):
            yield f"p{s}", typed.solos[s - 1]
            for n in penalties.get(f"P{s}", ()):
                yield f"x{n}", typed.penalties[n - 1]
    for n in penalties.get("", ()):
        yield f"x{n}", typed.penalties[n - 1]


def _after(text: str, end: int, place: str, reading: Reading) -> int:
    """After which normal line; 0 is before the first, nothing is the end."""
    if not text.strip():
        return end
    try:
        return parse_number(text, low=0, high=end)
    except NotANumber as fault:
        reading.faults[place] = _("After which line? %(why)s") % {"why": fault}
        return end


def _after_any(text: str, typed: Typed, place: str, reading: Reading) -> str:
    """After which line of either section: "7", "P2", or "" for the end."""
    label = text.strip().upper()
    if not label:
        return ""
    if label.startswith("P"):
        used = {f"P{n}" for n, line in enumerate(typed.solos, start=1) if not line.is_blank}
        if label not in used:
            reading.faults[place] = _("“%(line)s” is no Pflichtsolo line that was played.") % {
                "line": shown(text)
            }
            return ""
        return label
    after = _after(label, len(typed.normal), place, reading)
    return "" if place in reading.faults else str(after)


def _last_used(lines: Sequence[NormalLine]) -> int:
    return max((n for n, line in enumerate(lines, start=1) if not line.is_blank), default=0)


def _cut_blank_end(reading: Reading) -> None:
    while (
        reading.rows
        and reading.rows[-1].scores is None
        and reading.rows[-1].kind is DealKind.NORMAL
        and reading.places[-1] not in reading.faults
    ):
        reading.rows.pop()
        reading.places.pop()


def normal_row(line: NormalLine, size: int, dealer: int | None) -> SheetRow | None:
    """A normal line's row; None if it is blank. ``dealer`` sits out at a table of five."""
    winners, value = line.w.strip().lower(), line.v.strip()
    if winners.startswith("="):
        return _as_points(line, winners, size)
    parts = [part for part in re.split(r"[\s·]+", winners, maxsplit=1) if part]
    if len(parts) == 2 and not value:
        winners, value = parts
    if winners == STRUCK and not value:
        return SheetRow(DealKind.STRUCK)
    if not winners and not value:
        return None
    if winners in ("", "0", "-") and (value or winners) in ("0", "-"):
        return SheetRow(DealKind.NORMAL, None, (0,) * size)
    if not winners:
        raise Fault(_("Who won? Type the seats, such as 13."), unfinished=True)
    seats = _winning_seats(winners, size, dealer)
    if not value:
        raise Fault(_("The value is missing."), unfinished=True)
    playing = [seat for seat in range(1, size + 1) if seat != dealer]
    if len(seats) == 2:
        worth = _number(value, low=0)
        scores = {seat: worth if seat in seats else -worth for seat in playing}
        return SheetRow(DealKind.NORMAL, None, _scores(scores, size))
    kind = _alone_kind(line)
    if len(seats) == 1:
        return _alone(kind, seats[0], _number(value, low=-HIGHEST_VALUE), playing, size)
    soloist = next(seat for seat in playing if seat not in seats)
    return _alone(kind, soloist, -_number(value, low=0), playing, size)


def _winning_seats(text: str, size: int, dealer: int | None) -> list[int]:
    if not re.fullmatch(r"[0-9]+", text) or not text.isascii():
        raise Fault(
            _("“%(text)s” is no list of seats. Type the winners' seats, such as 13.")
            % {"text": shown(text)}
        )
    seats = [int(digit) for digit in text]
    for seat in seats:
        if not 1 <= seat <= size:
            raise Fault(_("There is no seat %(seat)s at this table.") % {"seat": seat})
        if seat == dealer:
            raise Fault(_("Seat %(seat)s deals and sits out (TSR 10.1).") % {"seat": seat})
    if len(set(seats)) != len(seats):
        raise Fault(_("A seat is named twice."))
    if len(seats) > 3:
        raise Fault(_("Four cannot win a deal: type one, two or three winners."))
    return seats


def _alone(kind: DealKind, soloist: int, value: int, playing: Sequence[int], size: int) -> SheetRow:
    """A game played alone: three times the value against once each (TSR 7.2)."""
    scores = {seat: 3 * value if seat == soloist else -value for seat in playing}
    return SheetRow(kind, soloist, _scores(scores, size))


def _scores(by_seat: Mapping[int, int], size: int) -> tuple[int, ...]:
    return tuple(by_seat.get(seat, 0) for seat in range(1, size + 1))


def _as_points(line: NormalLine, text: str, size: int) -> SheetRow:
    scores = _points_after_equals(text, size)
    if not line.s.strip():
        if line.b:
            raise Fault(_("Whose solo was it? Type the seat."), unfinished=True)
        return SheetRow(DealKind.NORMAL, None, scores)
    return SheetRow(_alone_kind(line), _seat(line.s, size), scores, bool(line.b))


def _alone_kind(line: NormalLine) -> DealKind:
    return DealKind(line.k) if line.k in ALONE_AMONG_NORMAL else DealKind.LUSTSOLO


def _points_after_equals(text: str, size: int) -> tuple[int, ...]:
    numbers = [part for part in re.split(r"[\s,;/]+", text.lstrip("=")) if part]
    if len(numbers) != size:
        raise Fault(
            _("After “=” or “>” come the points of all %(size)s seats, such as =3 -1 -1 -1.")
            % {"size": size},
            unfinished=len(numbers) < size,
        )
    return tuple(_number(number, low=-9_999, high=9_999) for number in numbers)


def solo_row(line: SoloLine, size: int, sits_out: int | None, kind: DealKind) -> SheetRow:
    """A line of the Pflichtsolo section; ``sits_out`` deals at a table of five."""
    soloist, value = line.s.strip(), line.v.strip()
    parts = soloist.split(maxsplit=1)
    if len(parts) == 2 and not value:
        soloist, value = parts
    if not soloist:
        raise Fault(_("Whose Pflichtsolo? Type the seat."), unfinished=True)
    seat = _seat(soloist, size)
    if not value:
        raise Fault(_("The value is missing: 2 if won, -2 if lost."), unfinished=True)
    if value.startswith("="):
        return SheetRow(kind, seat, _points_after_equals(value, size), bool(line.b))
    others = [one for one in range(1, size + 1) if one not in (seat, sits_out)][:3]
    return _alone(kind, seat, _number(value, low=-HIGHEST_VALUE), [seat, *others], size)


def penalty_row(line: PenaltyLine, size: int) -> SheetRow:
    scores = tuple(
        _number(text, low=-9_999, high=9_999) if text.strip() else 0 for text in line.points
    )
    return SheetRow(DealKind.PENALTY, None, scores)


def _seat(text: str, size: int) -> int:
    try:
        return parse_number(text, low=1, high=size)
    except NotANumber as fault:
        raise Fault(_("Which seat? %(why)s") % {"why": fault}) from fault


def _seat_or_first(text: str, size: int) -> int:
    """The soloist, if one can be read; some seat otherwise, for a row that has no points."""
    try:
        return _seat(text.split(maxsplit=1)[0] if text.strip() else "", size)
    except Fault:
        return 1


def _number(text: str, *, low: int, high: int = HIGHEST_VALUE) -> int:
    try:
        return parse_number(text, low=low, high=high)
    except NotANumber as fault:
        raise Fault(str(fault)) from fault
