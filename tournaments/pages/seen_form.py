"""Forms of what is stored and two may change at once: nothing is overwritten unseen."""

from collections.abc import Mapping
from typing import Any, Self

from django import forms
from django.db.models import Max, QuerySet
from django.utils.translation import gettext as _

from tournaments.actions.seen import mark_of
from tournaments.models import LogEntry
from tournaments.pages.support import OnceForm, new_key


class SeenForm(OnceForm):
    """A form that carries what it was made from: field by field, and as a mark of the whole.

    So a second who saves is told what the first has changed, and what only the first touched
    stays as the first left it.
    """

    seen = forms.CharField(widget=forms.HiddenInput, max_length=60, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.show_hidden_initial = name not in ("once", "seen") and "seen" in self.initial

    @property
    def seen_mark(self) -> str | None:
        """The mark of what the form was made from; None if it carries none."""
        return self.data.get("seen", "").partition("-")[2] or None

    @property
    def changed_since(self) -> QuerySet[LogEntry]:
        """What was logged anywhere after the form was made, the oldest first."""
        last = self.data.get("seen", "").partition("-")[0]
        return LogEntry.objects.filter(pk__gt=int(last[:18]) if last.isdecimal() else 0).order_by(
            "pk"
        )

    def put_again(self, initial: Mapping[str, Any]) -> Self:
        """The form anew, as a conflict leaves it: made from ``initial``, which is stored now,
        with what this one's sender has typed; where both changed a field, it says what is stored.
        """
        fresh = type(self)(initial=initial)
        typed = set(self.changed_data)
        data = {
            name: self[name].data if name in typed else fresh[name].value() for name in fresh.fields
        }
        data |= {f"initial-{name}": fresh[name].value() for name in fresh.fields}
        data |= {"seen": initial["seen"], "once": new_key()}
        again = type(self)(data, initial=initial)
        for name in again.errors.keys() & typed:
            typed.discard(name)
        for name in sorted(typed & set(again.changed_data) - {"once", "seen"}):
            again.add_error(name, _("Stored now: %(value)s") % {"value": _shown(fresh[name])})
        return again


def seen_of(values: Mapping[str, Any]) -> str:
    """What a form made now carries: the last entry of the log, and the mark of the values."""
    last = LogEntry.objects.aggregate(last=Max("pk"))["last"] or 0
    return f"{last}-{mark_of(values)}"


def _shown(field: forms.BoundField) -> str:
    """A field's value in words."""
    value = field.value()
    if isinstance(field.field, forms.ChoiceField):
        return str(dict(field.field.choices).get(value or "", value))
    if isinstance(field.field, forms.BooleanField):
        return _("yes") if value else _("no")
    return str(field.field.widget.format_value(value) or _("nothing"))
