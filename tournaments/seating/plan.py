"""All sessions drawn beforehand."""

from collections.abc import Sequence
from itertools import combinations

from tournaments.seating.bounds import lower_bound, plan_lower_bound
from tournaments.seating.chance import Chance
from tournaments.seating.draft import Draft, Plan, spread
from tournaments.seating.draw import checked_sizes, draft
from tournaments.seating.grouping import EFFORT, apart
from tournaments.seating.past import Past
from tournaments.seating.reasons import Reason, SeatingRefused, gettext_noop
from tournaments.seating.search import Groups
from tournaments.seating.seats import numbered, seated

# A session drawn without a look ahead may leave the next ones no way out; then all begins anew.
TRIES = 30
# Rounds of seating every table anew.
SEAT_PASSES = 200


def plan(entries: Sequence[int], rounds: int, seed: int) -> Plan:
    """Draw all rounds so that, where it is found, nobody meets twice; seats are evened over all.

    The same entries, rounds and seed give the same plan on every machine. Raises
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
    best: list[Groups] = []
    fewest: int | None = None
    for attempt in range(TRIES):
        found, repeats = _in_a_row(entries, rounds, sizes, Chance(seed, attempt))
        if fewest is None or repeats < fewest:
            best, fewest = found, repeats
        if fewest <= bound:
            break
    drafts: list[Draft] = []
    for tables in _even_seats(Past(entries, best), Chance(seed, TRIES)):
        past = Past(entries, [one.tables for one in drafts])
        drafts.append(draft("fixed_plan", seed, past, tables, *lower_bound(past, sizes)))
    return Plan(
        "fixed_plan", seed, drafts, bound, bound_reason, _reasons(drafts, bound_reason, bound)
    )


def _in_a_row(
    entries: Sequence[int], rounds: int, sizes: list[int], chance: Chance
) -> tuple[list[Groups], int]:
    """Tables of all rounds, each on those before, with the number of repeats; seats any how."""
    result: list[Groups] = []
    repeats = 0
    for _ in range(rounds):
        past = Past(entries, result)
        bound, _reason = lower_bound(past, sizes)
        groups = numbered(apart(past, sizes, chance, bound, EFFORT // TRIES), past.numbers)
        repeats += sum(
            past.met[one][two] > 0 for group in groups for one, two in combinations(group, 2)
        )
        result.append([[past.entries[player] for player in group] for group in groups])
    return result, repeats


def _even_seats(planned: Past, chance: Chance) -> list[Groups]:
    """Seat every table anew, over and over, each time as suits the other rounds best.

    What is made smaller is a sum over players and seats that grows steeply with each further
    sitting at the same seat; it never rises, so this ends even if no perfect plan is found.
    """
    rounds = planned.sessions
    counts = planned.seats
    for _ in range(SEAT_PASSES):
        for tables in rounds:
            for number, table in enumerate(tables):
                for seat, player in enumerate(table):
                    counts[player][seat] -= 1
                costs = {player: [count**3 for count in counts[player]] for player in table}
                tables[number] = seated(table, costs, chance)
                for seat, player in enumerate(tables[number]):
                    counts[player][seat] += 1
        if max(spread(tuple(seats)) for seats in counts) <= 1:
            break
    return rounds


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
