"""Who takes which place of a design: at random, and so that wishes are kept."""

from collections.abc import Sequence
from itertools import combinations

from tournaments.seating.chance import Chance
from tournaments.seating.wishes import Wanted

STEPS = 400
HARD = 1_000


def relabelled(
    sessions: Sequence[Sequence[Sequence[int]]], wanted: Wanted, chance: Chance
) -> list[int]:
    """For each point of the design the player who takes it, by index.

    Pairs that are to be kept apart get points that never meet in these sessions, as far as a
    local search finds them. Players whose tables are fixed and differ must not meet either.
    """
    points = len(wanted.entries)
    player_at = chance.shuffled(range(points))
    unwanted: list[dict[int, int]] = [{} for _ in range(points)]
    hard = wanted.hard_pairs | set(combinations(sorted(wanted.at), 2))
    for pairs, weight in ((wanted.soft_pairs, 1), (hard, HARD)):
        for one, other in pairs:
            unwanted[one][other] = unwanted[other][one] = weight
    if not (hard or wanted.soft_pairs):
        return player_at
    meets: list[set[int]] = [set() for _ in range(points)]
    for session in sessions:
        for table in session:
            for point in table:
                meets[point].update(table)
    point_of = [0] * points
    for point, player in enumerate(player_at):
        point_of[player] = point

    def cost(point: int, player: int) -> int:
        """What the player would have against those met at this point, were it free."""
        met = meets[point]
        return sum(weight for o, weight in unwanted[player].items() if point_of[o] in met)

    best, fewest = list(player_at), None
    for _ in range(STEPS):
        own = [cost(point, player) for point, player in enumerate(player_at)]
        if fewest is None or sum(own) < fewest:
            best, fewest = list(player_at), sum(own)
        troubled = [point for point, trouble in enumerate(own) if trouble]
        if not troubled:
            break
        one = chance.pick(troubled)
        changes = [
            cost(one, player) + cost(point, player_at[one]) - own[one] - own[point]
            if point != one
            else HARD * points
            for point, player in enumerate(player_at)
        ]
        least = min(changes)
        other = chance.pick([point for point, change in enumerate(changes) if change == least])
        player_at[one], player_at[other] = player_at[other], player_at[one]
        point_of[player_at[one]], point_of[player_at[other]] = one, other
    return best
