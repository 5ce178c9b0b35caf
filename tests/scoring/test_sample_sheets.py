"""Made-up sheets are legal, and a single planted fault on one is always found."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.refusal import Refusal
from rules.ruleset import DDV_OLDER
from rules.session import ALONE, DealKind
from scoring.answers import check_sheet_record
from scoring.deal import deal_value
from scoring.sample_sheets import sample_sheet
from scoring.sheet import SheetRow, check_sheet

sizes = st.sampled_from([4, 5])
seeds = st.integers(0, 2**32)


@given(sizes, seeds, st.none() | st.integers(0, 30), st.integers(0, 20), st.booleans())
def test_any_seed_gives_a_sheet_without_findings(size, seed, deals, struck, penalties):
    sheet = sample_sheet(size, seed, deals=deals, struck=struck, penalties=penalties)
    answer = check_sheet_record(sheet.record())
    assert answer["findings"] == []
    assert answer["totals"] == list(sheet.totals)
    assert sheet.complete == (answer["next"] is None)
    if deals is not None:
        assert len([row for row in answer["rows"] if row["deal"]]) <= deals
    kinds = [row.kind for row in sheet.sheet_rows]
    if sheet.complete:
        assert kinds.count(DealKind.STRUCK) == min(struck, kinds.count(DealKind.STRUCK))
    if not penalties:
        assert DealKind.PENALTY not in kinds


@given(sizes, seeds)
def test_every_played_deal_has_the_outcome_its_points_come_from(size, seed):
    sheet = sample_sheet(size, seed)
    for sample in sheet.rows:
        if sample.outcome is not None:
            scores = deal_value(sample.outcome).scores
            assert sample.row.scores == tuple(scores.get(s, 0) for s in range(1, size + 1))
            assert (len(sample.outcome.re) == 1) == (sample.row.kind in ALONE)


def test_the_same_seed_gives_the_same_sheet():
    assert sample_sheet(4, 7) == sample_sheet(4, 7)
    assert sample_sheet(4, 7) != sample_sheet(4, 8)


def test_all_that_happens_at_tables_happens_in_some_sheet():
    sheets = [sample_sheet(4 + seed % 2, seed, struck=seed % 5) for seed in range(120)]
    rows = [sample for sheet in sheets for sample in sheet.rows]
    assert {sample.row.kind for sample in rows} == set(DealKind)
    assert any(sample.row.breach for sample in rows)
    assert not any(check_sheet_record(sheet.record())["findings"] for sheet in sheets)
    outcomes = [sample.outcome for sample in rows if sample.outcome]
    assert {"normal", "marriage", "solo"} <= {outcome.game for outcome in outcomes}
    assert {"re", "kontra"} <= {outcome.trickless for outcome in outcomes}
    assert {"re", "kontra"} <= {outcome.charlie for outcome in outcomes}
    assert {deal_value(outcome).winner for outcome in outcomes} == {"re", "kontra"}


def test_the_clock_strikes_as_many_deals_as_asked_for():
    kinds = [row.kind for row in sample_sheet(4, 3, struck=6).sheet_rows]
    assert kinds.count(DealKind.STRUCK) == 6


def test_a_sheet_by_another_ruleset_is_clean_by_it():
    sheet = sample_sheet(5, 1, ruleset=DDV_OLDER)
    report = check_sheet(5, sheet.sheet_rows, sheet.totals, True, DDV_OLDER)
    assert report.findings == ()
    with pytest.raises(Refusal):
        sample_sheet(6, 1)


def _codes(size, rows, totals=None, complete=True):
    return {finding.code for finding in check_sheet(size, rows, totals, complete).findings}


@given(sizes, seeds, st.data())
def test_one_wrong_number_is_found(size, seed, data):
    rows = list(sample_sheet(size, seed).sheet_rows)
    place = data.draw(st.integers(0, len(rows) - 1))
    seat = data.draw(st.integers(0, size - 1))
    by = data.draw(st.integers(-30, 30).filter(bool))
    scores = list(rows[place].scores)
    scores[seat] += by
    rows[place] = replace(rows[place], scores=tuple(scores))
    report = check_sheet(size, rows, complete=True)
    assert "sum_not_zero" in {finding.code for finding in report.of_row(place + 1)}
    assert {finding.row for finding in report.findings} == {place + 1}


@given(sizes, seeds, st.data())
def test_two_numbers_swapped_in_a_deal_are_found_unless_it_stays_two_against_two(size, seed, data):
    rows = list(sample_sheet(size, seed, penalties=False).sheet_rows)
    place = data.draw(st.integers(0, len(rows) - 1))
    row = rows[place]
    if row.soloist is None or not any(row.scores):
        return
    other = data.draw(st.sampled_from([s for s in range(1, size + 1) if s != row.soloist]))
    scores = list(row.scores)
    scores[row.soloist - 1], scores[other - 1] = scores[other - 1], scores[row.soloist - 1]
    rows[place] = replace(row, scores=tuple(scores))
    assert _codes(size, rows) == {"solo_ratio"}


@given(sizes, seeds, st.integers(-50, 50).filter(bool), st.data())
def test_a_wrong_total_is_found(size, seed, by, data):
    sheet = sample_sheet(size, seed)
    seat = data.draw(st.integers(0, size - 1))
    totals = list(sheet.totals)
    totals[seat] += by
    assert _codes(size, sheet.sheet_rows, totals) == {"totals_differ"}


@given(sizes, seeds)
def test_a_missing_last_deal_and_one_too_many_are_found(size, seed):
    rows = sample_sheet(size, seed, penalties=False).sheet_rows
    assert "too_few_deals" in _codes(size, rows[:-1])
    assert _codes(size, (*rows, SheetRow(DealKind.NORMAL))) == {"too_many_deals"}


@settings(max_examples=60)
@given(sizes, seeds, st.data())
def test_a_wrong_kind_of_solo_is_found(size, seed, data):
    """Writing a Pflichtsolo as a Lustsolo or Vorführung, or the other way round."""
    rows = list(sample_sheet(size, seed, penalties=False).sheet_rows)
    solos = [DealKind.PFLICHTSOLO, DealKind.VORFUEHRUNG, DealKind.LUSTSOLO]
    places = [place for place, row in enumerate(rows) if row.kind in solos]
    place = data.draw(st.sampled_from(places))
    kind = data.draw(st.sampled_from([kind for kind in solos if kind is not rows[place].kind]))
    rows[place] = replace(rows[place], kind=kind)
    report = check_sheet(size, rows, complete=True)
    assert report.of_row(place + 1)
