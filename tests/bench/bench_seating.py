"""How well and how fast the draw does: ``python -m tests.bench seating``."""

import time

from tournaments.seating import draw, plan, ranked_apart
from tournaments.seating.plan import planned

# Players × sessions with as many different pairs as the sessions need.
TARGETS = [
    *((16, 5), (20, 5), (24, 6), (28, 9), (32, 8), (32, 10), (36, 9), (40, 10), (44, 11)),
    *((52, 13), (64, 8), (100, 8), (200, 8), (400, 6)),
    *((n, 5) for n in (33, 34, 35, 37, 38, 39, 41, 42, 43, 44, 45, 46, 47)),
    *((n, 6) for n in (101, 102, 103)),
]
SEED = 1


def run() -> None:
    """Print for each target: repeats, proven bound, seconds, unevenness of seats and fives."""
    print("Seating: repeats and slowest draw")
    print("  plan: all sessions at once; one by one: each drawn on those before, one seed;")
    print("  unplanned: each drawn on those before without knowing of a plan (seeds of their own);")
    print("  s: seconds of one core; seats, fives: largest difference of one, of all players")
    print(
        f"{'players':>8}{'sessions':>9}{'bound':>6} |{'plan':>5}{'s':>7} |{'one by one':>11}"
        f"{'s':>7}{'seats':>6}{'fives':>6} |{'unplanned':>10}{'s':>7}{'seats':>6}"
    )
    for players, rounds in TARGETS:
        _target(players, rounds)
    _by_standing()


def _target(players: int, rounds: int) -> None:
    entries = range(1, players + 1)
    planned.cache_clear()
    begin = time.process_time()
    made = plan(entries, rounds, SEED)
    seconds = time.process_time() - begin
    one = _one_by_one(players, rounds, [SEED] * rounds)
    other = _one_by_one(players, rounds, list(range(SEED, SEED + rounds)))
    print(
        f"{players:8}{rounds:9}{made.lower_bound:6} |{made.repeats:5}{seconds:7.2f} |"
        f"{one[0]:11}{one[1]:7.2f}{one[2]:6}{one[3]:6} |{other[0]:10}{other[1]:7.2f}{other[2]:6}"
    )


def _one_by_one(players: int, rounds: int, seeds: list[int]) -> tuple[int, float, int, int]:
    """Repeats, the slowest draw, and the largest unevenness after any session."""
    history: list[list[list[int]]] = []
    repeats, slowest, seats, fives = 0, 0.0, 0, 0
    for seed in seeds:
        planned.cache_clear()
        begin = time.process_time()
        draft = draw(range(1, players + 1), history, seed, sessions=rounds)
        slowest = max(slowest, time.process_time() - begin)
        history.append(draft.tables)
        repeats += len(draft.repeats)
        seats = max(seats, draft.seat_spread)
        sittings = draft.five_sittings.values()
        fives = max(fives, max(sittings) - min(sittings))
    return repeats, slowest, seats, fives


def _by_standing() -> None:
    print("Ranked without repeats after one random session: repeats, moved, furthest, seconds")
    for players in (32, 100, 200, 400):
        entries = range(1, players + 1)
        history = [draw(entries, [], SEED).tables]
        begin = time.process_time()
        draft = ranked_apart(entries, history, SEED)
        seconds = time.process_time() - begin
        furthest = max((abs(move.from_table - move.to_table) for move in draft.moved), default=0)
        print(f"{players:8}{len(draft.repeats):9}{len(draft.moved):6}{furthest:10}{seconds:9.2f}")


if __name__ == "__main__":
    run()
