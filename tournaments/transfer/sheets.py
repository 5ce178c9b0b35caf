"""One table of a tournament file: its seats and rows, what they add up to, what the law says."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from rules.refusal import Refusal
from rules.ruleset import get_ruleset
from rules.session import DealKind
from scoring.facts import misfit
from scoring.records import read_deal
from scoring.sheet import SheetRow, check_sheet
from tournaments.models import Deal, Table
from tournaments.transfer.export import place
from tournaments.transfer.faults import WARNING, Fault, Faults

Content = dict[str, Any]


def check_table(session: Content, table: Content, faults: Faults) -> None:
    """Recompute the table's points, solos won and state from its rows; name each difference."""
    where = place(session["number"], table["number"])
    _check_positions(table, where, faults)
    _check_rows(session, table, faults)
    _check_results(session, table, faults)


def sheet_warnings(session: Content, table: Content, ruleset: str) -> list[Fault]:
    """What the law says to a sound sheet: findings that were typed as they stand on the paper."""
    deals = table["deals"]
    if not deals or deals[0]["kind"] == Deal.Kind.TOTAL:
        return []
    rows = [
        SheetRow(
            DealKind(deal["kind"]),
            deal["soloist"],
            None if deal["scores"] is None else tuple(deal["scores"]),
            deal["breach"],
        )
        for deal in deals
    ]
    complete = table["state"] != Table.State.OPEN
    report = check_sheet(table["size"], rows, complete=complete, ruleset=get_ruleset(ruleset))
    return [
        Fault(
            finding.code,
            place(session["number"], table["number"], row=finding.row or 0),
            _said(finding.template, finding.params, finding.rule),
            WARNING,
        )
        for finding in report.findings
    ]


def _check_positions(table: Content, where: str, faults: Faults) -> None:
    positions = sorted(seat["position"] for seat in table["seats"])
    if positions != list(range(1, table["size"] + 1)):
        message = _("A table of %(size)d has the seats 1 to %(size)d, not %(seats)s.")
        seats = ", ".join(map(str, positions)) or "–"
        faults.add("seats_incomplete", where, message % {"size": table["size"], "seats": seats})


def _check_rows(session: Content, table: Content, faults: Faults) -> None:
    deals = table["deals"]
    where = place(session["number"], table["number"])
    numbers = [deal["row"] for deal in deals]
    if sorted(numbers) != list(range(1, len(deals) + 1)):
        message = _("The rows must be numbered from 1 to %(count)d without a gap.")
        faults.add("rows_not_contiguous", where, message % {"count": len(deals)})
    if len(deals) > 1 and any(deal["kind"] == Deal.Kind.TOTAL for deal in deals):
        faults.add("total_not_alone", where, _("A row of totals stands beside other rows."))
    keys = Counter(deal["client_key"] for deal in deals if deal["client_key"] is not None)
    if any(times > 1 for times in keys.values()):
        faults.add("client_key_twice", where, _("Two rows come from the same request of a phone."))
    for deal in deals:
        row = place(session["number"], table["number"], row=deal["row"])
        for code, message in (*_row_faults(deal, table), *_facts_faults(deal, table)):
            faults.add(code, row, message)


def _row_faults(deal: Content, table: Content) -> list[tuple[str, str]]:
    kind, scores, soloist = deal["kind"], deal["scores"], deal["soloist"]
    found = []
    if kind == Deal.Kind.STRUCK and scores is not None:
        found.append(("struck_with_scores", _("A struck deal brings no points.")))
    if kind == Deal.Kind.TOTAL and scores is None:
        found.append(("scores_missing", _("A row of totals needs its totals.")))
    if scores is not None and len(scores) != table["size"]:
        message = _("There are %(found)d scores for %(size)d seats.")
        params = {"found": len(scores), "size": table["size"]}
        found.append(("scores_not_of_table", message % params))
    if scores is not None and sum(scores):
        message = _("The points add to %(sum)d instead of 0.") % {"sum": sum(scores)}
        found.append(("sum_not_zero", f"{message} (TSR 7.3.3)"))
    if kind in Deal.SOLO_KINDS:
        if soloist is None or soloist > table["size"]:
            found.append(("soloist_missing", _("A solo names the seat of its soloist.")))
    elif soloist is not None:
        found.append(("soloist_without_solo", _("Only a solo has a soloist.")))
    if deal["breach"] and kind not in Deal.SOLO_KINDS:
        found.append(("breach_without_solo", _("Only a solo can end by a breach (TSR 9.4.4).")))
    finished = table["state"] != Table.State.OPEN
    if finished and scores is None and kind not in (Deal.Kind.STRUCK, Deal.Kind.TOTAL):
        found.append(("scores_missing", _("The sheet is finished, but this row has no points.")))
    return found


