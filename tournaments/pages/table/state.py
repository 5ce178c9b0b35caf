"""What a table's page shows and its script works with: the sheet, the protocol, the words."""

import hashlib
import json
from typing import Any

from django.db.models import Prefetch
from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from rules.session import ALONE, SessionState, start_session
from scoring.sheet import check_sheet
from tournaments.actions.sheets import (
    finding_sentence,
    is_totals_only,
    ruleset_of,
    stored_rows,
    totals_of,
)
from tournaments.actions.table_entry import EMPTY, marks_of, why_dead
from tournaments.actions.table_keyers import may_confirm
from tournaments.models import Deal, Seat, Table, TableAccess
from tournaments.models.deal import notes_once
from tournaments.pages.facts_form import as_typed


class TableOnPhone:
    """A table by its token, read in a fixed number of queries. Http404 for a token of none.

    ``why_dead`` is the sentence why the page writes nothing, None while it does; a table whose
    draw was replaced has no seats and rows any more.
    """

    def __init__(self, token: str):
        seats = Seat.objects.select_related("entry__player", "substitute")
        access = (
            TableAccess.objects.select_related("session__tournament", "table")
            .prefetch_related(Prefetch("table__seats", seats), "table__deals")
            .filter(token=token)
            .first()
        )
        if access is None:
            raise Http404
        self.access, self.session = access, access.session
        self.tournament, self.table = access.session.tournament, access.table
        self.seats: list[Seat] = []
        self.deals: list[Deal] = []
        if self.table is not None:
            self.table.session = self.session
            self.seats, self.deals = list(self.table.seats.all()), list(self.table.deals.all())
        self.why_dead = why_dead(access)
        self.marks = marks_of(self.deals)
        self.totals_only = is_totals_only(self.deals)

    @property
    def mark(self) -> str:
        """The mark of the sheet as it is now: what the next request must be made for."""
        return self.marks[-1] if self.marks else EMPTY

    @property
    def names(self) -> dict[int, str]:
        """Who plays on each seat, short enough for a phone."""
        return {
            seat.position: (seat.substitute or seat.entry.player).list_name for seat in self.seats
        }

    @property
    def is_of_desk(self) -> bool:
        """Has the desk typed the result as finished? Then it is only confirmed here."""
        table = self.table
        by_desk = table is not None and table.state == Table.State.ENTERED and table.entered_by_id
        return bool(by_desk or self.totals_only)

    @property
    def confirming(self) -> list[int]:
        """The seats that may confirm the sheet; none before it is finished."""
        if self.table is None or self.table.state != Table.State.ENTERED:
            return []
        return may_confirm(self.access, self.table.size, self.deals)

    def as_dict(self) -> dict[str, Any]:
        """The state as the script knows it; ``revision`` tells the newer of two."""
        if self.table is None:
            return {"dead": self.why_dead, "revision": self.tournament.revision}
        ruleset = ruleset_of(self.table)
        rules = ruleset.table(self.table.size)
        rows = [] if self.totals_only else stored_rows(self.deals)
        report = check_sheet(self.table.size, rows, ruleset=ruleset)
        left = self.table.seconds_left
        return {
            "revision": self.tournament.revision,
            "dead": self.why_dead,
            "state": self.table.state,
            "of_desk": self.is_of_desk,
            "rules": {
                "seats": rules.seats,
                "deals": rules.deals,
                "sits_out": rules.dealer_sits_out,
                "due_deals": ruleset.vorfuehrung_dealer_due,
                "owing": list(start_session(self.table.size, ruleset).open_pflichtsoli),
            },
            "names": self.names,
            "rows": [
                {
                    "mark": mark,
                    "kind": str(row.kind),
                    "soloist": row.soloist,
                    "scores": row.scores,
                    "fixed": deal.is_of_referee,
                    "note": note,
                    "only_note": deal.is_note and bool(note),
                    "facts": _facts(deal),
                }
                for mark, row, deal, note in zip(
                    self.marks, rows, self.deals, notes_once(self.deals), strict=False
                )
            ],
            "mark": self.mark,
            "totals": totals_of(self.table.size, self.deals),
            "keeper": self.access.keeper,
            "confirming": self.confirming,
            "clock": None if left is None else left <= 0,
            "faults": [finding_sentence(finding) for finding in report.findings],
        }

    def etag(self, state: dict[str, Any]) -> str:
        """Changes when anything shown does, and not with what happens at other tables."""
        told = {name: value for name, value in state.items() if name != "revision"}
        digest = hashlib.sha256(json.dumps(told, sort_keys=True, default=str).encode())
        return f'W/"{digest.hexdigest()[:24]}"'

    def next_deal(self) -> SessionState | None:
        """The state before the next deal; None when all are played or the desk has typed them."""
        if self.table is None or self.totals_only:
            return None
        ruleset = ruleset_of(self.table)
        return check_sheet(self.table.size, stored_rows(self.deals), ruleset=ruleset).next


