"""The standings of a tournament, read in four queries whatever its size.

Reads ``Seat.points`` and ``Seat.solos_won`` of tables that have handed in, and ``Adjustment``;
never deals. The ranking itself is arithmetic and lives in ``scoring.standings``.
"""

import hashlib
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db.models import Count, Q
from django.utils import timezone

from scoring.standings import Competitor, rank
from tournaments.models.address_book import Player
from tournaments.models.adjustment import Adjustment
from tournaments.models.session import Seat, Session, Table
from tournaments.models.tournament import Entry, TieBreak, Tournament


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """Where an entry stands, in game points (Spielpunkte).

    ``entry`` has its player and club loaded. ``points`` is by session number: a number is a
    result (zero is one), None is a seat whose result is missing yet, no key means not played.
    ``rank`` is None for who is withdrawn or has no result yet; ``total`` None without any result.
    ``change`` says how many ranks were gained (negative: lost) by the latest session with
    results, None where there was no rank before. ``decided_by`` names the last tie-break that
    parted this entry from others with the same total. ``adjustments`` is the sum of ``adjusted``.
    ``substitutes`` are the sessions, by number, that another person played in the entry's place.
    """

    entry: Entry
    rank: int | None
    total: int | None
    points: dict[int, int | None]
    adjustments: int = 0
    adjusted: tuple[Adjustment, ...] = ()
    substitutes: tuple[tuple[int, Player], ...] = ()
    shared: bool = False
    decided_by: str | None = None
    change: int | None = None

    @property
    def withdrawn(self) -> bool:
        return self.entry.status == Entry.Status.WITHDRAWN

    @property
    def disqualified(self) -> bool:
        """Withdrawn by the referee's decision (TSR 9.7)."""
        return self.entry.disqualified


@dataclass(frozen=True, slots=True)
class SessionColumn:
    """A session as the standings show it. A draft looks like a session that is not drawn yet."""

    number: int
    state: str
    tables: int = 0
    tables_in: int = 0
    closed_at: datetime | None = None

    @property
    def is_open(self) -> bool:
        """Seats are published, results are not all final."""
        return self.state in (Session.State.RELEASED, Session.State.RUNNING)

    @property
    def is_partial(self) -> bool:
        """Some tables are in, others are not."""
        return 0 < self.tables_in < self.tables


@dataclass(frozen=True, slots=True)
class Standings:
    """The rows in the order of the list, and the sessions they tell of."""

    tournament: Tournament
    rows: list[StandingsRow]
    sessions: list[SessionColumn]

    @property
    def has_results(self) -> bool:
        return any(session.tables_in for session in self.sessions)

    @property
    def has_adjustments(self) -> bool:
        return any(row.adjusted for row in self.rows)

    @property
    def tie_breaks(self) -> list[str]:
        """What parts equal totals, in words, in the order that the tournament has set."""
        return [str(TieBreak(name).label) for name in self.tournament.tie_breaks]

    @property
    def is_final(self) -> bool:
        return self.tournament.is_closed and self.has_results

    @property
    def protest_until(self) -> datetime | None:
        """Until when results are provisional because protests are heard; None when not, or
        no longer."""
        closed = [one.closed_at for one in self.sessions if one.closed_at]
        if not closed or not self.tournament.protest_minutes:
            return None
        until = max(closed) + timedelta(minutes=self.tournament.protest_minutes)
        return until if until > timezone.now() else None

    @property
    def open_session(self) -> SessionColumn | None:
        """The latest session that is released or running."""
        return next((one for one in reversed(self.sessions) if one.is_open), None)

    @property
    def latest(self) -> SessionColumn | None:
        """The latest session of which a result is in."""
        return next((one for one in reversed(self.sessions) if one.tables_in), None)


def standings_of(tournament: Tournament, *, through: int | None = None) -> list[StandingsRow]:
    """The standings in the order of the list: ranked, without a result yet, withdrawn.

    ``through`` counts sessions up to this number only; adjustments of no session always count.
    """
    return full_standings(tournament, through=through).rows


def full_standings(tournament: Tournament, *, through: int | None = None) -> Standings:
    """The standings together with the sessions (see ``standings_of``)."""
    sessions = [
        session for session in _sessions(tournament) if through is None or session.number <= through
    ]
    results = _Results(tournament, {session.number for session in sessions})
    numbers = [session.number for session in sessions]
    played = [number for number in numbers if number in results.numbers_with_points]
    before = _ranks(results, [n for n in numbers if n < played[-1]]) if len(played) > 1 else {}
    rows = [
        StandingsRow(
            entry=entry,
            rank=place.rank,
            total=place.total,
            points=results.points[entry.pk],
            adjustments=place.competitor.adjustments,
            adjusted=tuple(results.adjustments[entry.pk]),
            substitutes=tuple(results.substitutes[entry.pk]),
            shared=place.shared,
            decided_by=place.decided_by,
            change=_change(before.get(entry.pk), place.rank),
        )
        for place in results.rank(numbers)
        for entry in (results.entries[place.competitor.key],)
    ]
    return Standings(tournament, rows, sessions)


