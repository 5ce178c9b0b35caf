"""Seats inside the tables and numbers of the tables, evened out over the sessions."""

from collections.abc import Container, Mapping, Sequence
from functools import cache
from itertools import permutations

from tournaments.seating.chance import Chance
from tournaments.seating.past import SEATS
from tournaments.seating.search import Groups, Search

# Worse than any unevenness of seats.
NOT_LAST = 1 << 20

Costs = Mapping[int, Sequence[int]] | Sequence[Sequence[int]]


def seat_costs(counts: Sequence[int]) -> list[int]:
    """How bad each seat would be for a player with such counts: the square of the lead."""
    least = min(counts[: SEATS - 1])
    return [max(0, count - least) ** 2 for count in counts]


def last_seat_costs() -> list[int]:
    """The costs of someone who keeps the sheet: any seat but the last of the table is worse."""
    return [NOT_LAST] * (SEATS - 2) + [NOT_LAST // 2, 0]


@cache
def _orders(size: int) -> list[tuple[int, ...]]:
    return list(permutations(range(size)))


def _order_costs(group: Sequence[int], costs: Costs) -> list[int]:
    """The cost of every order of a group; order[i] is the seat of its i-th member."""
    rows = [costs[player] for player in group]
    if len(rows) == 4:
        one, two, three, four = rows
        return [one[a] + two[b] + three[c] + four[d] for a, b, c, d in _orders(4)]
    return [
        sum(row[seat] for row, seat in zip(rows, order, strict=True))
        for order in _orders(len(rows))
    ]


def seated(group: Sequence[int], costs: Costs, chance: Chance) -> list[int]:
    """The group in the fairest seat order; among equally fair ones chance decides."""
    order_costs = _order_costs(group, costs)
    least = min(order_costs)
    order = _orders(len(group))[
        chance.pick([place for place, cost in enumerate(order_costs) if cost == least])
    ]
    result = [0] * len(group)
    for player, seat in zip(group, order, strict=True):
        result[seat] = player
    return result


def seating_cost(groups: Groups, costs: Costs) -> int:
    """What the fairest seats at these tables cost; 0 if all can be seated evenly."""
    return sum(min(_order_costs(group, costs)) for group in groups)


def seat_clashes(costs: Costs) -> list[list[int]]:
    """1 for every two players who both need the same seat, and no other, to stay even."""
    needed = []
    for player in range(len(costs)):
        free = [seat for seat in range(SEATS - 1) if not costs[player][seat]]
        needed.append(free[0] if len(free) == 1 else None)
    return [
        [int(one is not None and one == two and i != j) for j, two in enumerate(needed)]
        for i, one in enumerate(needed)
    ]


def ease_seats(search: Search, costs: Costs, evaluations: int) -> None:
    """Swap players between tables, at no cost in conflicts, where that makes seats fairer.

    Without it a table of four who all had seat 1 before cannot be seated fairly.
    Stops after so many swaps have been looked at, or when no swap helps.
    """
    table_cost = [min(_order_costs(group, costs)) for group in search.groups]
    better = True
    while better and evaluations > 0:
        better = False
        for table, cost in enumerate(table_cost):
            for player in search.groups[table] if cost else []:
                evaluations -= len(search.own)
                if _eased(search, costs, table_cost, player):
                    better = True
                    break


def _eased(search: Search, costs: Costs, table_cost: list[int], player: int) -> bool:
    """Make the first swap of the player that makes seats fairer, if there is one."""
    here = search.table_of[player]
    for other, delta in enumerate(search.deltas(player)):
        if delta > 0:
            continue
        there = search.table_of[other]
        after_here = min(_order_costs(_with(search, here, player, other), costs))
        after_there = min(_order_costs(_with(search, there, other, player), costs))
        if after_here + after_there < table_cost[here] + table_cost[there]:
            search.swap(player, other)
            table_cost[here], table_cost[there] = after_here, after_there
            return True
    return False


def _with(search: Search, table: int, leaves: int, comes: int) -> list[int]:
    return [comes if player == leaves else player for player in search.groups[table]]


def numbered(groups: Groups, numbers: Sequence[Sequence[int]], held: Container[int] = ()) -> Groups:
    """The groups in an order of tables at which their players have sat as little as possible.

    ``numbers[p][t]`` is how often a player sat at the t-th table. Groups of one size keep the
    places of that size, and the places in ``held`` keep their groups. Pairs of tables are
    exchanged while that helps.
    """
    result = list(groups)
    cost = [
        [
            sum(numbers[player][place] ** 2 for player in group if place < len(numbers[player]))
            for place in range(len(result))
        ]
        for group in result
    ]
    better = any(any(row) for row in cost)
    while better:
        better = False
        for one in range(len(result)):
            for two in range(one):
                if len(result[one]) != len(result[two]) or one in held or two in held:
                    continue
                if cost[one][two] + cost[two][one] < cost[one][one] + cost[two][two]:
                    result[one], result[two] = result[two], result[one]
                    cost[one], cost[two] = cost[two], cost[one]
                    better = True
    return result
