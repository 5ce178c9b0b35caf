"""Draws by standing: ranked (Setzrunde), ranked without repeats, score groups, ladder.

Entries come in the order of the standings, the best first. Seats inside a table are drawn,
evened out over the history. Each function raises ``SeatingRefused`` as ``draw`` does.
"""

from collections.abc import Callable, Mapping, Sequence

from tournaments.seating.bounds import lower_bound
from tournaments.seating.chance import Chance
from tournaments.seating.describe import draft
from tournaments.seating.draft import Draft, Moved
from tournaments.seating.grouping import Task, dealt
from tournaments.seating.past import History, Past
from tournaments.seating.search import FORBIDDEN, Groups, Search
from tournaments.seating.seats import seated
from tournaments.seating.sequel import costs_of
from tournaments.seating.sizes import checked_sizes
from tournaments.seating.wishes import Wanted, Wish, checked_hard

# Steps of the search for fewer repeats, and what a step costs beside looking at every player.
EFFORT = 1_000_000
STEP_OVERHEAD = 50
# A repeat is worse than all that moving can cost.
APART = 1 << 20

Arranged = Callable[[Task, Groups, Chance], tuple[Groups, list[Moved]]]


def ranked(
    standing: Sequence[int], history: History, seed: int, *, wishes: Sequence[Wish] = ()
) -> Draft:
    """The best four at table 1, and so on, whoever met before; fives last.

    Wishes are only reported, except that a hard one that is broken refuses the draw.
    """
    return _by_standing("ranked", standing, history, seed, wishes, _as_they_stand)


def ranked_apart(
    standing: Sequence[int], history: History, seed: int, *, wishes: Sequence[Wish] = ()
) -> Draft:
    """As ``ranked``, but players change tables so that nobody meets again.

    Of the ways with the fewest repeats found, one that moves the players little: the sum of the
    squares of the tables they move by is kept small. ``moved`` says who moved how far.
    """
    return _by_standing("ranked_apart", standing, history, seed, wishes, _little_moved)


def score_groups(
    groups: Sequence[Sequence[int]],
    history: History,
    seed: int,
    *,
    wishes: Sequence[Wish] = (),
) -> Draft:
    """At random without repeats inside each score group; the best group has the low tables.

    Where a group does not fill its tables, the next group's players fill up (``moved``).
    """
    group_of = {entry: number for number, group in enumerate(groups) for entry in group}

    def arranged(task: Task, places: Groups, chance: Chance) -> tuple[Groups, list[Moved]]:
        kinds = [group_of[entry] for entry in task.past.entries]
        order = [player for table in places for player in table]
        shuffled: list[int] = []
        for number in range(len(groups)):
            shuffled += chance.shuffled([player for player in order if kinds[player] == number])
        search = _GroupSearch(dealt(shuffled, task.sizes), task.weights, kinds)
        found = _searched(search, task, chance)
        return found, _floated(found, kinds, task.past.entries)

    standing = [entry for group in groups for entry in group]
    return _by_standing("score_groups", standing, history, seed, wishes, arranged)


def ladder(
    entries: Sequence[int],
    history: History,
    points: Mapping[int, int],
    seed: int,
    *,
    wishes: Sequence[Wish] = (),
) -> Draft:
    """Winners move up a table, losers down; the others stay.

    ``points`` are those of the last session; equal points of table-mates are decided by lot.
    Who was not there comes after the last table. Gaps are closed from below.
    """
    last = list(history[-1]) if history else []
    chance = Chance(seed, len(history))
    present = set(entries)
    rungs: list[tuple[float, int, int]] = []
    for number, table in enumerate(last):
        places = chance.shuffled([entry for entry in table if entry in present])
        places.sort(key=lambda entry: -points.get(entry, 0))
        for rank, entry in enumerate(places):
            up = rank == 0 and number > 0
            down = rank == len(places) - 1 and rank > 0 and number < len(last) - 1
            rungs.append((number - up + down, rank, entry))
    rungs.sort(key=lambda rung: rung[:2])
    standing = [entry for _, _, entry in rungs]
    standing += sorted(present - set(standing))
    twice = [entry for entry in sorted(present) for _ in range(list(entries).count(entry) - 1)]
    return _by_standing("ladder", standing + twice, history, seed, wishes, _as_they_stand)


