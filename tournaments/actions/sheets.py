"""A table's rows between database, law and arithmetic: read, checked, compared, never written."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from rules.refusal import Refusal
from rules.ruleset import Ruleset, get_ruleset
from rules.session import DealKind
from scoring.deal import deal_value
from scoring.records import read_deal, read_sheet
from scoring.sheet import ERROR, WARNING, Finding, SheetReport, SheetRow, check_sheet
from tournaments.actions.core import Refused
from tournaments.models import Deal, Seat, Table

# What a table's points may add to: far beyond any sheet, and what the database can hold.
TOTAL_LIMIT = 9_999


def rows_from_records(size: int, records: Sequence[Mapping[str, Any]]) -> list[SheetRow]:
    """``check_sheet`` rows as rows; refused with the row at fault (counted from 1)."""
    rows = []
    for number, record in enumerate(records, start=1):
        plain = {name: value for name, value in record.items() if name not in ("outcome", "note")}
        if plain.get("scores") is None:
            plain.pop("scores", None)
        if plain.get("soloist") is None:
            plain.pop("soloist", None)
        try:
            rows += read_sheet({"table_size": size, "rows": [plain]}).rows
        except Refusal as refusal:
            raise Refused(
                _("Row %(row)s: %(what)s") % {"row": number, "what": refusal_sentence(refusal)},
                where=number,
                code=refusal.code,
            ) from refusal
    return rows


def refusal_sentence(refusal: Refusal) -> str:
    """A refusal of the law in the user's language, with its paragraph."""
    params = dict(refusal.params)
    if "wanted" in params:  # what a field of a record must be is a text of its own
        params["wanted"] = _(str(params["wanted"]))
    return with_rule(_(refusal.template) % params, refusal.rule)


def finding_sentence(finding: Finding) -> str:
    """A finding in the user's language, with its paragraph and without its row."""
    return with_rule(_(finding.template) % finding.params, finding.rule)


def with_rule(sentence: str, rule: str | None) -> str:
    """``sentence`` with the paragraph of the Turnier-Spielregeln it rests on."""
    return f"{sentence} (TSR {rule})" if rule else sentence


def ruleset_of(table: Table) -> Ruleset:
    return get_ruleset(table.session.tournament.ruleset)


def is_totals_only(deals: Sequence[Deal]) -> bool:
    return len(deals) == 1 and deals[0].kind == Deal.Kind.TOTAL


def totals_row(totals: Sequence[int]) -> SheetRow:
    """The one row of a sheet of which only the totals are known."""
    return SheetRow(kind=Deal.Kind.TOTAL, scores=tuple(totals))  # type: ignore[arg-type]


def stored_rows(deals: Iterable[Deal]) -> list[SheetRow]:
    """The rows of a sheet as stored deal by deal (not of one whose totals only are known)."""
    return [
        SheetRow(
            DealKind(deal.kind),
            deal.soloist,
            None if deal.scores is None else tuple(deal.scores),
            deal.breach,
            points_by_facts(deal.outcome, len(deal.scores or ())),
        )
        for deal in deals
    ]


def points_by_facts(facts: Mapping[str, Any] | None, size: int) -> tuple[int, ...] | None:
    """What stored facts come to; None where there are none, or none that can be read."""
    if not facts:
        return None
    try:
        return deal_value(*read_deal(facts)).on_sheet(size)
    except Refusal:
        return None  # check_tournament names it


def report_of(table: Table, deals: Sequence[Deal], ruleset: Ruleset) -> SheetReport | None:
    """What a stored sheet comes to; None where only totals, or nothing, is known."""
    if not deals or is_totals_only(deals):
        return None
    complete = table.state != Table.State.OPEN
    return check_sheet(table.size, stored_rows(deals), complete=complete, ruleset=ruleset)


def errors_in(report: SheetReport | None) -> list[Finding]:
    return [] if report is None else [f for f in report.findings if f.severity == ERROR]


def is_note(row: SheetRow) -> bool:
    """Is the row only a note of the referee, without points? Who keys the paper leaves it out."""
    return row.kind is DealKind.PENALTY and not any(row.scores or ())


def warnings_in(report: SheetReport | None) -> list[Finding]:
    """What may stand if somebody looked at it and says why."""
    return [] if report is None else [f for f in report.findings if f.severity == WARNING]


def totals_of(size: int, deals: Iterable[Deal | SheetRow]) -> list[int]:
    """The points of each position: the sum of its deals, stored or not."""
    totals = [0] * size
    for deal in deals:
        for index, score in enumerate(deal.scores or ()):
            totals[index] += score
    return totals


def solos_won(size: int, rows: Iterable[SheetRow]) -> list[int]:
    """How many solos each position won: played alone by choice or duty, with points gained."""
    won = [0] * size
    for row in rows:
        if row.kind in Deal.SOLOS_PROPER and row.scores and row.scores[row.soloist - 1] > 0:
            won[row.soloist - 1] += 1
    return won


def state_digest(table: Table, seats: Sequence[Seat], deals: Sequence[Deal]) -> str:
    """A short name of what is stored for a table: two forms made from the same have the same.

    It covers the table itself (a table of a draw that was replaced is another one), who sits
    there, its state and every row.
    """
    told = [
        table.pk,
        table.state,
        [(seat.position, seat.entry_id) for seat in seats],
        [deal_as_dict(deal) for deal in deals],
    ]
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:20]


def deal_in_log(deal: Deal) -> dict[str, Any]:
    """A row as the log keeps it: with the key of the phone that keyed it, so that the phone knows
    its row again when the row comes back."""
    told = deal_as_dict(deal)
    return {**told, "client_key": deal.client_key} if deal.client_key else told


def deal_as_dict(deal: Deal) -> dict[str, Any]:
    """What a row says, without what is empty."""
    told = {
        "kind": deal.kind,
        "soloist": deal.soloist,
        "scores": deal.scores,
        "breach": deal.breach or None,
        "outcome": deal.outcome,
        "note": deal.note or None,
    }
    return {name: value for name, value in told.items() if value is not None}
