"""A penalty on a table's sheet: a breach, who and in which game; the law computes what it costs."""

from dataclasses import dataclass, field
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
from tournaments.actions.breached_solo import SoloPlaces, solo_places
from tournaments.actions.core import Refused
from tournaments.actions.penalties import PLAYED_ALONE, give_penalty, penalty_for, stored_fate
from tournaments.actions.referee_rows import RefereeSheet, checked_line, deal_text
from tournaments.models import Deal, Tournament
from tournaments.numbers import NotANumber, parse_number, points_text
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
OWN_LINE = "own"
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


@dataclass
class Consequences:
    """What follows from the breach: by the law, and on the sheet.

    ``after`` is how many rows come before it, None for all of them; ``trace`` what the sheet will
    say of a deal that is dealt again or not repeated. ``places`` are where a solo that counts as
    played can stand, if it is written already: the number of a row, or OWN_LINE, each in words.
    """

    law: Penalty
    after: int | None
    trace: str = ""
    places: dict[str, str] = field(default_factory=dict)
    default_place: str = ""

    @property
    def mark(self) -> str:
        """A name of what the law says: only what was shown is given."""
        points = ".".join(f"{seat}:{points}" for seat, points in self.law.points.items())
        return f"{self.law.rule}/{self.law.fate.value}/{points}"


@desk_view
def penalty(
    request: HttpRequest, tournament: Tournament, session: int, number: int
) -> HttpResponse:
    """The form; posted, the points by the law, to be changed or given; then the penalty."""
    desk = TableAtDesk(tournament, session, number)
    form = PenaltyForm(desk, request, prefilled=PREFILLED)
    found: Consequences | None = None
    if request.method == "POST" and form.is_valid():
        found = _consequences(request, desk, form)
    typed: list[str] = []
    place = ""
    if found is not None:
        seats = range(1, desk.table.size + 1)
        typed = [request.POST.get(f"points-{seat}", "") for seat in seats]
        place = request.POST.get("place", "")
        was_shown = request.POST.get("law") == found.mark
        if not was_shown:  # the breach was changed: show its points first
            typed = [str(found.law.points.get(seat, 0)) for seat in seats]
        if not was_shown or (found.places and place not in found.places):
            place = found.default_place
        elif _give(request, desk, form, found, typed, place):
            return redirect(table_address(TableAtDesk(tournament, session, number)))
    context = {
        **desk.context(),
        "form": form,
        "found": found,
        "fate": _fate(found.law, form) if found else "",
        "points": [
            (place, text, _fault(text)) for place, text in zip(desk.places, typed, strict=False)
        ],
        "place": place,
    }
    return render(request, "desk/penalty.html", context, status=422 if form.errors else 200)


def _consequences(
    request: HttpRequest, desk: TableAtDesk, form: PenaltyForm
) -> Consequences | None:
    """What follows from what was chosen; None if that cannot be, which the form then says."""
    where = None
    try:
        law = form.by_law(desk.table.size)
        where = "after"
        found = Consequences(law, row_after(desk, form.cleaned_data.get("after", "")))
        where = None
        # Given on a sheet that has changed since (as by the same form, sent twice), it is the
        # action that says so.
        if request.POST.get("law") != found.mark or request.POST.get("seen") == desk.digest:
            _look_at_sheet(desk, form, found)
    except Refused as refusal:
        form.add_error(refusal.where if refusal.where in form.fields else where, str(refusal))
        return None
    return found


def _look_at_sheet(desk: TableAtDesk, form: PenaltyForm, found: Consequences) -> None:
    """Add what the penalty does on the sheet as it is stored."""
    kind, line = form.cleaned_data["kind"], checked_line(form.cleaned_data.get("line", ""))
    which = deal_text(None, line=line)
    if desk.has_sheet:
        sheet = RefereeSheet(desk.table, desk.deals)
        at = sheet.place(found.after)
        which = sheet.deal_at(at, owed=kind in OWED, line=line)
        if found.law.fate is Fate.COUNTS:
            places = solo_places(sheet, at, form.cleaned_data["soloist"], kind)
            found.places = _in_words(sheet, places)
            found.default_place = str(places.default or OWN_LINE)
    found.trace = capfirst(stored_fate(found.law.fate, which, kind, line))


def _in_words(sheet: RefereeSheet, places: SoloPlaces) -> dict[str, str]:
    """Where the solo can stand; empty where it is not written yet."""
    told = {}
    for number in places.written:
        row = sheet.rows[number - 1]
        values = {
            "deal": sheet.deal_at(number - 1, owed=row.kind in OWED),
            "kind": Deal.Kind(row.kind).label,
            "points": " / ".join(map(points_text, row.scores or ())) or "–",
        }
        told[str(number)] = _("in place of: %(deal)s, %(kind)s, %(points)s") % values
    if told and not places.why_not_own:
        told[OWN_LINE] = _("in a line of its own: it was another solo")
    return told


def _fate(law: Penalty, form: PenaltyForm) -> str:
    stays_open = law.fate is Fate.NOT_REPEATED and form.cleaned_data["kind"] in OWED
    return str(STAYS_OPEN if stays_open else FATES[law.fate])


def _done(desk: TableAtDesk, law: Penalty, points: list[int]) -> str:
    """What has happened, for who gave it."""
    if desk.totals_only and any(points):
        return _("The penalty is in the totals.")
    if desk.totals_only:
        return _("It is noted with the totals and costs no points.")
    if law.fate is Fate.COUNTS:
        return _("The solo is on the sheet, with the points of the penalty.")
    if any(points):
        return _("The penalty is on the sheet.")
    return _("It is noted on the sheet and costs no points.")


def _read_points(desk: TableAtDesk, form: PenaltyForm, typed: list[str]) -> list[int]:
    """The points by seat; what is no number is said with its seat."""
    for place, text in zip(desk.places, typed, strict=True):
        if why := _fault(text):
            values = {"seat": place.position, "name": place.name, "why": why}
            form.add_error(None, _("Seat %(seat)s, %(name)s: %(why)s") % values)
    return [] if form.errors else [parse_number(text) for text in typed]


def _fault(text: str) -> str:
    """Why a seat's points are no number; "" if they are."""
    try:
        parse_number(text)
    except NotANumber as fault:
        return str(fault)
    return ""


def _give(
    request: HttpRequest,
    desk: TableAtDesk,
    form: PenaltyForm,
    found: Consequences,
    typed: list[str],
    place: str,
) -> bool:
    points = _read_points(desk, form, typed)
    if form.errors:
        return False
    values = {name: form.cleaned_data[name] for name in ("offender", "soloist", "kind")}
    given = attempt_form(
        form,
        lambda: give_penalty(
            desk.tournament,
            request.user,
            desk.session.number,
            desk.table.number,
            by_law=found.law,
            **values,
            points=points,
            after=found.after,
            line=form.cleaned_data.get("line", ""),
            replaces=int(place[:6]) if place.isascii() and place.isdecimal() else None,
            reason=form.cleaned_data["reason"],
            given_by=form.cleaned_data["given_by"],
            seen=request.POST.get("seen", ""),
            key=form.key,
        ),
    )
    if given:
        messages.success(request, _done(desk, found.law, points))
    return given


urlpatterns = [
    path("sessions/<int:session>/tables/<int:number>/penalty/", penalty, name="penalty"),
]
