"""``manage.py export_tournament``: a whole tournament as one JSON file."""

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.models import Tournament
from tournaments.transfer.export import export_tournament


class Command(BaseCommand):
    help = (
        "Writes a tournament with its players, sheets and log as one JSON file, the same bytes for "
        "the same content. It holds personal data. Exit status: 0 written, 2 unusable arguments."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", metavar="SLUG", help="the tournament's address")
        parser.add_argument(
            "--output", type=Path, metavar="FILE", help="instead of standard output"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        data = export_tournament(tournament_at(options["slug"]))
        path: Path | None = options["output"]
        if path is None:
            self._print(data)
            return
        try:
            path.write_bytes(data)
        except OSError as error:
            raise CommandError(f"{path}: {error.strerror}", returncode=2) from error

    def _print(self, data: bytes) -> None:
        """Bytes as they are: a console may have another encoding than UTF-8."""
        if self.stdout._out is sys.stdout and hasattr(sys.stdout, "buffer"):
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()
        else:
            self.stdout.write(data.decode(), ending="")


def tournament_at(slug: str) -> Tournament:
    """The tournament with this address; a CommandError with exit status 2 if there is none."""
    tournament = Tournament.objects.filter(slug=slug).first()
    if tournament is None:
        raise CommandError(f"There is no tournament with the address “{slug}”.", returncode=2)
    return tournament
