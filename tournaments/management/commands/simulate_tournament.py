"""``manage.py simulate_tournament``: a whole tournament to try things out, from a seed."""

from random import Random
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from tournaments.actions.core import Refused
from tournaments.actions.tournaments import MAX_SESSIONS
from tournaments.management.commands._numbers import whole_number
from tournaments.management.demo import DAY
from tournaments.management.people import invented_people
from tournaments.management.play import play_tournament
from tournaments.models import Deal, Tournament
from tournaments.seating import SeatingRefused
from tournaments.seating.sizes import table_sizes

MAX_PLAYERS = 1000
MAX_SEED = 2**63 - 1


class Command(BaseCommand):
    help = (
        "Plays a tournament of invented players through the application's own actions: seats, "
        "every deal card by card, penalties, struck deals, deductions and withdrawals. The same "
        "arguments make the same tournament. It is stored whole or not at all, beside whatever "
        "there is; nothing else can be stored meanwhile. Exit status: 0 stored, 2 unusable "
        "arguments."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--players",
            type=whole_number(0, MAX_PLAYERS),
            required=True,
            metavar="N",
            help="that come to session 1; between sessions a few withdraw",
        )
        parser.add_argument(
            "--sessions", type=whole_number(1, MAX_SESSIONS), required=True, metavar="S"
        )
        parser.add_argument("--seed", type=whole_number(0, MAX_SEED), required=True, metavar="X")
        parser.add_argument(
            "--release-only",
            action="store_true",
            help="stop when the seats of the last session are released, before its results",
        )
        parser.add_argument("--name", help="of the tournament")
        parser.add_argument("--slug", help="its address; with a number behind it if it is taken")

    def handle(self, *args: Any, **options: Any) -> None:
        players, sessions, seed = options["players"], options["sessions"], options["seed"]
        name = options["name"]
        if name is None:
            name = f"Simulation {players} × {sessions} (Startzahl {seed})"
        chance = Random(seed)  # noqa: S311 -- made-up people and cards, nothing to guess
        try:
            table_sizes(players)
            with transaction.atomic():
                tournament = play_tournament(
                    invented_people(chance, players),
                    chance=chance,
                    day=DAY,
                    sessions=sessions,
                    name=name,
                    slug=options["slug"],
                    release_only=options["release_only"],
                )
        except SeatingRefused as refusal:
            raise CommandError(f"--players: {refusal}", returncode=2) from refusal
        except Refused as refusal:
            if refusal.where not in ("name", "slug"):
                raise
            raise CommandError(f"--{refusal.where}: {refusal}", returncode=2) from refusal
        self.stdout.write(_summary(tournament))


def _summary(tournament: Tournament) -> str:
    deals = Deal.objects.filter(table__session__tournament=tournament).count()
    left = tournament.entries.filter(status="withdrawn").count()
    entered = tournament.entries.count()
    return (
        f"{tournament.name}: /t/{tournament.slug}/\n"
        f"{entered} players, {left} of them withdrew; {deals} rows on the sheets."
    )
