"""What tables made or changed by hand would mean, said before anything is done."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from tournaments.seating.bounds import lower_bound
from tournaments.seating.describe import draft
from tournaments.seating.draft import Draft, Repeat
from tournaments.seating.past import History, Past
from tournaments.seating.reasons import SeatingRefused, gettext_noop
from tournaments.seating.wishes import Broken, Wanted, Wish


@dataclass(frozen=True)
class Swap:
    """Two players change seats: the tables after it, and what that brings and takes away."""

    tables: list[list[int]]
    before: Draft
    after: Draft

    @property
    def repeats_new(self) -> list[Repeat]:
        return [repeat for repeat in self.after.repeats if repeat not in self.before.repeats]

    @property
    def repeats_gone(self) -> list[Repeat]:
        return [repeat for repeat in self.before.repeats if repeat not in self.after.repeats]

    @property
    def broken_new(self) -> list[Broken]:
        return [one for one in self.after.broken if one not in self.before.broken]

    @property
    def broken_gone(self) -> list[Broken]:
        return [one for one in self.before.broken if one not in self.after.broken]


def assessed(
    tables: Sequence[Sequence[int]], history: History, *, wishes: Sequence[Wish] = ()
) -> Draft:
    """Describe tables (of four or five, in seat order) as a draft of method ``by_hand``.

    Broken wishes, hard ones too, are reported and not refused. Raises ``SeatingRefused``
    (``bad_tables``) for other sizes or someone who sits twice.
    """
    entries = list(chain.from_iterable(tables))
    wrong = [len(table) for table in tables if len(table) not in (4, 5)]
    twice = sorted({entry for entry in entries if entries.count(entry) > 1})
    if wrong or twice or not entries:
        raise SeatingRefused(
            "bad_tables",
            gettext_noop(
                "Every table needs four or five players and every player one seat "
                "(sizes: %(sizes)s; twice: %(entries)s)."
            ),
            {
                "sizes": ", ".join(map(str, wrong)) or "–",
                "entries": ", ".join(map(str, twice)) or "–",
            },
        )
    sizes = [len(table) for table in tables]
    past = Past(entries, history)
    index = {entry: i for i, entry in enumerate(past.entries)}
    seated = [[index[entry] for entry in table] for table in tables]
    wanted = Wanted(wishes, past.entries, sizes, strict=False)
    return draft("by_hand", 0, past, seated, lower_bound(past, sizes), wanted)


def swapped(
    tables: Sequence[Sequence[int]],
    history: History,
    one: int,
    other: int,
    *,
    wishes: Sequence[Wish] = (),
) -> Swap:
    """What it would mean if these two changed seats. Raises as ``assessed``, and ``not_seated``."""
    seated = set(chain.from_iterable(tables))
    missing = [entry for entry in (one, other) if entry not in seated]
    if missing:
        raise SeatingRefused(
            "not_seated",
            gettext_noop("Not seated in this session: %(entries)s."),
            {"entries": ", ".join(map(str, missing))},
        )
    trade = {one: other, other: one}
    after = [[trade.get(entry, entry) for entry in table] for table in tables]
    return Swap(
        after,
        assessed(tables, history, wishes=wishes),
        assessed(after, history, wishes=wishes),
    )
