"""Score sheets: the worked cases, and every finding on a sheet that is otherwise clean."""

import pytest

from rules.session import DealKind
from scoring.answers import check_sheet_record
from scoring.sheet import SheetRow, check_sheet
from tests.examples import worked_cases

K = DealKind
CLEAN = [1, -1, 1, -1]


def normal(*scores):
    return SheetRow(K.NORMAL, None, scores or tuple(CLEAN))


def full_sheet():
    """A whole session at four: twenty normal deals and four Vorführungen."""
    rows = [normal() for _ in range(20)]
    for seat in (2, 3, 4, 1):
        scores = tuple(6 if place == seat else -2 for place in (1, 2, 3, 4))
        rows.append(SheetRow(K.VORFUEHRUNG, seat, scores))
    return rows


def found(report):
    return [(finding.row, finding.code) for finding in report.findings]


@pytest.mark.parametrize("case", worked_cases("sheets.jsonl"))
def test_worked_case(case):
    answer, out = check_sheet_record(case["in"]), case["out"]
    if case["what"] == "clean":
        assert answer == out
        return
    assert case["what"] in [finding["code"] for finding in answer["findings"]]
    assert answer["totals"] == out["totals"]
    for finding in answer["findings"]:
        assert finding["rule"]
        assert finding["message"].startswith("Row " if finding["row"] else "The ")
    faulty = min(finding["row"] or len(out["rows"]) for finding in answer["findings"])
    assert answer["rows"][:faulty] == out["rows"][:faulty]


def test_a_full_sheet_is_clean_and_has_no_next_deal():
    report = check_sheet(4, full_sheet(), totals=(20, -20, 20, -20), complete=True)
    assert report.findings == ()
    assert report.next is None
    assert report.totals == (20, -20, 20, -20)
    assert report.rows[-1].running == report.totals


def test_an_empty_sheet():
    report = check_sheet(5, [])
    assert report.totals == (0, 0, 0, 0, 0)
    assert (report.next.deal, report.next.remaining) == (1, 30)
    assert report.findings == ()


def test_a_row_without_scores_has_no_running_total_and_counts_nothing():
    report = check_sheet(4, [normal(), SheetRow(K.NORMAL), normal()])
    assert [row.running for row in report.rows] == [(1, -1, 1, -1), None, (2, -2, 2, -2)]
    assert report.next.deal == 4
    assert report.findings == ()


def test_wrong_totals_are_named_by_seat():
    report = check_sheet(4, full_sheet(), totals=(20, -20, 22, -22))
    (finding,) = report.findings
    assert (finding.row, finding.code, finding.severity) == (None, "totals_differ", "error")
    assert finding.message == (
        "The totals written differ (seats: 3, 4): written 22, -22, the rows add to 20, -20."
    )


def test_totals_of_a_sheet_with_blank_rows_are_only_a_warning():
    report = check_sheet(4, [SheetRow(K.NORMAL), SheetRow(K.STRUCK)], totals=(1, -1, 1, -1))
    (finding,) = report.findings
    assert (finding.code, finding.severity) == ("totals_differ", "warning")
    assert finding.params["blank"] == 1


def test_what_a_sheet_handed_in_too_early_lacks():
    report = check_sheet(4, full_sheet()[:-1], complete=True)
    assert found(report) == [(None, "too_few_deals"), (None, "pflichtsolo_missing")]
    assert [finding.rule for finding in report.findings] == ["8.5", "8.6"]
    assert [finding.message for finding in report.findings] == [
        "The sheet has 23 of 24 deals.",
        "The sheet lacks a Pflichtsolo (seats: 1).",
    ]


def test_an_unfinished_sheet_may_lack_them():
    assert check_sheet(4, full_sheet()[:-1]).findings == ()


def test_a_session_cut_short_by_the_clock_is_complete_with_its_struck_deals():
    played = [normal() for _ in range(10)]
    struck = [SheetRow(K.STRUCK) for _ in range(10)]
    order = (3, 4, 1, 2)  # seat 3 is due to deal after ten deals, then the rest goes round
    shows = [SheetRow(K.VORFUEHRUNG, (seat % 4) + 1, (0, 0, 0, 0)) for seat in order]
    report = check_sheet(4, played + struck + shows, complete=True)
    assert report.findings == ()
    assert [row.step.dealer for row in report.rows[20:]] == [3, 4, 1, 2]
    assert report.rows[10].step.dealer is None


