"""Who shares a table: few repeats first, then fair seats, always within the rule of the fives."""

from collections.abc import Sequence

from tournaments.seating.chance import Chance
from tournaments.seating.past import SEATS, Past
from tournaments.seating.search import Groups, Search
from tournaments.seating.seats import ease_seats, seat_clashes, seating_cost

# How much the search may look at: steps × players. About one and a half seconds at most.
EFFORT = 4_000_000
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


def grouped(
    past: Past,
    sizes: list[int],
    costs: list[list[int]],
    chance: Chance,
    bound: int,
    effort: int,
) -> Groups:
    """Tables with few repeats and, among those, fair seats: a few are made and the best taken."""
    weights = _weights(past)
    best: Groups = []
    best_cost: tuple[int, int] | None = None
    for attempt in range(SEAT_TRIES):
        groups = apart(past, sizes, chance, bound, effort if attempt == 0 else effort // 20)
        groups = _fair_to_seat(groups, past, costs, chance)
        cost = Search(groups, weights, past.fives).cost, seating_cost(groups, costs)
        if best_cost is None or cost < best_cost:
            best, best_cost = groups, cost
        if best_cost[0] > bound * REPEAT or best_cost[1] == 0:
            break
    return best


def apart(past: Past, sizes: list[int], chance: Chance, bound: int, effort: int) -> Groups:
    """The tables with the fewest repeats found from several random starts."""
    search = Search(_start(past, sizes, chance), _weights(past), past.fives)
    goal = bound * REPEAT
    steps = effort // (len(past.entries) + STEP_OVERHEAD)
    steps -= search.run(chance, min(steps, STEPS_PER_START), goal)
    best, best_groups = search.cost, search.groups
    while steps > 0 and best > goal:
        search.place(_start(past, sizes, chance))
        steps -= search.run(chance, min(steps, STEPS_PER_START), goal)
        if search.cost < best:
            best, best_groups = search.cost, search.groups
    return best_groups


def _weights(past: Past) -> list[list[int]]:
    return [[REPEAT + min(times - 1, REPEAT) if times else 0 for times in row] for row in past.met]


def _fair_to_seat(groups: Groups, past: Past, costs: list[list[int]], chance: Chance) -> Groups:
    """Change the tables, at no cost in repeats, so that each can be seated fairly.

    Those who wait for a table of five are kept apart too, which helps the next sessions.
    """
    weights = _weights(past)
    wishes = [
        [3 * clash + both_next for clash, both_next in zip(*rows, strict=True)]
        for rows in zip(seat_clashes(costs), _next_at_fives(past, groups), strict=True)
    ]
    # No number of wishes outweighs one conflict: the search gives back no worse tables.
    scale = 4 * len(weights) * SEATS
    both = [
        [scale * weight + wish for weight, wish in zip(*rows, strict=True)]
        for rows in zip(weights, wishes, strict=True)
    ]
    search = Search(groups, both, past.fives)
    conflicts = search.cost - search.cost % scale
    search.run(chance, SEAT_STEPS, conflicts)
    search = Search(search.groups, weights, past.fives)
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


def _start(past: Past, sizes: Sequence[int], chance: Chance) -> Groups:
    """Random tables; those of five, which come last, take who has sat at them least."""
    players = chance.shuffled(range(len(past.entries)))
    at_fives = sum(size for size in sizes if size == 5)
    players.sort(key=lambda player: past.fives[player])
    fives, fours = players[:at_fives], players[at_fives:]
    return dealt(chance.shuffled(fours) + fives, sizes)


def dealt(players: Sequence[int], sizes: Sequence[int]) -> Groups:
    """The players in their order, cut into tables."""
    groups = []
    begin = 0
    for size in sizes:
        groups.append(list(players[begin : begin + size]))
        begin += size
    return groups
