"""Where the codes on the papers lead: pages that players may open without an account."""

from django.urls import reverse

from tournaments.models import Session, Table, Tournament
from tournaments.models.publication import is_reachable
from tournaments.models.table_access import table_path


def table_address(table: Table, site: str | None) -> str | None:
    """The address for the phones of a table, or None if nobody could open it.

    ``site`` is where players reach the application ("https://host"). The code leads to the
    table's own page, where its deals are keyed; once the session is closed, or where a table has
    no page, to the public seats of the session.
    """
    if site is None:
        return None
    tournament, session = table.session.tournament, table.session
    if session.state != Session.State.CLOSED and (own := table_path(table)):
        return site + own
    if not is_reachable(tournament):
        return None
    return site + reverse("session-seats", args=[tournament.slug, session.number])


def seats_address(tournament: Tournament, site: str | None) -> str | None:
    """The address of the public seats of all sessions, or None if nobody could open it."""
    if site is None or not is_reachable(tournament):
        return None
    return site + reverse("seats", args=[tournament.slug])
