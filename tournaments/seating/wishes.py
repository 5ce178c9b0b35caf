"""What players and directors ask of a draw, and what of it a draft keeps."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from tournaments.seating.reasons import Reason, SeatingRefused, gettext_noop

APART = ("team", "club", "pair")


@dataclass(frozen=True)
class Wish:
    """One wish. A hard one is kept or the draw is refused; a soft one gives way to repeats.

    ``kind``: ``team``, ``club`` and ``pair`` (no two of ``entries`` at one table), ``table``
    (``entries`` sit at the table numbered ``table``) or ``keeper`` (``entries`` have the last
    seat and keep the sheet). ``name`` is what a director calls it. Entries that are not present
    are passed over.
    """

    kind: str
    entries: tuple[int, ...]
    hard: bool
    table: int = 0
    name: str = ""


def team(entries: Iterable[int], name: str = "", *, hard: bool = True) -> Wish:
    """Team-mates never share a table."""
    return Wish("team", tuple(sorted(entries)), hard, name=name)


def club(entries: Iterable[int], name: str = "", *, hard: bool = False) -> Wish:
    """Club-mates share tables as little as can be."""
    return Wish("club", tuple(sorted(entries)), hard, name=name)


def pair(one: int, other: int, *, hard: bool = True) -> Wish:
    """These two do not share a table."""
    return Wish("pair", (min(one, other), max(one, other)), hard)


def fixed_table(entry: int, table: int, *, hard: bool = True) -> Wish:
    """This entry always sits at this table, for example one that is reached without steps."""
    return Wish("table", (entry,), hard, table=table)


def keeper(entry: int, *, hard: bool = False) -> Wish:
    """This entry keeps the sheet: it has the last seat of its table."""
    return Wish("keeper", (entry,), hard)


@dataclass(frozen=True)
class Broken:
    """A wish a draft does not keep, at which table (number) and by whom."""

    wish: Wish
    table: int
    entries: tuple[int, ...]


class Wanted:
    """The wishes for a given session, by the players' indices; contradictions are refused.

    ``hard_pairs`` and ``soft_pairs`` are kept apart; ``at`` says for players who have
    their table which one it is (from 0); ``keepers`` want the last seat.
    """

    def __init__(
        self,
        wishes: Sequence[Wish],
        entries: Sequence[int],
        sizes: Sequence[int],
        *,
        strict: bool = True,
    ) -> None:
        self.entries = sorted(entries)
        self.sizes = list(sizes)
        self.index = {entry: i for i, entry in enumerate(self.entries)}
        self.wishes = list(wishes)
        self.hard_pairs = self._pairs(hard=True)
        self.soft_pairs = self._pairs(hard=False) - self.hard_pairs
        self.at: dict[int, int] = {}
        self.keepers = {p for wish in wishes if wish.kind == "keeper" for p in self._present(wish)}
        if strict:
            self._refuse_crowds()
            self._fix_tables()
            self._part_keepers()

    @property
    def none(self) -> bool:
        return not (self.hard_pairs or self.soft_pairs or self.at or self.keepers)

    def soft_bound(self) -> int:
        """So many softly parted pairs at one table cannot be avoided: groups larger than tables.

        Groups that have members in common are counted only once.
        """
        least, counted = 0, set[int]()
        for wish in self.wishes:
            present = set(self._present(wish))
            if wish.kind in APART and not wish.hard and not present & counted:
                low, more = divmod(len(present), len(self.sizes))
                counted |= present
                least += more * low + len(self.sizes) * low * (low - 1) // 2
        return least

    def broken(self, tables: Sequence[Sequence[int]]) -> list[Broken]:
        """The wishes that these tables (of entries, in seat order) do not keep."""
        result = []
        for wish in self.wishes:
            for number, table in enumerate(tables, start=1):
                asked = tuple(entry for entry in sorted(table) if entry in wish.entries)
                if wish.kind in APART:
                    result += [Broken(wish, number, both) for both in combinations(asked, 2)]
                elif wish.kind == "table" and asked and number != wish.table:
                    result.append(Broken(wish, number, asked))
                elif wish.kind == "keeper" and asked and asked != (table[-1],):
                    others = tuple(entry for entry in asked if entry != table[-1])
                    result.append(Broken(wish, number, others))
        return result

    def _present(self, wish: Wish) -> list[int]:
        return [self.index[entry] for entry in wish.entries if entry in self.index]

    def _pairs(self, *, hard: bool) -> set[tuple[int, int]]:
        return {
            both
            for wish in self.wishes
            if wish.kind in APART and wish.hard == hard
            for both in combinations(sorted(set(self._present(wish))), 2)
        }

    def _names(self, players: Iterable[int]) -> str:
        return ", ".join(str(self.entries[player]) for player in sorted(players))

    def _refuse_crowds(self) -> None:
        tables = len(self.sizes)
        for wish in self.wishes:
            present = self._present(wish)
            if wish.hard and wish.kind in APART and len(present) > tables:
                raise _contradiction(
                    gettext_noop(
                        "%(entries)s are never to share a table, but there are only %(tables)s "
                        "tables; at most %(tables)s players can be kept apart."
                    ),
                    {"entries": self._names(present), "tables": tables},
                )
        hard = {p for w in self.wishes if w.kind == "keeper" and w.hard for p in self._present(w)}
        if len(hard) > tables:
            raise _contradiction(
                gettext_noop(
                    "%(entries)s are all to keep the sheet, but there are only %(tables)s tables; "
                    "at most %(tables)s players can."
                ),
                {"entries": self._names(hard), "tables": tables},
            )

    def _fix_tables(self) -> None:
        """Hard wishes for a table first; a soft one is dropped where it cannot be had."""
        for wish in sorted(self.wishes, key=lambda wish: not wish.hard):
            for player in self._present(wish) if wish.kind == "table" else []:
                refusal = self._against(player, wish.table)
                if refusal is None:
                    self.at[player] = wish.table - 1
                elif wish.hard:
                    raise refusal

    def _against(self, player: int, number: int) -> SeatingRefused | None:
        """Why this player cannot have this table."""
        tables = len(self.sizes)
        if not 1 <= number <= tables:
            return _contradiction(
                gettext_noop(
                    "%(entries)s is to sit at table %(table)s; the tables are 1 to %(tables)s."
                ),
                {"entries": self._names([player]), "table": number, "tables": tables},
            )
        if self.at.get(player, number - 1) != number - 1:
            return _contradiction(
                gettext_noop("%(entries)s is to sit at table %(table)s and at table %(other)s."),
                {
                    "entries": self._names([player]),
                    "table": self.at[player] + 1,
                    "other": number,
                },
            )
        there = [other for other, table in self.at.items() if table == number - 1]
        if len(there) >= self.sizes[number - 1] and player not in there:
            return _contradiction(
                gettext_noop(
                    "%(entries)s are all to sit at table %(table)s, which has %(size)s seats."
                ),
                {
                    "entries": self._names([*there, player]),
                    "table": number,
                    "size": self.sizes[number - 1],
                },
            )
        for other in there:
            if (min(player, other), max(player, other)) in self.hard_pairs:
                return _contradiction(
                    gettext_noop(
                        "%(entries)s are never to share a table, but are both to sit at table "
                        "%(table)s."
                    ),
                    {"entries": self._names([player, other]), "table": number},
                )
        return None

    def _part_keepers(self) -> None:
        """Two who keep the sheet do not share a table; who has another's table may not."""
        hard = {p for w in self.wishes if w.kind == "keeper" and w.hard for p in self._present(w)}
        for both in combinations(sorted(self.keepers), 2):
            if both in self.hard_pairs:
                continue
            if hard.issuperset(both):
                one, other = both
                if self.at.get(one, -1) == self.at.get(other, -2):
                    raise _contradiction(
                        gettext_noop(
                            "%(entries)s are both to keep the sheet of table %(table)s; one can."
                        ),
                        {"entries": self._names(both), "table": self.at[one] + 1},
                    )
                self.hard_pairs.add(both)
                self.soft_pairs.discard(both)
            else:
                self.soft_pairs.add(both)


