"""How many deals a second one core values through the path of ``score_deals``, JSON included."""

import io
import json
import sys
import time
from contextlib import contextmanager

from scoring.sample_sheets import sample_sheet
from scoring.sheet import check_sheet
from tournaments.management.commands.score_deals import Command

DEALS = 60_000
SHEETS = 300


def deal_record(outcome):
    """An outcome in the form of ``score_deals``' input."""
    record = {
        "seats": list(outcome.seats),
        "game": outcome.game,
        "re": list(outcome.re),
        "calls": {"re": outcome.call_re, "kontra": outcome.call_kontra},
        "card_points": outcome.card_points,
        "trickless": outcome.trickless,
        "extras": {
            "doppelkopf": list(outcome.doppelkopf),
            "fox": list(outcome.fox),
            "charlie": outcome.charlie,
        },
    }
    if outcome.contract:
        record["contract"] = outcome.contract
    return record


@contextmanager
def standard_input(data):
    before, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(data))
    try:
        yield
    finally:
        sys.stdin = before


def run():
    sheets = [sample_sheet(4 + seed % 2, seed) for seed in range(SHEETS)]
    outcomes = [sample.outcome for sheet in sheets for sample in sheet.rows if sample.outcome]
    deals = [json.dumps(deal_record(outcome)).encode() + b"\n" for outcome in outcomes]
    data = b"".join((deals * (DEALS // len(deals) + 1))[:DEALS])

    started = time.process_time()
    with standard_input(data):
        Command(stdout=io.StringIO()).handle()
    seconds = time.process_time() - started
    print(f"score_deals: {DEALS / seconds:,.0f} deals a second on one core (wanted: 20,000)")

    started = time.process_time()
    for sheet in sheets:
        check_sheet(sheet.table_size, sheet.sheet_rows, sheet.totals, sheet.complete)
    seconds = time.process_time() - started
    print(f"check_sheet: {SHEETS / seconds:,.0f} sheets a second on one core, without JSON")


if __name__ == "__main__":
    run()
