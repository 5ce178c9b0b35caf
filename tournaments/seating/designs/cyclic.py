"""Sessions made from one by turning it.

The players stand in three circles of q and a few stand in the middle: player x of circle i is
q·i + x, those in the middle come last. One session is stored; each turn by one place gives the
next, q in all. Nobody meets twice if no two pairs of the stored session are turned into each
other.
"""

import json
from functools import cache
from pathlib import Path

Table = list[int]

CIRCLES = 3
FILE = Path(__file__).with_name("stored.json")


@cache
def _stored() -> dict[int, list[Table]]:
    return {int(players): tables for players, tables in json.loads(FILE.read_text()).items()}


def stored(players: int) -> list[list[Table]]:
    """All sessions of the stored design for so many players; [] if there is none."""
    first = _stored().get(players, [])
    return [
        [[turned(players, player, by) for player in table] for table in first]
        for by in range(places(players) if first else 0)
    ]


def places(players: int) -> int:
    """The places of a circle: as many sessions as there can be without meeting again."""
    return (players - 1) // CIRCLES


def turned(players: int, player: int, by: int) -> int:
    q = places(players)
    if player >= CIRCLES * q:
        return player
    return player // q * q + (player % q + by) % q