def _facts_faults(deal: Content, table: Content) -> list[tuple[str, str]]:
    """Facts that say nothing, or that are those of another row.

    What they are worth is compared at the desk: other points than the row's are no fault of the
    data. Who dealt and sat out at a table of five is the sheet's matter, too.
    """
    if not deal["outcome"]:
        return []
    try:
        outcome, _ruleset = read_deal(deal["outcome"])
    except Refusal as refusal:
        why = _said(refusal.template, refusal.params, refusal.rule)
        return [("facts_unreadable", _("The facts cannot be read: %(why)s") % {"why": why})]
    if deal["kind"] == Deal.Kind.TOTAL:
        return [("facts_misplaced", _("Totals have no facts."))]
    positions = set(range(1, table["size"] + 1))
    playing = outcome.seats if set(outcome.seats) <= positions else positions
    fault = misfit(DealKind(deal["kind"]), deal["soloist"], playing, outcome)
    return [("facts_misplaced", _(fault))] if fault else []


def _said(template: str, params: Mapping[str, object], rule: str | None) -> str:
    """A sentence of the law in the user's language, with its paragraph."""
    return (_(template) % params) + (f" (TSR {rule})" if rule else "")


def _check_results(session: Content, table: Content, faults: Faults) -> None:
    deals = table["deals"]
    where = place(session["number"], table["number"])
    if not deals and table["state"] != Table.State.OPEN:
        message = _("The table is %(state)s, but has no rows.")
        state = Table.State(table["state"]).label
        faults.add("state_differs", where, message % {"state": state})
    if deals and deals[0]["kind"] == Deal.Kind.TOTAL and table["state"] == Table.State.OPEN:
        faults.add("state_differs", where, _("The totals are there, but the table is open."))
    for seat in table["seats"]:
        index = seat["position"] - 1
        if index >= table["size"]:
            continue  # said already: this table has no such seat
        at = place(session["number"], table["number"], seat=seat["position"])
        points, solos = _points(deals, index), _solos_won(deals, seat["position"])
        if seat["points"] != points:
            message = _("%(stored)s points are stored, the rows add to %(added)s.")
            params = {"stored": _number(seat["points"]), "added": _number(points)}
            faults.add("points_differ", at, message % params)
        if seat["solos_won"] != solos:
            message = _("%(stored)s solos won are stored, the rows have %(added)s.")
            params = {"stored": _number(seat["solos_won"]), "added": _number(solos)}
            faults.add("solos_differ", at, message % params)


def _points(deals: list[Content], index: int) -> int | None:
    """Game points of a seat; None without any row."""
    if not deals:
        return None
    scored = [deal["scores"] for deal in deals if deal["scores"] is not None]
    return sum(scores[index] for scores in scored if index < len(scores))


def _solos_won(deals: list[Content], position: int) -> int | None:
    """Solos that a seat won; None where only totals are known."""
    if not deals or any(deal["kind"] == Deal.Kind.TOTAL for deal in deals):
        return None
    return sum(
        deal["kind"] in Deal.SOLOS_PROPER
        and deal["soloist"] == position
        and deal["scores"] is not None
        and len(deal["scores"]) >= position
        and deal["scores"][position - 1] > 0
        for deal in deals
    )


def _number(value: int | None) -> str:
    """A number in a sentence, with the minus of the printed page; none is a dash."""
    return "–" if value is None else str(value).replace("-", "−")