def _by_standing(
    method: str,
    standing: Sequence[int],
    history: History,
    seed: int,
    wishes: Sequence[Wish],
    arranged: Arranged,
) -> Draft:
    sizes = checked_sizes(standing, seed)
    past = Past(standing, history)
    wanted = Wanted(wishes, past.entries, sizes)
    chance = Chance(seed, len(history))
    bound = lower_bound(past, sizes)
    task = Task(past, sizes, bound[0], wanted)
    index = {entry: i for i, entry in enumerate(past.entries)}
    base = dealt([index[entry] for entry in standing], sizes)
    groups, moved = arranged(task, base, chance)
    costs = costs_of(past, wanted)
    tables = [seated(group, costs, chance) for group in groups]
    result = draft(method, seed, past, tables, bound, wanted, moved)
    checked_hard(result.broken)
    return result


def _moved(entries: Sequence[int], base: Groups, groups: Groups) -> list[Moved]:
    home = {player: number for number, group in enumerate(base, 1) for player in group}
    there = {player: number for number, group in enumerate(groups, 1) for player in group}
    return [
        Moved(entries[player], home[player], there[player])
        for player in range(len(entries))
        if home[player] != there[player]
    ]


def _floated(groups: Groups, kinds: Sequence[int], entries: Sequence[int]) -> list[Moved]:
    """Who fills up a table of a better score group; the next table is their own group's."""
    return sorted(
        Moved(entries[player], number + 1, number)
        for number, group in enumerate(groups, start=1)
        for player in group
        if kinds[player] != min(kinds[other] for other in group)
    )


def _as_they_stand(task: Task, groups: Groups, chance: Chance) -> tuple[Groups, list[Moved]]:
    return groups, []


def _little_moved(task: Task, base: Groups, chance: Chance) -> tuple[Groups, list[Moved]]:
    groups = [list(group) for group in base]
    for player, place in task.wanted.at.items():
        here = next(number for number, group in enumerate(groups) if player in group)
        if here != place:
            # Whoever has a table of their own begins there, in exchange for the last by standing.
            leaves = next(p for p in reversed(groups[place]) if task.wanted.at.get(p) != place)
            groups[here][groups[here].index(player)] = leaves
            groups[place][groups[place].index(leaves)] = player
    found = _searched(_NearHome(base, groups, task), task, chance)
    return found, _moved(task.past.entries, base, found)


def _searched(search: Search, task: Task, chance: Chance) -> Groups:
    search.run(chance, EFFORT // (len(task.past.entries) + STEP_OVERHEAD), 0)
    return search.groups


class _GroupSearch(Search):
    """Only players of one kind change places, whatever the sizes of their tables."""

    def deltas(self, player: int) -> list[int]:
        kind = self.kinds[player]
        return [
            delta if other == kind else FORBIDDEN
            for delta, other in zip(super().deltas(player), self.kinds, strict=True)
        ]


class _NearHome(Search):
    """Tables cost for repeats and, much less, for each player by the distance from home."""

    def __init__(self, base: Groups, groups: Groups, task: Task) -> None:
        self.home = [0] * len(task.past.entries)
        for number, group in enumerate(base):
            for player in group:
                self.home[player] = number
        weights = [[APART * weight for weight in row] for row in task.weights]
        super().__init__(groups, weights, [0] * len(self.home), frozenset(task.wanted.at))

    @property
    def cost(self) -> int:
        away = zip(self.table_of, self.home, strict=True)
        return super().cost + sum((table - home) ** 2 for table, home in away)

    def troubled(self) -> list[int]:
        in_conflict = super().troubled()
        return in_conflict or [
            player
            for player, (table, home) in enumerate(zip(self.table_of, self.home, strict=True))
            if table != home and player not in self.still
        ]

    def deltas(self, player: int) -> list[int]:
        here, home = self.table_of[player], self.home[player]
        mine = (here - home) ** 2
        return [
            delta + (there - home) ** 2 - mine + (here - other) ** 2 - (there - other) ** 2
            for delta, there, other in zip(
                super().deltas(player), self.table_of, self.home, strict=True
            )
        ]
