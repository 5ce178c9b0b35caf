"""Whole tournaments played through the application's own actions, card by card, from a seed.

Everything follows from the seed and from what is asked for: names, draws, cards, breaches, who
leaves and when. The clock is the story's own, so that the same tournament is made at any time.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from random import Random
from typing import Any
from unittest import mock
from zoneinfo import ZoneInfo

from django.utils import timezone

from scoring.replay_answers import outcome_record
from scoring.simulated_sheets import PlayedSheet, simulated_sheet
from tournaments.actions import adjustments, closing, draws, entries, results, sessions
from tournaments.actions import tournaments as setup
from tournaments.management.people import Person
from tournaments.models import Entry, Session, Table, Tournament
from tournaments.seating.sizes import IMPOSSIBLE

# When the clocks of a day's sessions start; a fourth session is the next day's first.
STARTS = (time(10, 5), time(13, 0), time(15, 30))
# Minutes after the start at which the first sheet comes in, and in which the others follow.
FIRST_SHEET, ALL_SHEETS = 76, 24
_REASONS = (
    "Verspätet am Tisch nach einer Ermahnung",
    "Unsportliches Verhalten nach zweiter Ermahnung",
    "Handy klingelt wiederholt",
)
_WITHDRAWALS = ("Muss nach Hause", "Krank", "Zug fährt", "")


class Clock:
    """The story's time. It stands still until the story moves it on."""

    def __init__(self, day: date) -> None:
        self.day = day
        self.set(0, time(9, 0))

    def set(self, days: int, at: time) -> None:
        local = datetime.combine(self.day + timedelta(days=days), at)
        self.now = local.replace(tzinfo=ZoneInfo("Europe/Berlin")).astimezone(UTC)

    def pass_minutes(self, minutes: int) -> None:
        self.now += timedelta(minutes=minutes)

    def pass_seconds(self, seconds: int) -> None:
        self.now += timedelta(seconds=seconds)

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


@dataclass
class Story:
    """A tournament under way: who does what, and the one source of chance."""

    tournament: Tournament
    chance: Random
    clock: Clock
    director: Any = None
    helper: Any = None

    def arrive(self, people: Iterable[Person]) -> None:
        """Everybody is entered, then checked in as they come, six at a time."""
        for person in people:
            entries.add_entry(
                self.tournament,
                self.director,
                first_name=person.first_name,
                last_name=person.last_name,
                club_name=person.club_name,
                ddv_number=person.ddv_number,
                publish_name=person.publish_name,
            )
        arrived = self.tournament.entries.order_by("start_number")
        numbers = list(arrived.values_list("start_number", flat=True))
        for first in range(0, len(numbers), 6):
            self.clock.pass_seconds(35 * 60 * 6 // len(numbers))
            entries.check_in(self.tournament, self.helper, numbers[first : first + 6])

    def release(self, number: int) -> None:
        """Draw a session's seats and publish them ten minutes before its clock starts."""
        days, place = divmod(number - 1, len(STARTS))
        self.clock.set(days, STARTS[place])
        self.clock.pass_minutes(-10)
        seed = self.chance.randrange(draws.SEED_LIMIT)
        draws.draw_session(self.tournament, self.director, number, seed=seed)
        self.clock.pass_minutes(1)
        draws.release_session(self.tournament, self.director, number)

    def play(self, number: int, *, sheets: int | None = None) -> None:
        """Start a released session's clock and type the sheets, or the first ``sheets`` of them.

        They come in any order, but fives last. The slowest table lost deals to the clock.
        """
        self.clock.pass_minutes(9)
        sessions.start_session(self.tournament, self.director, number)
        self.clock.pass_minutes(FIRST_SHEET)
        session = Session.objects.get(tournament=self.tournament, number=number)
        tables = list(session.tables.order_by("number"))
        self.chance.shuffle(tables)
        tables.sort(key=lambda table: table.size)
        between = ALL_SHEETS * 60 // len(tables)
        for table in tables[:sheets]:
            slow = table == tables[-1] or self.chance.random() < 0.08
            sheet = simulated_sheet(
                table.size,
                self.chance.getrandbits(32),
                struck=self.chance.randint(1, 4) if slow else 0,
            )
            self.clock.pass_seconds(between // 2)
            self._type(number, table, sheet)
            self.clock.pass_seconds(between // 2)
            # Every other sheet is compared with the paper at once, as a careful director does.
            if table.number % 2:
                results.verify_table(self.tournament, self.director, number, table.number)

    def _type(self, number: int, table: Table, sheet: PlayedSheet) -> None:
        rows = [
            {**row, "outcome": outcome_record(played.outcome)} if played.outcome else row
            for row, played in zip(sheet.record()["rows"], sheet.rows, strict=True)
        ]
        results.save_sheet(self.tournament, self.helper, number, table.number, rows)

    def close(self, number: int) -> None:
        """Close a session; the referee's deductions are in by then (TSR 9.7)."""
        seated = Entry.objects.filter(seats__session__number=number, tournament=self.tournament)
        numbers = list(seated.order_by("start_number").values_list("start_number", flat=True))
        for start_number in self.chance.sample(numbers, 1 + len(numbers) // 60):
            self.clock.pass_minutes(1)
            adjustments.adjust(
                self.tournament,
                self.director,
                start_number=start_number,
                points=-self.chance.choice((3, 6, 12)),
                reason=self.chance.choice(_REASONS),
                session=number,
                given_by="Schiedsgericht",
            )
        sessions.close_session(self.tournament, self.director, number)

    def some_leave(self) -> None:
        """A few withdraw, as long as those who stay can be seated."""
        present = self.tournament.entries.filter(status=Entry.Status.PRESENT)
        staying = list(present.order_by("start_number").values_list("start_number", flat=True))
        for start_number in self.chance.sample(staying, 1 + len(staying) // 50):
            if len(staying) - 1 in IMPOSSIBLE:
                return
            self.clock.pass_minutes(1)
            reason = self.chance.choice(_WITHDRAWALS)
            entries.withdraw(self.tournament, self.director, start_number, reason=reason)
            staying.remove(start_number)


def play_tournament(
    people: Sequence[Person],
    *,
    chance: Random,
    day: date,
    sessions: int,
    name: str,
    slug: str | None = None,
    release_only: bool = False,
) -> Tournament:
    """A whole tournament, by the program itself, and closed in the end.

    With ``release_only`` it stops when the seats of the last session are released. Nothing else
    in the database changes, but that clubs of the same name are the same clubs.
    """
    clock = Clock(day)
    with clock.running():
        tournament = setup.create_tournament(
            None,
            name=name,
            starts_on=day,
            place="Simulation",
            sessions=sessions,
            slug=slug,
            lot_seed=chance.getrandbits(32),
        )
        story = Story(tournament, chance, clock)
        story.arrive(people)
        for number in range(1, sessions + 1):
            story.release(number)
            if number == sessions and release_only:
                return tournament
            story.play(number)
            story.close(number)
            if number < sessions:
                story.some_leave()
        closing.close_tournament(tournament, None)
    return tournament
