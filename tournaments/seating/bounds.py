"""Proven lower bounds: how many repeated pairs no draw can avoid, and why.

Each bound is simple enough to be checked by hand. The largest is used; a bound of 0 claims
nothing. Repeats are the pairs at one table who have already sat at one table before.
"""

from collections.abc import Sequence

from tournaments.seating.past import Past
from tournaments.seating.reasons import Reason, gettext_noop


def lower_bound(past: Past, sizes: Sequence[int]) -> tuple[int, Reason]:
    """The best bound for one session on its history, with its reason."""
    bounds = [
        (
            _few_strangers(past, sizes),
            Reason(
                "bound_few_strangers",
                gettext_noop(
                    "Some players have already met so many of those present that too few "
                    "strangers are left to fill their table."
                ),
            ),
        ),
        (
            _old_tables(past, len(sizes)),
            Reason(
                "bound_few_tables",
                gettext_noop(
                    "There are fewer tables than players who sat together at one table before, "
                    "so some of them must meet again."
                ),
            ),
        ),
    ]
    if max(value for value, _ in bounds) == 0:
        bounds.append(
            (
                _no_strange_table(past, sizes),
                Reason(
                    "bound_no_table_of_strangers",
                    gettext_noop(
                        "For some players there are no three others present such that all four "
                        "are strangers to each other."
                    ),
                ),
            )
        )
    value, reason = max(bounds, key=lambda bound: bound[0])
    if value == 0:
        return 0, Reason("bound_none", gettext_noop("Nothing known rules out a draw of 0 repeats."))
    return value, reason


def plan_lower_bound(players: int, sizes: Sequence[int], rounds: int) -> tuple[int, Reason]:
    """The best bound for all rounds of a plan together, with its reason."""
    others = players - 1
    chairs = rounds * sum(size * (size - 1) for size in sizes)
    each = players * max(0, rounds * (min(sizes) - 1) - others)
    by_others = _half(max(each, chairs - players * others))
    per_round = sum(_spread_pairs(size, len(sizes)) for size in sizes)
    by_tables = (rounds - 1) * per_round
    if by_others == by_tables == 0:
        return 0, Reason("bound_none", gettext_noop("Nothing known rules out a plan of 0 repeats."))
    if by_others >= by_tables:
        return by_others, Reason(
            "bound_few_others",
            gettext_noop(
                "%(rounds)s rounds make more meetings than there are others to meet "
                "(%(others)s for everybody)."
            ),
            {"rounds": rounds, "others": others},
        )
    return by_tables, Reason(
        "bound_few_tables",
        gettext_noop(
            "There are fewer tables than players who sat together at one table before, "
            "so some of them must meet again."
        ),
    )


def _few_strangers(past: Past, sizes: Sequence[int]) -> int:
    """Who knows all but m of the others meets at least 3 − m (4 − m) acquaintances."""
    strangers = [row.count(0) - 1 for row in past.met]
    smallest = min(sizes)
    missing = sum(max(0, smallest - 1 - count) for count in strangers)
    extra_chairs = sum(size for size in sizes if size > smallest)
    ready = sum(count >= smallest for count in strangers)
    return _half(missing + max(0, extra_chairs - ready))


def _old_tables(past: Past, tables: int) -> int:
    """Five who sat together and go to four tables: two of them meet again (pigeonholes)."""
    return max(
        (
            sum(_spread_pairs(len(set(table)), tables) for table in session)
            for session in past.sessions
        ),
        default=0,
    )


def _no_strange_table(past: Past, sizes: Sequence[int]) -> int:
    """Players in no group of four strangers; each of their tables has at least one repeat."""
    strangers = [
        sum(1 << other for other, times in enumerate(row) if not times and other != player)
        for player, row in enumerate(past.met)
    ]
    stuck = sum(not _has_foursome(player, strangers) for player in range(len(strangers)))
    tables = 0
    for size in sorted(sizes, reverse=True):
        if stuck <= 0:
            break
        stuck -= size
        tables += 1
    return tables


def _has_foursome(player: int, strangers: list[int]) -> bool:
    mine = strangers[player]
    for second in _bits(mine):
        common = mine & strangers[second]
        if any(common & strangers[third] for third in _bits(common)):
            return True
    return False


def _bits(mask: int) -> list[int]:
    return [place for place, digit in enumerate(reversed(bin(mask)[2:])) if digit == "1"]


def _spread_pairs(people: int, tables: int) -> int:
    """The pairs that share a table when so many people are spread as thinly as possible."""
    low, more = divmod(people, tables)
    return more * _pairs(low + 1) + (tables - more) * _pairs(low)


def _pairs(people: int) -> int:
    return people * (people - 1) // 2


def _half(pair_ends: int) -> int:
    """Each repeated pair has two ends."""
    return (pair_ends + 1) // 2
