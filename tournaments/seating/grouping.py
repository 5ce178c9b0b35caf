"""Who shares a table: wishes that must be kept, then few repeats, then wishes, then fair seats.

All of it always within the rule of the fives.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from tournaments.seating.chance import Chance
from tournaments.seating.past import SEATS, Past
from tournaments.seating.search import Groups, Search
from tournaments.seating.seats import ease_seats, seat_clashes, seating_cost
from tournaments.seating.wishes import Wanted

# How much the search may look at: steps × players. About one second at most.
EFFORT = 2_000_000
# What a step costs beside looking at every player, in players.
STEP_OVERHEAD = 50
# Steps, and swaps looked at, to make the seats fair once the repeats are as few as found.
SEAT_STEPS = 2_000
SEAT_EFFORT = 20_000
# Drafts without avoidable repeats that are tried for fairer seats.
SEAT_TRIES = 8
# A start that has not succeeded after so many steps is given up for a new one.
STEPS_PER_START = 4_000
# One repeated pair more is worse than any of these pairs meeting a third or fourth time.
REPEAT = 10
# A wish that must be kept is worth more than all repeats together.
MUST = 1 << 30


@dataclass
class Task:
    """What is to be drawn: the past, the tables, the wishes, and the bound on repeats.

    ``locked`` holds tables that stay as they are, by their place: players in seat order.
    """

    past: Past
    sizes: list[int]
    bound: int
    wanted: Wanted
    locked: dict[int, list[int]] = field(default_factory=dict)

    @cached_property
    def at(self) -> dict[int, int]:
        """The players whose table is given; a locked table takes nobody in, whoever wishes it."""
        locked = {player: table for table, group in self.locked.items() for player in group}
        wished = {p: table for p, table in self.wanted.at.items() if table not in self.locked}
        return wished | locked

    @cached_property
    def held(self) -> set[int]:
        """The tables that cannot change numbers with others."""
        return set(self.at.values())

    @cached_property
    def unit(self) -> int:
        """What a repeat weighs more than a wish: more than all wishes a session can break."""
        return 10 * len(self.sizes) + 1 if self.wanted.soft_pairs else 1

    @cached_property
    def weights(self) -> list[list[int]]:
        """How bad it is for two to share a table."""
        unit = self.unit
        result = [
            [(REPEAT + min(times - 1, REPEAT)) * unit if times else 0 for times in row]
            for row in self.past.met
        ]
        for pairs, weight in ((self.wanted.hard_pairs, MUST), (self.wanted.soft_pairs, 1)):
            for one, other in pairs:
                result[one][other] += weight
                result[other][one] += weight
        return result

    @cached_property
    def goal(self) -> int:
        """No arrangement costs less."""
        soft = self.wanted.soft_bound() if self.unit > 1 else 0
        return self.bound * REPEAT * self.unit + soft

    def search(self, groups: Groups) -> Search:
        return Search(groups, self.weights, self.past.fives, frozenset(self.at))


def grouped(task: Task, costs: list[list[int]], chance: Chance, effort: int) -> Groups:
    """Tables with few repeats and, among those, fair seats: a few are made and the best taken."""
    best: Groups = []
    best_cost: tuple[int, int] | None = None
    for attempt in range(SEAT_TRIES):
        groups, _ = apart(task, chance, effort if attempt == 0 else effort // 20)
        groups = _fair_to_seat(groups, task, costs, chance)
        cost = task.search(groups).cost, seating_cost(groups, costs)
        if best_cost is None or cost < best_cost:
            best, best_cost = groups, cost
        if best_cost[0] > task.goal or best_cost[1] == 0:
            break
    return best


def apart(task: Task, chance: Chance, effort: int) -> tuple[Groups, int]:
    """The tables with the fewest repeats found from several random starts; the effort it took."""
    search = task.search(_start(task, chance))
    per_step = len(task.past.entries) + STEP_OVERHEAD
    steps = effort // per_step
    left = steps - search.run(chance, min(steps, STEPS_PER_START), task.goal)
    best, best_groups = search.cost, search.groups
    while left > 0 and best > task.goal:
        search.place(_start(task, chance))
        taken = search.run(chance, min(left, STEPS_PER_START), task.goal)
        if not taken:
            break
        left -= taken
        if search.cost < best:
            best, best_groups = search.cost, search.groups
    return best_groups, (steps - left) * per_step


def _fair_to_seat(groups: Groups, task: Task, costs: list[list[int]], chance: Chance) -> Groups:
    """Change the tables, at no cost in repeats, so that each can be seated fairly.

    Those who wait for a table of five are kept apart too, which helps the next sessions.
    """
    weights = task.weights
    wishes = [
        [3 * clash + both_next for clash, both_next in zip(*rows, strict=True)]
        for rows in zip(seat_clashes(costs), _next_at_fives(task.past, groups), strict=True)
    ]
    # No number of wishes outweighs one conflict: the search gives back no worse tables.
    scale = 4 * len(weights) * SEATS
    both = [
        [scale * weight + wish for weight, wish in zip(*rows, strict=True)]
        for rows in zip(weights, wishes, strict=True)
    ]
    search = Search(groups, both, task.past.fives, frozenset(task.at))
    conflicts = search.cost - search.cost % scale
    search.run(chance, SEAT_STEPS, conflicts)
    search = task.search(search.groups)
    ease_seats(search, costs, SEAT_EFFORT)
    return search.groups


def _next_at_fives(past: Past, groups: Groups) -> list[list[int]]:
    """1 for every two players who wait for a table of five.

    If those who have not been there yet all meet at tables of four before, a later session has
    no five strangers left for the table of five.
    """
    least = min(past.fives)
    some_wait = any(len(group) == 5 for group in groups) and least < max(past.fives)
    waits = [some_wait and fives == least for fives in past.fives]
    return [
        [int(one and two and i != j) for j, two in enumerate(waits)] for i, one in enumerate(waits)
    ]


def _start(task: Task, chance: Chance) -> Groups:
    """Random tables; those of five, which come last, take who has sat at them least."""
    fives_of = task.past.fives
    groups: Groups = [[] for _ in task.sizes]
    for player, table in task.at.items():
        groups[table].append(player)
    free = [player for player in range(len(task.past.entries)) if player not in task.at]
    players = chance.shuffled(free)
    players.sort(key=lambda player: fives_of[player])
    at_fives = sum(
        size - len(group) for size, group in zip(task.sizes, groups, strict=True) if size == SEATS
    )
    fives, fours = players[:at_fives], chance.shuffled(players[at_fives:])
    for size, group in zip(task.sizes, groups, strict=True):
        takes = fives if size == SEATS else fours
        while len(group) < size:
            group.append(takes.pop(0))
    return groups


def dealt(players: Sequence[int], sizes: Sequence[int]) -> Groups:
    """The players in their order, cut into tables."""
    groups = []
    begin = 0
    for size in sizes:
        groups.append(list(players[begin : begin + size]))
        begin += size
    return groups
