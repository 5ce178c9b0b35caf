"""A penalty on a table's sheet: a breach, who and in which game; the law computes what it costs."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.penalties import MOST_ABSAGEN, Fate, Penalty
from rules.session import OWED
from tournaments.actions.core import Refused
from tournaments.actions.penalties import PLAYED_ALONE, give_penalty, penalty_for, stored_fate
from tournaments.actions.referee_rows import RefereeSheet, deal_text
from tournaments.models import Deal, Tournament
from tournaments.numbers import NotANumber, parse_number
from tournaments.pages.desk.results import table_address
from tournaments.pages.desk.ruling_form import RulingForm, row_after
from tournaments.pages.desk.table_at_desk import TableAtDesk
from tournaments.pages.fields import NumberField
from tournaments.pages.support import attempt_form, desk_view

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
STAYS_OPEN = gettext_lazy(
    "Time is up: the deal is not repeated. The Pflichtsolo stays open and is played as Vorführung."
)
# What a link may fill in beforehand, such as one from a replayed deal.
PREFILLED = ("breach", "offender", "soloist", "kind", "sits_out", "absagen", "reason")


class PenaltyForm(RulingForm):
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

    def __init__(self, desk: TableAtDesk, *args: Any, **kwargs: Any) -> None:
        super().__init__(desk, *args, **kwargs)
        seats = [(p.position, f"{p.position} {p.name}") for p in desk.places]
        self.fields["offender"].choices = [("", "–"), *seats]
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
    form = PenaltyForm(desk, request, prefilled=PREFILLED)
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
        "fate": _fate(law, form) if law else "",
        "trace": _trace(desk, form, law) if law else "",
        "points": list(zip(desk.places, typed, strict=True)) if law else [],
    }
    return render(request, "desk/penalty.html", context, status=422 if form.errors else 200)


def _mark(law: Penalty) -> str:
    points = ".".join(f"{seat}:{points}" for seat, points in law.points.items())
    return f"{law.rule}/{law.fate.value}/{points}"


def _fate(law: Penalty, form: PenaltyForm) -> str:
    stays_open = law.fate is Fate.NOT_REPEATED and form.cleaned_data["kind"] in OWED
    return str(STAYS_OPEN if stays_open else FATES[law.fate])


def _trace(desk: TableAtDesk, form: PenaltyForm, law: Penalty) -> str:
    """What the sheet will say of a deal that is dealt again or not repeated."""
    kind = form.cleaned_data["kind"]
    which = deal_text(None, line=form.cleaned_data.get("line", ""))
    if desk.has_sheet:
        sheet = RefereeSheet(desk.table, desk.deals)
        try:
            at = sheet.place(row_after(desk, form.cleaned_data.get("after", "")))
        except Refused:
            return ""  # said at its field when the penalty is given
        which = sheet.deal_at(at, owed=kind in OWED, line=form.cleaned_data.get("line", ""))
    return capfirst(stored_fate(law.fate, which, kind))


def _give(
    request: HttpRequest, desk: TableAtDesk, form: PenaltyForm, law: Penalty, typed: list[str]
) -> bool:
    try:
        points = [parse_number(text) for text in typed]
        after = row_after(desk, form.cleaned_data.get("after", ""))
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
            line=form.cleaned_data.get("line", ""),
            reason=form.cleaned_data["reason"],
            given_by=form.cleaned_data["given_by"],
            seen=request.POST.get("seen", ""),
            key=form.key,
        ),
    )
    if given:
        messages.success(request, _("The penalty is on the sheet."))
    return given


urlpatterns = [
    path("sessions/<int:session>/tables/<int:number>/penalty/", penalty, name="penalty"),
]
