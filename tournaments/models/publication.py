"""What the public may see: tournaments by their visibility, seats once they are released.

Everything that answers people without an account reads through here, so that a tournament of
the desk or a draft of the draw cannot slip out by another door.
"""

from dataclasses import dataclass
from itertools import groupby

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery

from tournaments.models.address_book import Player
from tournaments.models.log import LogEntry
from tournaments.models.session import Seat, Session
from tournaments.models.tournament import Entry, Tournament

_REACHABLE = (Tournament.Visibility.PUBLIC, Tournament.Visibility.UNLISTED)


@dataclass(frozen=True, slots=True)
class Place:
    """Where an entry sits in a session. ``entry`` has its player and club loaded.

    ``substitute`` is who plays in the entry's place, if anybody does.
    """

    table: int
    position: int
    entry: Entry
    substitute: Player | None = None


def listed_tournaments() -> QuerySet[Tournament]:
    """The tournaments anyone finds, the latest first, with how many take part (``players``)."""
    taking_part = ~Q(entries__status=Entry.Status.WITHDRAWN)
    listed = Tournament.objects.filter(visibility=Tournament.Visibility.PUBLIC)
    return listed.annotate(players=Count("entries", filter=taking_part)).order_by(
        "-starts_on", "-pk"
    )


def with_last_change() -> QuerySet[Tournament]:
    """Tournaments that know when the change of their revision was made (``changed_at``)."""
    change = LogEntry.objects.filter(tournament=OuterRef("pk"), revision=OuterRef("revision"))
    return Tournament.objects.annotate(changed_at=Subquery(change.values("at")[:1]))


def state_mark(tournament: Tournament) -> str:
    """A name of the tournament's state, for who has read it: of one ``with_last_change``.

    The revision alone would not do: after an older backup was restored the same numbers are
    given again, to other changes. But those are made at another moment.
    """
    if tournament.changed_at is None:
        return str(tournament.revision)
    return f"{tournament.revision}.{int(tournament.changed_at.timestamp() * 1_000_000):x}"


def is_reachable(tournament: Tournament) -> bool:
    """May someone who has the link read it without an account?"""
    return tournament.visibility in _REACHABLE


def session_numbers(tournament: Tournament) -> dict[int, bool]:
    """The tournament's session numbers in order, and whether the seats are released."""
    sessions = Session.objects.filter(tournament=tournament).order_by("number")
    return {
        number: state in Session.PUBLISHED
        for number, state in sessions.values_list("number", "state")
    }


def released_places(tournament: Tournament, number: int) -> list[Place]:
    """The seats of a session by table and position; none before they are released."""
    seats = (
        Seat.objects.filter(
            session__tournament=tournament,
            session__number=number,
            session__state__in=Session.PUBLISHED,
        )
        .select_related("table", "entry__player__club", "substitute")
        .order_by("table__number", "position")
    )
    return [Place(seat.table.number, seat.position, seat.entry, seat.substitute) for seat in seats]


def by_table(places: list[Place]) -> list[tuple[int, list[Place]]]:
    """Places that are in the order of the tables, table by table."""
    return [
        (table, list(seated)) for table, seated in groupby(places, key=lambda place: place.table)
    ]
