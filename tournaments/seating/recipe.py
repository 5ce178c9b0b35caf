"""A draw as plain data: all that it was made from, so that anyone can make it again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tournaments.seating.by_hand import swapped
from tournaments.seating.draft import Draft
from tournaments.seating.draw import draw
from tournaments.seating.plan import plan
from tournaments.seating.standing import ladder, ranked, ranked_apart, score_groups
from tournaments.seating.wishes import Wish

METHODS = ("random", "ranked", "ranked_apart", "score_groups", "ladder", "fixed_plan")
KINDS = ("team", "club", "pair", "table", "keeper")
MOST_SESSIONS = 50

Tables = list[list[int]]


class BadRecipe(ValueError):
    """A record that is no draw; says which key is at fault."""


@dataclass(frozen=True)
class Recipe:
    """What a session was drawn from.

    ``entries`` are start numbers, for the methods by standing in its order, the best first.
    ``number`` is the session's number; a fixed plan has it as its ``number``-th round of
    ``sessions``. ``groups`` (score groups), ``points`` (ladder), ``locked`` and ``first_seed``
    (random) are what only those methods take. ``swaps`` are pairs of entries whose seats were
    exchanged by hand afterwards, in order.
    """

    method: str
    seed: int
    entries: list[int]
    number: int = 1
    sessions: int = 1
    history: list[Tables] = field(default_factory=list)
    wishes: list[Wish] = field(default_factory=list)
    first_seed: int | None = None
    locked: dict[int, list[int]] = field(default_factory=dict)
    groups: Tables = field(default_factory=list)
    points: dict[int, int] = field(default_factory=dict)
    swaps: list[tuple[int, int]] = field(default_factory=list)

    def draft(self) -> Draft:
        """The draw, made again. Raises ``SeatingRefused`` as the functions of its method do."""
        made, history = self._made()
        for one, other in self.swaps:
            made = swapped(made.tables, history, one, other, wishes=self.wishes).after
        return made

    def _made(self) -> tuple[Draft, list[Tables]]:
        given = (self.entries, self.history)
        wishes = self.wishes
        if self.method == "fixed_plan":
            rounds = plan(self.entries, self.sessions, self.seed, wishes=wishes).rounds
            before = [one.tables for one in rounds[: self.number - 1]]
            return rounds[self.number - 1], before
        if self.method == "ranked":
            return ranked(*given, self.seed, wishes=wishes), self.history
        if self.method == "ranked_apart":
            return ranked_apart(*given, self.seed, wishes=wishes), self.history
        if self.method == "score_groups":
            made = score_groups(self.groups, self.history, self.seed, wishes=wishes)
            return made, self.history
        if self.method == "ladder":
            return ladder(*given, self.points, self.seed, wishes=wishes), self.history
        made = draw(
            *given,
            self.seed,
            sessions=self.sessions,
            first_seed=self.first_seed,
            wishes=wishes,
            locked=self.locked,
        )
        return made, self.history

    def as_dict(self) -> dict[str, Any]:
        """The record of it, as JSON holds it."""
        return {
            "method": self.method,
            "seed": self.seed,
            "entries": list(self.entries),
            "number": self.number,
            "sessions": self.sessions,
            "history": [[list(table) for table in session] for session in self.history],
            "wishes": [wish_as_dict(wish) for wish in self.wishes],
            "first_seed": self.first_seed,
            "locked": {str(number): list(table) for number, table in self.locked.items()},
            "groups": [list(group) for group in self.groups],
            "points": {str(entry): points for entry, points in self.points.items()},
            "swaps": [list(pair) for pair in self.swaps],
        }


def wish_as_dict(wish: Wish) -> dict[str, Any]:
    """A wish as files and reports hold it."""
    return {
        "kind": wish.kind,
        "entries": list(wish.entries),
        "hard": wish.hard,
        "table": wish.table,
        "name": wish.name,
    }


def read_recipe(record: object) -> Recipe:
    """The recipe of a record (see ``Recipe.as_dict``). Raises ``BadRecipe``."""
    if not isinstance(record, Mapping):
        raise BadRecipe("a draw is an object")
    unknown = sorted(set(record) - set(Recipe.__dataclass_fields__))
    if unknown:
        raise BadRecipe(f"there is no key {unknown[0]!r}")
    if record.get("method") not in METHODS:
        raise BadRecipe("method must be one of " + ", ".join(METHODS))
    recipe = Recipe(
        method=record["method"],
        seed=_whole(record.get("seed"), "seed"),
        entries=_numbers(record.get("entries"), "entries"),
        number=_whole(record.get("number", 1), "number", 1, MOST_SESSIONS),
        sessions=_whole(record.get("sessions", 1), "sessions", 1, MOST_SESSIONS),
        history=[
            [_numbers(table, "history") for table in _list(session, "history")]
            for session in _list(record.get("history", []), "history")
        ],
        wishes=[_wish(one) for one in _list(record.get("wishes", []), "wishes")],
        first_seed=None
        if record.get("first_seed") is None
        else _whole(record["first_seed"], "first_seed"),
        locked={
            number: _numbers(table, "locked")
            for number, table in _by_number(record.get("locked", {}), "locked").items()
        },
        groups=[_numbers(one, "groups") for one in _list(record.get("groups", []), "groups")],
        points={
            entry: _whole(points, "points", -(10**6), 10**6)
            for entry, points in _by_number(record.get("points", {}), "points").items()
        },
        swaps=[_pair(one) for one in _list(record.get("swaps", []), "swaps")],
    )
    if recipe.method == "fixed_plan" and recipe.number > recipe.sessions:
        raise BadRecipe("number is higher than sessions")
    return recipe


def _wish(value: object) -> Wish:
    if not isinstance(value, Mapping) or value.get("kind") not in KINDS:
        raise BadRecipe("each of wishes needs a kind: " + ", ".join(KINDS))
    if not isinstance(value.get("hard"), bool) or not isinstance(value.get("name", ""), str):
        raise BadRecipe("each of wishes needs hard (true or false); its name is a text")
    return Wish(
        value["kind"],
        tuple(sorted(set(_numbers(value.get("entries"), "wishes")))),
        value["hard"],
        _whole(value.get("table", 0), "wishes", 0, 9999),
        value.get("name", ""),
    )


def _pair(value: object) -> tuple[int, int]:
    numbers = _numbers(value, "swaps")
    if len(numbers) != 2:
        raise BadRecipe("each of swaps is two numbers")
    return numbers[0], numbers[1]


def _by_number(value: object, key: str) -> dict[int, Any]:
    if not isinstance(value, Mapping) or not all(
        isinstance(name, str) and name.isascii() and name.isdigit() for name in value
    ):
        raise BadRecipe(f"{key} must be an object by numbers")
    return {int(name): one for name, one in value.items()}


def _numbers(value: object, key: str) -> list[int]:
    return [_whole(one, key, 1, 9999) for one in _list(value, key)]


def _list(value: object, key: str) -> Sequence[Any]:
    if not isinstance(value, list):
        raise BadRecipe(f"{key} must be a list")
    return value


def _whole(value: object, key: str, low: int = 0, high: int = 2**63 - 1) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise BadRecipe(f"{key} must hold whole numbers from {low} to {high}")
    return value