@pytest.mark.parametrize(
    ("size", "row", "codes"),
    [
        (4, normal(2, -1, 1, -1), ["sum_not_zero", "parity", "not_two_against_two"]),
        (4, normal(3, -1, 1, -3), ["not_two_against_two"]),
        (4, normal(3, -1, -1, -1), ["not_two_against_two"]),
        (4, normal(2, -1, 0, -1), ["parity", "not_two_against_two"]),
        (4, normal(0, 0, 0, 0), []),
        (4, SheetRow(K.SILENT_MARRIAGE, 1, (6, -2, -2, -2)), []),
        (4, SheetRow(K.SILENT_MARRIAGE, 1, (-2, 6, -2, -2)), ["solo_ratio"]),
        (4, SheetRow(K.PFLICHTSOLO, 2, (4, -12, 4, 4)), []),
        (4, SheetRow(K.PFLICHTSOLO, 2, (4, -11, 4, 4)), ["sum_not_zero", "parity", "solo_ratio"]),
        (4, SheetRow(K.PFLICHTSOLO, 2, (4, 12, 4, 4)), ["sum_not_zero", "solo_ratio"]),
        (4, SheetRow(K.PFLICHTSOLO, 2, (5, -12, 3, 4)), ["parity", "solo_ratio"]),
        (4, SheetRow(K.PFLICHTSOLO, 2, (0, 12, -12, 0), breach=True), []),
        (4, SheetRow(K.PFLICHTSOLO, 2, (0, 15, -15, 0), breach=True), []),
        (4, SheetRow(K.PFLICHTSOLO, 2, (0, 15, -14, 0), breach=True), ["sum_not_zero"]),
        (4, SheetRow(K.PENALTY, None, (-3, 1, 1, 1)), []),
        (4, SheetRow(K.PENALTY, None, (-3, 3, 0, 0)), []),
        (4, SheetRow(K.PENALTY, None, (-3, 1, 1, 0)), ["sum_not_zero"]),
        (4, SheetRow(K.STRUCK, None, (0, 0, 0, 0)), []),
        (5, normal(0, 1, -1, 1, -1), []),
        (5, normal(1, 0, -1, 1, -1), ["not_two_against_two"]),
        (5, normal(0, 2, -1, 0, -1), ["not_two_against_two"]),
        (5, SheetRow(K.PFLICHTSOLO, 2, (0, 9, -3, -3, -3)), []),
        (5, SheetRow(K.PFLICHTSOLO, 2, (-3, 9, 0, -3, -3)), ["solo_ratio"]),
        (5, SheetRow(K.PFLICHTSOLO, 1, (9, 0, -3, -3, -3)), ["soloist_sits_out", "solo_ratio"]),
        (5, SheetRow(K.PFLICHTSOLO, 1, (0, 0, 0, 0, 0)), ["soloist_sits_out"]),
        (5, SheetRow(K.PENALTY, None, (1, 1, 1, 0, -3)), []),
    ],
)
def test_the_points_of_one_row(size, row, codes):
    report = check_sheet(size, [row])
    assert [finding.code for finding in report.findings] == codes
    assert report.of_row(1) == report.findings
    assert report.of_row(2) == ()


def test_findings_say_who_and_where():
    report = check_sheet(5, [normal(3, 0, -3, 3, -3), SheetRow(K.LUSTSOLO, 4, (9, 0, -3, -3, -3))])
    assert [finding.message for finding in report.findings] == [
        "Row 1: Seat 1 deals and sits out, but has 3 points.",
        "Row 2: Seat 4 may not play a Lustsolo before its own Pflichtsolo.",
        "Row 2: Seat 4 played alone and has -3 points: the other three must have a third each "
        "with the opposite sign.",
    ]
    no_winner = check_sheet(4, [normal(-1, -1, 0, 0)]).findings[-1]
    assert no_winner.sentence.endswith("no seat has plus points.")


def test_the_undecided_vorfuehrung_is_taken_with_the_next_dealer_and_says_so():
    rows = []
    for seat in (2, 3, 4, 5):
        rows.append({"kind": "pflichtsolo", "soloist": seat})
    rows += [{"kind": "normal"}] * 25
    before = check_sheet_record({"table_size": 5, "rows": rows})
    assert before["next"]["needs_decision"] is True
    assert before["next"]["vorfuehrung"] is None
    last = {"kind": "vorfuehrung", "soloist": 1, "scores": [9, 0, -3, -3, -3]}
    after = check_sheet_record({"table_size": 5, "rows": [*rows, last]})
    assert after["findings"] == []
    assert after["rows"][-1]["dealer"] == 2
    assert after["rows"][-1]["needs_decision"] is True
    assert after["next"] is None


def test_points_other_than_those_of_the_facts_are_a_warning_of_their_row():
    told = {"kind": DealKind.NORMAL, "scores": (2, 2, -2, -2)}
    agreeing, differing = (SheetRow(**told, by_facts=by) for by in ((2, 2, -2, -2), (3, 3, -3, -3)))
    report = check_sheet(4, [agreeing, differing, SheetRow(DealKind.NORMAL)])
    (finding,) = report.findings
    assert (finding.row, finding.code, finding.severity) == (2, "facts_differ", "warning")
    assert "+3 / +3 / −3 / −3" in finding.message
    assert report.totals == (4, 4, -4, -4)  # the points written count
    assert agreeing == differing  # two keyings of the same points agree


def test_the_points_of_a_breach_are_the_referees_whatever_the_facts():
    row = SheetRow(DealKind.PFLICHTSOLO, 1, (12, -12, 0, 0), breach=True, by_facts=(3, -1, -1, -1))
    assert check_sheet(4, [row]).findings == ()
