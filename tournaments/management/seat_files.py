"""The files ``draw_seats`` reads: the sessions before and the wishes, as JSON."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from tournaments.seating import Wish
from tournaments.seating.recipe import BadRecipe, Recipe, read_recipe

KINDS = ("team", "club", "pair", "table", "keeper")
KEYS = {"kind", "entries", "hard", "table", "name"}


def read_history(path: Path | None) -> list[list[list[int]]]:
    """Sessions of tables of numbers in seat order; [] without a file."""
    history = _read(path)
    for session in history:
        if not isinstance(session, list) or not all(_is_table(table) for table in session):
            raise _unusable(path, "each session must be a list of tables of numbers in seat order")
        everybody = [entry for table in session for entry in table]
        if len(set(everybody)) < len(everybody):
            raise _unusable(path, "somebody sits twice in one session")
    return history


def read_wishes(path: Path | None) -> list[Wish]:
    """The wishes; [] without a file."""
    wishes = []
    for item in _read(path):
        if (
            not isinstance(item, dict)
            or not set(item) <= KEYS
            or item.get("kind") not in KINDS
            or not _is_table(item.get("entries"))
            or not isinstance(item.get("hard"), bool)
            or not _is_number(item.get("table", 0))
            or not isinstance(item.get("name", ""), str)
        ):
            raise _unusable(
                path,
                "each wish needs a kind (" + ", ".join(KINDS) + "), entries (numbers) and hard "
                "(true or false); table (a number) and name may follow",
            )
        wishes.append(
            Wish(
                item["kind"],
                tuple(sorted(set(item["entries"]))),
                item["hard"],
                item.get("table", 0),
                item.get("name", ""),
            )
        )
    return wishes


def read_draw(path: Path) -> Recipe:
    """What a session was drawn from."""
    try:
        return read_recipe(_json(path))
    except BadRecipe as fault:
        raise _unusable(path, str(fault)) from None


def _json(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}.", returncode=2) from None
    except (ValueError, RecursionError):
        raise _unusable(path, "it is not JSON in UTF-8") from None


def _read(path: Path | None) -> list[Any]:
    if path is None:
        return []
    content = _json(path)
    if not isinstance(content, list):
        raise _unusable(path, "it must be a list")
    return content


def _is_table(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(map(_is_number, value))


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 10**9


def _unusable(path: Path | None, why: str) -> CommandError:
    return CommandError(f"{path} is not usable: {why}.", returncode=2)
