"""What a draft says about itself: its repeats, wishes, fives and seats, and why."""

from collections.abc import Sequence

from tournaments.seating import wishes
from tournaments.seating.draft import Draft, Moved, Repeat
from tournaments.seating.past import Past
from tournaments.seating.reasons import Reason, gettext_noop
from tournaments.seating.search import Groups
from tournaments.seating.wishes import Wanted

NONE: frozenset[int] = frozenset()


def draft(
    method: str,
    seed: int,
    past: Past,
    tables: Groups,
    bound: tuple[int, Reason],
    wanted: Wanted | None = None,
    moved: Sequence[Moved] = (),
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
    seated = [[past.entries[player] for player in table] for table in tables]
    result = Draft(
        method=method,
        seed=seed,
        tables=seated,
        repeats=sorted(repeats),
        lower_bound=bound[0],
        bound_reason=bound[1],
        seat_counts=dict(zip(past.entries, map(tuple, seat_counts), strict=True)),
        five_sittings=dict(zip(past.entries, fives, strict=True)),
        why=[],
        broken=wanted.broken(seated) if wanted else [],
        keepers=frozenset(past.entries[player] for player in wanted.keepers) if wanted else NONE,
        moved=list(moved),
    )
    result.why.extend(_reasons(result))
    return result


def _reasons(result: Draft) -> list[Reason]:
    why = [_about_repeats(result)]
    if result.lower_bound:
        why.append(result.bound_reason)
    why += wishes.reasons(result.broken)
    return why + _about_moves(result) + _about_fives(result) + _about_seats(result)


def _about_repeats(result: Draft) -> Reason:
    if not result.repeats:
        return Reason("no_repeats", gettext_noop("Nobody meets anybody again."))
    pairs = ", ".join(f"{repeat.a}–{repeat.b}" for repeat in result.repeats)
    params: dict[str, int | str] = {
        "repeats": len(result.repeats),
        "bound": result.lower_bound,
        "pairs": pairs,
    }
    if result.method in ("ranked", "ladder"):
        return Reason(
            "repeats_by_standing",
            gettext_noop(
                "Seated by standing, whoever met before (repeats: %(repeats)s): %(pairs)s."
            ),
            params,
        )
    if result.method == "by_hand":
        return Reason("repeats_by_hand", gettext_noop("Repeats (%(repeats)s): %(pairs)s."), params)
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


def _about_moves(result: Draft) -> list[Reason]:
    if result.method == "score_groups" and result.moved:
        moved = ", ".join(str(move.entry) for move in result.moved)
        return [
            Reason(
                "floated",
                gettext_noop("At a table of a better score group, to fill it: %(entries)s."),
                {"entries": moved},
            )
        ]
    if result.method != "ranked_apart":
        return []
    if not result.moved:
        return [Reason("nobody_moved", gettext_noop("Nobody is moved from the table by standing."))]
    furthest = max(abs(move.to_table - move.from_table) for move in result.moved)
    return [
        Reason(
            "moved_apart",
            gettext_noop(
                "Moved so that fewer meet again: %(count)s, nobody by more than %(tables)s "
                "tables: %(entries)s."
            ),
            {
                "count": len(result.moved),
                "tables": furthest,
                "entries": ", ".join(
                    f"{move.entry} ({move.from_table}→{move.to_table})" for move in result.moved
                ),
            },
        )
    ]


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
