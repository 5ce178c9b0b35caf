"""Mend a released session with the fewest moved: someone came late, someone did not come."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from tournaments.seating.by_hand import assessed
from tournaments.seating.draft import Draft, Moved
from tournaments.seating.past import History, Past
from tournaments.seating.reasons import Reason, SeatingRefused, gettext_noop
from tournaments.seating.sizes import IMPOSSIBLE
from tournaments.seating.wishes import APART, Wish

FOUR, FIVE = 4, 5
# Whether sizes come out is settled first; what a pair at one table costs.
HARD, REPEAT, SOFT, FIVE_AGAIN = 1_000_000, 1_000, 1, 100

Tables = dict[int, list[int]]


@dataclass(frozen=True)
class Repair:
    """One way to mend a session: the tables after it by number, and what it costs.

    ``moved`` are the players already seated who change tables, ``placed`` where the arrivals
    sit, ``opened`` and ``dissolved`` table numbers; ``draft`` tells the consequences; ``steps``
    say in sentences what to do.
    """

    tables: Tables
    moved: list[Moved]
    placed: dict[int, int]
    opened: list[int]
    dissolved: list[int]
    draft: Draft
    steps: list[Reason]

    @property
    def cost(self) -> tuple[int, int, int, int, int]:
        """Hard wishes broken, players moved, repeats, soft wishes broken, tables of five."""
        hard = sum(one.wish.hard for one in self.draft.broken)
        fives = sum(len(table) == FIVE for table in self.tables.values())
        soft = len(self.draft.broken) - hard
        return hard, len(self.moved), len(self.draft.repeats), soft, fives


def repairs(
    tables: Mapping[int, Sequence[int]],
    history: History,
    *,
    gone: Collection[int] = (),
    arrivals: Collection[int] = (),
    closed: Collection[int] = (),
    wishes: Sequence[Wish] = (),
) -> list[Repair]:
    """The ways to seat everybody after ``gone`` left and ``arrivals`` came, cheapest first.

    ``tables`` are the released ones by number, in seat order; those in ``closed`` have results
    and stay as they are. A short table may be filled from a table of five, or dissolved; those
    who come take free seats, make a table of four one of five, or open a new one. Raises
    ``SeatingRefused`` (``bad_repair``, ``cannot_repair``).
    """
    _refuse_nonsense(tables, gone, arrivals, closed)
    left = {
        number: [entry for entry in table if entry not in gone]
        for number, table in tables.items()
        if number not in closed
    }
    fixed = {number: list(table) for number, table in tables.items() if number in closed}
    weigh = _Weights([*arrivals, *(e for t in tables.values() for e in t)], history, wishes)
    found = []
    for dissolved, opened in _shapes(left, tables, len(arrivals)):
        kept = {number: list(table) for number, table in left.items() if number not in dissolved}
        pool = sorted(arrivals) + [entry for number in dissolved for entry in left[number]]
        mended = _mended(kept, pool, opened, weigh)
        if mended is not None:
            found.append(
                _described(tables, dict(sorted((fixed | mended).items())), history, wishes)
            )
    if not found:
        players = sum(map(len, left.values())) + len(arrivals)
        raise SeatingRefused(
            "cannot_repair",
            gettext_noop(
                "The %(players)s players of the tables without results cannot be seated at tables "
                "of four and five."
            ),
            {"players": players},
        )
    return sorted(found, key=lambda one: one.cost)


def _refuse_nonsense(
    tables: Mapping[int, Sequence[int]],
    gone: Collection[int],
    arrivals: Collection[int],
    closed: Collection[int],
) -> None:
    at = {entry: number for number, table in tables.items() for entry in table}
    absent = sorted(entry for entry in gone if entry not in at)
    seated = sorted(entry for entry in arrivals if entry in at)
    played = sorted(entry for entry in gone if at.get(entry) in closed)
    for entries, template in (
        (absent, gettext_noop("Not seated in this session: %(entries)s.")),
        (seated, gettext_noop("Seated already: %(entries)s.")),
        (
            played,
            gettext_noop(
                "The table of %(entries)s has results; its seats change by a correction only."
            ),
        ),
    ):
        if entries:
            raise SeatingRefused("bad_repair", template, {"entries": ", ".join(map(str, entries))})


def _shapes(
    left: Tables, tables: Mapping[int, Sequence[int]], arrivals: int
) -> Iterator[tuple[tuple[int, ...], list[int]]]:
    """Which tables could be dissolved, at most three at once, and which numbers opened."""
    short = [number for number, table in left.items() if len(table) < FOUR]
    free = [n for n in range(1, len(tables) + arrivals + 2) if n not in tables]
    for many in range(min(len(short), 3) + 1):
        for dissolved in combinations(short, many):
            for new in range(-(-(arrivals + many) // FOUR) + 1):
                yield dissolved, free[:new]


class _Weights:
    """What it costs that some share a table."""

    def __init__(self, entries: Sequence[int], history: History, wishes: Sequence[Wish]) -> None:
        past = Past(entries, history)
        self.index = {entry: i for i, entry in enumerate(past.entries)}
        self.past = past
        self.apart: dict[tuple[int, int], int] = {}
        for wish in wishes:
            if wish.kind in APART:
                for pair in combinations(sorted(wish.entries), 2):
                    weight = HARD if wish.hard else SOFT
                    self.apart[pair] = max(weight, self.apart.get(pair, 0))

    def of(self, table: Sequence[int]) -> int:
        met, fives, index = self.past.met, self.past.fives, self.index
        cost = sum(
            REPEAT * (met[index[one]][index[other]] > 0) + self.apart.get((one, other), 0)
            for one, other in combinations(sorted(table), 2)
        )
        if len(table) == FIVE:
            cost += sum(FIVE_AGAIN * fives[index[entry]] for entry in table)
        return cost


def _mended(kept: Tables, pool: list[int], opened: list[int], weigh: _Weights) -> Tables | None:
    """Everybody seated with the fewest moves in this shape; None if the sizes do not come out.

    Tables of five give one player each for the missing seats; who gives, who goes where, and
    which tables become five is then improved exchange by exchange.
    """
    tables = kept | {number: [] for number in opened}
    players = sum(map(len, tables.values())) + len(pool)
    fives = players - FOUR * len(tables)
    if not 0 <= fives <= len(tables) or players in IMPOSSIBLE and players > 0:
        return None
    by_size = sorted(tables, key=lambda number: -len(tables[number]))
    size = {number: FIVE if place < fives else FOUR for place, number in enumerate(by_size)}
    pool = list(pool)
    for number, table in tables.items():
        while len(table) > size[number]:
            pool.append(min(table, key=lambda entry: weigh.of([e for e in table if e != entry])))
            table.remove(pool[-1])
    guests: Tables = {number: [] for number in tables}
    for number in tables:
        while len(tables[number]) + len(guests[number]) < size[number]:
            guests[number].append(pool.pop(0))
    return _improved(tables, guests, weigh)


def _improved(hosts: Tables, guests: Tables, weigh: _Weights) -> Tables:
    """Exchange guests, and guests' seats, between tables as long as it helps."""

    def cost(number: int) -> int:
        return weigh.of(hosts[number] + guests[number])

    better = True
    while better:
        better = False
        for one in hosts:
            for i in range(len(guests[one])):
                for other in hosts:
                    if other == one:
                        continue
                    before = cost(one) + cost(other)
                    for j in range(len(guests[other])):
                        _trade(guests, one, i, other, j)
                        if cost(one) + cost(other) < before:
                            before = cost(one) + cost(other)
                            better = True
                        else:
                            _trade(guests, one, i, other, j)
        if not better:
            better = _fifth_elsewhere(hosts, guests, cost)
    return {number: hosts[number] + guests[number] for number in hosts}


