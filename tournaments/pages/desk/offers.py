"""What the Print page offers, and what of it is needed now."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.db.models import Count, Q
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.models import Session, Table, Tournament

TYPED = Q(tables__state__in=[Table.State.ENTERED, Table.State.VERIFIED])
State = Session.State


@dataclass(frozen=True)
class Offer:
    """A document that can be made: one button."""

    tournament: Tournament
    kind: str
    parameters: Mapping[str, Any]
    hint: str = ""

    @property
    def label(self) -> str:
        return label_of(self.kind, self.parameters)

    @property
    def short(self) -> str:
        """The label for a group whose heading says the session."""
        if self.kind == "sheets":
            return _("Score sheets")
        if self.kind == "seats":
            return _("Seat plan")
        return self.label

    @property
    def url(self) -> str:
        address = reverse("make-document", args=[self.tournament.slug, self.kind])
        return f"{address}?{urlencode(self.parameters)}" if self.parameters else address


def label_of(kind: str, parameters: Mapping[str, Any]) -> str:
    """What a document is called, in the language of the page."""
    number = parameters.get("session") or parameters.get("through")
    if kind == "sheets":
        return _("Score sheets, session %(number)s") % {"number": number}
    if kind == "seats":
        return _("Seat plan, session %(number)s") % {"number": number}
    if kind == "entries":
        return _("Entries and check-in")
    label = (
        _("Standings after session %(number)s") % {"number": number}
        if number
        else _("Final result")
    )
    if parameters.get("names") == "public":
        return _("%(document)s, for publication") % {"document": label}
    return label


@dataclass(frozen=True)
class Offers:
    """The page: what is needed now, and all there is, in groups with a heading."""

    now: list[Offer]
    groups: list[tuple[str, list[Offer]]]


def offers_of(tournament: Tournament) -> Offers:
    """What can be printed as the tournament stands; one query."""
    sessions = list(
        tournament.sessions.annotate(typed=Count("tables", filter=TYPED)).order_by("number")
    )
    groups = [
        (_("Session %(number)s") % {"number": session.number}, _of_session(tournament, session))
        for session in reversed(sessions)
        if session.is_published
    ]
    if _is_over(tournament, sessions):
        groups.insert(0, (_("The whole tournament"), _results(tournament)))
    groups.append((_("Before it starts"), [_entries(tournament)]))
    return Offers(_needed_now(tournament, sessions), groups)


def _needed_now(tournament: Tournament, sessions: list[Session]) -> list[Offer]:
    published = [session for session in sessions if session.is_published]
    if not published:
        return [_entries(tournament)]
    if _is_over(tournament, sessions):
        return _results(tournament)
    latest = published[-1]
    if latest.state == State.CLOSED:
        return [_standings(tournament, latest)]
    return _seats_and_sheets(tournament, latest)


def _is_over(tournament: Tournament, sessions: list[Session]) -> bool:
    """Is the last session played, and is there a result?"""
    has_results = any(session.is_published and session.typed for session in sessions)
    closed = all(session.state == State.CLOSED for session in sessions)
    return has_results and (tournament.is_closed or closed)


def _seats_and_sheets(tournament: Tournament, session: Session) -> list[Offer]:
    given = {"session": session.number}
    return [
        Offer(tournament, "sheets", given, _("One page a table, to be filled in by hand")),
        Offer(tournament, "seats", given, _("For the wall: by name and by table")),
    ]


def _of_session(tournament: Tournament, session: Session) -> list[Offer]:
    offers = _seats_and_sheets(tournament, session)
    return [*offers, _standings(tournament, session)] if session.typed else offers


def _standings(tournament: Tournament, session: Session) -> Offer:
    return Offer(
        tournament, "results", {"through": session.number}, _("For the wall, with full names")
    )


def _results(tournament: Tournament) -> list[Offer]:
    return [
        Offer(tournament, "results", {}, _("For the wall and the archive, with full names")),
        Offer(
            tournament,
            "results",
            {"names": "public"},
            _("Full names only of players who agreed, initials of the others"),
        ),
    ]


def _entries(tournament: Tournament) -> Offer:
    return Offer(tournament, "entries", {}, _("With a box to tick for whoever is there"))