def _facts(deal: Deal) -> dict[str, Any] | None:
    """The facts of a row as the form holds them, so that a deal taken back keeps them."""
    if not deal.outcome:
        return None
    return {**as_typed(deal.outcome), "re": [str(seat) for seat in deal.outcome.get("re", ())]}


def kind_names() -> dict[str, str]:
    """The kinds of deal as buttons and rows name them."""
    return {
        "normal": _("Normal game"),
        "pflichtsolo": "Pflichtsolo",
        "lustsolo": "Lustsolo",
        "vorfuehrung": "Vorführung",
        "silent_marriage": _("Silent marriage"),
        "marriage_solo": _("Marriage not clarified"),
        "penalty": _("Penalty"),
        "struck": pgettext("deal", "Struck"),
    }


def words() -> dict[str, Any]:
    """What the script says, in the page's language; %(n)s and the like are filled in there."""
    return {
        "kinds": kind_names(),
        "deal": _("Deal %(n)s of %(of)s"),
        "over": _("All deals are in"),
        "dealer": _("Dealer: %(name)s"),
        "open": _("Pflichtsolo owed: %(seats)s"),
        "all_played": _("All Pflichtsoli played"),
        "vorfuehrung": _("Vorführung: %(name)s must play the Pflichtsolo now (TSR 4.2.3)."),
        "decide": _(
            "Only the dealer still owes a Pflichtsolo, and the rules do not say who deals. "
            "Ask the desk; as a rule %(name)s deals. If another does, the desk types this deal."
        ),
        "waiting": [
            _("%(n)s deal waits on this phone"),
            _("%(n)s deals wait on this phone"),
        ],
        "entries_waiting": [
            _("%(n)s entry waits on this phone"),
            _("%(n)s entries wait on this phone"),
        ],
        "no_net": _("No network"),
        "sending": _("Sending …"),
        "no_net_compute": _("Without a network the value cannot be computed: please type it."),
        "compute_again": _("The facts have changed: compute the value again, or type it."),
        "undo_of": _("Undo %(what)s"),
        "undo_struck": [_("Undo %(n)s struck deal"), _("Undo %(n)s struck deals")],
        "strike": _("Strike the normal deals left (%(n)s)"),
        "row": _("Deal %(n)s"),
        "unsent": _("not sent yet"),
        **_words_of_refusals(),
        "choose_winners": _("Tap the two with plus points."),
        "choose_soloist": _("Tap who plays alone."),
        "choose_value": _("Tap or type the value."),
        "choose_won": _("Won or lost?"),
        "unusual": _("Really %(n)s points? Tap once more, then it is entered."),
        "facts_re": _("The facts lack who was Re: tap the two, or remove the facts."),
        "facts_points": _("The facts lack the card points of Re: type them, or remove the facts."),
        "alone": sorted(str(kind) for kind in ALONE),
    }


def _words_of_refusals() -> dict[str, str]:
    return {
        "lost": _("These were not stored:"),
        "on_sheet": _("On the sheet now:"),
        "on_phone": _("Keyed on this phone:"),
        "behind": _("Behind it wait:"),
        "same": _("What was keyed here is on the sheet already, the same. It counts once."),
        "not_undone": _("The deal was not taken back; it stands on the sheet as it was."),
        "instead": _(
            "This was meant in place of a deal that still stands. "
            "Take the deals back down to that one, then key it again."
        ),
        "drop": _("Throw it away"),
        "drop_all": _("Throw all of it away"),
        "gone": _("The server does not know this page any more. Tell the desk."),
    }


def words_when_gone() -> dict[str, Any]:
    """What the script says of deals that were never stored, on a page that writes nothing."""
    return {
        "kinds": kind_names(),
        "one": _("1 deal on this phone was never stored. Tell the desk."),
        "more": _("{n} deals on this phone were never stored. Tell the desk."),
    }
