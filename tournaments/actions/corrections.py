"""A result that stands, corrected: verified, or of a closed session. Always with a reason."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring.sheet import SheetRow
from tournaments.actions import sheets
from tournaments.actions.at_table import at_table
from tournaments.actions.core import Refused, required_reason
from tournaments.actions.referee_kept import with_rulings
from tournaments.actions.roles import may
from tournaments.actions.writing import (
    refuse_unsound,
    report_on_written,
    sound_totals,
    write_rows,
)
from tournaments.models import Deal, Table, Tournament


def correct_table(
    tournament: Tournament,
    actor: Any,
    session: int,
    table: int,
    *,
    totals: Sequence[int] | None = None,
    rows: Sequence[Mapping[str, Any]] | None = None,
    reason: str,
    seen: str | None = None,
    key: str | None = None,
) -> Table:
    """Replace the result of a table, verified or not, in a session open or closed.

    ``totals`` for a table of which only the totals are known, else the ``rows`` of its whole
    sheet. The table counts as typed anew and is to be checked again; a closed session stays
    closed. The log keeps the old and the new values. Who may give penalties may take the points
    of one away. Raises Conflict, and Refused for what ``save_totals`` and ``save_sheet`` refuse.
    """
    with at_table(
        tournament, actor, "correct_table", session, table, key, seen, closed_too=True
    ) as desk:
        desk.this.reason = required_reason(reason)
        if desk.table.state == Table.State.OPEN:
            raise Refused(
                _("Table %(table)s has no result yet, so there is nothing to correct.")
                % {"table": table},
                code="state",
            )
        size = desk.table.size
        if rows is not None:
            sheet = sheets.rows_from_records(size, rows)
            refuse_unsound(sheet, complete=True)
            may_drop = may(actor, tournament, "give_penalty")
            facts = with_rulings(size, desk.deals, sheet, rows, may_drop=may_drop)
            won: list[int | None] = list(sheets.solos_won(size, sheet))
        else:
            if not sheets.is_totals_only(desk.deals):
                raise Refused(
                    _("This table was typed deal by deal: correct the deal."), code="state"
                )
            sheet = [sheets.totals_row(sound_totals(desk.table, totals or ()))]
            facts, won = [(None, desk.deals[0].note)], [None] * size
        outcomes = [outcome for outcome, _note in facts]
        if sheet == _stored(desk.deals) and outcomes == [deal.outcome for deal in desk.deals]:
            raise Refused(_("Nothing would change."), code="same")
        write_rows(desk, actor, sheet, facts, won, Table.State.ENTERED)
        if rows is not None:
            report_on_written(desk)
    return desk.table


def _stored(deals: Sequence[Deal]) -> list[SheetRow]:
    if sheets.is_totals_only(deals):
        return [sheets.totals_row(deals[0].scores or ())]
    return sheets.stored_rows(deals)
