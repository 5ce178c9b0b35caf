"""``python manage.py standings SLUG [--json]``: the ranking (docs/formats.md)."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from tournaments.management.commands.export_tournament import tournament_at
from tournaments.models.standings import Standings, StandingsRow, full_standings


class Command(BaseCommand):
    help = "Print the standings of a tournament, for the desk: with full names."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the tournament's address, as in /t/SLUG/")
        parser.add_argument("--json", action="store_true", help="one JSON object")
        parser.add_argument(
            "--through", type=int, metavar="N", help="count the sessions up to number N only"
        )

    def handle(self, *args: Any, slug: str, through: int | None, **options: Any) -> None:
        standings = full_standings(tournament_at(slug), through=through)
        if options["json"]:
            self.stdout.write(json.dumps(as_dict(standings), ensure_ascii=False))
        else:
            self.stdout.write(as_text(standings))


def as_dict(standings: Standings) -> dict[str, Any]:
    """The standings as JSON: points by session in the order of ``sessions``, null if none."""
    tournament = standings.tournament
    return {
        "tournament": tournament.slug,
        "name": tournament.name,
        "revision": tournament.revision,
        "tie_breaks": tournament.tie_breaks,
        "final": standings.is_final,
        "sessions": [
            {
                "number": one.number,
                "state": one.state,
                "tables": one.tables,
                "tables_in": one.tables_in,
            }
            for one in standings.sessions
        ],
        "standings": [_row_as_dict(row, standings) for row in standings.rows],
    }


def _row_as_dict(row: StandingsRow, standings: Standings) -> dict[str, Any]:
    player = row.entry.player
    return {
        "rank": row.rank,
        "shared": row.shared,
        "start_number": row.entry.start_number,
        "name": player.list_name,
        "club": player.club_name,
        "sessions": [row.points.get(one.number) for one in standings.sessions],
        "adjustments": row.adjustments,
        "total": row.total,
        "decided_by": row.decided_by,
        "withdrawn": row.withdrawn,
    }


def as_text(standings: Standings) -> str:
    """The standings as a table for a terminal."""
    if not standings.rows:
        return f"{standings.tournament.name}: nobody is entered."
    header = ["Rank", "No.", "Name", *(f"S{one.number}" for one in standings.sessions)]
    lines = [[*header, "Adj.", "Total"], *(_cells(row, standings) for row in standings.rows)]
    widths = [max(len(line[i]) for line in lines) for i in range(len(header) + 2)]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if column == 2 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        for line in lines
    )


def _cells(row: StandingsRow, standings: Standings) -> list[str]:
    points = [row.points.get(one.number) for one in standings.sessions]
    return [
        "out" if row.withdrawn else _number(row.rank, "-"),
        str(row.entry.start_number),
        row.entry.player.list_name,
        *(_number(one, ".") for one in points),
        str(row.adjustments) if row.adjusted else "",
        _number(row.total, "."),
    ]


def _number(value: int | None, missing: str) -> str:
    return missing if value is None else str(value)
