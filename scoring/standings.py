"""Who stands where: the sum of the sessions, then the tie-breaks a tournament has set.

The TSR leave the order of tie-breaks to the tournament. Without any, equal sums share a rank and
the next rank skips. Zero is a result; a session without a result is None and is not counted.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby
from typing import Final

from rules.refusal import Refusal, gettext_noop

TableResult = Sequence[tuple[Hashable, int | None]]


@dataclass(frozen=True, slots=True)
class Competitor:
    """One entry of a tournament with its results.

    ``sessions`` are game points per session, None where the entry has no result.
    ``adjustments`` is the sum of points outside the sheets (TSR 9.7.2). ``solos_won`` is per
    session too, None where it is not known. A lower ``lot`` comes first. ``sort_key`` orders the
    list among equals and must be comparable between all competitors.
    """

    key: Hashable
    sessions: tuple[int | None, ...]
    adjustments: int = 0
    solos_won: tuple[int | None, ...] = ()
    lot: int | None = None
    withdrawn: bool = False
    sort_key: str | int | tuple[str | int, ...] = ""

    @property
    def total(self) -> int | None:
        """Sum of the results and adjustments; None without any result."""
        played = [points for points in self.sessions if points is not None]
        return sum(played) + self.adjustments if played else None


@dataclass(frozen=True, slots=True)
class Standing:
    """A competitor's place. ``rank`` is None for who is not ranked.

    ``shared``: others have the same rank. ``decided_by``: the last tie-break that separated this
    competitor from another with the same total; None if the total alone placed it.
    """

    competitor: Competitor
    rank: int | None
    total: int | None
    shared: bool = False
    decided_by: str | None = None


Group = list[Competitor]
# What a tie-break makes of a tied group: a number for each, the higher the better,
# or None where it cannot tell.
Values = dict[Hashable, float] | None
TieBreak = Callable[[Group, "_Field"], Values]


@dataclass(frozen=True, slots=True)
class _Field:
    """What tie-breaks look at beyond the tied group."""

    last_session: int
    tables: tuple[dict[Hashable, int], ...]


def rank(
    competitors: Iterable[Competitor],
    tie_breaks: Sequence[str] = (),
    tables: Iterable[TableResult] = (),
) -> list[Standing]:
    """The standings in the order of the list.

    First the ranked, then those without a result yet, last the withdrawn with and without
    results; among equals by ``sort_key``. ``tables`` are needed for ``direct_comparison`` only:
    each table of each session with the points of everyone who sat there.
    Refused with ``unknown_tie_break``.
    """
    for name in tie_breaks:
        if name not in _TIE_BREAKS:
            raise Refusal(
                "unknown_tie_break",
                gettext_noop("There is no tie-break called “%(name)s”; known are: %(known)s."),
                {"name": name, "known": ", ".join(TIE_BREAKS)},
            )
    everyone = list(competitors)
    field = _Field(_last_session(everyone), _known_points(tables))
    standings: list[Standing] = []
    for total, tied in _by_total(c for c in everyone if not c.withdrawn):
        if total is None:
            standings += [Standing(competitor, None, None) for competitor in tied]
            continue
        for group, decided_by in _separate(tied, tie_breaks, field):
            place = len(standings) + 1
            shared = len(group) > 1
            standings += [Standing(one, place, total, shared, decided_by) for one in group]
    for total, tied in _by_total(c for c in everyone if c.withdrawn):
        standings += [Standing(competitor, None, total) for competitor in tied]
    return standings


def _by_total(competitors: Iterable[Competitor]) -> Iterable[tuple[int | None, Group]]:
    """Groups of equal total, best first, those without a result last, sorted within."""
    totals = [(competitor.total, competitor) for competitor in competitors]
    totals.sort(key=lambda pair: (pair[0] is None, -(pair[0] or 0), pair[1].sort_key))
    for total, pairs in groupby(totals, key=lambda pair: pair[0]):
        yield total, [competitor for _, competitor in pairs]


def _separate(
    tied: Group, tie_breaks: Sequence[str], field: _Field
) -> list[tuple[Group, str | None]]:
    """Split a tied group by the tie-breaks in order; each part with the last that split it."""
    parts: list[tuple[Group, str | None]] = [(tied, None)]
    for name in tie_breaks:
        finer: list[tuple[Group, str | None]] = []
        for group, decided_by in parts:
            split = _split(group, _TIE_BREAKS[name](group, field)) if len(group) > 1 else [group]
            finer += [(part, name if len(split) > 1 else decided_by) for part in split]
        parts = finer
    return parts


def _split(group: Group, values: Values) -> list[Group]:
    if values is None:
        return [group]
    ordered = sorted(group, key=lambda one: -values[one.key])  # stable: keeps the list's order
    return [list(part) for _, part in groupby(ordered, key=lambda one: values[one.key])]


def _last_session(competitors: Sequence[Competitor]) -> int:
    """Index of the latest session of which anyone has a result, -1 if there is none."""
    return max(
        (
            index
            for competitor in competitors
            for index, points in enumerate(competitor.sessions)
            if points is not None
        ),
        default=-1,
    )


def _known_points(tables: Iterable[TableResult]) -> tuple[dict[Hashable, int], ...]:
    return tuple({key: points for key, points in table if points is not None} for table in tables)


def _best_session(group: Group, field: _Field) -> Values:
    """The higher best session."""
    return {one.key: max(points for points in one.sessions if points is not None) for one in group}


def _in_last_session(group: Group, field: _Field) -> Values:
    """The higher result in the latest session; who has none there comes after who has."""
    values: dict[Hashable, float] = {}
    for one in group:
        points = (
            one.sessions[field.last_session] if field.last_session < len(one.sessions) else None
        )
        values[one.key] = float("-inf") if points is None else points
    return values


def _solos_won(group: Group, field: _Field) -> Values:
    """More solos won; nothing is decided unless they are known for every session played."""
    values: dict[Hashable, float] = {}
    for one in group:
        won = 0
        for index, points in enumerate(one.sessions):
            if points is None:
                continue
            known = one.solos_won[index] if index < len(one.solos_won) else None
            if known is None:
                return None
            won += known
        values[one.key] = won
    return values


def _direct_comparison(group: Group, field: _Field) -> Values:
    """More points at the tables where tied players met one another.

    Only if every two of the group met: otherwise some would be compared with others they never
    played against. A group split in two is not compared again among itself.
    """
    keys = [one.key for one in group]
    members = set(keys)
    met: set[frozenset[Hashable]] = set()
    values: dict[Hashable, float] = dict.fromkeys(keys, 0)
    for table in field.tables:
        present = members & table.keys()
        if len(present) < 2:
            continue
        met.update(frozenset(pair) for pair in combinations(present, 2))
        for key in present:
            values[key] += table[key]
    if len(met) < len(keys) * (len(keys) - 1) // 2:
        return None
    return values


def _lot(group: Group, field: _Field) -> Values:
    """The lower lot number; nothing is decided unless everyone tied has drawn one."""
    values: dict[Hashable, float] = {}
    for one in group:
        if one.lot is None:
            return None
        values[one.key] = -one.lot
    return values


_TIE_BREAKS: Final[dict[str, TieBreak]] = {
    "best_session": _best_session,
    "last_session": _in_last_session,
    "solos_won": _solos_won,
    "direct_comparison": _direct_comparison,
    "lot": _lot,
}
TIE_BREAKS: Final = tuple(_TIE_BREAKS)
