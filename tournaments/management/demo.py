"""The demo tournament, played through the application's own actions.

A Saturday in an invented club: 37 players at eight tables of four and one of five, three sessions
of legal sheets. Sessions 1 and 2 are closed, session 3 is running and half of its sheets are in.
The same seed plays the same day, to the minute.
"""

from datetime import date
from pathlib import Path
from random import Random

from django.conf import settings
from django.contrib.auth import get_user_model

from tournaments.actions import staff
from tournaments.actions import tournaments as setup
from tournaments.management.people import people_in
from tournaments.management.play import Clock, Story
from tournaments.models import Tournament

FILE = Path(settings.BASE_DIR) / "fixtures" / "demo.json"
PLAYERS = Path(settings.BASE_DIR) / "fixtures" / "demo_players.csv"
SEED = 1
DAY = date(2026, 3, 14)
SHEETS_IN_SESSION_3 = 5


def play(seed: int) -> Tournament:
    """Play the demo in the database at hand, which should hold no one yet, and return it."""
    clock = Clock(DAY)
    with clock.running():
        users = get_user_model().objects
        director = users.create_user("demo-leitung", first_name="Demo", last_name="Turnierleitung")
        helper = users.create_user("demo-hilfe", first_name="Demo", last_name="Hilfe")
        tournament = setup.create_tournament(
            director,
            name="Demo-Turnier Musterstadt",
            starts_on=DAY,
            place="Gasthof zum Fuchs",
            lot_seed=seed,
        )
        staff.set_staff(tournament, director, username=helper.username, role="helper")
        chance = Random(seed)  # noqa: S311 -- made-up cards, nothing to guess
        day = Story(tournament, chance, clock, director, helper)
        day.arrive(people_in(PLAYERS))
        for number in (1, 2):
            day.release(number)
            day.play(number)
            day.close(number)
        day.release(3)
        day.play(3, sheets=SHEETS_IN_SESSION_3)
    return tournament
