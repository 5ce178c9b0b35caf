"""A referee at a table without a penalty: a deal again, time is up, extra minutes."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from rules.session import OWED, DealKind, TimeOut
from tournaments.actions.core import Refused
from tournaments.actions.deal_again import (
    deal_again,
    last_deal,
    refuse_no_more_deals,
    rest_at,
    time_is_up,
)
from tournaments.actions.referee_rows import RefereeSheet, deal_text
from tournaments.actions.seen import mark_of
from tournaments.actions.sessions import (
    MOST_EXTRA_MINUTES,
    extra_minutes,
    minutes_told,
    refuse_no_time,
)
from tournaments.models import Deal, Tournament
from tournaments.numbers import points_text
from tournaments.pages.desk.results import table_address
from tournaments.pages.desk.ruling_form import RulingForm, row_after, tell_once
from tournaments.pages.desk.table_at_desk import TableAtDesk
from tournaments.pages.fields import NumberField
from tournaments.pages.support import attempt_form, desk_view

# What is in play, as the list names it. A sheet that is kept deal by deal knows itself whether a
# deal that was owed is a Pflichtsolo or a Vorführung.
IN_PLAY = {
    "now": DealKind.NORMAL,
    "owed": DealKind.PFLICHTSOLO,
    "shown": DealKind.VORFUEHRUNG,
}


class AgainForm(RulingForm):
    """Which deal is played again: the one in play, or the last one that was written."""

    which = forms.CharField(
        label=gettext_lazy("Which deal"),
        max_length=6,
        widget=forms.Select,
        help_text=gettext_lazy(
            "An earlier deal is not played again, since the later ones rest on it: correct its "
            "points."
        ),
    )
    is_late = forms.BooleanField(
        label=gettext_lazy("Time is up: only a Vorführung is repeated"), required=False
    )
    field_order = ("once", "which", "is_late")

    def __init__(self, desk: TableAtDesk, request: HttpRequest) -> None:
        super().__init__(desk, request)
        self.fields["which"].widget.choices = _deals(desk)
        left = desk.table.seconds_left
        self.initial["is_late"] = left is not None and left <= 0

    def ask_again(self, desk: TableAtDesk) -> None:
        """The sheet has changed since the deal was chosen: that choice names another deal now, or
        none. Nothing is chosen then, so that no other deal is taken for it.
        """
        offered = dict(_deals(desk))
        if self.data.get("which") in offered:
            why = _("The sheet has changed since you chose the deal: choose it again.")
        else:
            why = _("The deal you chose is no longer the last one: choose again.")
        if "which" not in self.errors:
            self.add_error("which", why)
        self.fields["which"].widget.choices = [("", "–"), *offered.items()]
        self.data = self.data.copy()
        self.data["which"] = ""

    def clean_which(self) -> str:
        which = self.cleaned_data["which"]
        if which not in IN_PLAY and not (which.isascii() and which.isdecimal()):
            raise forms.ValidationError(_("The sheet has no such deal."))
        return which

    @property
    def void(self) -> int | None:
        """The row that is declared void; None for a deal in play."""
        which = self.cleaned_data["which"]
        return int(which) if which.isdecimal() else None


def _deals(desk: TableAtDesk) -> list[tuple[str, str]]:
    """The deals that may be played again, in words."""
    sheet = RefereeSheet(desk.table, desk.deals) if desk.has_sheet else None
    in_play = sheet.deal_at(len(sheet.rows), owed=False) if sheet else deal_text(None)
    found = [
        ("now", _("%(deal)s, in play now") % {"deal": capfirst(in_play)}),
        *_owed_in_play(sheet),
    ]
    last = last_deal(desk.deals)
    if sheet is not None and last is not None and last.kind != Deal.Kind.STRUCK:
        values = {
            "deal": capfirst(sheet.deal_at(last.row - 1, owed=last.kind in OWED)),
            "points": " / ".join(map(points_text, last.scores or ())),
        }
        found.append((str(last.row), _("%(deal)s, written last: %(points)s") % values))
    return found


def _owed_in_play(sheet: RefereeSheet | None) -> list[tuple[str, str]]:
    """Pflichtsolo or Vorführung: both where the sheet does not tell which it is."""
    both = [
        ("owed", _("a Pflichtsolo, in play now")),
        ("shown", _("a Vorführung, in play now")),
    ]
    if sheet is None or not sheet.is_begun:
        return both
    state = sheet.state_at(len(sheet.rows))
    return both[1:] if state is not None and state.vorfuehrung_is_due else both[:1]


@desk_view
def again(request: HttpRequest, tournament: Tournament, session: int, number: int) -> HttpResponse:
    """A deal is dealt again; nobody gains or loses by it."""
    desk = TableAtDesk(tournament, session, number)
    form = AgainForm(desk, request)
    if form.is_valid() and _deal_again(request, desk, form):
        return redirect(table_address(TableAtDesk(tournament, session, number)))
    if form.is_bound:
        desk = TableAtDesk(tournament, session, number)  # as it is now, for the next try
        if request.POST.get("seen") != desk.digest:
            form.ask_again(desk)
    why_not = _refusal(lambda: refuse_no_more_deals(desk.session, desk.table))
    return _page(request, desk, form, "desk/deal_again.html", why_not=why_not)


def _refusal(check: Callable[[], object]) -> str:
    """Why ``check`` refuses, said before anything is typed; "" if it does not."""
    try:
        check()
    except Refused as refusal:
        return str(refusal)
    return ""


def _deal_again(request: HttpRequest, desk: TableAtDesk, form: AgainForm) -> bool:
    given = form.cleaned_data
    try:
        after = row_after(desk, given.get("after", ""))
    except Refused as refusal:
        form.add_error("after", str(refusal))
        return False
    done = attempt_form(
        form,
        lambda: deal_again(
            desk.tournament,
            request.user,
            desk.session.number,
            desk.table.number,
            void=form.void,
            kind=IN_PLAY.get(given["which"], DealKind.NORMAL),
            is_late=given["is_late"],
            after=after,
            line=given.get("line", ""),
            reason=given["reason"],
            given_by=given["given_by"],
            seen=request.POST.get("seen", ""),
            key=form.key,
        ),
    )
    if done:
        tell_once(request, _("It is noted on the sheet, with name and reason."))
    return done


class TimeForm(RulingForm):
    """Time is up at a table: who says so."""

    early = forms.BooleanField(
        label=gettext_lazy("End it all the same, although the clock still runs"), required=False
    )

    def __init__(self, desk: TableAtDesk, request: HttpRequest) -> None:
        super().__init__(desk, request)
        for name in ("after", "line"):
            self.fields.pop(name, None)
        left = desk.table.seconds_left
        self.minutes_left = max(0, -(-(left or 0) // 60))
        if not self.minutes_left:
            del self.fields["early"]
        self.initial["reason"] = _("time is up")


@desk_view
def time_out(
    request: HttpRequest, tournament: Tournament, session: int, number: int
) -> HttpResponse:
    """What time out strikes at a table and what is still to be played; posted, it is struck."""
    desk = TableAtDesk(tournament, session, number)
    form = TimeForm(desk, request)
    if form.is_valid():
        done = attempt_form(
            form,
            lambda: time_is_up(
                tournament,
                request.user,
                session,
                number,
                reason=form.cleaned_data["reason"],
                given_by=form.cleaned_data["given_by"],
                early=form.cleaned_data.get("early", False),
                seen=request.POST.get("seen", ""),
                key=form.key,
            ),
        )
        if done:
            now = TableAtDesk(tournament, session, number)
            tell_once(request, " ".join([_("Time is up here."), *owed_text(now)]))
            return redirect(table_address(now))
    rest, why_not = None, ""
    try:
        rest = rest_at(desk.table, desk.deals)
    except Refused as refusal:
        why_not = str(refusal)
    more = {
        "rest": rest,
        "struck": _struck_text(rest) if rest else "",
        "owed": _vorfuehrungen(desk, rest) if rest else owed_text(desk),
        "why_not": why_not,
    }
    return _page(request, desk, form, "desk/time_is_up.html", **more)


def _struck_text(rest: TimeOut) -> str:
    return ngettext(
        "%(n)s normal deal is struck.", "%(n)s normal deals are struck.", rest.struck
    ) % {"n": rest.struck}


def owed_text(desk: TableAtDesk) -> list[str]:
    """The Vorführungen still to be played, in order, once only these are left."""
    state = desk.report.next if desk.report else None
    if state is None or not state.vorfuehrung_is_due:
        return []
    return _vorfuehrungen(desk, state.time_out())


def _vorfuehrungen(desk: TableAtDesk, rest: TimeOut) -> list[str]:
    names = {place.position: f"{place.position} {place.name}" for place in desk.places}
    found = []
    for number, (dealer, soloist) in enumerate(rest.vorfuehrungen, start=1):
        values = {"n": number, "dealer": names[dealer]}
        if soloist is None:
            told = _(
                "Vorführung %(n)s: only the dealer owes one, and the TSR do not say who deals "
                "(4.2.3); the director decides. As a rule %(dealer)s deals."
            )
        else:
            told = _("Vorführung %(n)s: %(soloist)s, dealt by %(dealer)s.")
            values["soloist"] = names[soloist]
        found.append(told % values)
    return found


class MinutesForm(RulingForm):
    """Extra minutes of a table, in all, and why."""

    minutes = NumberField(
        label=gettext_lazy("Minutes, in all"),
        low=0,
        high=MOST_EXTRA_MINUTES,
        help_text=gettext_lazy("0 takes them back"),
    )
    field_order = ("once", "minutes")

    def __init__(self, desk: TableAtDesk, request: HttpRequest) -> None:
        super().__init__(desk, request)
        for name in ("after", "line"):
            self.fields.pop(name, None)
        self.initial["minutes"] = desk.table.extra_minutes or ""


@desk_view
def minutes(
    request: HttpRequest, tournament: Tournament, session: int, number: int
) -> HttpResponse:
    """More time for one table, noted on its sheet and added to its clock."""
    desk = TableAtDesk(tournament, session, number)
    form = MinutesForm(desk, request)
    if form.is_valid():
        given = form.cleaned_data["minutes"]
        done = attempt_form(
            form,
            lambda: extra_minutes(
                tournament,
                request.user,
                session,
                number,
                given,
                reason=form.cleaned_data["reason"],
                given_by=form.cleaned_data["given_by"],
                seen=request.POST.get("seen", ""),
                key=form.key,
            ),
        )
        if done:
            tell_once(request, _minutes_text(number, given))
            return redirect(table_address(desk))
        desk = TableAtDesk(tournament, session, number)  # as it is now, for the next try
    mark = mark_of(minutes_told(desk.table))
    why_not = _refusal(lambda: refuse_no_time(desk.session))
    return _page(request, desk, form, "desk/extra_minutes.html", mark=mark, why_not=why_not)


def _minutes_text(table: int, minutes: int) -> str:
    """What a table has now."""
    if not minutes:
        return _("Table %(table)s has no extra minutes any more.") % {"table": table}
    told = ngettext(
        "Table %(table)s has %(minutes)s extra minute.",
        "Table %(table)s has %(minutes)s extra minutes.",
        minutes,
    )
    return told % {"table": table, "minutes": minutes}


def _page(
    request: HttpRequest, desk: TableAtDesk, form: RulingForm, template: str, **more: Any
) -> HttpResponse:
    context = {**desk.context(), "form": form, **more}
    return render(request, template, context, status=422 if form.errors else 200)


_TABLE = "sessions/<int:session>/tables/<int:number>/"
urlpatterns = [
    path(f"{_TABLE}again/", again, name="deal-again"),
    path(f"{_TABLE}time/", time_out, name="time-is-up"),
    path(f"{_TABLE}minutes/", minutes, name="extra-minutes"),
]
