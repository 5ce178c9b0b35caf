"""The tables of a session as the desk sees them: names, points, state and faults."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Prefetch
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from rules.ruleset import get_ruleset
from scoring.sheet import SheetReport
from tournaments.actions.sheets import (
    errors_in,
    finding_sentence,
    is_totals_only,
    report_of,
    warnings_in,
)
from tournaments.models import Entry, Player, Seat, Session, Table, Tournament


@dataclass
class Place:
    """A seat and who sits on it."""

    position: int
    entry: Entry
    points: int | None
    substitute: Player | None = None

    @property
    def start_number(self) -> int:
        return self.entry.start_number

    @property
    def player(self) -> Player:
        """Who plays there."""
        return self.substitute or self.entry.player

    @property
    def name(self) -> str:
        """Who sits there: the player, or a substitute and for whom."""
        if self.substitute is None:
            return self.entry.player.list_name
        return _("%(substitute)s for %(name)s") % {
            "substitute": self.substitute.list_name,
            "name": self.entry.player.list_name,
        }

    @property
    def club(self) -> str:
        return self.entry.player.club_name


@dataclass
class TableView:
    """A table as a tile or a row. ``label`` is its state in a word, ``look`` names its colour."""

    number: int
    size: int
    state: str
    label: str
    look: str
    places: list[Place]
    faults: list[str] = field(default_factory=list)
    is_begun: bool = False
    extra_minutes: int = 0
    totals_only: bool = False
    ends: datetime | None = None
    progress: str = ""
    deals_left: int = 0

    @property
    def is_missing(self) -> bool:
        return self.state == Table.State.OPEN


def load_board(tournament: Tournament, session: Session) -> list[TableView]:
    """All tables of a session, in three queries whatever their number."""
    seats = Seat.objects.select_related("entry__player__club", "substitute")
    tables = session.tables.prefetch_related(Prefetch("seats", seats), "deals")
    return [_view(tournament, session, table) for table in tables]


def places_of(seats: Sequence[Seat]) -> list[Place]:
    return [Place(seat.position, seat.entry, seat.points, seat.substitute) for seat in seats]


def _view(tournament: Tournament, session: Session, table: Table) -> TableView:
    deals = list(table.deals.all())
    report = report_of(table, deals, get_ruleset(tournament.ruleset))
    doubts = _doubts(table, report)
    label, look = _state(session, table, report, len(doubts))
    by_phone = report is not None and any(deal.client_key for deal in deals)
    return TableView(
        number=table.number,
        size=table.size,
        state=table.state,
        label=label,
        look=look,
        places=places_of(table.seats.all()),
        faults=doubts,
        extra_minutes=table.extra_minutes,
        is_begun=table.state == Table.State.OPEN and bool(deals),
        totals_only=is_totals_only(deals),
        ends=table.ends_at,
        progress=_how_far(report) if report and by_phone else "",
        deals_left=_deals_left(report) if report else 0,
    )


def _doubts(table: Table, report: SheetReport | None) -> list[str]:
    """What keeps a table from being verified just like that: errors first, then warnings."""
    doubts = [finding_sentence(error) for error in errors_in(report)]
    if table.state == Table.State.ENTERED:
        doubts += [
            _("Warning: %(what)s") % {"what": finding_sentence(warning)}
            for warning in warnings_in(report)
        ]
    return doubts


def _state(
    session: Session, table: Table, report: SheetReport | None, doubts: int
) -> tuple[str, str]:
    if session.state == Session.State.DRAFTED:
        return pgettext("table", "draft"), "draft"
    if doubts:
        return ngettext("%(n)s fault", "%(n)s faults", doubts) % {"n": doubts}, "doubt"
    if table.state == Table.State.VERIFIED:
        return pgettext("table", "verified"), "verified"
    if table.state == Table.State.ENTERED:
        return pgettext("table", "typed"), "entered"
    begun = _how_far(report) if report is not None else ""
    left = table.seconds_left
    if left is not None and left <= 0:
        overdue = pgettext("table", "overdue")
        return (f"{overdue} · {begun}" if begun else overdue), "late"
    if begun:
        return begun, "begun"
    if left is not None:
        return pgettext("table", "playing"), ""
    return pgettext("table", "open"), ""


def _how_far(report: SheetReport) -> str:
    """ "deal 7 of 24": which deal a table is at whose sheet is begun, at the desk or by phone."""
    if report.next is None:
        return pgettext("table", "begun")
    return _("deal %(n)s of %(of)s") % {"n": report.next.deal, "of": report.next.table.deals}


def _deals_left(report: SheetReport) -> int:
    return 0 if report.next is None else report.next.table.deals - report.next.deal + 1


@dataclass
class Clock:
    """A running session's time, by the server: what is left, at which tables."""

    now: datetime
    ends: list[tuple[str, datetime]]

    @property
    def lines(self) -> list[dict[str, object]]:
        return [
            {
                "label": label,
                "ends": end,
                "epoch": int(end.timestamp() * 1000),
                "text": clock_text(int((end - self.now).total_seconds())),
                "is_over": end <= self.now,
            }
            for label, end in self.ends
        ]

    @property
    def epoch(self) -> int:
        return int(self.now.timestamp() * 1000)


def clock_text(seconds: int) -> str:
    """41:20, or +3:05 when time has been up for so long."""
    minutes, rest = divmod(abs(seconds), 60)
    return f"{'+' if seconds < 0 else ''}{minutes}:{rest:02}"


def clock_of(session: Session | None, sizes: set[int], extra: int = 0) -> Clock | None:
    """The clock of a running session, for the sizes of table that it has; None if none runs.

    ``extra`` are the minutes that the one table shown has more than the others.
    """
    if session is None:
        return None
    labels = {4: pgettext("tables", "fours"), 5: pgettext("tables", "fives")}
    ends = [(labels[size], session.ends_at(size, extra)) for size in sorted(sizes)]
    known = [(label, end) for label, end in ends if end is not None]
    return Clock(timezone.now(), known) if known else None


def time_left(tables: Sequence[TableView], now: datetime) -> Clock | None:
    """The time of the tables that still play: one line for those of a size, and one for those
    with the same extra minutes; None where nobody plays.
    """
    alike: dict[tuple[int, int], list[TableView]] = {}
    for table in tables:
        if table.is_missing and table.ends and table.ends > now:
            alike.setdefault((table.extra_minutes, table.size), []).append(table)
    lines = [(_whose_time(some), some[0].ends) for _key, some in sorted(alike.items())]
    return Clock(now, lines) if lines else None


def _whose_time(tables: Sequence[TableView]) -> str:
    extra = tables[0].extra_minutes
    if not extra:
        return _("Tables of five") if tables[0].size == 5 else _("Tables of four")
    numbers = ", ".join(str(table.number) for table in tables)
    return ngettext(
        "Table %(numbers)s (+%(extra)s min)", "Tables %(numbers)s (+%(extra)s min)", len(tables)
    ) % {"numbers": numbers, "extra": extra}
