"""The referee at a table: a breach, who and in which game; the law computes what it costs."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.penalties import MOST_ABSAGEN, Fate, Penalty
from tournaments.actions.core import Refused
from tournaments.actions.penalties import PLAYED_ALONE, give_penalty, penalty_for
from tournaments.actions.sheets import stored_rows
from tournaments.models import Deal, Tournament
from tournaments.numbers import NotANumber, parse_number
from tournaments.pages.desk.results import TableAtDesk, table_address
from tournaments.pages.desk.sheet_lines import read
from tournaments.pages.desk.sheet_stored import from_rows
from tournaments.pages.fields import NumberField
from tournaments.pages.support import OnceForm, attempt_form, desk_view

BREACHES = (
    ("minor", gettext_lazy("minor (9.3): 3 points off")),
    ("serious", gettext_lazy("serious (9.4): the deal stops")),
    ("decided", gettext_lazy("the deal was decided already (9.5)")),
    ("insignificant", gettext_lazy("insignificant (9.2): no points")),
)
FATES = {
    Fate.GOES_ON: gettext_lazy("The deal goes on."),
    Fate.DEALT_AGAIN: gettext_lazy(
        "The deal is not played: the same dealer deals again, and it uses no deal number."
    ),
    Fate.NOT_REPEATED: gettext_lazy("Time is up: the deal is not repeated but struck."),
    Fate.COUNTS: gettext_lazy("The solo counts as played; its points are those of the penalty."),
    Fate.STOPS: gettext_lazy(
        "The deal stops and is scored as it stood; the remaining tricks go to the other side."
    ),
}


class PenaltyForm(OnceForm):
    """What the referee decides; points and fate follow."""

    breach = forms.ChoiceField(label=gettext_lazy("Breach"), choices=BREACHES)
    offender = forms.TypedChoiceField(label=gettext_lazy("Who"), coerce=int)
    soloist = forms.TypedChoiceField(
        label=gettext_lazy("Played alone by"), coerce=int, empty_value=None, required=False
    )
    kind = forms.ChoiceField(label=gettext_lazy("as"), required=False)
    sits_out = forms.TypedChoiceField(
        label=gettext_lazy("Dealer, sits out"), coerce=int, empty_value=None, required=False
    )
    absagen = NumberField(
        label=gettext_lazy("Absagen of the other party"),
        low=0,
        high=MOST_ABSAGEN,
        required=False,
        help_text=gettext_lazy("no90 is 1 … schwarz is 4; skipped ones count"),
    )
    hurts_soloist = forms.BooleanField(
        label=gettext_lazy("It could hurt the soloist (9.3)"), required=False
    )
    time_is_up = forms.BooleanField(label=gettext_lazy("Time was up"), required=False)
    after = forms.CharField(
        label=gettext_lazy("On the sheet after line"),
        max_length=6,
        required=False,
        help_text=gettext_lazy("7 or P2; nothing: at the end"),
    )
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=100)
    given_by = forms.CharField(label=gettext_lazy("Given by"), max_length=60)

    def __init__(self, desk: TableAtDesk, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        seats = [(p.position, f"{p.position} {p.name}") for p in desk.places]
        self.fields["offender"].choices = seats
        self.fields["soloist"].choices = [("", _("nobody: normal game or marriage")), *seats]
        self.fields["kind"].choices = [
            ("", "–"),
            *((kind, Deal.Kind(kind).label) for kind in PLAYED_ALONE),
        ]
        if desk.table.size == 5:
            self.fields["sits_out"].choices = [("", "–"), *seats]
        else:
            del self.fields["sits_out"]

    def by_law(self, size: int) -> Penalty:
        """The consequences by the law; raises Refused."""
        names = ("breach", "offender", "soloist", "kind", "hurts_soloist", "time_is_up")
        return penalty_for(
            size,
            **{name: self.cleaned_data[name] for name in names},
            absagen=self.cleaned_data["absagen"] or 0,
            sits_out=self.cleaned_data.get("sits_out"),
        )


@desk_view
def penalty(
    request: HttpRequest, tournament: Tournament, session: int, number: int
) -> HttpResponse:
    """The form; posted, the points by the law, to be changed or given; then the penalty."""
    desk = TableAtDesk(tournament, session, number)
    initial = {"given_by": request.user.get_full_name() or request.user.get_username()}  # type: ignore[union-attr]
    form = PenaltyForm(desk, request.POST or None, initial=initial)
    law: Penalty | None = None
    typed: list[str] = []
    if request.method == "POST" and form.is_valid():
        try:
            law = form.by_law(desk.table.size)
        except Refused as refusal:
            form.add_error(refusal.where if refusal.where in form.fields else None, str(refusal))
    if law is not None:
        seats = range(1, desk.table.size + 1)
        lawful = [str(law.points.get(seat, 0)) for seat in seats]
        typed = [request.POST.get(f"points-{seat}", "") for seat in seats]
        if request.POST.get("law") != _mark(law):  # the breach was changed: show its points first
            typed = lawful
        elif _give(request, desk, form, law, typed):
            return redirect(table_address(desk))
    context = {
        **desk.context(),
        "form": form,
        "law": law,
        "mark": _mark(law) if law else "",
        "fate": FATES[law.fate] if law else "",
        "points": list(zip(desk.places, typed, strict=True)) if law else [],
    }
    return render(request, "desk/penalty.html", context, status=422 if form.errors else 200)


def _mark(law: Penalty) -> str:
    points = ".".join(f"{seat}:{points}" for seat, points in law.points.items())
    return f"{law.rule}/{law.fate.value}/{points}"


def _give(
    request: HttpRequest, desk: TableAtDesk, form: PenaltyForm, law: Penalty, typed: list[str]
) -> bool:
    try:
        points = [parse_number(text) for text in typed]
        after = _row_after(desk, form.cleaned_data["after"])
    except NotANumber as fault:
        form.add_error(None, str(fault))
        return False
    except Refused as refusal:
        form.add_error("after", str(refusal))
        return False
    values = {name: form.cleaned_data[name] for name in ("offender", "soloist", "kind")}
    given = attempt_form(
        form,
        lambda: give_penalty(
            desk.tournament,
            request.user,
            desk.session.number,
            desk.table.number,
            by_law=law,
            **values,
            points=points,
            after=after,
            reason=form.cleaned_data["reason"],
            given_by=form.cleaned_data["given_by"],
            seen=request.POST.get("seen", ""),
            key=form.key,
        ),
    )
    if given:
        messages.success(request, _("The penalty is on the sheet."))
    return given


def _row_after(desk: TableAtDesk, label: str) -> int | None:
    """How many rows of the sheet come before the penalty; None for all of them."""
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


urlpatterns = [
    path("sessions/<int:session>/tables/<int:number>/penalty/", penalty, name="penalty"),
]
