"""What the Print page offers, and what of it is needed now."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.db.models import Count, Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

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
        found = IN_SESSION.get(_name_of(self.kind, self.parameters))
        return str(found) if found else self.label

    @property
    def url(self) -> str:
        address = reverse("make-document", args=[self.tournament.slug, self.kind])
        return f"{address}?{urlencode(self.parameters)}" if self.parameters else address


# By kind, or by kind and order; "number" is that of the session.
LABELS = {
    "sheets": gettext_lazy("Score sheets, session %(number)s"),
    "seats": gettext_lazy("Seat plan, session %(number)s"),
    "poster": gettext_lazy("Seat plan as a poster by name, session %(number)s"),
    "poster-table": gettext_lazy("Seat plan as a poster by table, session %(number)s"),
    "fair-copies": gettext_lazy("Score sheets as stored, session %(number)s"),
    "session-results": gettext_lazy("Results of session %(number)s"),
    "entries": gettext_lazy("Entries and check-in"),
    "entry-list": gettext_lazy("List of entries for the wall"),
    "blank-sheets": gettext_lazy("Blank score sheets"),
    "table-cards": gettext_lazy("Table cards"),
    "personal-cards": gettext_lazy("Personal cards"),
    "crosstable": gettext_lazy("Who met whom"),
    "penalties": gettext_lazy("Minutes of penalties"),
    "referee-log": gettext_lazy("Referee's log"),
    "report": gettext_lazy("Report to the federation"),
    "record": gettext_lazy("Record of start number %(player)s"),
}
IN_SESSION = {
    "sheets": gettext_lazy("Score sheets"),
    "seats": gettext_lazy("Seat plan"),
    "poster": gettext_lazy("Poster by name"),
    "poster-table": gettext_lazy("Poster by table"),
    "fair-copies": gettext_lazy("Sheets as stored"),
    "session-results": gettext_lazy("Session's results"),
}


def _name_of(kind: str, parameters: Mapping[str, Any]) -> str:
    return "poster-table" if parameters.get("order") == "table" else kind


def label_of(kind: str, parameters: Mapping[str, Any]) -> str:
    """What a document is called, in the language of the page."""
    number = parameters.get("session") or parameters.get("through")
    if kind == "certificates":
        return _certificates_label(parameters)
    label = LABELS.get(_name_of(kind, parameters))
    if label:
        return str(label) % {"number": number, "player": parameters.get("start_number")}
    title = (
        _("Standings after session %(number)s") % {"number": number}
        if number
        else _("Final result")
    )
    if parameters.get("names") == "public":
        return _("%(document)s, for publication") % {"document": title}
    return title


def _certificates_label(parameters: Mapping[str, Any]) -> str:
    label = _("Certificates")
    if number := parameters.get("places"):
        label = _("Certificates, ranks 1 to %(number)s") % {"number": number}
    return f"{label} (A5)" if parameters.get("paper") == "a5" else label


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
        groups.insert(0, (_("The whole tournament"), [*_results(tournament), *_of_all(tournament)]))
    elif any(session.typed for session in sessions):
        groups.insert(0, (_("The whole tournament"), _of_all(tournament)))
    groups.append((_("Before it starts"), _beforehand(tournament, sessions)))
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
    given = {"session": session.number}
    offers = [
        *_seats_and_sheets(tournament, session),
        Offer(tournament, "poster", {**given, "order": "name"}),
        Offer(tournament, "poster", {**given, "order": "table"}),
    ]
    if session.typed:
        offers += [
            _standings(tournament, session),
            Offer(tournament, "session-results", given),
            Offer(tournament, "fair-copies", given),
        ]
    return offers


def _of_all(tournament: Tournament) -> list[Offer]:
    kinds = ("report", "crosstable", "penalties", "referee-log")
    return [
        Offer(tournament, "certificates", {"places": 3}),
        Offer(tournament, "certificates", {}),
        Offer(tournament, "certificates", {"paper": "a5"}),
        *(Offer(tournament, kind, {}) for kind in kinds),
    ]


def _beforehand(tournament: Tournament, sessions: list[Session]) -> list[Offer]:
    is_known = any(
        session.is_published or (session.state == State.DRAFTED and session.method == "fixed_plan")
        for session in sessions
    )
    kinds = ["entry-list", "table-cards", "blank-sheets", *(["personal-cards"] if is_known else [])]
    return [_entries(tournament), *(Offer(tournament, kind, {}) for kind in kinds)]


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
