"""A line of a sheet as a row. No request here.

What a normal line may hold: the winners' seats and the value ("13", "2"; also "13 2" in the
first field); one winner, or three, is a game one played alone; 0 is a deal worth nothing; "x" a
struck deal; "=3 -1 -1 -1" the points themselves, for what the short form cannot say; who played
alone follows from them, unless the soloist's seat is typed.
"""

import re
from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from rules.session import DealKind
from scoring.sheet import SheetRow
from tournaments.numbers import NotANumber, parse_number, shown
from tournaments.pages.desk.sheet_typed import NormalLine, PenaltyLine, SoloLine

ALONE_AMONG_NORMAL = (DealKind.LUSTSOLO, DealKind.SILENT_MARRIAGE, DealKind.MARRIAGE_SOLO)
HIGHEST_VALUE = 999
STRUCK = "x"
NOBODY = "-"  # as soloist: two against two, whatever the points look like


class Fault(Exception):  # noqa: N818 -- an answer to who types, not a programming error
    """What a line holds cannot be read; ``unfinished`` while it is merely not typed to the end."""

    def __init__(self, sentence: str, *, unfinished: bool = False):
        super().__init__(sentence)
        self.unfinished = unfinished


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
    scores = points_after_equals(text, size)
    soloist = line.s.strip() or _alone_in(scores)
    if soloist in ("", NOBODY):
        if line.b:
            raise Fault(_("Whose solo was it? Type the seat."), unfinished=True)
        return SheetRow(DealKind.NORMAL, None, scores)
    return SheetRow(_alone_kind(line), _seat(soloist, size), scores, bool(line.b))


def _alone_in(scores: Sequence[int]) -> str:
    """The seat that played alone, by points of three against one each; "" for two against two."""
    for seat, score in enumerate(scores, start=1):
        others = [other for n, other in enumerate(scores, start=1) if n != seat and other]
        if score and len(others) == 3 and set(others) == {-score // 3} and score % 3 == 0:
            return str(seat)
    return ""


def _alone_kind(line: NormalLine) -> DealKind:
    return DealKind(line.k) if line.k in ALONE_AMONG_NORMAL else DealKind.LUSTSOLO


def points_after_equals(text: str, size: int) -> tuple[int, ...]:
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
        return SheetRow(kind, seat, points_after_equals(value, size), bool(line.b))
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


def seat_or_first(text: str, size: int) -> int:
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
