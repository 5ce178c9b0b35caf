"""Penalties of the referee that stand on a sheet (TSR 9.2-9.5)."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from rules.penalties import MOST_ABSAGEN, Breach, Fate, Penalty
from rules.penalties import penalty as penalty_by_law
from rules.refusal import Refusal
from rules.session import ALONE, DealKind
from scoring.sheet import SheetRow
from tournaments.actions import sheets
from tournaments.actions.at_table import TableUnderWay, at_table
from tournaments.actions.core import Refused, required_reason
from tournaments.actions.results import known_facts, sound_totals, write_rows
from tournaments.models import Table, Tournament
from tournaments.models.text import clean_text


def penalty_for(
    size: int,
    *,
    breach: str,
    offender: int,
    soloist: int | None = None,
    kind: str = "",
    absagen: int = 0,
    hurts_soloist: bool = False,
    time_is_up: bool = False,
    sits_out: int | None = None,
) -> Penalty:
    """What a breach costs, by the law; ``sits_out`` is the dealer at a table of five.

    ``kind`` is the kind of the game that ``soloist`` plays alone. Raises Refused.
    """
    seats = [seat for seat in range(1, size + 1) if size == 4 or seat != sits_out]
    if len(seats) != 4:
        raise Refused(
            _("At a table of five the dealer sits out: say which seat (TSR 10.1)."),
            where="sits_out",
            code="sits_out",
        )
    if breach not in list(Breach):
        raise Refused(_("There is no such breach."), where="breach", code="breach")
    if (soloist is None) != (kind == "") or (kind and kind not in list(ALONE)):
        raise Refused(
            _("A game played alone has a soloist and a kind; a normal game has neither."),
            where="soloist",
            code="soloist",
        )
    try:
        return penalty_by_law(
            Breach(breach),
            offender,
            seats,
            soloist=soloist,
            absagen=absagen,
            hurts_soloist=hurts_soloist,
            time_is_up=time_is_up,
            vorfuehrung=kind == DealKind.VORFUEHRUNG,
        )
    except Refusal as refusal:
        where = "offender" if 0 <= absagen <= MOST_ABSAGEN else "absagen"
        raise Refused(sheets.refusal_sentence(refusal), where=where, code=refusal.code) from refusal


def give_penalty(
    tournament: Tournament,
    actor: Any,
    session: int,
    table: int,
    *,
    by_law: Penalty,
    offender: int,
    given_by: str,
    reason: str,
    soloist: int | None = None,
    kind: str = "",
    points: Sequence[int] | None = None,
    after: int | None = None,
    seen: str | None = None,
    key: str | None = None,
) -> Table:
    """Put a penalty on a table's sheet, after row ``after`` (0: first, None: last).

    It is a row of its own; a solo that counts as played by the breach (TSR 9.4.4) is that solo's
    row. Of a table of which only the totals are known, the totals change. ``points`` by seat, in
    game points, replace those of the law where the referee decides otherwise. The row's note
    names who gave it and why. What was verified is to be checked again.
    """
    with at_table(
        tournament, actor, "give_penalty", session, table, key, seen, closed_too=True
    ) as desk:
        reason = required_reason(reason)
        given_by = clean_text(given_by)[:60]
        if not given_by:
            raise Refused(
                _("Say who gave it: every penalty names its referee (TSR 9)."),
                where="given_by",
                code="given_by",
            )
        size = desk.table.size
        lawful = [by_law.points.get(seat, 0) for seat in range(1, size + 1)]
        given = sound_totals(desk.table, lawful if points is None else points)
        desk.this.reason = reason
        note = f"{given_by}: {reason} (TSR {by_law.rule})"[:200]
        if sheets.is_totals_only(desk.deals):
            _add_to_totals(desk, actor, given, note)
        else:
            if by_law.fate is Fate.COUNTS:
                row = SheetRow(DealKind(kind), soloist, tuple(given), True)
            else:
                row = SheetRow(DealKind.PENALTY, None, tuple(given))
            _insert(desk, actor, row, note, after)
        desk.this.after = {
            "offender": offender,
            "points_given": given,
            "given_by": given_by,
            "rule": by_law.rule,
            "fate": by_law.fate.value,
            **({"by_law": lawful} if given != lawful else {}),
        }
    return desk.table


def _add_to_totals(desk: TableUnderWay, actor: Any, given: list[int], note: str) -> None:
    old = sheets.totals_of(desk.table.size, desk.deals)
    totals = sound_totals(desk.table, [a + b for a, b in zip(old, given, strict=True)])
    notes = " · ".join(filter(None, (desk.deals[0].note, note)))
    won: list[int | None] = [None] * desk.table.size
    row = sheets.totals_row(totals)
    write_rows(desk, _typist(desk, actor), [row], [(None, notes)], won, Table.State.ENTERED)


def _insert(desk: TableUnderWay, actor: Any, row: SheetRow, note: str, after: int | None) -> None:
    rows = sheets.stored_rows(desk.deals)
    facts = known_facts(desk.deals, rows, [{} for _row in rows])
    at = len(rows) if after is None else after
    if not 0 <= at <= len(rows):
        raise Refused(_("The sheet has no such line."), where="after", code="after")
    rows.insert(at, row)
    facts.insert(at, (None, note))
    is_open = desk.table.state == Table.State.OPEN
    state = Table.State.OPEN if is_open else Table.State.ENTERED
    won = list(sheets.solos_won(desk.table.size, rows))
    write_rows(desk, _typist(desk, actor), rows, facts, won, state)
    sound_totals(desk.table, sheets.totals_of(desk.table.size, desk.deals))


def _typist(desk: TableUnderWay, actor: Any) -> Any:
    """A penalty does not make the referee the one who typed the sheet."""
    return desk.table.entered_by or actor


# Kinds of games played alone that a breach can end as played (TSR 9.4.4).
PLAYED_ALONE = tuple(kind.value for kind in DealKind if kind in ALONE)
