"""The draw of one session: at random on the sessions before it, or by standing."""

from collections import Counter
from collections.abc import Sequence

from tournaments.seating.bounds import lower_bound
from tournaments.seating.chance import Chance
from tournaments.seating.draft import Draft, Repeat
from tournaments.seating.past import SEATS, History, Past
from tournaments.seating.reasons import Reason, SeatingRefused, gettext_noop
from tournaments.seating.search import Groups, Search
from tournaments.seating.seats import ease_seats, numbered, seat_clashes, seat_costs, seated
from tournaments.seating.sizes import table_sizes

# How much the search may look at: steps × players. About one and a half seconds at most.
EFFORT = 4_000_000
# What a step costs beside looking at every player, in players.
STEP_OVERHEAD = 50
# Steps, and swaps looked at, to make the seats fair once the repeats are as few as found.
SEAT_STEPS = 2_000
SEAT_EFFORT = 20_000
# A start that has not succeeded after so many steps is given up for a new one.
STEPS_PER_START = 4_000
# One repeated pair more is worse than any of these pairs meeting a third or fourth time.
REPEAT = 10


def draw(entries: Sequence[int], history: History, seed: int, *, effort: int = EFFORT) -> Draft:
    """Draw a session at random so that, where it can be, nobody meets anybody again.

    ``entries`` are start numbers in any order; ``history`` the sessions before, each a list of
    tables in seat order; both may name players the other lacks. The same entries, history, seed
    and effort give the same draft on every machine. Tables of five go first to those who have
    sat at them least; within that, repeats are avoided; within that, seats are evened out.
    Raises ``SeatingRefused``: ``too_few_players``, ``no_table_sizes``, ``duplicate_entries``,
    ``bad_seed``.
    """
    sizes = _checked_sizes(entries, seed)
    past = Past(entries, history)
    chance = Chance(seed, len(history))
    bound, bound_reason = lower_bound(past, sizes)
    costs = [seat_costs(counts) for counts in past.seats]
    groups = _apart(past, sizes, chance, bound, effort)
    groups = _fair_to_seat(groups, past, costs, chance)
    groups = numbered(groups, past.numbers)
    tables = [seated(group, costs, chance) for group in groups]
    return draft("random", seed, past, tables, bound, bound_reason)


def ranked(entries: Sequence[int], history: History, seed: int) -> Draft:
    """Seat by standing (Setzrunde): the best four at table 1, and so on; fives last.

    ``entries`` are in the order of the standings. Seats inside a table are drawn, evened out
    over the history. Raises as ``draw`` does.
    """
    sizes = _checked_sizes(entries, seed)
    past = Past(entries, history)
    chance = Chance(seed, len(history))
    index = {entry: i for i, entry in enumerate(past.entries)}
    groups = _dealt([index[entry] for entry in entries], sizes)
    costs = [seat_costs(counts) for counts in past.seats]
    tables = [seated(group, costs, chance) for group in groups]
    return draft("ranked", seed, past, tables, *lower_bound(past, sizes))


def _checked_sizes(entries: Sequence[int], seed: int) -> list[int]:
    if seed < 0:
        raise SeatingRefused(
            "bad_seed",
            gettext_noop("The seed %(seed)s is negative; a seed is a whole number from 0."),
            {"seed": seed},
        )
    twice = sorted(entry for entry, times in Counter(entries).items() if times > 1)
    if twice:
        raise SeatingRefused(
            "duplicate_entries",
            gettext_noop("Entered more than once: %(entries)s."),
            {"entries": ", ".join(map(str, twice))},
        )
    return table_sizes(len(entries))


def _apart(past: Past, sizes: list[int], chance: Chance, bound: int, effort: int) -> Groups:
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
    """Change the tables, at no cost in repeats, so that each can be seated fairly."""
    weights = _weights(past)
    clashes = seat_clashes(costs)
    # No number of clashes outweighs one conflict: the search gives back no worse tables.
    scale = len(weights) * SEATS
    both = [
        [scale * weight + clash for weight, clash in zip(*rows, strict=True)]
        for rows in zip(weights, clashes, strict=True)
    ]
    search = Search(groups, both, past.fives)
    conflicts = search.cost - search.cost % scale
    search.run(chance, SEAT_STEPS, conflicts)
    search = Search(search.groups, weights, past.fives)
    ease_seats(search, costs, SEAT_EFFORT)
    return search.groups


