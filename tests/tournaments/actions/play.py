"""A released session to play with, and legal sheets for it."""

from typing import Any

from scoring.simulated_sheets import simulated_sheet
from tests.tournaments import factories
from tournaments.actions.draws import draw_session, release_session
from tournaments.models import Tournament


def drawn(players: int = 9, *, release: bool = True, **fields: Any) -> Tournament:
    """A tournament whose session 1 is drawn: 9 players are a table of four and one of five."""
    tournament = factories.tournament(**fields)
    factories.entries(tournament, players)
    draw_session(tournament, None, 1, seed=7)
    if release:
        release_session(tournament, None, 1)
    return tournament


def legal_rows(size: int, seed: int = 10, **options: Any) -> list[dict[str, Any]]:
    """The rows of a legal sheet, as an action takes them.

    At a table of four the sheet of seed 10 begins with three normal games.
    """
    return simulated_sheet(size, seed, **options).record()["rows"]


def with_facts(rows: list[dict[str, Any]], *, start: int = 0, value: int = 5) -> int:
    """Give the first normal row from ``start`` on facts that are worth 5; returns its index.

    Another ``value`` is what the players wrote instead.
    """
    at = next(n for n in range(start, len(rows)) if rows[n]["kind"] == "normal")
    rows[at]["scores"] = [value, -value, value, -value]
    rows[at]["outcome"] = {
        "game": "normal",
        "re": [1, 3],
        "calls": {"re": "announced"},
        "card_points": 151,
        "extras": {"fox": [1, 0]},
    }
    return at


def stored_points(tournament: Tournament, number: int = 1) -> dict[int, list[int | None]]:
    """The points by table, in seat order."""
    tables = tournament.sessions.get(number=number).tables.prefetch_related("seats")
    return {t.number: [seat.points for seat in t.seats.all()] for t in tables}


def seating(tournament: Tournament, number: int = 1) -> list[list[int]]:
    """The tables of a session as start numbers in seat order."""
    tables = tournament.sessions.get(number=number).tables.prefetch_related("seats__entry")
    return [[seat.entry.start_number for seat in table.seats.all()] for table in tables]