def lot_of(tournament: Tournament, start_number: int) -> int:
    """The entry's lot; the lower comes first.

    It follows from the tournament's ``lot_seed`` and the start number alone, so that it neither
    depends on who else enters nor changes from one machine to the next: the SHA-256 of
    "seed/start number", read as a number.
    """
    drawn = hashlib.sha256(f"{tournament.lot_seed}/{start_number}".encode()).digest()
    return int.from_bytes(drawn[:8], "big")


def _sessions(tournament: Tournament) -> list[SessionColumn]:
    """All sessions by number; tables are counted only where the seats are published."""
    published = Q(state__in=Session.PUBLISHED)
    has_result = Q(tables__state__in=[Table.State.ENTERED, Table.State.VERIFIED])
    found = (
        Session.objects.filter(tournament=tournament)
        .order_by("number")
        .annotate(
            all_tables=Count("tables", filter=published),
            tables_in=Count("tables", filter=published & has_result),
        )
        .values_list("number", "state", "all_tables", "tables_in", "closed_at")
    )
    return [
        SessionColumn(number, _public_state(state), tables, tables_in, closed_at)
        for number, state, tables, tables_in, closed_at in found
    ]


def _public_state(state: str) -> str:
    return state if state in Session.PUBLISHED else Session.State.PLANNED.value


@dataclass(slots=True)
class _Results:
    """What the ranking needs, read once. Sessions go by their numbers, entries by their ids."""

    tournament: Tournament
    numbers: set[int]
    entries: dict[int, Entry] = field(init=False)
    points: dict[int, dict[int, int | None]] = field(init=False)
    solos: dict[int, dict[int, int | None]] = field(init=False)
    tables: dict[tuple[int, int], list[tuple[int, int | None]]] = field(init=False)
    adjustments: dict[int, list[Adjustment]] = field(init=False)
    substitutes: dict[int, list[tuple[int, Player]]] = field(init=False)
    numbers_with_points: set[int] = field(init=False)

    def __post_init__(self) -> None:
        self._read_entries()
        self._read_seats()
        self._read_adjustments()

    def _read_entries(self) -> None:
        found = Entry.objects.filter(tournament=self.tournament).select_related("player__club")
        self.entries = {entry.pk: entry for entry in found.order_by("start_number")}

    def _read_seats(self) -> None:
        self.points = defaultdict(dict)
        self.solos = defaultdict(dict)
        self.tables = defaultdict(list)
        played_by: list[tuple[int, int, int]] = []
        self.numbers_with_points = set()
        comparing = TieBreak.DIRECT_COMPARISON in self.tournament.tie_breaks
        found = Seat.objects.filter(
            session__tournament=self.tournament, session__state__in=Session.PUBLISHED
        ).order_by("session__number", "table_id", "position")
        for number, table, state, entry, points, solos, substitute in found.values_list(
            "session__number",
            "table_id",
            "table__state",
            "entry_id",
            "points",
            "solos_won",
            "substitute_id",
        ):
            if number not in self.numbers:
                continue
            if substitute is not None:
                played_by.append((entry, number, substitute))
            if state == Table.State.OPEN:  # a sheet only begun is no result
                points = solos = None
            self.points[entry][number] = points
            self.solos[entry][number] = solos
            if comparing:
                self.tables[number, table].append((entry, points))
            if points is not None:
                self.numbers_with_points.add(number)

        self._read_substitutes(played_by)

    def _read_substitutes(self, played_by: list[tuple[int, int, int]]) -> None:
        """Who played for whom: one query more, only where somebody did."""
        self.substitutes = defaultdict(list)
        people = Player.objects.in_bulk({person for _entry, _number, person in played_by})
        for entry, number, person in played_by:
            self.substitutes[entry].append((number, people[person]))

    def _read_adjustments(self) -> None:
        self.adjustments = defaultdict(list)
        found = Adjustment.objects.filter(entry__tournament=self.tournament).select_related(
            "session"
        )
        for adjustment in found.order_by("pk"):
            if adjustment.session is None or adjustment.session.number in self.numbers:
                self.adjustments[adjustment.entry_id].append(adjustment)

    def rank(self, numbers: list[int]) -> list:
        """``scoring.standings.rank`` over these sessions."""
        counted = set(numbers)
        tables = [table for (number, _table), table in self.tables.items() if number in counted]
        tie_breaks = self.tournament.tie_breaks
        return rank(self._competitors(numbers), tie_breaks, tables)

    def _competitors(self, numbers: list[int]) -> Iterable[Competitor]:
        counted = set(numbers)
        lots = TieBreak.LOT in self.tournament.tie_breaks
        for pk, entry in self.entries.items():
            given = [
                adjustment.points
                for adjustment in self.adjustments[pk]
                if adjustment.session is None or adjustment.session.number in counted
            ]
            yield Competitor(
                key=pk,
                sessions=tuple(map(self.points[pk].get, numbers)),
                adjustments=sum(given),
                solos_won=tuple(map(self.solos[pk].get, numbers)),
                lot=lot_of(self.tournament, entry.start_number) if lots else None,
                withdrawn=entry.status == Entry.Status.WITHDRAWN,
                sort_key=entry.start_number,
            )


def _ranks(results: _Results, numbers: list[int]) -> dict[int, int | None]:
    return {place.competitor.key: place.rank for place in results.rank(numbers)}


def _change(before: int | None, now: int | None) -> int | None:
    return None if before is None or now is None else before - now
