"""Sheets of simulated sessions: as legal as their deals, and a planted fault is always found."""

import json
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.refusal import Refusal
from rules.replay import replay
from rules.ruleset import DDV_OLDER
from rules.session import ALONE, DealKind
from rules.simulator import simulate_session
from scoring.answers import answer_line, check_sheet_record, score_deal
from scoring.deal import deal_value
from scoring.replay_answers import outcome_of, outcome_record, replay_deal, replay_record
from scoring.replay_records import read_replay
from scoring.sheet import SheetRow, check_sheet
from scoring.simulated_sheets import PlayedSheet, simulated_sheet

sizes = st.sampled_from([4, 5])


@cache
def sheet_of(size: int, seed: int, penalties: bool = True) -> PlayedSheet:
    return simulated_sheet(size, seed, penalties=penalties)


# Whole sessions, each played once: the faults planted on them vary more than the sheets do.
whole = st.builds(sheet_of, sizes, st.integers(0, 9))
without_penalties = st.builds(sheet_of, sizes, st.integers(0, 9), st.just(False))


@settings(max_examples=25, deadline=None)
@given(
    sizes, st.integers(0, 2**32), st.none() | st.integers(0, 30), st.integers(0, 20), st.booleans()
)
def test_any_seed_gives_a_sheet_without_findings(size, seed, deals, struck, penalties):
    sheet = simulated_sheet(size, seed, deals=deals, struck=struck, penalties=penalties)
    answer = check_sheet_record(sheet.record())
    assert answer["findings"] == []
    assert answer["totals"] == list(sheet.totals)
    assert sum(sheet.totals) == 0
    assert sheet.complete == (answer["next"] is None)
    if deals is not None:
        assert len([row for row in answer["rows"] if row["deal"]]) <= deals
    kinds = [row.kind for row in sheet.sheet_rows]
    assert kinds.count(DealKind.STRUCK) <= struck
    if not penalties:
        assert DealKind.PENALTY not in kinds


@settings(max_examples=20, deadline=None)
@given(whole)
def test_every_played_deal_has_the_cards_and_the_outcome_its_points_come_from(sheet):
    size = sheet.table_size
    for played in sheet.rows:
        assert (played.record is None) == (played.outcome is None)
        if played.record is not None:
            assert outcome_of(replay(played.record)) == played.outcome
            scores = deal_value(played.outcome).scores
            assert played.row.scores == tuple(scores.get(s, 0) for s in range(1, size + 1))
            assert (len(played.outcome.re) == 1) == (played.row.kind in ALONE)
            assert score_deal(outcome_record(played.outcome))["scores"] == scores


def test_the_same_seed_gives_the_same_sheet():
    assert simulated_sheet(4, 7) == simulated_sheet(4, 7)
    assert simulated_sheet(4, 7).sheet_rows != simulated_sheet(4, 8).sheet_rows


def test_all_that_happens_at_tables_happens_in_some_sheet():
    sheets = [simulated_sheet(4 + seed % 2, seed, struck=seed % 5) for seed in range(40)]
    rows = [played for sheet in sheets for played in sheet.rows]
    assert {played.row.kind for played in rows} == set(DealKind)
    assert any(played.row.breach for played in rows)
    assert not any(check_sheet_record(sheet.record())["findings"] for sheet in sheets)
    outcomes = [played.outcome for played in rows if played.outcome]
    assert {"normal", "marriage", "solo"} <= {outcome.game for outcome in outcomes}
    assert {"re", "kontra"} <= {outcome.trickless for outcome in outcomes}
    assert {"re", "kontra"} <= {outcome.charlie for outcome in outcomes}
    assert {deal_value(outcome).winner for outcome in outcomes} == {"re", "kontra", None}


def test_the_clock_strikes_as_many_deals_as_asked_for():
    kinds = [row.kind for row in simulated_sheet(4, 3, struck=6).sheet_rows]
    assert kinds.count(DealKind.STRUCK) == 6


