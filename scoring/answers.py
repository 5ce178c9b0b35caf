"""Answers to JSON Lines: one line in, one line out, whatever the line holds."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

from rules.refusal import Refusal, bad_input, gettext_noop
from rules.session import SessionState
from scoring.deal import deal_value
from scoring.fields import Record, parse_line
from scoring.records import read_deal, read_sheet
from scoring.sheet import CheckedRow, Finding, SheetReport, check_sheet

Answer = Callable[[Record], Record]

# ASCII only: then no text that came in as an escape can make a line that is not UTF-8.
_encode: Final = json.JSONEncoder(allow_nan=False, check_circular=False).encode


def answer_line(line: bytes | str, answer: Answer) -> tuple[str, bool]:
    """The answer to one line of input, without a line end, and whether it is an ``ok``."""
    echo: Record = {}
    try:
        record = parse_line(line)
        if "id" in record:
            echo = {"id": record["id"]}
        return _encode({**echo, **answer(record)}), True
    except Refusal as refusal:
        return _refused(echo, refusal), False
    except RecursionError:  # an id so deep that reading it succeeded and writing it does not
        return _refused({}, bad_input(gettext_noop("The line is nested too deeply."))), False


def _refused(echo: Record, refusal: Refusal) -> str:
    return _encode({**echo, "ok": False, "error": refusal.as_dict()})


def score_deal(record: Record) -> Record:
    """The answer to a ``score_deals`` record; raises Refusal."""
    outcome, ruleset = read_deal(record)
    value = deal_value(outcome, ruleset)
    return {
        "ok": True,
        "winner": value.winner,
        "value": value.value,
        "breakdown": [
            {"name": name, "rule": rule, "party": party, "points": points}
            for name, rule, party, points in value.breakdown
        ],
        "scores": value.scores,
    }


def check_sheet_record(record: Record) -> Record:
    """The answer to a ``check_sheet`` record; raises Refusal."""
    sheet = read_sheet(record)
    return report_as_dict(check_sheet(sheet.table_size, sheet.rows, sheet.totals, sheet.complete))


def report_as_dict(report: SheetReport) -> Record:
    """A report in the form of ``check_sheet``'s answer."""
    return {
        "ok": True,
        "rows": [_row(row) for row in report.rows],
        "totals": list(report.totals),
        "next": None if report.next is None else _next(report.next),
        "findings": [_finding(finding) for finding in report.findings],
    }


def _row(row: CheckedRow) -> dict[str, Any]:
    step = row.step
    place = {
        "deal": step.deal,
        "dealer": step.dealer,
        "forehand": step.forehand,
        "leader": step.leader,
        "running": None if row.running is None else list(row.running),
    }
    return {**place, "needs_decision": True} if step.needs_decision else place


def _next(state: SessionState) -> dict[str, Any]:
    return {
        "deal": state.deal,
        "dealer": state.dealer,
        "remaining": state.remaining,
        "open_pflichtsoli": list(state.open_pflichtsoli),
        "vorfuehrung": state.vorfuehrung,
        "needs_decision": state.needs_decision,
    }


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "row": finding.row,
        "code": finding.code,
        "rule": finding.rule,
        "severity": finding.severity,
        "message": finding.message,
    }
