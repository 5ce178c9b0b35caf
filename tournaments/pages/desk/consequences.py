"""What a change of seats would mean, in sentences with names."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Tournament
from tournaments.seating import Broken, Draft, Reason, Repair, Repeat, Swap

Names = Mapping[int, str]
PAIRS_SHOWN = 12


@dataclass(frozen=True)
class Consequences:
    """``worse`` and ``better`` are sentences; neither means that nothing changes."""

    worse: list[str] = field(default_factory=list)
    better: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class WayToMend:
    """A choice of the page that moves players: what it costs, what is to be done."""

    token: str
    costs: list[str]
    steps: list[str]
    consequences: list[str]
    is_cheapest: bool


def names_of(tournament: Tournament) -> dict[int, str]:
    """ "17 Brandt, Jo" by start number; one query."""
    return {
        entry.start_number: f"{entry.start_number} {entry.player.list_name}"
        for entry in tournament.entries.select_related("player")
    }


def of_swap(swap: Swap, names: Names) -> Consequences:
    """What changes if two players change seats."""
    worse = [_meets(repeat, names) for repeat in swap.repeats_new]
    better = [
        _("No longer: %(what)s") % {"what": _meets(repeat, names)} for repeat in swap.repeats_gone
    ]
    worse += [_is_broken(one, names) for one in swap.broken_new]
    better += [
        _("No longer: %(what)s") % {"what": _is_broken(one, names)} for one in swap.broken_gone
    ]
    before, after = swap.before, swap.after
    worse += [
        _("%(name)s sits at a table of five for the %(times)s. time.")
        % {"name": names[entry], "times": times}
        for entry, times in after.five_sittings.items()
        if times > 1 and times > before.five_sittings[entry]
    ]
    if after.seat_spread != before.seat_spread:
        sentence = _("Largest difference between one player's counts of seats: %(a)s → %(b)s.")
        (worse if after.seat_spread > before.seat_spread else better).append(
            sentence % {"a": before.seat_spread, "b": after.seat_spread}
        )
    return Consequences(worse, better)


def way_to_mend(token: str, repair: Repair, names: Names, *, is_cheapest: bool) -> WayToMend:
    hard, moved, repeats, soft, fives = repair.cost
    costs = [
        ngettext("%(n)s player moves", "%(n)s players move", moved) % {"n": moved},
        ngettext("%(n)s pair meets again", "%(n)s pairs meet again", repeats) % {"n": repeats},
        ngettext("%(n)s table of five", "%(n)s tables of five", fives) % {"n": fives},
    ]
    if hard + soft:
        text = ngettext("%(n)s wish is not kept", "%(n)s wishes are not kept", hard + soft)
        costs.append(text % {"n": hard + soft})
    return WayToMend(
        token,
        costs,
        [_named(step, names) for step in repair.steps],
        _told(repair.draft, names),
        is_cheapest,
    )


def _told(draft: Draft, names: Names) -> list[str]:
    sentences = [_is_broken(one, names) for one in draft.broken]
    sentences += [_meets(repeat, names) for repeat in draft.repeats[:PAIRS_SHOWN]]
    left = len(draft.repeats) - PAIRS_SHOWN
    if left > 0:
        text = ngettext("and %(n)s pair more", "and %(n)s pairs more", left)
        sentences.append(text % {"n": left})
    return sentences


def _named(step: Reason, names: Names) -> str:
    params = dict(step.params)
    if isinstance(params.get("entry"), int):
        params["entry"] = names[params["entry"]]
    return _(step.template) % params


def _meets(repeat: Repeat, names: Names) -> str:
    return _("%(a)s and %(b)s meet for the %(times)s. time.") % {
        "a": names[repeat.a],
        "b": names[repeat.b],
        "times": repeat.times,
    }


def _is_broken(one: Broken, names: Names) -> str:
    who = _joined(names[entry] for entry in one.entries)
    if one.wish.kind == "table":
        return _("%(who)s is to sit at table %(table)s, but does not.") % {
            "who": who,
            "table": one.wish.table,
        }
    if one.wish.kind == "keeper":
        return _("%(who)s is to keep the sheet, but does not.") % {"who": who}
    if one.wish.name:
        return _("%(who)s (%(name)s) share table %(table)s, against the wish.") % {
            "who": who,
            "name": one.wish.name,
            "table": one.table,
        }
    return _("%(who)s share table %(table)s, against the wish.") % {
        "who": who,
        "table": one.table,
    }


def _joined(words: Iterable[str]) -> str:
    return _(" and ").join(words)
