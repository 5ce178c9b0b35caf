"""Sheets of simulated sessions: as legal as their deals."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.replay import replay
from rules.ruleset import DDV, DDV_OLDER
from rules.session import DealKind
from rules.simulator import simulate_session
from scoring.answers import answer_line
from scoring.replay_answers import outcome_of, replay_deal, replay_record
from scoring.replay_records import read_replay
from scoring.sheet import check_sheet
from scoring.simulated_sheets import simulated_sheet


@pytest.mark.parametrize(
    ("table_size", "struck", "ruleset"), [(4, 0, DDV), (5, 3, DDV), (4, 20, DDV)]
)
def test_a_simulated_sheet_has_no_faults(table_size, struck, ruleset):
    rows = simulated_sheet(table_size, 11, struck=struck, ruleset=ruleset)
    report = check_sheet(table_size, [row.row for row in rows], None, True, ruleset)
    assert [finding.message for finding in report.findings] == []
    assert sum(report.totals) == 0
    for row in rows:
        assert (row.record is None) == (row.outcome is None)
        if row.record is not None:
            assert outcome_of(replay(row.record)) == row.outcome


def test_older_descriptions_have_sheets_too():
    rows = simulated_sheet(4, 11, struck=2, ruleset=DDV_OLDER)
    assert check_sheet(4, [row.row for row in rows], None, True, DDV_OLDER).findings == ()


def test_penalties_stand_on_a_sheet_and_change_no_card():
    faulty = breaches = 0
    for seed in (1, 11, 21):
        rows = simulated_sheet(5, seed)
        clean = simulated_sheet(5, seed, penalties=False)
        assert check_sheet(5, [row.row for row in rows]).findings == ()
        assert all(row.row.kind is not DealKind.PENALTY for row in clean)
        records = [row.record for row in rows if row.record is not None]
        assert [row.record for row in clean if row.record in records] == records
        faulty += sum(row.row.kind is DealKind.PENALTY for row in rows)
        breaches += sum(row.row.breach for row in rows)
    assert faulty >= 2
    assert breaches >= 1


@settings(max_examples=30)
@given(st.integers(0, 10_000), st.sampled_from([4, 5]))
def test_simulated_deals_through_the_record_and_back(seed, table_size):
    for row in simulate_session(table_size, seed, deals=2):
        written = replay_record(row.played.record)
        assert read_replay(written) == row.played.record
        text, ok = answer_line(json.dumps(written), replay_deal)
        answer = json.loads(text)
        assert ok
        assert sum(answer["result"]["scores"].values()) == 0
        points = answer["deal"]["card_points"]
        assert points == row.played.deal.card_points("re")
        taken = sum(trick["card_points"] for trick in answer["tricks"])
        assert taken == 240 or "ends" in written
