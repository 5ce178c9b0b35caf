"""All sessions drawn beforehand."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

from tournaments.seating.bounds import lower_bound, plan_lower_bound
from tournaments.seating.chance import Chance
from tournaments.seating.colouring import COLOURS, evenly_seated
from tournaments.seating.describe import draft
from tournaments.seating.designs import design
from tournaments.seating.draft import Draft, Plan, spread
from tournaments.seating.grouping import EFFORT, Task, apart
from tournaments.seating.past import Past
from tournaments.seating.reasons import Reason, SeatingRefused, gettext_noop
from tournaments.seating.relabel import relabelled
from tournaments.seating.search import Groups
from tournaments.seating.seats import last_seat_costs, numbered, seated
from tournaments.seating.sizes import checked_sizes, table_sizes
from tournaments.seating.wishes import Wanted, Wish, checked_hard

# Streams of chance of one seed, away from the sessions' own (which begin at 0).
STREAMS = 1_000
# Rounds of seating every table anew.
SEAT_PASSES = 200
# A session drawn without a look ahead may leave the next ones no way out; then all begins anew.
TRIES = 30

Session = tuple[tuple[int, ...], ...]
Tables = tuple[Session, ...]


def plan(entries: Sequence[int], rounds: int, seed: int, *, wishes: Sequence[Wish] = ()) -> Plan:
    """Draw all rounds so that, where it is found, nobody meets twice; seats are even throughout.

    The same entries, rounds, seed and wishes give the same plan on every machine. Raises
    ``SeatingRefused`` as ``draw`` does, and ``bad_rounds`` for fewer than one round.
    """
    if rounds < 1:
        raise SeatingRefused(
            "bad_rounds",
            gettext_noop("%(rounds)s rounds cannot be planned; at least 1 is needed."),
            {"rounds": rounds},
        )
    sizes = checked_sizes(entries, seed)
    bound, bound_reason = plan_lower_bound(len(entries), sizes, rounds)
    people = sorted(entries)
    wanted = Wanted(wishes, people, sizes)
    drafts: list[Draft] = []
    for tables in planned(tuple(people), rounds, seed, tuple(wishes)):
        past = Past(entries, [one.tables for one in drafts])
        own_bound = lower_bound(past, sizes)
        groups = [list(table) for table in tables]
        drafts.append(draft("fixed_plan", seed, past, groups, own_bound, wanted))
        checked_hard(drafts[-1].broken)
    why = _reasons(drafts, bound_reason, bound)
    return Plan("fixed_plan", seed, drafts, bound, bound_reason, why)


@lru_cache(maxsize=16)
def planned_on(first: Session, rounds: int, seed: int) -> Tables | None:
    """A plan whose first session is the given one, of indices in seat order; None if unknown.

    Every session of a design can be made any session of tables of four by naming the players.
    """
    players = sum(map(len, first))
    known = design(players)
    if len(known) < rounds or any(len(table) != COLOURS for table in first):
        return None
    chance = Chance(seed, STREAMS)
    order = chance.shuffled(known)
    names = [0] * players
    for points, table in zip(order[0], chance.shuffled(first), strict=True):
        for point, player in zip(points, chance.shuffled(table), strict=True):
            names[point] = player
    result = [[list(table) for table in first]]
    numbers = [[0] * len(first) for _ in range(players)]
    for number, table in enumerate(first):
        for player in table:
            numbers[player][number] += 1
    wanted = Wanted([], range(players), [COLOURS] * len(first))
    for session in order[1:rounds]:
        groups = chance.shuffled([[names[point] for point in table] for table in session])
        result.append(_placed(groups, numbers, wanted))
    return _frozen(_even_seats(result, wanted, chance, played=1))


@lru_cache(maxsize=16)
def planned(entries: tuple[int, ...], rounds: int, seed: int, wishes: tuple[Wish, ...]) -> Tables:
    """The tables of all rounds, as indices into the sorted entries, in seat order."""
    sizes = table_sizes(len(entries))
    wanted = Wanted(wishes, entries, sizes)
    bound, _ = plan_lower_bound(len(entries), sizes, rounds)
    best = _from_design(entries, rounds, sizes, wanted, Chance(seed, STREAMS))
    fewest = None if best is None else _cost(best, wanted)
    if fewest is None or fewest > (0, bound, wanted.soft_bound() * rounds):
        effort = EFFORT
        for attempt in range(TRIES):
            chance = Chance(seed, STREAMS + 1 + attempt)
            found, effort = _in_a_row(entries, [], rounds, sizes, wanted, chance, effort)
            cost = _cost(found, wanted)
            if best is None or fewest is None or cost < fewest:
                best, fewest = found, cost
            if effort <= 0 or fewest <= (0, bound, wanted.soft_bound() * rounds):
                break
    assert best is not None
    chance = Chance(seed, STREAMS - 1)
    best = _even_seats(best, wanted, chance) if wanted.keepers else evenly_seated(best, chance)
    return _frozen(best[:rounds])


def _frozen(rounds: Sequence[Groups]) -> Tables:
    return tuple(tuple(tuple(table) for table in tables) for tables in rounds)


def _from_design(
    entries: Sequence[int], rounds: int, sizes: list[int], wanted: Wanted, chance: Chance
) -> list[Groups] | None:
    """A known design with the players in random places; a few more rounds by search if needed.

    As many rounds as make whole portions of four for the seats are given back if there are.
    """
    known = design(len(entries))
    if not known or len(set(wanted.at.values())) < len(wanted.at):
        return None
    whole = -(-rounds // COLOURS) * COLOURS
    order = chance.shuffled(known)
    names = relabelled(order[:rounds], wanted, chance)
    result: list[Groups] = []
    numbers = [[0] * len(sizes) for _ in entries]
    for session in order[: min(whole, len(known))]:
        groups = chance.shuffled([[names[point] for point in table] for table in session])
        result.append(_placed(groups, numbers, wanted))
    more, _ = _in_a_row(entries, result, rounds, sizes, wanted, chance, EFFORT)
    return result + more


def _placed(groups: Groups, numbers: list[list[int]], wanted: Wanted) -> Groups:
    """The groups at table numbers their players had little, and fixed players at theirs."""
    for player, place in wanted.at.items():
        now = next(number for number, group in enumerate(groups) if player in group)
        groups[now], groups[place] = groups[place], groups[now]
    result = numbered(groups, numbers, set(wanted.at.values()))
    for number, group in enumerate(result):
        for player in group:
            numbers[player][number] += 1
    return result


def _in_a_row(
    entries: Sequence[int],
    before: list[Groups],
    rounds: int,
    sizes: list[int],
    wanted: Wanted,
    chance: Chance,
    effort: int,
) -> tuple[list[Groups], int]:
    """Tables of the missing rounds, each on those before, and the effort that is left."""
    result: list[Groups] = []
    people = list(range(len(entries)))
    per_round = max(1, EFFORT // TRIES)
    for _ in range(rounds - len(before)):
        past = Past(people, before + result)
        task = Task(past, sizes, lower_bound(past, sizes)[0], wanted)
        groups, used = apart(task, chance, per_round)
        effort -= used
        result.append(numbered(groups, past.numbers, task.held))
    return result, effort


def _cost(rounds: Sequence[Groups], wanted: Wanted) -> tuple[int, int, int]:
    """Hard wishes broken, repeats, soft wishes broken."""
    seen: set[tuple[int, int]] = set()
    hard = repeats = soft = 0
    for groups in rounds:
        for group in groups:
            for pair in combinations(sorted(group), 2):
                repeats += pair in seen
                seen.add(pair)
                hard += pair in wanted.hard_pairs
                soft += pair in wanted.soft_pairs
        hard += sum(player not in groups[place] for player, place in wanted.at.items())
    return hard, repeats, soft


def _even_seats(
    rounds: Sequence[Groups], wanted: Wanted, chance: Chance, *, played: int = 0
) -> list[Groups]:
    """Seat every table anew, over and over, each time as suits the other rounds best.

    Those of the first ``played`` rounds stay.

    What is made smaller is a sum over players and seats that grows steeply with each further
    sitting at the same seat; it never rises, so this ends even if no perfect plan is found.
    """
    result = [[list(table) for table in tables] for tables in rounds]
    people = sorted(player for table in result[0] for player in table)
    counts = Past(people, result).seats
    for _ in range(SEAT_PASSES):
        for tables in result[played:]:
            for number, table in enumerate(tables):
                for seat, player in enumerate(table):
                    counts[player][seat] -= 1
                costs = {
                    player: last_seat_costs()
                    if player in wanted.keepers
                    else [count**3 for count in counts[player]]
                    for player in table
                }
                tables[number] = seated(table, costs, chance)
                for seat, player in enumerate(tables[number]):
                    counts[player][seat] += 1
        others = [seats for player, seats in enumerate(counts) if player not in wanted.keepers]
        if max((spread(tuple(seats)) for seats in others), default=0) <= 1:
            break
    return result


def _reasons(drafts: Sequence[Draft], bound_reason: Reason, bound: int) -> list[Reason]:
    repeats = [repeat for one in drafts for repeat in one.repeats]
    if not repeats:
        return [Reason("no_repeats_planned", gettext_noop("Nobody meets anybody twice."))]
    params: dict[str, int | str] = {
        "repeats": len(repeats),
        "bound": bound,
        "pairs": ", ".join(f"{a}–{b}" for a, b in sorted({(one.a, one.b) for one in repeats})),
    }
    if len(repeats) == bound:
        template = gettext_noop("Repeats: %(repeats)s, and no plan has fewer: %(pairs)s.")
        return [Reason("repeats_proven", template, params), bound_reason]
    template = gettext_noop(
        "Repeats: %(repeats)s, the fewest found; proven is only that at least %(bound)s "
        "cannot be avoided: %(pairs)s."
    )
    found = Reason("repeats_found", template, params)
    return [found, bound_reason] if bound else [found]