def _trade(guests: Tables, one: int, i: int, other: int, j: int) -> None:
    guests[one][i], guests[other][j] = guests[other][j], guests[one][i]


def _fifth_elsewhere(hosts: Tables, guests: Tables, cost: Callable[[int], int]) -> bool:
    """A guest who makes a table five makes another one five instead, if that is better."""
    for one in hosts:
        if len(hosts[one]) + len(guests[one]) != FIVE or not guests[one]:
            continue
        for other in hosts:
            if len(hosts[other]) + len(guests[other]) != FOUR:
                continue
            before = cost(one) + cost(other)
            for guest in list(guests[one]):
                guests[one].remove(guest)
                guests[other].append(guest)
                if cost(one) + cost(other) < before:
                    return True
                guests[other].remove(guest)
                guests[one].append(guest)
    return False


def _described(
    before: Mapping[int, Sequence[int]],
    after: Tables,
    history: History,
    wishes: Sequence[Wish],
) -> Repair:
    was = {entry: number for number, table in before.items() for entry in table}
    seated = {number: _in_seats(before.get(number, ()), table) for number, table in after.items()}
    now = {entry: number for number, table in seated.items() for entry in table}
    moved = [
        Moved(entry, was[entry], now[entry])
        for entry in sorted(now)
        if was.get(entry, now[entry]) != now[entry]
    ]
    placed = {entry: number for entry, number in sorted(now.items()) if entry not in was}
    opened = sorted(set(after) - set(before))
    dissolved = sorted(set(before) - set(after))
    draft = assessed(list(seated.values()), history, wishes=wishes)
    steps = _steps(before, seated, moved, placed, opened, dissolved)
    return Repair(seated, moved, placed, opened, dissolved, draft, steps)


def _in_seats(before: Sequence[int], table: Sequence[int]) -> list[int]:
    """Who stays keeps the seat; who comes takes a free one; a gap at the end closes."""
    coming = [entry for entry in table if entry not in before]
    seats = [entry if entry in table else (coming.pop(0) if coming else None) for entry in before]
    return [entry for entry in seats if entry is not None] + coming


def _steps(
    before: Mapping[int, Sequence[int]],
    after: Tables,
    moved: Sequence[Moved],
    placed: Mapping[int, int],
    opened: Sequence[int],
    dissolved: Sequence[int],
) -> list[Reason]:
    steps = [
        Reason("dissolved", gettext_noop("Table %(table)s is dissolved."), {"table": number})
        for number in dissolved
    ]
    steps += [
        Reason("opened", gettext_noop("Table %(table)s is opened."), {"table": number})
        for number in opened
    ]
    steps += [
        Reason(
            "placed",
            gettext_noop("%(entry)s takes seat %(seat)s at table %(table)s."),
            {"entry": entry, "seat": after[number].index(entry) + 1, "table": number},
        )
        for entry, number in placed.items()
    ]
    steps += [
        Reason(
            "moved",
            gettext_noop(
                "%(entry)s moves from table %(from_table)s to seat %(seat)s at table %(table)s."
            ),
            {
                "entry": move.entry,
                "from_table": move.from_table,
                "seat": after[move.to_table].index(move.entry) + 1,
                "table": move.to_table,
            },
        )
        for move in moved
    ]
    for number, table in after.items():
        if number in before and len(table) != len(before[number]):
            steps.append(
                Reason(
                    "resized",
                    gettext_noop("Table %(table)s now has %(size)s players."),
                    {"table": number, "size": len(table)},
                )
            )
    return steps
