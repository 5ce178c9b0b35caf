"""A table with everything its pages at the desk show."""

from copy import copy
from typing import Any

from django.db.models import Prefetch
from django.http import Http404

from tournaments.actions.referee_kept import by_seat, rulings_only, with_points
from tournaments.actions.sheets import (
    errors_in,
    finding_sentence,
    is_totals_only,
    report_of,
    ruleset_of,
    state_digest,
    warnings_in,
)
from tournaments.models import Deal, Seat, Session, Table, Tournament
from tournaments.pages.desk.board import clock_of, places_of
from tournaments.pages.support import new_key


class TableAtDesk:
    """A table with everything its pages show, read in a fixed number of queries."""

    def __init__(self, tournament: Tournament, session: int, number: int):
        table = (
            Table.objects.filter(
                session__tournament=tournament, session__number=session, number=number
            )
            .select_related("session", "entered_by", "verified_by")
            .prefetch_related(
                Prefetch("seats", Seat.objects.select_related("entry__player__club", "substitute")),
                "deals",
            )
            .first()
        )
        if table is None or not table.session.is_published:
            raise Http404
        table.session.tournament = tournament
        self.tournament, self.table, self.session = tournament, table, table.session
        self.seats = list(table.seats.all())
        self.deals = list(table.deals.all())
        self.places = places_of(self.seats)
        self.ruleset = ruleset_of(table)
        self.totals_only = is_totals_only(self.deals)
        self.rulings_only = rulings_only(self.deals)
        self.report = report_of(table, self.deals, self.ruleset)
        self.digest = state_digest(table, self.seats, self.deals)

    @property
    def has_sheet(self) -> bool:
        return bool(self.deals) and not self.totals_only

    @property
    def seated(self) -> str:
        """Who sits there, by start numbers in seat order: a form tells whom it was typed for."""
        return ",".join(str(place.start_number) for place in self.places)

    def was_blank(self, seen: str) -> bool:
        """Was nothing stored for this table when the form with the digest ``seen`` was made?"""
        blank = copy(self.table)
        blank.state = Table.State.OPEN
        return seen == state_digest(blank, self.seats, [])

    @property
    def corrects(self) -> bool:
        """Does the result stand, so that it is not typed over but corrected?"""
        is_closed = self.session.state == Session.State.CLOSED
        return is_closed or self.table.state == Table.State.VERIFIED

    @property
    def is_begun(self) -> bool:
        """Are deals of the table stored, but not all?"""
        return self.has_sheet and not self.rulings_only and self.table.state == Table.State.OPEN

    @property
    def rulings(self) -> list[Deal]:
        """What the referee wrote on a table whose result is not in."""
        if not self.has_sheet or self.table.state != Table.State.OPEN:
            return []
        return [deal for deal in self.deals if deal.is_of_referee]

    @property
    def notes_on_totals(self) -> list[str]:
        """What the referee noted, with the points that are in the totals because of it: the paper
        may lack them. Nothing before the result is in.
        """
        if self.totals_only:
            return [deal.note for deal in self.deals if deal.note]
        if self.table.state == Table.State.OPEN:
            return []
        noted = [deal for deal in self.deals if deal.note and any(deal.scores or ())]
        return [with_points(deal.note, deal.scores or ()) for deal in noted]

    @property
    def is_open(self) -> bool:
        """Are results of this session still typed?"""
        return self.session.state != Session.State.CLOSED and not self.tournament.is_closed

    def next_missing(self) -> int | None:
        """The number of the next table without a result: after this one first, then from 1."""
        missing = list(
            self.session.tables.filter(state=Table.State.OPEN)
            .exclude(pk=self.table.pk)
            .values_list("number", flat=True)
        )
        return next((n for n in missing if n > self.table.number), next(iter(missing), None))

    def context(self) -> dict[str, Any]:
        """What every page of a table shows."""
        findings = self.report.findings if self.report else ()
        return {
            "tournament": self.tournament,
            "tab": "overview",
            "session": self.session,
            "table": self.table,
            "places": self.places,
            "seen": self.digest,
            "seated": self.seated,
            "has_sheet": self.has_sheet,
            "has_whole_sheet": self.has_sheet and self.table.state != Table.State.OPEN,
            "totals_only": self.totals_only,
            "notes": [deal.note for deal in self.deals if deal.note and self.totals_only],
            "rulings": [
                (deal.note, by_seat(deal.scores) if any(deal.scores or ()) else "")
                for deal in self.rulings
            ],
            "findings": [(finding.row, finding_sentence(finding)) for finding in findings],
            "has_errors": bool(errors_in(self.report)),
            "warned": bool(warnings_in(self.report)),
            "is_open": self.is_open,
            "types": not self.corrects and not self.tournament.is_closed,
            "corrects": self.corrects and not self.tournament.is_closed,
            "next_missing": self.next_missing(),
            "clock": clock_of(self.session, {self.table.size}, self.table.extra_minutes),
            "once": new_key(),
        }
