"""The demo tournament, played through the application's own actions.

A Saturday in an invented club: 37 players at eight tables of four and one of five, three sessions
of legal sheets. Sessions 1 and 2 are closed, session 3 is running and half of its sheets are in.
The same seed plays the same day, to the minute.
"""

import csv
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any
from unittest import mock
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.auth import get_user_model
from django.utils import timezone

from scoring.simulated_sheets import simulated_sheet
from tournaments.actions import adjustments, draws, entries, results, sessions, staff
from tournaments.actions import tournaments as setup
from tournaments.models import Session, Table, Tournament

FILE = Path(settings.BASE_DIR) / "fixtures" / "demo.json"
PLAYERS = Path(settings.BASE_DIR) / "fixtures" / "demo_players.csv"
SEED = 1
DAY = date(2026, 3, 14)
# When the clock of each session starts; sheets come in at the end of their session.
STARTS = {1: "10:05", 2: "13:00", 3: "15:30"}
SHEETS_IN_SESSION_3 = 5


class Clock:
    """The demo's time. It stands still until the story moves it on."""

    def __init__(self) -> None:
        self.now = datetime.min.replace(tzinfo=UTC)

    def set(self, time: str) -> None:
        local = datetime.combine(DAY, datetime.strptime(time, "%H:%M").time())  # noqa: DTZ007
        self.now = local.replace(tzinfo=ZoneInfo("Europe/Berlin")).astimezone(UTC)

    def pass_minutes(self, minutes: int) -> None:
        self.now += timedelta(minutes=minutes)

    @contextmanager
    def running(self) -> Iterator[None]:
        """Within it, "now" is this clock's time for everything that asks Django."""
        clock = self

        class Told(datetime):
            @classmethod
            def now(cls, tz: Any = None) -> datetime:
                return clock.now.astimezone(tz)

        with mock.patch.object(timezone, "datetime", Told):
            yield


def play(seed: int) -> Tournament:
    """Play the demo in the database at hand, which should hold no one yet, and return it."""
    clock = Clock()
    clock.set("09:00")
    with clock.running():
        users = get_user_model().objects
        director = users.create_user("demo-leitung", first_name="Demo", last_name="Turnierleitung")
        helper = users.create_user("demo-hilfe", first_name="Demo", last_name="Hilfe")
        tournament = setup.create_tournament(
            director, name="Demo-Turnier Musterstadt", starts_on=DAY, place="Gasthof zum Fuchs"
        )
        staff.set_staff(tournament, director, username=helper.username, role="helper")
        _arrive(clock, tournament, director, helper)
        for number in STARTS:
            _open(clock, tournament, director, number, seed)
            _play_session(clock, tournament, helper, number, seed)
            if number == 2:
                _deduct(tournament, director)
            if number < 3:
                sessions.close_session(tournament, director, number)
        return tournament


def _arrive(clock: Clock, tournament: Tournament, director: Any, helper: Any) -> None:
    with PLAYERS.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter=";"):
            entries.add_entry(
                tournament,
                director,
                first_name=row["Vorname"],
                last_name=row["Nachname"],
                club_name=row["Verein"],
                ddv_number=row["DDV-Nummer"],
                publish_name=row["Name veröffentlichen"] == "ja",
            )
    numbers = list(tournament.entries.values_list("start_number", flat=True))
    for first in range(0, len(numbers), 6):
        clock.pass_minutes(5)
        entries.check_in(tournament, helper, numbers[first : first + 6])


def _open(clock: Clock, tournament: Tournament, director: Any, number: int, seed: int) -> None:
    clock.set(STARTS[number])
    clock.pass_minutes(-10)
    draws.draw_session(tournament, director, number, seed=seed)
    clock.pass_minutes(1)
    draws.release_session(tournament, director, number)
    clock.pass_minutes(9)
    sessions.start_session(tournament, director, number)


def _play_session(
    clock: Clock, tournament: Tournament, helper: Any, number: int, seed: int
) -> None:
    """Type the sheets: tables in the order they came in, fours first, as on the day."""
    session = Session.objects.get(tournament=tournament, number=number)
    tables = sorted(
        session.tables.order_by("number"),
        key=lambda table: (table.size, table.number * 7 % 9, table.number),
    )
    if number == 3:
        tables = tables[:SHEETS_IN_SESSION_3]
        clock.pass_minutes(76)
    else:
        clock.pass_minutes(92)
    for table in tables:
        clock.pass_minutes(3)
        results.save_sheet(tournament, helper, number, table.number, _rows(table, number, seed))
        # Every other sheet is compared with the paper at once, as a careful helper does.
        if table.number % 2:
            clock.pass_minutes(1)
            results.verify_table(tournament, helper, number, table.number)


def _rows(table: Table, session: int, seed: int) -> list[dict[str, Any]]:
    """A legal sheet; at one table a session the clock struck the last deals."""
    struck = 2 if table.number == session * 2 else 0
    made = simulated_sheet(table.size, seed * 10_000 + session * 100 + table.number, struck=struck)
    return made.record()["rows"]


def _deduct(tournament: Tournament, director: Any) -> None:
    adjustments.adjust(
        tournament,
        director,
        start_number=16,
        points=-3,
        reason="Verspätet am Tisch nach einer Ermahnung",
        session=2,
        given_by="Demo Schiedsgericht",
    )
