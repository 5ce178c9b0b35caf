"""Form fields of our own."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tournaments.numbers import NotANumber, parse_number

MOST_NUMBERS = 999


class NumberField(forms.CharField):
    """A whole number, read by the one parser of numbers; ``low`` and ``high`` are included.

    A text input with a number pad: browsers' own number inputs swallow a true minus sign.
    An empty optional field is None, never zero.
    """

    def __init__(self, *, low: int | None = None, high: int | None = None, **kwargs: Any) -> None:
        self.low, self.high = low, high
        super().__init__(max_length=kwargs.pop("max_length", 40), **kwargs)

    def clean(self, value: Any) -> int | None:  # type: ignore[override]
        text = super().clean(value)
        if text == "":
            return None
        try:
            return parse_number(text, low=self.low, high=self.high)
        except NotANumber as fault:
            raise ValidationError(str(fault)) from fault

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        pad = "numeric" if self.low is not None and self.low >= 0 else "text"
        return {**super().widget_attrs(widget), "inputmode": pad, "autocomplete": "off"}


class NumbersField(forms.CharField):
    """Whole numbers in a row, parted by commas, semicolons or blanks: "3, 17 4".

    An empty optional field is an empty list; a number given twice counts once.
    """

    def __init__(self, *, low: int = 1, high: int = 9999, **kwargs: Any) -> None:
        self.low, self.high = low, high
        super().__init__(max_length=kwargs.pop("max_length", 5000), **kwargs)

    def clean(self, value: Any) -> list[int]:  # type: ignore[override]
        words = super().clean(value).replace(",", " ").replace(";", " ").split()
        if len(words) > MOST_NUMBERS:
            raise ValidationError(_("More than %(most)s numbers.") % {"most": MOST_NUMBERS})
        try:
            numbers = [parse_number(word, low=self.low, high=self.high) for word in words]
        except NotANumber as fault:
            raise ValidationError(str(fault)) from fault
        return list(dict.fromkeys(numbers))

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        return {**super().widget_attrs(widget), "autocomplete": "off"}