@pytest.mark.parametrize("size", [4, 5])
def test_a_sheet_by_another_ruleset_is_clean_by_it(size):
    sheet = simulated_sheet(size, 1, struck=2, ruleset=DDV_OLDER)
    report = check_sheet(size, sheet.sheet_rows, sheet.totals, True, DDV_OLDER)
    assert report.findings == ()
    with pytest.raises(Refusal):
        simulated_sheet(6, 1)


def test_penalties_change_no_card():
    for seed in (1, 11, 21):
        rows = simulated_sheet(5, seed).rows
        clean = simulated_sheet(5, seed, penalties=False).rows
        records = [row.record for row in rows if row.record is not None]
        assert [row.record for row in clean if row.record in records] == records


@settings(max_examples=30)
@given(st.integers(0, 10_000), sizes)
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


def _codes(size, rows, totals=None, complete=True):
    return {finding.code for finding in check_sheet(size, rows, totals, complete).findings}


@settings(deadline=None)
@given(whole, st.data())
def test_one_wrong_number_is_found(sheet, data):
    rows = list(sheet.sheet_rows)
    place = data.draw(st.integers(0, len(rows) - 1))
    seat = data.draw(st.integers(0, sheet.table_size - 1))
    by = data.draw(st.integers(-30, 30).filter(bool))
    scores = list(rows[place].scores)
    scores[seat] += by
    rows[place] = replace(rows[place], scores=tuple(scores))
    report = check_sheet(sheet.table_size, rows, complete=True)
    assert "sum_not_zero" in {finding.code for finding in report.of_row(place + 1)}
    assert {finding.row for finding in report.findings} == {place + 1}


@settings(deadline=None)
@given(without_penalties, st.data())
def test_two_numbers_swapped_in_a_solo_are_found(sheet, data):
    rows = list(sheet.sheet_rows)
    solos = [n for n, row in enumerate(rows) if row.soloist is not None and any(row.scores)]
    place = data.draw(st.sampled_from(solos))
    row = rows[place]
    seats = range(1, sheet.table_size + 1)
    other = data.draw(st.sampled_from([seat for seat in seats if seat != row.soloist]))
    scores = list(row.scores)
    scores[row.soloist - 1], scores[other - 1] = scores[other - 1], scores[row.soloist - 1]
    rows[place] = replace(row, scores=tuple(scores))
    assert _codes(sheet.table_size, rows) == {"solo_ratio"}


@settings(deadline=None)
@given(whole, st.integers(-50, 50).filter(bool), st.data())
def test_a_wrong_total_is_found(sheet, by, data):
    seat = data.draw(st.integers(0, sheet.table_size - 1))
    totals = list(sheet.totals)
    totals[seat] += by
    assert _codes(sheet.table_size, sheet.sheet_rows, totals) == {"totals_differ"}


@settings(deadline=None)
@given(without_penalties)
def test_a_missing_last_deal_and_one_too_many_are_found(sheet):
    rows = sheet.sheet_rows
    assert "too_few_deals" in _codes(sheet.table_size, rows[:-1])
    assert _codes(sheet.table_size, (*rows, SheetRow(DealKind.NORMAL))) == {"too_many_deals"}


@settings(max_examples=60, deadline=None)
@given(without_penalties, st.data())
def test_a_wrong_kind_of_solo_is_found(sheet, data):
    """Writing a Pflichtsolo as a Lustsolo or Vorführung, or the other way round."""
    rows = list(sheet.sheet_rows)
    solos = [DealKind.PFLICHTSOLO, DealKind.VORFUEHRUNG, DealKind.LUSTSOLO]
    places = [place for place, row in enumerate(rows) if row.kind in solos]
    place = data.draw(st.sampled_from(places))
    kind = data.draw(st.sampled_from([kind for kind in solos if kind is not rows[place].kind]))
    rows[place] = replace(rows[place], kind=kind)
    report = check_sheet(sheet.table_size, rows, complete=True)
    assert report.of_row(place + 1)
