"""Local search: swap players between tables until nobody sits with whom they should not.

The search knows only a table of weights, not what they mean: a weight says how bad it is that
two players share a table. It works in counted steps, never by the clock, so that it takes the
same way on every machine.
"""

from collections import deque
from collections.abc import Sequence

from tournaments.seating.chance import Chance

Groups = list[list[int]]
Weights = Sequence[Sequence[int]]

FORBIDDEN = 1 << 60


class Search:
    """Players 0 … n−1 at tables, the cost of that, and swaps between tables.

    ``weights`` is symmetric with a zero diagonal. Two players at tables of different size may
    change places only if their ``kinds`` are equal; this keeps who sits at the tables of five.
    Players in ``still`` do not move.
    """

    def __init__(
        self,
        groups: Groups,
        weights: Weights,
        kinds: Sequence[int],
        still: frozenset[int] = frozenset(),
    ) -> None:
        self.weights = weights
        self.kinds = kinds
        self.still = still
        self.groups: Groups = []
        self.table_of: list[int] = []
        self.at: list[list[int]] = []
        self.own: list[int] = []
        self.place(groups)

    def place(self, groups: Groups) -> None:
        """Seat everybody anew."""
        self.groups = [list(group) for group in groups]
        self.table_of = [0] * len(self.weights)
        for table, group in enumerate(self.groups):
            for player in group:
                self.table_of[player] = table
        # at[t][p]: the weights between p and all who sit at t
        self.at = [
            [sum(column) for column in zip(*(self.weights[p] for p in group), strict=True)]
            for group in self.groups
        ]
        self.own = [self.at[table][player] for player, table in enumerate(self.table_of)]

    @property
    def cost(self) -> int:
        """The sum of the weights of all pairs at one table."""
        return sum(self.own) // 2

    def deltas(self, player: int) -> list[int]:
        """What the cost changes by if the player and each other change places."""
        home = self.table_of[player]
        there = [row[player] for row in self.at]
        stay = self.own[player]
        result = [
            there[table] - stay + here - own - 2 * weight
            for table, here, own, weight in zip(
                self.table_of, self.at[home], self.own, self.weights[player], strict=True
            )
        ]
        for other in self.groups[home]:
            result[other] = FORBIDDEN
        for other in self.still:
            result[other] = FORBIDDEN
        size = len(self.groups[home])
        for group in self.groups:
            if len(group) != size:
                for other in group:
                    if self.kinds[other] != self.kinds[player]:
                        result[other] = FORBIDDEN
        return result

    def swap(self, one: int, two: int) -> None:
        """Let two players of different tables change places."""
        first, second = self.table_of[one], self.table_of[two]
        self._replace(first, one, two)
        self._replace(second, two, one)
        for table in (first, second):
            for player in self.groups[table]:
                self.own[player] = self.at[table][player]

    def _replace(self, table: int, leaves: int, comes: int) -> None:
        group = self.groups[table]
        group[group.index(leaves)] = comes
        self.table_of[comes] = table
        self.at[table] = [
            cost - gone + new
            for cost, gone, new in zip(
                self.at[table], self.weights[leaves], self.weights[comes], strict=True
            )
        ]

    def troubled(self) -> list[int]:
        """Who may move and would have something of it."""
        return [player for player, own in enumerate(self.own) if own and player not in self.still]

    def run(self, chance: Chance, steps: int, goal: int) -> int:
        """Improve for at most so many steps or until the cost is at most the goal.

        Each step takes a player with a conflict and makes their best swap, even if that is
        worse for the moment; who has just moved rests a while, so that it does not go in
        circles. Leaves the best arrangement found and returns the steps taken.
        """
        cost = best = self.cost
        best_groups = [list(group) for group in self.groups]
        resting: deque[int] = deque(maxlen=min(8, len(self.own) // 4))
        step = 0
        while best > goal and step < steps:
            step += 1
            troubled = self.troubled()
            if not troubled:
                break
            awake = [player for player in troubled if player not in resting]
            player = chance.pick(awake or troubled)
            deltas = self.deltas(player)
            for other in resting:
                # Who rests may still move if that beats everything so far.
                if cost + deltas[other] >= best:
                    deltas[other] = FORBIDDEN
            least = min(deltas)
            if least >= FORBIDDEN:
                resting.clear()
                continue
            other = chance.pick([place for place, delta in enumerate(deltas) if delta == least])
            self.swap(player, other)
            cost += least
            resting.extend((player, other))
            if cost < best:
                best = cost
                best_groups = [list(group) for group in self.groups]
        if cost != best:
            self.place(best_groups)
        return step
