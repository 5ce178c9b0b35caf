"""Find the stored designs anew: ``python -m tournaments.seating.designs.find``.

Writes ``stored.json``, always the same bytes, within seconds. A session is built table by table
from the player with the fewest possible partners left; each table brings along its images under
the prescribed symmetry, which steps from circle to circle while it multiplies the places by a
cube root of 1. What is left to choose is so little that a whole session is soon hit upon. Each
start follows chance of its own and is given up after some steps.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations

from tournaments.seating.chance import Chance
from tournaments.seating.designs.cyclic import CIRCLES, FILE, Table, places, turned

# Players, and the multiplier of the symmetry (1: none is prescribed but the turning itself).
WANTED = {24: 2, 28: 4, 40: 3}
STEPS_PER_START = 2_000

Pair = tuple[int, int]


@dataclass
class Session:
    """A session being built, with the classes of pairs (under turning) that already meet."""

    players: int
    multiplier: int
    tables: list[Table] = field(default_factory=list)
    used: set[Pair] = field(default_factory=set)
    steps: int = 0

    def __post_init__(self) -> None:
        self.q = places(self.players)
        self.middle = self.players - CIRCLES * self.q
        self.class_of = {pair: self._class(*pair) for pair in combinations(range(self.players), 2)}

    def _class(self, one: int, two: int) -> Pair | None:
        """The smallest pair this one can be turned into; None for who must not meet.

        Pairs with fewer than q turns would meet again after fewer than q sessions.
        """
        if one >= CIRCLES * self.q:
            return None
        turns = {
            (turned(self.players, one, by), turned(self.players, two, by)) for by in range(self.q)
        }
        pairs = {(min(pair), max(pair)) for pair in turns}
        return min(pairs) if len(pairs) == self.q else None

    def image(self, player: int) -> int:
        """The player's image under the prescribed symmetry."""
        if self.multiplier == 1:
            return player
        circle, place = divmod(player, self.q)
        if player >= CIRCLES * self.q:
            in_the_middle = player - CIRCLES * self.q
            return CIRCLES * self.q + (in_the_middle + 1) % self.middle
        return (circle + 1) % CIRCLES * self.q + place * self.multiplier % self.q

    def images(self, table: Table) -> list[Table]:
        """The table with its images, each once."""
        result = [sorted(table)]
        while (image := sorted(self.image(player) for player in result[-1])) != result[0]:
            result.append(image)
        return result

    def fits(self, one: int, two: int) -> bool:
        found = self.class_of[min(one, two), max(one, two)]
        return found is not None and found not in self.used

    def classes(self, tables: list[Table]) -> set[Pair] | None:
        """The classes of all pairs at these tables; None if one occurs twice or is used."""
        result: set[Pair] = set()
        for table in tables:
            for pair in combinations(table, 2):
                found = self.class_of[pair]
                if found is None or found in self.used or found in result:
                    return None
                result.add(found)
        return result

    def choices(self, free: set[int]) -> list[Table]:
        """All tables for the player who has the fewest partners left."""
        partners = {
            player: [
                other for other in sorted(free) if other != player and self.fits(player, other)
            ]
            for player in sorted(free)
        }
        player = min(partners, key=lambda one: len(partners[one]))
        return [[player, *mates] for mates in self._mates(partners[player])]

    def _mates(self, partners: list[int]) -> Iterator[tuple[int, int, int]]:
        for a, b in combinations(partners, 2):
            if self.fits(a, b):
                for c in partners[partners.index(b) + 1 :]:
                    if self.fits(a, c) and self.fits(b, c):
                        yield a, b, c

    def complete(self, free: set[int], chance: Chance) -> bool:
        """Seat the rest, depth first; False if there is no way or the steps are used up."""
        if not free:
            return True
        for table in chance.shuffled(self.choices(free)):
            self.steps += 1
            if self.steps > STEPS_PER_START:
                return False
            images = self.images(table)
            seated = {player for image in images for player in image}
            classes = self.classes(images)
            if classes is None or len(seated) < 4 * len(images) or not seated <= free:
                continue
            self.tables += images
            self.used |= classes
            if self.complete(free - seated, chance):
                return True
            del self.tables[-len(images) :]
            self.used -= classes
        return False


def find(players: int, multiplier: int) -> list[Table]:
    """One session whose turns never let two players meet twice."""
    start = 0
    while True:
        session = Session(players, multiplier)
        if session.complete(set(range(players)), Chance(players, start)):
            return sorted(session.tables)
        start += 1


def text() -> str:
    """The whole file of stored designs."""
    lines = [
        f'"{players}": {json.dumps(find(players, multiplier))}'
        for players, multiplier in WANTED.items()
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    FILE.write_text(text())