def _start(past: Past, sizes: Sequence[int], chance: Chance) -> Groups:
    """Random tables; those of five, which come last, take who has sat at them least."""
    players = chance.shuffled(range(len(past.entries)))
    at_fives = sum(size for size in sizes if size == 5)
    players.sort(key=lambda player: past.fives[player])
    fives, fours = players[:at_fives], players[at_fives:]
    return _dealt(chance.shuffled(fours) + fives, sizes)


def _dealt(players: Sequence[int], sizes: Sequence[int]) -> Groups:
    groups = []
    begin = 0
    for size in sizes:
        groups.append(list(players[begin : begin + size]))
        begin += size
    return groups


def draft(
    method: str, seed: int, past: Past, tables: Groups, bound: int, bound_reason: Reason
) -> Draft:
    """Describe seated tables (of indices into the sorted entries) with their consequences."""
    seat_counts = [list(counts) for counts in past.seats]
    fives = list(past.fives)
    repeats = []
    for table in tables:
        for seat, player in enumerate(table):
            seat_counts[player][seat] += 1
            fives[player] += len(table) == 5
            repeats += [
                Repeat(past.entries[player], past.entries[other], past.met[player][other] + 1)
                for other in table
                if player < other and past.met[player][other]
            ]
    result = Draft(
        method=method,
        seed=seed,
        tables=[[past.entries[player] for player in table] for table in tables],
        repeats=sorted(repeats),
        lower_bound=bound,
        bound_reason=bound_reason,
        seat_counts=dict(zip(past.entries, map(tuple, seat_counts), strict=True)),
        five_sittings=dict(zip(past.entries, fives, strict=True)),
        why=[],
    )
    result.why.extend(_reasons(result))
    return result


def _reasons(result: Draft) -> list[Reason]:
    why = [_about_repeats(result)]
    if result.lower_bound:
        why.append(result.bound_reason)
    return why + _about_fives(result) + _about_seats(result)


def _about_repeats(result: Draft) -> Reason:
    if not result.repeats:
        return Reason("no_repeats", gettext_noop("Nobody meets anybody again."))
    pairs = ", ".join(f"{repeat.a}–{repeat.b}" for repeat in result.repeats)
    params: dict[str, int | str] = {
        "repeats": len(result.repeats),
        "bound": result.lower_bound,
        "pairs": pairs,
    }
    if result.method == "ranked":
        return Reason(
            "repeats_by_standing",
            gettext_noop(
                "Seated by standing, whoever met before (repeats: %(repeats)s): %(pairs)s."
            ),
            params,
        )
    if len(result.repeats) == result.lower_bound:
        return Reason(
            "repeats_proven",
            gettext_noop("Repeats: %(repeats)s, and no draw has fewer: %(pairs)s."),
            params,
        )
    return Reason(
        "repeats_found",
        gettext_noop(
            "Repeats: %(repeats)s, the fewest found; proven is only that at least %(bound)s "
            "cannot be avoided: %(pairs)s."
        ),
        params,
    )


def _about_fives(result: Draft) -> list[Reason]:
    at_fives = [entry for table in result.tables if len(table) == 5 for entry in table]
    if not at_fives:
        return []
    least = min(result.five_sittings.values())
    again = sorted(entry for entry in at_fives if result.five_sittings[entry] > least + 1)
    if again:
        return [
            Reason(
                "five_again",
                gettext_noop(
                    "At a table of five again before everybody was as often: %(entries)s."
                ),
                {"entries": ", ".join(map(str, again))},
            )
        ]
    if len(result.repeats) > result.lower_bound:
        return [
            Reason(
                "fives_before_repeats",
                gettext_noop(
                    "The tables of five go to those who have sat at them least, "
                    "even where that costs repeats."
                ),
            )
        ]
    return [
        Reason(
            "fives_spread",
            gettext_noop("The tables of five go to those who have sat at them least."),
        )
    ]


def _about_seats(result: Draft) -> list[Reason]:
    if result.seat_spread <= 1:
        return [
            Reason(
                "seats_even",
                gettext_noop("Everybody's seats so far differ by at most one sitting."),
            )
        ]
    return [
        Reason(
            "seats_uneven",
            gettext_noop("Somebody had one seat %(spread)s times more often than another."),
            {"spread": result.seat_spread},
        )
    ]
