"""The one parser of whole numbers: forms, phones, CSV and XLSX read numbers alike.

Accepted: ASCII digits with at most one sign before them ("+", "-", and the dashes that word
processors and phones make of a minus), blanks around and after the sign. Everything else is
refused with a sentence: a comma, a point, an exponent, digits of other scripts, nothing at all.
"""

import re

from django.utils.translation import gettext as _

# Hyphen-minus, minus sign, en dash, non-breaking hyphen, full-width and small minus.
_MINUS = "-\u2212\u2013\u2011\uff0d\ufe63"
_PLUS = "+\uff0b"
_NUMBER = re.compile(rf"([{re.escape(_PLUS + _MINUS)}]?)\s*([0-9]{{1,9}})")
MINUS_SIGN = "\u2212"


class NotANumber(ValueError):
    """What was typed is no whole number, or out of bounds; ``str()`` says so to a person."""


def parse_number(text: str, *, low: int | None = None, high: int | None = None) -> int:
    """The whole number that ``text`` says, between ``low`` and ``high`` (both included).

    Raises NotANumber. An empty text is not zero: it is refused like any other.
    """
    stripped = text.strip()
    if not stripped:
        raise NotANumber(_("A number is missing."))
    match = _NUMBER.fullmatch(stripped)
    if match is None:
        raise NotANumber(_("“%(text)s” is not a whole number.") % {"text": shown(stripped)})
    sign, digits = match.groups()
    number = -int(digits) if sign and sign in _MINUS else int(digits)
    if low is not None and number < low:
        raise NotANumber(
            _("%(number)s is too small: the least is %(low)s.")
            % {"number": signed(number), "low": signed(low)}
        )
    if high is not None and number > high:
        raise NotANumber(
            _("%(number)s is too large: the most is %(high)s.")
            % {"number": signed(number), "high": signed(high)}
        )
    return number


def signed(number: int) -> str:
    """``number`` with a true minus sign, as people see it."""
    return f"{MINUS_SIGN}{-number}" if number < 0 else str(number)


def points_text(points: int) -> str:
    """Game points given or taken, as people write them: +2, 0, −2 (with a true minus sign)."""
    return f"+{points}" if points > 0 else signed(points)


def shown(text: str) -> str:
    """What was typed, fit to be quoted in a sentence: printable and short."""
    printable = "".join(c if c.isprintable() else "\ufffd" for c in text[:41])
    return printable if len(printable) <= 40 else printable[:39] + "…"
