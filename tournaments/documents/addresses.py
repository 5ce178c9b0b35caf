"""Where the codes on the papers lead: pages that players may open without an account."""

from django.urls import reverse

from tournaments.models import Table
from tournaments.models.publication import is_reachable


def table_address(table: Table, site: str | None) -> str | None:
    """The address for the phones of a table, or None if nobody could open it.

    ``site`` is where players reach the application ("https://host"); the code leads to the
    public seats of the session.
    """
    tournament = table.session.tournament
    if site is None or not is_reachable(tournament):
        return None
    return site + reverse("session-seats", args=[tournament.slug, table.session.number])
