"""What a referee writes on a table's sheet: rows and notes that name who gave them and why (TSR 9).

Sentences on the sheet are stored in one language, whatever that of who writes them: they are read
at the table, on paper and in the referee's log.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import override

from rules.ruleset import Ruleset
from rules.session import DealKind, SessionState
from scoring.sheet import Finding, SheetRow, check_sheet
from tournaments.actions import sheets
from tournaments.actions.at_table import TableUnderWay
from tournaments.actions.core import Refused, required_reason
from tournaments.actions.writing import write_rows
from tournaments.models import Deal, Table
from tournaments.models.text import clean_text

MOST_NAME = 60
MOST_RULING = 200


@dataclass(frozen=True)
class Ruling:
    """Who decided and why; ``rule`` is the paragraph it rests on, if one does."""

    given_by: str
    reason: str
    rule: str = ""

    def note(self, fate: str = "") -> str:
        """What the row says: who, why, by which rule and what became of the deal.

        A long reason is cut, never the rest; the log has the whole of it.
        """
        tail = (f" (TSR {self.rule})" if self.rule else "") + (f"; {fate}" if fate else "")
        return f"{self.given_by}: {self.reason}"[: MOST_RULING - len(tail)] + tail


def ruling_of(given_by: str, reason: str, rule: str = "") -> Ruling:
    """Name and reason as they are stored; refused where one is missing."""
    reason = required_reason(reason)
    given_by = clean_text(given_by)[:MOST_NAME]
    if not given_by:
        raise Refused(
            _("Say who gave it: every penalty names its referee (TSR 9)."),
            where="given_by",
            code="given_by",
        )
    return Ruling(given_by, reason, rule)


class RefereeSheet:
    """A table's rows while the referee changes them; ``write`` stores them.

    ``rows``, ``facts`` (outcome and note of each) and ``keys`` (of the phones that keyed them) go
    side by side.
    """

    def __init__(self, table: Table, deals: Sequence[Deal]):
        self.size, self.ruleset = table.size, sheets.ruleset_of(table)
        self.rows = sheets.stored_rows(deals)
        self.facts = [(deal.outcome, deal.note) for deal in deals]
        self.keys = [deal.client_key for deal in deals]
        self.is_begun = is_begun(deals)
        self._errors_before = self._errors(self.rows)

    def place(self, after: int | None) -> int:
        """Where a row goes that stands after row ``after``; None: at the end."""
        at = len(self.rows) if after is None else after
        if not 0 <= at <= len(self.rows):
            raise Refused(_("The sheet has no such line."), where="after", code="after")
        return at

    def state_at(self, at: int) -> SessionState | None:
        """What was known before the deal that follows the first ``at`` rows; None after the last
        deal.
        """
        return state_after(self.size, self.rows[:at], self.ruleset)

    def deal_at(self, at: int, *, owed: bool, line: str = "") -> str:
        """The deal after the first ``at`` rows in words; ``owed``: a Pflichtsolo or Vorführung.

        ``line`` of the paper is used where the sheet does not tell.
        """
        if not self.is_begun:
            return deal_text(None, line=line)
        state = self.state_at(at)
        struck_before = state is not None and state.vorfuehrung_is_due and not owed
        return deal_text(None if struck_before else state, owed=owed)

    def insert(self, at: int, row: SheetRow, note: str) -> None:
        self.rows.insert(at, row)
        self.facts.insert(at, (None, note))
        self.keys.insert(at, None)

    def replace(self, at: int, row: SheetRow, note: str) -> None:
        self.rows[at], self.facts[at], self.keys[at] = row, (None, note), None

    def strike_one(self, at: int, note: str) -> bool:
        """Use up the number of the deal after the first ``at`` rows, which is not repeated.

        Where a struck row follows already, it is that deal. Returns whether a row says so now:
        not where every normal deal left was struck before. Refused where the sheet has no deal
        for it.
        """
        following = next(
            (n for n in range(at, len(self.rows)) if self.rows[n].kind is not DealKind.PENALTY),
            None,
        )
        if following is not None and self.rows[following].kind is DealKind.STRUCK:
            if self.facts[following][1]:
                return False
            self.facts[following] = (None, note)
            return True
        state = self.state_at(at)
        if following is None and (state is None or state.vorfuehrung_is_due):
            return False
        self.insert(at, SheetRow(DealKind.STRUCK), note)
        if len(self._errors(self.rows)) > len(self._errors_before):
            raise Refused(
                _(
                    "The deal is not repeated, but the sheet has no deal left that could be "
                    "struck for it. Say after which line it was; a line struck there takes the "
                    "note."
                ),
                where="after",
                code="no_deal_left",
            )
        return True

    def why_no_room(self, at: int, row: SheetRow) -> str:
        """What the law has against a row after the first ``at`` that it has not against the sheet
        as it is; "" if nothing. Of a sheet that is not begun nobody can tell.
        """
        if not self.is_begun:
            return ""
        errors = self._errors([*self.rows[:at], row, *self.rows[at:]])
        if len(errors) <= len(self._errors_before):
            return ""
        known = [sheets.finding_sentence(error) for error in self._errors_before]
        found = [sheets.finding_sentence(error) for error in errors]
        return next((sentence for sentence in found if sentence not in known), found[-1])

    def write(self, desk: TableUnderWay, *, goes_on: bool = False) -> None:
        """Store the rows. Who typed the sheet stays who typed it.

        A sheet that was handed in stays so and is to be checked again, unless the table
        ``goes_on`` playing. One whose last deal is in now is handed in.
        """
        rows = self.rows
        is_over = self.state_at(len(rows)) is None
        whole = is_over and all(row.is_known for row in rows)
        handed_in = desk.table.state != Table.State.OPEN and not goes_on
        state = Table.State.ENTERED if handed_in or whole else Table.State.OPEN
        won = list(sheets.solos_won(self.size, rows))
        write_rows(desk, desk.table.entered_by, rows, self.facts, won, state, self.keys)

    def _errors(self, rows: Sequence[SheetRow]) -> list[Finding]:
        return sheets.errors_in(check_sheet(self.size, rows, ruleset=self.ruleset))


def state_after(size: int, rows: Sequence[SheetRow], ruleset: Ruleset) -> SessionState | None:
    """What is known before the deal that follows these rows; None after the last deal."""
    return check_sheet(size, rows, ruleset=ruleset).next


def is_begun(deals: Sequence[Deal]) -> bool:
    """Is the sheet kept deal by deal and begun? Rows of the referee alone do not begin it."""
    return any(deal.kind != Deal.Kind.TOTAL and not deal.is_of_referee for deal in deals)


def deal_text(state: SessionState | None, *, owed: bool = False, line: str = "") -> str:
    """The deal that is meant: by what the sheet tells, else by its ``line`` on the paper.

    The number is that in the session, as phones count; the line that of its section on the paper.
    """
    if state is not None:
        values: dict[str, Any] = {
            "n": state.deal,
            "line": f"P{state.solo_lines + 1}" if owed else state.normal_lines + 1,
            "dealer": state.next_dealer,
        }
        return _("deal %(n)s (line %(line)s, dealer: seat %(dealer)s)") % values
    if line:
        return _("the deal in line %(line)s") % {"line": line}
    return _("the deal")


def fate_text(deal: str, *, repeated: bool, stays_open: bool = False) -> str:
    """What became of a deal that does not count."""
    if repeated:
        return _("%(deal)s dealt again") % {"deal": deal}
    if stays_open:
        return _("%(deal)s not repeated, the Pflichtsolo stays open") % {"deal": deal}
    return _("%(deal)s not repeated") % {"deal": deal}


def as_stored() -> Any:
    """The language of sentences that are stored."""
    return override(settings.LANGUAGE_CODE)


def checked_line(line: str) -> str:
    """A line as the paper names it, 7 or P2; "" for none. Refused if it is no such name."""
    name = clean_text(line).upper()
    if name and not re.fullmatch(r"P?[1-9][0-9]?", name):
        raise Refused(_("A line of the paper is 7 or P2."), where="line", code="line")
    return name
