"""Seats for sessions whose tables are all known: everybody's even at every moment.

Give each player at each table a colour, the seat. A player's sittings are cut, in the order of
time, into portions of four; a portion and a table are the two ends of each sitting. No end has
more than four sittings, so four colours suffice to let no end have a colour twice (König; de
Werra's equitable colouring). Hence everybody has every seat once in each portion, and at no time
do one's counts of seats 1 … 4 differ by more than one. The fifth seat of a table of five is taken
out before: it goes to whoever had it least.
"""

from collections.abc import Sequence

from tournaments.seating.chance import Chance
from tournaments.seating.search import Groups

COLOURS = 4

Sitting = tuple[tuple[int, int], tuple[int, int]]


def evenly_seated(rounds: Sequence[Groups], chance: Chance) -> list[Groups]:
    """The rounds with every table in seat order, each player's seats even after every round."""
    players = 1 + max(player for tables in rounds for table in tables for player in table)
    fifth = [0] * players
    sat = [0] * players
    last: dict[tuple[int, int], int] = {}
    sittings: list[Sitting] = []
    who: list[int] = []
    for round_number, tables in enumerate(rounds):
        for number, table in enumerate(tables):
            members = chance.shuffled(table)
            if len(table) > COLOURS:
                keeper = min(members, key=lambda player: fifth[player])
                fifth[keeper] += 1
                last[round_number, number] = keeper
                members.remove(keeper)
            for player in members:
                sittings.append(((player, sat[player] // COLOURS), (round_number, number)))
                who.append(player)
                sat[player] += 1
    colours = _coloured(sittings)
    seat_of = chance.shuffled(range(COLOURS))
    result = [[[0] * len(table) for table in tables] for tables in rounds]
    for player, (_, (round_number, number)), colour in zip(who, sittings, colours, strict=True):
        result[round_number][number][seat_of[colour]] = player
    for (round_number, number), keeper in last.items():
        result[round_number][number][COLOURS] = keeper
    return result


def _coloured(sittings: Sequence[Sitting]) -> list[int]:
    """A colour for each sitting so that neither of its ends has that colour twice.

    Sittings come one by one. If its two ends have no free colour in common, the colours along
    the path that begins at the table and alternates between the two free ones are exchanged;
    the path cannot end at the player, since it would arrive there by the colour free there.
    """
    taken: dict[tuple[str, int, int], list[int | None]] = {}

    def slots(end: tuple[str, int, int]) -> list[int | None]:
        return taken.setdefault(end, [None] * COLOURS)

    ends = [(("portion", *portion), ("table", *table)) for portion, table in sittings]
    colours = [0] * len(sittings)
    for sitting, (portion, table) in enumerate(ends):
        here, there = slots(portion), slots(table)
        both = [c for c in range(COLOURS) if here[c] is None and there[c] is None]
        if both:
            colour = both[0]
        else:
            colour, other = here.index(None), there.index(None)
            # Turn the path from the table so that the player's free colour is free there too.
            path, end, wanted = [], table, colour
            while (step := slots(end)[wanted]) is not None:
                path.append(step)
                one, two = ends[step]
                end = two if end == one else one
                wanted = other if wanted == colour else colour
            for step in path:
                for stop in ends[step]:
                    if slots(stop)[colours[step]] == step:
                        slots(stop)[colours[step]] = None
            for step in path:
                colours[step] = other if colours[step] == colour else colour
            for step in path:
                for stop in ends[step]:
                    slots(stop)[colours[step]] = step
        colours[sitting] = colour
        here[colour] = there[colour] = sitting
    return colours
