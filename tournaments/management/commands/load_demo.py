"""Load the demo tournament into an empty database, as if it were going on now."""

import json
import re
from datetime import UTC, datetime, timedelta
from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.actions.transfer import import_tournament
from tournaments.management.demo import DAY, FILE
from tournaments.models import Player, Tournament

_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z")
_FORMAT = "%Y-%m-%dT%H:%M:%S.%fZ"
# So long ago was the last sheet typed: the clock of session 3 still runs.
_LAST_CHANGE = timedelta(minutes=2)


class Command(BaseCommand):
    help = "Load the demo tournament into an empty database."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--if-empty", action="store_true", help="else do nothing, silently")

    def handle(self, *args: Any, **options: Any) -> None:
        if Tournament.objects.exists() or Player.objects.exists():
            if options["if_empty"]:
                return
            raise CommandError(
                _("The database holds tournaments or players already; the demo stays out.")
            )
        imported = import_tournament(None, _moved(FILE.read_bytes(), timezone.now()))
        self.stdout.write(
            _("Loaded to try things out: %(name)s (all names are invented).")
            % {"name": imported.tournament.name}
        )


def _moved(data: bytes, now: datetime) -> bytes:
    """The tournament file with its day moved, so that its last change was just now."""
    content = json.loads(data)
    last = datetime.strptime(content["log"][-1]["at"], _FORMAT).replace(tzinfo=UTC)
    by, today = now - _LAST_CHANGE - last, timezone.localdate(now).isoformat()

    def move(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: move(each) for key, each in value.items()}
        if isinstance(value, list):
            return [move(each) for each in value]
        if value == DAY.isoformat():
            return today
        if isinstance(value, str) and _MOMENT.fullmatch(value):
            return (datetime.strptime(value, _FORMAT) + by).strftime(_FORMAT)  # noqa: DTZ007
        return value

    return json.dumps(move(content)).encode()
