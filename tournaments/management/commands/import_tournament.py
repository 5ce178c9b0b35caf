"""``manage.py import_tournament``: a tournament file into the database."""

from pathlib import Path
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.actions.core import Refused
from tournaments.actions.transfer import FileRefused, import_tournament
from tournaments.transfer.reading import MOST_BYTES, too_big


class Command(BaseCommand):
    help = (
        "Stores a tournament file, whole or not at all; each fault of the file gets a sentence. "
        "Exit status: 0 stored, 1 refused, 2 unusable arguments."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument("--slug", metavar="NEW", help="store it under another address")
        parser.add_argument("--director", metavar="NAME", help="the account that directs it")

    def handle(self, *args: Any, **options: Any) -> None:
        director = _account(options["director"])
        data = _content_of(options["file"])
        try:
            imported = import_tournament(director, data, slug=options["slug"])
        except FileRefused as refusal:
            self._refuse(map(str, refusal.faults))
        except Refused as refusal:
            self._refuse([str(refusal)])
        for notice in imported.notices:
            self.stderr.write(notice)
        self.stdout.write(f"{imported.tournament.name}: /t/{imported.tournament.slug}/")

    def _refuse(self, sentences: Any) -> None:
        for sentence in sentences:
            self.stderr.write(sentence)
        raise SystemExit(1)


def _account(name: str | None) -> Any:
    if name is None:
        return None
    account = get_user_model().objects.filter(username=name, is_active=True).first()
    if account is None:
        raise CommandError(f"There is no account of the name “{name}”.", returncode=2)
    return account


def _content_of(path: Path) -> bytes:
    """The file's bytes; of a file that is too big only as many as show it."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
            if len(data) > MOST_BYTES:
                raise CommandError(str(too_big(path.stat().st_size)), returncode=1)
            return data
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}", returncode=2) from error
