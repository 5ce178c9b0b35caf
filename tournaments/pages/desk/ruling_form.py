"""What every form of a referee at a table asks: who decided, why, and where on the sheet."""

from collections.abc import Iterable

from django import forms
from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.actions.core import Refused, actor_name
from tournaments.actions.referee_rows import MOST_NAME, is_begun
from tournaments.actions.sheets import stored_rows
from tournaments.pages.desk.sheet_lines import read
from tournaments.pages.desk.sheet_stored import from_rows
from tournaments.pages.desk.table_at_desk import TableAtDesk
from tournaments.pages.support import OnceForm


class RulingForm(OnceForm):
    """Reason and name, and the place on the sheet: after which line where the sheet is stored
    deal by deal, the line of the paper where it is not.

    The name is that of who is signed in. ``prefilled`` are fields that the address may fill in.
    """

    after = forms.CharField(
        label=gettext_lazy("On the sheet after line"),
        max_length=6,
        required=False,
        help_text=gettext_lazy("7 or P2; nothing: at the end"),
    )
    line = forms.CharField(
        label=gettext_lazy("Line on the paper"),
        max_length=6,
        required=False,
        help_text=gettext_lazy("of the deal, if it is known: 7 or P2"),
    )
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=100)
    given_by = forms.CharField(label=gettext_lazy("Given by"), max_length=MOST_NAME)

    def __init__(
        self, desk: TableAtDesk, request: HttpRequest, *, prefilled: Iterable[str] = ()
    ) -> None:
        initial = {name: request.GET[name][:100] for name in prefilled if name in request.GET}
        initial["given_by"] = actor_name(request.user)
        super().__init__(request.POST if request.method == "POST" else None, initial=initial)
        del self.fields["line" if is_begun(desk.deals) else "after"]


def tell_once(request: HttpRequest, text: str) -> None:
    """A message of success, unless it waits to be shown already: the same form, sent twice in a
    row, as by a key held down, has one.
    """
    waiting = messages.get_messages(request)
    told = {str(message) for message in waiting}
    waiting.used = False  # they are still to be shown
    if text not in told:
        messages.success(request, text)


def row_after(desk: TableAtDesk, label: str) -> int | None:
    """How many rows of the sheet come before the line that is meant; None for all of them."""
    label = label.strip().lower()
    if not label or not desk.has_sheet:
        return None
    if label == "0":
        return 0
    typed = from_rows(stored_rows(desk.deals), desk.table.size, desk.ruleset)
    places = read(typed, desk.ruleset).places
    place = label if label.startswith("p") else f"n{label}"
    if place not in places:
        raise Refused(_("The sheet has no such line."), where="after", code="after")
    return places.index(place) + 1
