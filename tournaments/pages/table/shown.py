"""What the table's page shows before its script runs, or without it."""

from typing import Any

from django.utils.translation import gettext as _

from rules.session import ALONE, DealKind, SessionState
from scoring.sheet import check_sheet
from tournaments.actions.sheets import ruleset_of, stored_rows, totals_of
from tournaments.models.deal import notes_once
from tournaments.numbers import points_text
from tournaments.pages import facts_form
from tournaments.pages.table.state import TableOnPhone, kind_names

# A form that was refused comes back as it was typed; these are its fields.
FIELDS = (
    "kind", "soloist", "won", "value", "typed", "seat", *facts_form.NAMES,
)  # fmt: skip


def shown(table: TableOnPhone) -> dict[str, Any]:
    """The page's content for a table that can be written to."""
    assert table.table is not None
    state = table.next_deal()
    due = state.vorfuehrung if state else None
    rows = _rows(table)
    confirming = table.confirming
    return {
        "next": state,
        "deals": ruleset_of(table.table).table(table.table.size).deals,
        "places": _places(table, state),
        "dealer": _seat(table, state.next_dealer) if state else "",
        "due": _seat(table, due) if due else "",
        "kinds": _kinds(state),
        "soloists": _soloists(state),
        "rows": _struck_once(rows)[::-1],
        "undo": rows[-1] if rows and not rows[-1]["fixed"] and not table.is_of_desk else None,
        "last_is_fixed": bool(rows and rows[-1]["fixed"]),
        "strike": _struck(table, state),
        "keeper": table.access.keeper or table.table.size,
        "confirming": [place for place in _places(table, None) if place["position"] in confirming],
        "mark": table.mark,
        "of_desk": table.is_of_desk,
    }


def _seat(table: TableOnPhone, position: int) -> str:
    return f"{position} {table.names.get(position, '')}".strip()


def _places(table: TableOnPhone, state: SessionState | None) -> list[dict[str, Any]]:
    assert table.table is not None
    totals = totals_of(table.table.size, table.deals)
    out = state.next_dealer if state and state.table.dealer_sits_out else None
    return [
        {
            "position": position,
            "name": name,
            "total": points_text(totals[position - 1]),
            "points": totals[position - 1],
            "deals": state is not None and position == state.next_dealer,
            "owes": state is not None and position in state.open_pflichtsoli,
            "sits_out": position == out,
        }
        for position, name in table.names.items()
    ]


def _kinds(state: SessionState | None) -> list[dict[str, Any]]:
    """Every kind of deal that is keyed at the table; ``offered`` is what the rules allow now."""
    allowed = state.allowed() if state else {}
    return [
        {"kind": kind, "name": name, "offered": kind in allowed, "alone": kind in ALONE}
        for kind, name in kind_names().items()
        if kind not in ("penalty", "struck")
    ]


def _soloists(state: SessionState | None) -> list[int]:
    return sorted({seat for seats in (state.allowed() if state else {}).values() for seat in seats})


def _rows(table: TableOnPhone) -> list[dict[str, Any]]:
    assert table.table is not None
    if table.totals_only:
        return []
    rows = stored_rows(table.deals)
    report = check_sheet(table.table.size, rows, ruleset=ruleset_of(table.table))
    names = kind_names()
    return [
        {
            "deal": checked.step.deal,
            "kind": str(row.kind),
            "label": _("Deal %(n)s") % {"n": checked.step.deal} if checked.step.deal else "",
            "what": ""
            if row.kind == "normal"
            else f"{names[row.kind]} {row.soloist or ''}".strip(),
            "note": note,
            "only_note": deal.is_note and bool(note),
            "scores": [{"text": points_text(score), "points": score} for score in row.scores or ()],
            "fixed": deal.is_of_referee,
        }
        for row, checked, deal, note in zip(
            rows, report.rows, table.deals, notes_once(table.deals), strict=True
        )
    ]


def _struck_once(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows with struck deals that follow each other in one, but for a referee's word."""
    told: list[dict[str, Any]] = []
    for row in rows:
        last = told[-1] if told else None
        if last and last["kind"] == row["kind"] == "struck" and not row["note"]:
            first = last.setdefault("first", last["deal"])
            last["label"] = _("Deal %(n)s") % {"n": f"{first}–{row['deal']}"}
        else:
            told.append(dict(row))
    return told


def _struck(table: TableOnPhone, state: SessionState | None) -> int:
    """How many normal deals would be struck now; 0 while the table's clock runs.

    Where no clock was started, time can be up when half of the deals are in.
    """
    assert table.table is not None
    left = table.table.seconds_left
    if state is None or not table.deals or (left is not None and left > 0):
        return 0
    if left is None and state.remaining > state.table.deals // 2:
        return 0
    return state.time_out().struck


def form_values(table: TableOnPhone, data: Any, answer: Any) -> dict[str, Any]:
    """What stands in the form: nothing yet, what was typed, or what the facts came to."""
    if data is None:
        state = table.next_deal()
        allowed = state.allowed() if state else {}
        kind = next(iter(allowed), "")
        soloist = allowed[kind][0] if kind == DealKind.VORFUEHRUNG else ""
        return {"kind": str(kind), "soloist": str(soloist), "winners": [], "re": []}
    typed: dict[str, Any] = {name: data.get(name, "") for name in FIELDS}
    typed["winners"] = [int(one) for one in data.getlist("winner") if one in "12345" and one]
    typed["re"] = [int(one) for one in data.getlist("re") if one in "12345" and one]
    if computed := (answer or {}).get("computed"):
        typed["typed"] = str(computed["value"])
        typed["winners"] = computed["winners"]
        won = any(str(seat) == typed["soloist"] for seat in computed["winners"])
        typed["won"] = "yes" if won else "no"
    return typed
