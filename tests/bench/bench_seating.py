"""How well and how fast the draw does: ``python -m tests.bench.bench_seating``."""

import time

from tournaments.seating import draw, plan

SESSIONS = [
    (16, 5),
    (20, 5),
    (24, 6),
    (28, 7),
    (32, 5),
    (32, 8),
    (33, 5),
    (36, 8),
    (37, 3),
    (39, 5),
    (40, 5),
    (40, 10),
    (44, 11),
    (47, 5),
    (52, 13),
    (60, 3),
    (64, 8),
    (100, 8),
    (103, 6),
    (200, 3),
    (200, 8),
    (400, 6),
]
PLANS = [(16, 5), (20, 5), (24, 6), (28, 9), (32, 8), (36, 9), (37, 3), (40, 10), (100, 8)]
SEED = 1


def run() -> None:
    """Print players × sessions: repeats, proven bound, seconds, seat spread."""
    print("Seating, each session drawn on those before (random)")
    print(f"{'players':>8}{'sessions':>9}{'repeats':>8}{'in':>12}{'slowest s':>10}{'seats':>6}")
    for players, rounds in SESSIONS:
        _drawn(players, rounds)
    print("Seating, all sessions planned ahead (fixed_plan)")
    print(f"{'players':>8}{'sessions':>9}{'repeats':>8}{'bound':>12}{'all s':>10}{'seats':>6}")
    for players, rounds in PLANS:
        begin = time.perf_counter()
        made = plan(range(1, players + 1), rounds, SEED)
        seconds = time.perf_counter() - begin
        print(
            f"{players:8}{rounds:9}{made.repeats:8}{made.lower_bound:12}"
            f"{seconds:10.2f}{made.seat_spread:6}"
        )


def _drawn(players: int, rounds: int) -> None:
    history: list[list[list[int]]] = []
    repeats, slowest, spread = [], 0.0, 0
    for _ in range(rounds):
        begin = time.perf_counter()
        draft = draw(range(1, players + 1), history, SEED)
        slowest = max(slowest, time.perf_counter() - begin)
        history.append(draft.tables)
        repeats.append(len(draft.repeats))
        spread = max(spread, draft.seat_spread)
    # The first session with a repeat; a draw that does not look ahead may end in a corner.
    where = next((f"session {n}" for n, count in enumerate(repeats, start=1) if count), "–")
    print(f"{players:8}{rounds:9}{sum(repeats):8}{where:>12}{slowest:10.2f}{spread:6}")


if __name__ == "__main__":
    run()
