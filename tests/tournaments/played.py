"""Tournaments with results, written straight into the tables: large ones in no time."""

from datetime import date
from random import Random
from typing import Any

from tournaments.models import Club, Entry, Player, Seat, Session, Table, Tournament
from tournaments.seating import table_sizes

FIRST = ["Ute", "Jo", "Mina", "Käthe", "Öznur", "Ole", "Ina", "Bo"]
LAST = ["Adler", "Brandt", "Çelik", "von der Marwitz-Lüneburg", "Özdemir", "Straße", "Zwölf"]


def played(
    players: int, sessions: int, *, planned: int = 0, missing: int = 0, **fields: Any
) -> Tournament:
    """``players`` entries who played ``sessions`` sessions; ``planned`` more are to come.

    Of the last session the results of ``missing`` tables are not in, and it is running.
    """
    values = {"name": "Herbstturnier", "slug": "herbst", "starts_on": date(2026, 10, 3)}
    tournament = Tournament.objects.create(**{**values, "revision": 1, **fields})
    entries = _entries(tournament, players)
    chance = Random(players * 100 + sessions)
    for number in range(1, sessions + 1):
        is_running = missing and number == sessions
        session = Session.objects.create(
            tournament=tournament,
            number=number,
            state=Session.State.RUNNING if is_running else Session.State.CLOSED,
        )
        chance.shuffle(entries)
        _play(session, entries, missing if is_running else 0, chance)
    for number in range(sessions + 1, sessions + planned + 1):
        Session.objects.create(tournament=tournament, number=number)
    return tournament


def _entries(tournament: Tournament, count: int) -> list[Entry]:
    clubs = [Club.objects.create(name=f"Doko-Club {tournament.slug} {i}") for i in range(5)]
    players = Player.objects.bulk_create(
        Player(
            first_name=FIRST[i % len(FIRST)],
            last_name=f"{LAST[i % len(LAST)]}{i}",
            club=clubs[i % 5] if i % 7 else None,
            publish_name=i % 3 > 0,
        )
        for i in range(count)
    )
    return Entry.objects.bulk_create(
        Entry(tournament=tournament, player=player, start_number=i, status=Entry.Status.PRESENT)
        for i, player in enumerate(players, start=1)
    )


def _play(session: Session, entries: list[Entry], missing: int, chance: Random) -> None:
    seated = iter(entries)
    sizes = table_sizes(len(entries)) if len(entries) >= 4 else []
    seats = []
    for number, size in enumerate(sizes, start=1):
        is_in = number <= len(sizes) - missing
        table = Table.objects.create(
            session=session,
            number=number,
            size=size,
            state=Table.State.ENTERED if is_in else Table.State.OPEN,
        )
        points = [chance.randint(-60, 60) for _ in range(size - 1)]
        points.append(-sum(points))
        seats += [
            Seat(
                session=session,
                table=table,
                position=position,
                entry=next(seated),
                points=points[position - 1] if is_in else None,
            )
            for position in range(1, size + 1)
        ]
    Seat.objects.bulk_create(seats)
