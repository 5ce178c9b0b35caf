"""How many whole deals a second one core replays through the path of ``replay_deals``.

JSON, 48 legal-card checks, every call, special points and the value of the deal are in it.
"""

import io
import json
import time

from rules.simulator import simulate_session
from scoring.replay_answers import replay_record
from tests.bench.bench_deals import standard_input
from tournaments.management.commands.replay_deals import Command

SESSIONS = 40
DEALS = 6_000


def run() -> None:
    started = time.process_time()
    rows = [row for seed in range(SESSIONS) for row in simulate_session(4 + seed % 2, seed)]
    seconds = time.process_time() - started
    print(f"simulator: {len(rows) / seconds:,.0f} deals a second on one core")

    deals = [json.dumps(replay_record(row.played.record)).encode() + b"\n" for row in rows]
    data = b"".join((deals * (DEALS // len(deals) + 1))[:DEALS])
    started = time.process_time()
    with standard_input(data):
        Command(stdout=io.StringIO()).handle()
    seconds = time.process_time() - started
    print(f"replay_deals: {DEALS / seconds:,.0f} whole deals a second on one core (wanted: 2,000)")


if __name__ == "__main__":
    run()
