"""Four columns of q players; every table takes one of each column.

Player (i, x) is number x of column i. In session m the tables are {(i, x + i·m)}, one for each
x. Two players of different columns share a table in exactly one session, as long as differences
of the factors i can be divided by: in the numbers modulo q if neither 2 nor 3 divides q, and in
the field of q elements. The columns themselves never meet, so that further sessions may be
played inside them.
"""

from collections.abc import Callable

Table = list[int]
Arithmetic = Callable[[int, int], int]

# Fields of p^k elements: their characteristic and x^k in terms of lower powers, lowest first.
FIELDS = {
    4: (2, (1, 1)),  # x² = x + 1
    8: (2, (1, 1, 0)),  # x³ = x + 1
    9: (3, (2, 0)),  # x² = −1
    16: (2, (1, 1, 0, 0)),  # x⁴ = x + 1
    27: (3, (2, 1, 0)),  # x³ = x − 1
    32: (2, (1, 0, 1, 0, 0)),  # x⁵ = x² + 1
}


def transversal(players: int) -> list[list[Table]]:
    """The sessions of tables of four of 0 … n−1, the columns' own included; [] if none."""
    q, rest = divmod(players, 4)
    if rest or q < 4:
        return []
    if q in FIELDS:
        plus, times = _field(q)
    elif q % 2 and q % 3:
        plus, times = _ring(q)
    else:
        return []
    sessions = [
        [[q * i + plus(x, times(i, m)) for i in range(4)] for x in range(q)] for m in range(q)
    ]
    inside = transversal(q)
    if not inside and q % 4 == 0:
        inside = [[list(range(begin, begin + 4)) for begin in range(0, q, 4)]]
    return sessions + [
        [[q * i + player for player in table] for i in range(4) for table in session]
        for session in inside
    ]


def _ring(q: int) -> tuple[Arithmetic, Arithmetic]:
    return (lambda a, b: (a + b) % q), (lambda a, b: a * b % q)


def _field(q: int) -> tuple[Arithmetic, Arithmetic]:
    """The field's sum and product; an element is the number with its coefficients as digits."""
    p, top = FIELDS[q]

    def digits(number: int) -> list[int]:
        return [number // p**place % p for place in range(len(top))]

    def number(coefficients: list[int]) -> int:
        return sum(c % p * p**place for place, c in enumerate(coefficients))

    def plus(a: int, b: int) -> int:
        return number([c + d for c, d in zip(digits(a), digits(b), strict=True)])

    def times(a: int, b: int) -> int:
        result = [0] * len(top)
        for factor in reversed(digits(b)):
            carry = result[-1]
            result = [low + carry * by for low, by in zip([0, *result[:-1]], top, strict=True)]
            result = [(c + factor * d) % p for c, d in zip(result, digits(a), strict=True)]
        return number(result)

    return plus, times
