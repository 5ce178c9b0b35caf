"""Make the demo's file anew: ``make demo``."""

from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser
from django.db import transaction

from tournaments.management import demo
from tournaments.models import Player, Tournament
from tournaments.transfer.export import export_tournament


class Command(BaseCommand):
    help = "Play the demo tournament and write its file; nothing stays in the database."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--seed", type=int, default=demo.SEED)
        parser.add_argument("--output", type=Path, default=demo.FILE)

    def handle(self, *args: Any, **options: Any) -> None:
        if Tournament.objects.exists() or Player.objects.exists():
            raise CommandError(
                "The demo is played in an empty database, so that it is always the same: make demo"
            )
        with transaction.atomic():
            content = export_tournament(demo.play(options["seed"]))
            transaction.set_rollback(True)
        options["output"].write_bytes(content)
        self.stdout.write(f"Written: {options['output']}")
