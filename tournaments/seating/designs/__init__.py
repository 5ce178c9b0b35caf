"""Plans in which nobody meets twice, from mathematics: exact, and made in no time.

``design`` gives the sessions of the largest known for so many players. Where a field or a ring
does it they are computed (``transversal``); for a few small numbers the tables of one session are
stored, found by ``find`` under a prescribed symmetry, and the other sessions follow by turning
them (``cyclic``).
"""

from functools import cache

from tournaments.seating.designs.cyclic import stored
from tournaments.seating.designs.transversal import transversal

Sessions = tuple[tuple[tuple[int, ...], ...], ...]


@cache
def design(players: int) -> Sessions:
    """Sessions of tables of four for the players 0 … n−1 in which no two meet twice.

    Empty if none is known. Everybody plays in every session.
    """
    found = max((stored(players), transversal(players)), key=len)
    return tuple(tuple(tuple(sorted(table)) for table in session) for session in found)
