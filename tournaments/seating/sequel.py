"""The next session of a plan for all of them, and a look at the sessions still to come."""

from itertools import combinations

from tournaments.seating.bounds import lower_bound
from tournaments.seating.chance import Chance
from tournaments.seating.colouring import COLOURS
from tournaments.seating.draft import spread
from tournaments.seating.grouping import Task, apart
from tournaments.seating.past import History, Past
from tournaments.seating.plan import Tables, planned, planned_on
from tournaments.seating.search import Groups
from tournaments.seating.seats import last_seat_costs, numbered, seat_costs, seated
from tournaments.seating.wishes import Wanted


def planned_next(
    past: Past, history: History, sessions: int, plan_seed: int, seed: int, wanted: Wanted
) -> Groups | None:
    """The next session of the plan, if everybody has sat by it so far; None if not.

    If session 1 was another one (changed by hand, or by standing), the plan is made to begin
    with it where a design allows. Sessions of the plan may have been taken in any order. With
    the plan's own seed the next in order is taken; another seed takes any that is left.
    """
    rounds: Tables | None
    rounds = planned(tuple(past.entries), sessions, plan_seed, tuple(wanted.wishes))
    left = _left(rounds, past)
    if left is None and wanted.none and sorted(sum(past.sessions[0], [])) == past.everybody:
        rounds = planned_on(tuple(map(tuple, past.sessions[0])), sessions, plan_seed)
        left = _left(rounds, past) if rounds else None
    if rounds is None or left is None:
        return None
    chance = Chance(seed, len(history))
    number = _taken(left, len(history), seed == plan_seed, chance)
    tables = [list(table) for table in rounds[number]]
    if seed != plan_seed and not wanted.at:
        tables = numbered(sorted(chance.shuffled(tables), key=len), past.numbers)
    anew = [seated(table, costs_of(past, wanted), chance) for table in tables]
    return min(tables, anew, key=lambda seats: _spread_after(past, seats, wanted))


def costs_of(past: Past, wanted: Wanted) -> list[list[int]]:
    """How bad each seat would be for each player."""
    return [
        last_seat_costs() if player in wanted.keepers else seat_costs(counts)
        for player, counts in enumerate(past.seats)
    ]


def _left(rounds: Tables, past: Past) -> list[int] | None:
    """The sessions of the plan not played yet; None if one was played that is not in it."""
    left = list(range(len(rounds)))
    for session in past.sessions:
        sat = set(map(frozenset, session))
        same = [number for number in left if sat == set(map(frozenset, rounds[number]))]
        if not same:
            return None
        left.remove(same[0])
    return left


def _taken(left: list[int], done: int, as_planned: bool, chance: Chance) -> int:
    """Which of the plan's sessions that are left is next.

    Within one portion of four sessions the seats stay even in any order, so another one of the
    same portion is preferred.
    """
    if as_planned:
        return left[0]
    near = [number for number in left if number // COLOURS == done // COLOURS]
    return chance.pick(near if len(near) > 1 else left)


def _spread_after(past: Past, tables: Groups, wanted: Wanted) -> int:
    """How uneven the seats of any player are after this session."""
    worst = 0
    for table in tables:
        for seat, player in enumerate(table):
            counts = list(past.seats[player])
            counts[seat] += 1
            if player not in wanted.keepers:
                worst = max(worst, spread(tuple(counts)))
    return worst


def ahead(
    task: Task, history: History, groups: Groups, later: int, chance: Chance, effort: int
) -> int:
    """How many repeats the later sessions bring if this one is seated so, by a quick look."""
    entries = task.past.entries
    now = [[entries[player] for player in group] for group in groups]
    sessions = [*history, now]
    repeats = 0
    for _ in range(later):
        past = Past(entries, sessions)
        step = Task(past, task.sizes, lower_bound(past, task.sizes)[0], task.wanted)
        found, _used = apart(step, chance, effort)
        repeats += _repeats(past, found)
        if repeats:
            break
        sessions.append([[entries[player] for player in group] for group in found])
    return repeats


def _repeats(past: Past, groups: Groups) -> int:
    return sum(past.met[one][two] > 0 for group in groups for one, two in combinations(group, 2))
