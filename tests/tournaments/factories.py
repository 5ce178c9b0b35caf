"""Tournaments and people for tests, made with the application's own actions."""

from datetime import date
from itertools import count
from typing import Any

from django.contrib.auth import get_user_model

from tournaments.actions.entries import add_entry
from tournaments.actions.staff import set_staff
from tournaments.actions.tournaments import create_tournament
from tournaments.models import Entry, Tournament

PASSWORD = "a long enough password"

# Plainly invented; a few with what German lists stumble over.
NAMES = [
    ("Ute", "Adler"),
    ("Jo", "Brandt"),
    ("Mina", "Çelik"),
    ("Käthe", "von der Marwitz-Lüneburg"),
    ("Öznur", "Özdemir"),
    ("Ole", "Straße"),
    ("Ina", "Übersee"),
    ("Bo", "Zwölf"),
]
CLUBS = ["Herz 10 Hameln", "Kreuz-Dame Celle", "Fuchs & Co.", ""]
_numbers = count(1)


def user(username: str | None = None, **fields: Any) -> Any:
    """An account that may sign in with PASSWORD."""
    return get_user_model().objects.create_user(
        username or f"user-{next(_numbers)}", password=PASSWORD, **fields
    )


def director() -> Any:
    """An account to create a tournament with."""
    return user(f"director-{next(_numbers)}")


def tournament(actor: Any = None, **fields: Any) -> Tournament:
    """A tournament of three sessions; ``actor``, if given, directs it."""
    values = {"name": "Herbstturnier", "starts_on": date(2026, 10, 3), "place": "Hameln"}
    return create_tournament(actor, **{**values, **fields})


def entries(tournament: Tournament, n: int, *, present: bool = True) -> list[Entry]:
    """``n`` more players of the tournament, new to the address book."""
    return [
        add_entry(
            tournament,
            None,
            first_name=NAMES[i % len(NAMES)][0],
            last_name=f"{NAMES[i % len(NAMES)][1]}{_suffix(i // len(NAMES))}",
            club_name=CLUBS[i % len(CLUBS)],
            present=present,
        )
        for i in range(n)
    ]


def staff(tournament: Tournament, role: str) -> Any:
    """A new account with a role ("director", "helper", "referee") at the tournament."""
    account = user()
    set_staff(tournament, None, username=account.username, role=role)
    return account


def _suffix(turn: int) -> str:
    return f"-{'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[turn % 26] * (1 + turn // 26)}" if turn else ""
