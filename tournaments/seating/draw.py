"""The draw of one session: at random on the sessions before it, or by standing."""

from collections import Counter
from collections.abc import Sequence

from tournaments.seating.bounds import lower_bound
from tournaments.seating.chance import Chance
from tournaments.seating.draft import Draft, Repeat
from tournaments.seating.grouping import EFFORT, dealt, grouped
from tournaments.seating.past import History, Past
from tournaments.seating.reasons import Reason, SeatingRefused, gettext_noop
from tournaments.seating.search import Groups
from tournaments.seating.seats import numbered, seat_costs, seated
from tournaments.seating.sizes import table_sizes


def draw(entries: Sequence[int], history: History, seed: int, *, effort: int = EFFORT) -> Draft:
    """Draw a session at random so that, where it can be, nobody meets anybody again.

    ``entries`` are start numbers in any order; ``history`` the sessions before, each a list of
    tables in seat order; both may name players the other lacks. The same entries, history, seed
    and effort give the same draft on every machine. Tables of five go first to those who have
    sat at them least; within that, repeats are avoided; within that, seats are evened out.
    Raises ``SeatingRefused``: ``too_few_players``, ``no_table_sizes``, ``duplicate_entries``,
    ``bad_seed``.
    """
    sizes = checked_sizes(entries, seed)
    past = Past(entries, history)
    chance = Chance(seed, len(history))
    bound, bound_reason = lower_bound(past, sizes)
    costs = [seat_costs(counts) for counts in past.seats]
    groups = numbered(grouped(past, sizes, costs, chance, bound, effort), past.numbers)
    tables = [seated(group, costs, chance) for group in groups]
    return draft("random", seed, past, tables, bound, bound_reason)


def ranked(entries: Sequence[int], history: History, seed: int) -> Draft:
    """Seat by standing (Setzrunde): the best four at table 1, and so on; fives last.

    ``entries`` are in the order of the standings. Seats inside a table are drawn, evened out
    over the history. Raises as ``draw`` does.
    """
    sizes = checked_sizes(entries, seed)
    past = Past(entries, history)
    chance = Chance(seed, len(history))
    index = {entry: i for i, entry in enumerate(past.entries)}
    groups = dealt([index[entry] for entry in entries], sizes)
    costs = [seat_costs(counts) for counts in past.seats]
    tables = [seated(group, costs, chance) for group in groups]
    return draft("ranked", seed, past, tables, *lower_bound(past, sizes))


def checked_sizes(entries: Sequence[int], seed: int) -> list[int]:
    """The sizes of the tables, or the refusal of what cannot be drawn."""
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
