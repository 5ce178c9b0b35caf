"""What the sessions before say about the players of this one."""

from collections.abc import Sequence

SEATS = 5

Session = Sequence[Sequence[int]]
History = Sequence[Session]


class Past:
    """Counts over the past sessions for the given entries, by their index in sorted order.

    Entries that are not present now count for nothing; entries that were not there before
    simply have no past.
    """

    def __init__(self, entries: Sequence[int], history: History) -> None:
        self.entries = sorted(entries)
        index = {entry: i for i, entry in enumerate(self.entries)}
        size = len(self.entries)
        tables = max((len(session) for session in history), default=0)
        self.sessions = [
            [[index[entry] for entry in table if entry in index] for table in session]
            for session in history
        ]
        self.everybody = list(range(size))
        self.met = [[0] * size for _ in range(size)]
        self.seats = [[0] * SEATS for _ in range(size)]
        self.fives = [0] * size
        self.numbers = [[0] * tables for _ in range(size)]
        for session in history:
            for number, table in enumerate(session):
                self._count(number, table, index)

    def _count(self, number: int, table: Sequence[int], index: dict[int, int]) -> None:
        present = [(index[entry], seat) for seat, entry in enumerate(table) if entry in index]
        for player, seat in present:
            self.seats[player][min(seat, SEATS - 1)] += 1
            self.numbers[player][number] += 1
            self.fives[player] += len(table) >= SEATS
            for other, _ in present:
                if other != player:
                    self.met[player][other] += 1