def checked_hard(broken: Sequence[Broken]) -> None:
    """Refuse a draw that breaks hard wishes; it is the nearest that was found."""
    hard = [one for one in broken if one.wish.hard]
    if hard:
        raise SeatingRefused(
            "wishes_not_met",
            gettext_noop(
                "The wishes that must be kept could not all be kept together. The nearest draw "
                "found breaks those of %(entries)s; let one of them be a matter of choice."
            ),
            {"entries": "; ".join(_who(one) for one in hard)},
        )


def reasons(broken: Sequence[Broken]) -> list[Reason]:
    """A sentence for each wish that is not kept."""
    result = []
    together: dict[Wish, list[str]] = {}
    for one in broken:
        if one.wish.kind in APART:
            together.setdefault(one.wish, []).append(_who(one))
    for wish, pairs in together.items():
        params = {"name": wish.name, "pairs": ", ".join(pairs)}
        template = gettext_noop("Wished apart, but at one table: %(pairs)s.")
        if wish.name:
            template = gettext_noop("Wished apart (%(name)s), but at one table: %(pairs)s.")
        result.append(Reason("wish_apart_broken", template, params))
    for one in broken:
        if one.wish.kind == "table":
            result.append(
                Reason(
                    "wish_table_broken",
                    gettext_noop("Wished for table %(table)s, but sits elsewhere: %(entries)s."),
                    {"table": one.wish.table, "entries": _who(one)},
                )
            )
        elif one.wish.kind == "keeper":
            result.append(
                Reason(
                    "wish_keeper_broken",
                    gettext_noop("Wished to keep the sheet, but does not: %(entries)s."),
                    {"entries": _who(one)},
                )
            )
    return result


def _who(one: Broken) -> str:
    between = "–" if one.wish.kind in APART else ", "
    return between.join(map(str, one.entries))


def _contradiction(template: str, params: dict[str, int | str]) -> SeatingRefused:
    return SeatingRefused("contradictory_wishes", template, params)
