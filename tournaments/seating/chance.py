"""Seeded chance that is the same on every machine and every Python.

Only ``getrandbits`` of the generator is used: its sequence is fixed, while that of
``shuffle``, ``choice`` or ``sample`` has changed between versions.
"""

from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Chance:
    """A stream of exactly uniform choices, set by a seed and the number of the session."""

    def __init__(self, seed: int, stream: int = 0) -> None:
        # One seed may serve a whole tournament: each session reads a stream of its own.
        self._random = Random((seed << 16) + stream)  # noqa: S311 - fair, not secret

    def below(self, limit: int) -> int:
        """A number from 0 to limit − 1, each equally likely."""
        bits = limit.bit_length()
        number = self._random.getrandbits(bits)
        while number >= limit:
            number = self._random.getrandbits(bits)
        return number

    def pick(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in random order, each order equally likely (Fisher and Yates)."""
        result = list(items)
        for last in range(len(result) - 1, 0, -1):
            other = self.below(last + 1)
            result[last], result[other] = result[other], result[last]
        return result
