"""How many deals a second one core values through the path of ``score_deals``, JSON included."""

import io
import json
import sys
import time
from contextlib import contextmanager

from scoring.replay_answers import outcome_record
from scoring.sheet import check_sheet
from scoring.simulated_sheets import simulated_sheet
from tournaments.management.commands.score_deals import Command

DEALS = 60_000
SHEETS = 40
CHECKS = 400


@contextmanager
def standard_input(data):
    before, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(data))
    try:
        yield
    finally:
        sys.stdin = before


def run():
    sheets = [simulated_sheet(4 + seed % 2, seed) for seed in range(SHEETS)]
    outcomes = [played.outcome for sheet in sheets for played in sheet.rows if played.outcome]
    deals = [json.dumps(outcome_record(outcome)).encode() + b"\n" for outcome in outcomes]
    data = b"".join((deals * (DEALS // len(deals) + 1))[:DEALS])

    started = time.process_time()
    with standard_input(data):
        Command(stdout=io.StringIO()).handle()
    seconds = time.process_time() - started
    print(f"score_deals: {DEALS / seconds:,.0f} deals a second on one core (wanted: 20,000)")

    started = time.process_time()
    for number in range(CHECKS):
        sheet = sheets[number % SHEETS]
        check_sheet(sheet.table_size, sheet.sheet_rows, sheet.totals, sheet.complete)
    seconds = time.process_time() - started
    print(f"check_sheet: {CHECKS / seconds:,.0f} sheets a second on one core, without JSON")


if __name__ == "__main__":
    run()
