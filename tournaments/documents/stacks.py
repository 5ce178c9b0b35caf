"""What differs from page to page: short texts in boxes, and QR codes, on a form that is the same.

Measures are millimetres from the top left corner of the page; sizes of letters are points.
"""

import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

import segno

MM = 72 / 25.4
LEADING = 1.16
# Steps by which a box that is too full is set smaller, as far as can be read.
SCALES = (1.0, 0.92, 0.85, 0.78, 0.71, 0.64, 0.57, 0.5, 0.44, 0.38, 0.32)
# From here on a word may also be broken where it stands.
BREAKS_WORDS = 0.71


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph in a box."""

    text: str
    size: float
    bold: bool = False
    align: str = "left"


@dataclass(frozen=True, slots=True)
class Stack:
    """Paragraphs below one another in a box; all are set smaller until they fit."""

    x: float
    y: float
    width: float
    height: float
    texts: tuple[Text, ...]


QUIET = 2  # modules of white around a code that stands on white paper anyway


@dataclass(frozen=True, slots=True)
class Code:
    """A QR code of ``side`` mm, its quiet zone included."""

    x: float
    y: float
    side: float
    text: str

    def modules(self) -> list[bytes]:
        """Rows of dark (1) and light (0) squares, without the quiet zone."""
        return [bytes(row) for row in self._made().matrix]

    def svg(self) -> str:
        """The same code for HTML."""
        return self._made().svg_inline(border=QUIET, omitsize=True)

    def _made(self) -> segno.QRCode:
        # Any mask can be read; finding the best of eight takes four times as long.
        return segno.make(self.text, error="m", boost_error=False, micro=False, mask=2)


@dataclass(frozen=True, slots=True)
class Page:
    """A page: which form lies under it, and what is written on it."""

    form: str
    stacks: tuple[Stack, ...] = ()
    codes: tuple[Code, ...] = ()


@dataclass(frozen=True, slots=True)
class Run:
    """A line of text where it shall stand: ``x`` and the base line ``y`` in mm from the top."""

    x: float
    y: float
    text: str
    size: float
    bold: bool


Measure = Callable[[str, bool], float]


def is_plain(text: str) -> bool:
    """Can the text be set letter by letter, from left to right?

    Joining scripts, those from right to left, combining marks and emoji need a shaper.
    """
    return all(
        (char < "\u0530" or "\u1e00" <= char <= "\u205e" or char in "€™−♠♣♥♦")
        and unicodedata.category(char)[0] not in "MC"
        for char in text
    )


def guessed_width(text: str, bold: bool) -> float:
    """A width in em that is rather too large, for letters that nobody has measured."""
    em = sum(1.05 if unicodedata.east_asian_width(char) in "WF" else 0.66 for char in text)
    return em * (1.1 if bold else 1)


def fitted(stack: Stack, measure: Measure) -> tuple[Stack, list[list[str]]]:
    """The stack at the size that fits its box, and the lines of each of its texts."""
    for scale in SCALES:
        smaller = replace(
            stack, texts=tuple(replace(text, size=text.size * scale) for text in stack.texts)
        )
        lines = [_broken(text, stack.width, measure) for text in smaller.texts]
        height = sum(
            len(found) * text.size * LEADING / MM
            for text, found in zip(smaller.texts, lines, strict=True)
        )
        if height <= stack.height and (scale <= BREAKS_WORDS or _is_whole(smaller, measure)):
            break
    return smaller, lines


def runs(stack: Stack, measure: Measure) -> Iterable[Run]:
    """Where each line of the stack stands."""
    smaller, lines = fitted(stack, measure)
    top = stack.y
    for text, found in zip(smaller.texts, lines, strict=True):
        step = text.size * LEADING / MM
        for line in found:
            spare = stack.width - measure(line, text.bold) * text.size / MM
            x = stack.x + {"left": 0.0, "center": spare / 2, "right": spare}[text.align]
            yield Run(x, top + 0.8 * step, line, text.size, text.bold)
            top += step


def _is_whole(stack: Stack, measure: Measure) -> bool:
    """Does every word fit on a line of its own, so that none is broken?"""
    return all(
        measure(piece.rstrip(), text.bold) * text.size / MM <= stack.width
        for text in stack.texts
        for piece in _pieces(text.text)
    )


def _broken(text: Text, width: float, measure: Measure) -> list[str]:
    """The text in lines: parted at blanks and hyphens, a longer word where it must be."""
    if not text.text:
        return [""]
    room = width * MM / text.size
    lines, line = [], ""
    for piece in _pieces(text.text):
        if line and measure((line + piece).rstrip(), text.bold) > room:
            lines.append(line.rstrip())
            line = ""
        line += piece
        while len(line) > 1 and measure(line.rstrip(), text.bold) > room:
            end = _longest(line, room, text.bold, measure)
            lines.append(line[:end])
            line = line[end:]
    return [*lines, line.rstrip()] if line.strip() else lines


def _longest(word: str, room: float, bold: bool, measure: Measure) -> int:
    """How many letters of a word that is too long fit; at least one."""
    return next(n for n in range(len(word) - 1, 0, -1) if n == 1 or measure(word[:n], bold) <= room)


def _pieces(text: str) -> Iterable[str]:
    """Words with the blank or hyphen that follows them."""
    piece = ""
    for char in text:
        piece += char
        if char in " -–/":
            yield piece
            piece = ""
    if piece:
        yield piece
