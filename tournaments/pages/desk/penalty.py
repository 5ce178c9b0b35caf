"""A penalty on a table's sheet: a breach, who and in which game; the law computes what it costs."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.penalties import Fate, Penalty
from rules.session import OWED
from tournaments.actions.breached_solo import SoloPlaces, solo_places
from tournaments.actions.core import Refused
from tournaments.actions.foresight import Effect, foresee
from tournaments.actions.penalties import give_penalty, stored_fate
from tournaments.actions.referee_rows import RefereeSheet, checked_line, deal_text
from tournaments.models import Deal, Table, Tournament
from tournaments.numbers import NotANumber, parse_number, points_text
from tournaments.pages.desk.penalty_form import PREFILLED, PenaltyForm
from tournaments.pages.desk.results import table_address
from tournaments.pages.desk.ruling_form import row_after, tell_once
from tournaments.pages.desk.table_at_desk import TableAtDesk
from tournaments.pages.support import attempt_form, desk_view

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
    effect: Effect | None = None
    if found is not None:
        seats = range(1, desk.table.size + 1)
        typed = [request.POST.get(f"points-{seat}", "") for seat in seats]
        place = request.POST.get("place", "")
        was_shown = request.POST.get("law") == found.mark
        if not was_shown:  # the breach was changed: show its points first
            typed = [str(found.law.points.get(seat, 0)) for seat in seats]
        if not was_shown or (found.places and place not in found.places):
            place, was_shown = found.default_place, False
        if desk.corrects and request.POST.get("looked_at") != _looked_at(typed, place):
            was_shown = False  # of a result that stands, what it changes is shown first
        if was_shown and _give(request, desk, form, found, typed, place):
            return redirect(table_address(TableAtDesk(tournament, session, number)))
        if desk.corrects and not form.errors:
            effect = _foreseen(request, desk, form, found, typed, place)
    context = {
        **desk.context(),
        "form": form,
        "found": found,
        "fate": _fate(found.law, form) if found else "",
        "points": [
            (place, text, _fault(text)) for place, text in zip(desk.places, typed, strict=False)
        ],
        "place": place,
        "effect": effect,
        "looked_at": _looked_at(typed, place) if effect else "",
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


def _looked_at(typed: list[str], place: str) -> str:
    """Names what the effect was shown of: other points have another."""
    return "/".join([*typed, place])


def _foreseen(
    request: HttpRequest,
    desk: TableAtDesk,
    form: PenaltyForm,
    found: Consequences,
    typed: list[str],
    place: str,
) -> Effect | None:
    """What the penalty changes beyond the sheet; None if it is refused, which the form says."""
    points = _read_points(desk, form, typed)
    if form.errors:
        return None
    effects: list[Effect] = []

    def look() -> None:
        act = _act(request, desk, form, found, points, place)
        effects.append(foresee(desk.tournament, act, session=desk.session.number))

    if not attempt_form(form, look):
        return None
    if desk.table.state == Table.State.VERIFIED:
        told = _("Table %(table)s is verified; after the penalty it has to be checked again.")
        effects[0].notes.insert(0, told % {"table": desk.table.number})
    return effects[0]


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
    given = attempt_form(form, _act(request, desk, form, found, points, place, key=form.key))
    if given:
        tell_once(request, _done(desk, found.law, points))
    return given


def _act(
    request: HttpRequest,
    desk: TableAtDesk,
    form: PenaltyForm,
    found: Consequences,
    points: list[int],
    place: str,
    key: str | None = None,
) -> Callable[[], Table]:
    """The penalty, to be given or looked at."""
    asked = ("offender", "soloist", "kind", "reason", "given_by")
    return partial(
        give_penalty,
        desk.tournament,
        request.user,
        desk.session.number,
        desk.table.number,
        **{name: form.cleaned_data[name] for name in asked},
        by_law=found.law,
        points=points,
        after=found.after,
        line=form.cleaned_data.get("line", ""),
        replaces=int(place[:6]) if place.isascii() and place.isdecimal() else None,
        seen=request.POST.get("seen", ""),
        key=key,
    )


urlpatterns = [
    path("sessions/<int:session>/tables/<int:number>/penalty/", penalty, name="penalty"),
]
