"""Form fields of our own."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from tournaments.numbers import NotANumber, parse_number


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
