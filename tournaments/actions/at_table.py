"""A change of one table's result: what every such action checks first and logs last."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournaments.actions import sheets
from tournaments.actions.core import Change, Refused, change
from tournaments.actions.find import session_of, table_of
from tournaments.models import ACCOUNTS, Deal, Seat, Session, Table, Tournament


class Conflict(Refused):
    """Someone else saved the same thing after the form was made; nothing was overwritten."""


@dataclass
class TableUnderWay:
    """A table under way in a change: what is stored for it now."""

    this: Change
    table: Table
    seats: list[Seat]
    deals: list[Deal]

    def told(self) -> dict[str, Any] | None:
        """The table's result as the log keeps it; None before there is one.

        With the accounts that typed and verified it, None for phones: an undo puts them back.
        """
        if not self.deals:
            return None
        return {
            "state": self.table.state,
            **{name: getattr(self.table, f"{name}_id") for name in ACCOUNTS},
            "totals": sheets.totals_of(self.table.size, self.deals),
            "rows": [sheets.deal_in_log(deal) for deal in self.deals],
        }


@contextmanager
def at_table(
    tournament: Tournament,
    actor: Any,
    action: str,
    session: int,
    table: int,
    key: str | None,
    seen: str | None,
    *,
    closed_too: bool = False,
) -> Iterator[TableUnderWay]:
    """A change of one table's result: found, open for results, and as the form saw it.

    ``seen`` is the ``state_digest`` that the form was made from, None to overwrite whatever is
    there; raises Conflict. A closed session is refused unless ``closed_too``. The log gets the
    result before and after.
    """
    with change(tournament, actor, action, key=key) as this:
        at = session_of(this.tournament, session)
        found = table_of(at, table) if at.is_published else None
        if found is None:
            raise Refused(
                _("Session %(number)s is not released, so it has no results.")
                % {"number": session},
                code="state",
            )
        if at.state == Session.State.CLOSED and not closed_too:
            raise Refused(
                _("Session %(number)s is closed. Correct the result, with a reason.")
                % {"number": session},
                code="session_closed",
            )
        desk = TableUnderWay(this, found, list(found.seats.all()), list(found.deals.all()))
        if seen is not None and seen != sheets.state_digest(found, desk.seats, desk.deals):
            raise Conflict(
                _("Someone else changed table %(table)s in the meantime. Nothing was overwritten.")
                % {"table": table},
                code="conflict",
            )
        this.subject = f"{session}/{table}"
        this.before = desk.told()
        yield desk
        desk.deals = list(found.deals.all())
        told = desk.told()
        this.after = {**told, **(this.after or {})} if told else None
