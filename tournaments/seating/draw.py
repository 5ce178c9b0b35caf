"""The random draw of one session on the sessions before it."""

from collections import Counter
from collections.abc import Mapping, Sequence

from tournaments.seating.bounds import lower_bound
from tournaments.seating.chance import Chance
from tournaments.seating.describe import draft
from tournaments.seating.draft import Draft
from tournaments.seating.grouping import EFFORT, Task, grouped
from tournaments.seating.past import History, Past
from tournaments.seating.reasons import SeatingRefused, gettext_noop
from tournaments.seating.search import Groups
from tournaments.seating.seats import numbered, seated
from tournaments.seating.sequel import ahead, costs_of, planned_next
from tournaments.seating.sizes import checked_sizes, table_sizes
from tournaments.seating.wishes import Broken, Wanted, Wish, checked_hard

# Draws that are tried for one that leaves the later sessions a way.
LOOKS_AHEAD = 4

Locked = Mapping[int, Sequence[int]]


def draw(
    entries: Sequence[int],
    history: History,
    seed: int,
    *,
    sessions: int | None = None,
    first_seed: int | None = None,
    wishes: Sequence[Wish] = (),
    locked: Locked | None = None,
    effort: int = EFFORT,
) -> Draft:
    """Draw a session at random so that, where it can be, nobody meets anybody again.

    ``entries`` are start numbers in any order; ``history`` the sessions before, each a list of
    tables in seat order; both may name players the other lacks. ``sessions`` is how many the
    tournament has: then the draw follows a plan for all of them, made from ``first_seed`` (the
    seed of session 1; the same seed if left out), as long as everybody has sat by it so far;
    another seed takes another of the plan's sessions. Otherwise it looks ahead. ``locked`` are
    tables that stay as they are: table number to entries in seat order.

    The same arguments give the same draft on every machine. Tables of five go first to those
    who have sat at them least; within that, hard wishes are kept; within that, repeats are
    avoided, then soft wishes kept, then seats evened out.
    Raises ``SeatingRefused``: ``too_few_players``, ``no_table_sizes``, ``duplicate_entries``,
    ``bad_seed``, ``contradictory_wishes``, ``wishes_not_met``, ``bad_lock``.
    """
    checked_sizes(entries, seed)
    fixed = locked or {}
    sizes = _sizes_around(entries, fixed)
    past = Past(entries, history)
    wanted = Wanted(wishes, past.entries, sizes)
    chance = Chance(seed, len(history))
    bound = lower_bound(past, sizes)
    index = {entry: i for i, entry in enumerate(past.entries)}
    task = Task(
        past,
        sizes,
        bound[0],
        wanted,
        {number - 1: [index[entry] for entry in table] for number, table in fixed.items()},
    )
    tables = None
    if sessions is not None and len(history) < sessions and not fixed:
        plan_seed = seed if first_seed is None else first_seed
        tables = planned_next(past, history, sessions, plan_seed, seed, wanted)
        if tables is not None and any(one.wish.hard for one in _broken(wanted, tables)):
            tables = None
        elif tables is not None and seed != plan_seed and len(history) == sessions - 1:
            # The plan has but one session left: what is wanted is another one, if there is one.
            other = _searched(task, history, 0, chance, effort // 4)
            tables = min(other, tables, key=lambda groups: task.search(groups).cost)
    if tables is None:
        later = 0 if sessions is None else max(0, sessions - len(history) - 1)
        tables = _searched(task, history, later, chance, effort)
    result = draft("random", seed, past, tables, bound, wanted)
    checked_hard(result.broken)
    return result


def _broken(wanted: Wanted, tables: Groups) -> list[Broken]:
    return wanted.broken([[wanted.entries[player] for player in table] for table in tables])


def _searched(task: Task, history: History, later: int, chance: Chance, effort: int) -> Groups:
    """Seated tables found by search; of several, those that leave later sessions a way."""
    best: Groups = []
    fewest: tuple[int, int] | None = None
    costs = costs_of(task.past, task.wanted)
    for attempt in range(LOOKS_AHEAD):
        groups = grouped(task, costs, chance, effort if attempt == 0 else effort // 20)
        cost = task.search(groups).cost
        to_come = ahead(task, history, groups, later, chance, effort // 20) if later else 0
        if fewest is None or (cost, to_come) < fewest:
            best, fewest = groups, (cost, to_come)
        if to_come == 0 or cost > task.goal:
            break
    return seated_and_numbered(best, task, costs, chance)


def seated_and_numbered(
    groups: Groups, task: Task, costs: list[list[int]], chance: Chance
) -> Groups:
    """The groups as tables in the order of their numbers, in seat order."""
    result = numbered(groups, task.past.numbers, task.held)
    return [
        task.locked[place] if place in task.locked else seated(group, costs, chance)
        for place, group in enumerate(result)
    ]


def _sizes_around(entries: Sequence[int], locked: Locked) -> list[int]:
    """The sizes of all tables when some are locked: the fewest fives among the others."""
    if not locked:
        return table_sizes(len(entries))
    inside = Counter(entry for table in locked.values() for entry in table)
    absent = sorted(set(inside) - set(entries))
    twice = sorted(entry for entry, times in inside.items() if times > 1)
    if absent or twice or any(len(table) not in (4, 5) for table in locked.values()):
        raise SeatingRefused(
            "bad_lock",
            gettext_noop(
                "A locked table must have four or five players who are present, each once "
                "(see %(entries)s)."
            ),
            {"entries": ", ".join(map(str, absent or twice or sorted(inside)))},
        )
    others = len(entries) - len(inside)
    rest = table_sizes(others) if others else []
    tables = len(rest) + len(locked)
    if not all(1 <= number <= tables for number in locked):
        raise SeatingRefused(
            "bad_lock",
            gettext_noop("Table %(table)s is locked, but there are only %(tables)s tables."),
            {"table": max(locked), "tables": tables},
        )
    sizes = iter(rest)
    return [
        len(locked[number]) if number in locked else next(sizes) for number in range(1, tables + 1)
    ]
