"""A sheet typed in the order of the paper: what the lines mean, and the way back."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.ruleset import DDV
from rules.session import DealKind
from scoring.sheet import SheetRow, check_sheet
from scoring.simulated_sheets import simulated_sheet
from tournaments.pages.desk.sheet_lines import read
from tournaments.pages.desk.sheet_stored import from_rows
from tournaments.pages.desk.sheet_typed import blank_sheet, from_form


def rows_of(data: dict[str, str], size: int = 4) -> list[SheetRow]:
    reading = read(from_form(data, size, DDV), DDV)
    assert reading.faults == {}
    return reading.rows


def fault_of(data: dict[str, str], size: int = 4) -> str:
    reading = read(from_form(data, size, DDV), DDV)
    assert len(reading.faults) == 1
    return next(iter(reading.faults.values()))


@pytest.mark.parametrize(
    ("line", "kind", "soloist", "scores"),
    [
        ({"n1w": "13", "n1v": "2"}, "normal", None, (2, -2, 2, -2)),
        ({"n1w": "13 2"}, "normal", None, (2, -2, 2, -2)),
        ({"n1w": "31", "n1v": "+2"}, "normal", None, (2, -2, 2, -2)),
        ({"n1w": "0"}, "normal", None, (0, 0, 0, 0)),
        ({"n1v": "0"}, "normal", None, (0, 0, 0, 0)),
        ({"n1w": "13", "n1v": "0"}, "normal", None, (0, 0, 0, 0)),
        ({"n1w": "2", "n1v": "3"}, "lustsolo", 2, (-3, 9, -3, -3)),
        ({"n1w": "2", "n1v": "-3"}, "lustsolo", 2, (3, -9, 3, 3)),
        ({"n1w": "134", "n1v": "3"}, "lustsolo", 2, (3, -9, 3, 3)),
        ({"n1w": "2", "n1v": "3", "n1k": "silent_marriage"}, "silent_marriage", 2, (-3, 9, -3, -3)),
        ({"n1w": "13", "n1v": "2", "n1k": "lustsolo"}, "normal", None, (2, -2, 2, -2)),
        ({"n1w": "=1 1 1 -3", "n1k": "lustsolo"}, "lustsolo", 4, (1, 1, 1, -3)),
        ({"n1w": "=1 1 1 -3", "n1s": "-"}, "normal", None, (1, 1, 1, -3)),
        ({"n1w": "=3 -1 -1 -1", "n1s": "1"}, "lustsolo", 1, (3, -1, -1, -1)),
        (
            {"n1w": "= 12, −12, 0, 0", "n1k": "lustsolo", "n1s": "1", "n1b": "1"},
            "lustsolo",
            1,
            (12, -12, 0, 0),
        ),
    ],
)
def test_what_a_normal_line_says(line, kind, soloist, scores):
    (row,) = rows_of(line)
    assert (row.kind, row.soloist, row.scores) == (kind, soloist, scores)
    assert row.breach == ("n1b" in line)


def test_at_a_table_of_five_the_dealer_of_the_line_gets_nothing():
    rows = rows_of({"n1w": "23", "n1v": "1", "n2w": "1", "n2v": "2", "n3w": "124", "n3v": "1"}, 5)
    assert [row.scores for row in rows] == [(0, 1, 1, -1, -1), (6, 0, -2, -2, -2), (1, 1, 0, 1, -3)]
    assert rows[2].soloist == 5
    assert "3" in fault_of({"n3w": "35", "n3v": "1"}, 5)


@pytest.mark.parametrize(
    "line",
    [
        {"n1w": "19", "n1v": "1"},
        {"n1w": "05", "n1v": "1"},
        {"n1w": "11", "n1v": "1"},
        {"n1w": "1234", "n1v": "1"},
        {"n1w": "²", "n1v": "1"},
        {"n1w": "ab", "n1v": "1"},
        {"n1w": "13", "n1v": "zwei"},
        {"n1w": "13", "n1v": "-2"},
        {"n1w": "124", "n1v": "-2"},
        {"n1w": "13", "n1v": "1000"},
        {"n1w": "13"},
        {"n1v": "3"},
        {"n1w": "=1 1"},
        {"n1w": "=a b c d"},
        {"n1w": "=3 -1 -1 -1", "n1k": "lustsolo", "n1s": "7"},
        {"n1w": "=12 -12 0 0", "n1b": "1"},
        {"p1s": "7", "p1v": "1"},
        {"p1s": "1"},
        {"p1v": "1"},
        {"p1s": "1", "p1v": "1", "p1a": "99"},
        {"p1s": "1", "p1v": "=1"},
        {"x1_1": "-3", "x1_2": "eins"},
        {"x1_1": "-3", "x1_2": "3", "x1a": "P2"},
        {"x1_1": "-3", "x1_2": "3", "x1a": "später"},
    ],
)
def test_what_cannot_be_read_is_a_sentence_at_its_line(line):
    assert len(fault_of(line)) > 10


def test_a_line_under_way_is_unfinished_not_wrong():
    reading = read(from_form({"n1w": "13", "n2v": "3", "p1s": "2"}, 4, DDV), DDV)
    assert reading.unfinished == {"n1", "n2", "p1"}


def test_pflichtsoli_stand_where_they_were_played():
    data = {f"n{n}w": "12" for n in range(1, 21)} | {f"n{n}v": "1" for n in range(1, 21)}
    data |= {"p1s": "3", "p1v": "2", "p1a": "5", "p2s": "2", "p2v": "-1", "p2a": "0"}
    data |= {"p3s": "4", "p3v": "1", "p4s": "1", "p4v": "1"}
    reading = read(from_form(data, 4, DDV), DDV)
    kinds = [(i, r.kind.value, r.soloist) for i, r in enumerate(reading.rows) if r.soloist]
    assert kinds == [
        (0, "pflichtsolo", 2),
        (6, "pflichtsolo", 3),
        (22, "vorfuehrung", 4),
        (23, "vorfuehrung", 1),
    ]
    assert reading.complete
    assert not check_sheet(4, reading.rows, complete=True).findings


def test_time_up_strikes_the_blank_lines_at_the_end_and_solos_become_vorfuehrungen():
    data = {f"n{n}w": "12" for n in range(1, 13)} | {f"n{n}v": "1" for n in range(1, 13)}
    data |= {f"p{n}s": "2341"[n - 1] for n in range(1, 5)} | {f"p{n}v": "2" for n in range(1, 5)}
    data["time_up"] = "on"
    reading = read(from_form(data, 4, DDV), DDV)
    kinds = [row.kind for row in reading.rows]
    assert kinds[12:20] == [DealKind.STRUCK] * 8
    assert kinds[20:] == [DealKind.VORFUEHRUNG] * 4
    assert reading.complete
    assert not check_sheet(4, reading.rows, complete=True).findings


def test_a_line_left_out_in_the_middle_stays_a_gap():
    reading = read(from_form({"n1w": "12", "n1v": "1", "n3w": "12", "n3v": "1"}, 4, DDV), DDV)
    assert [row.scores for row in reading.rows] == [(1, 1, -1, -1), None, (1, 1, -1, -1)]
    assert not reading.complete


def test_a_penalty_stands_after_its_line_or_its_pflichtsolo():
    data = {"n1w": "12", "n1v": "1", "n2w": "12", "n2v": "1", "p1s": "1", "p1v": "1", "p1a": "1"}
    data |= {"x1a": "1", "x1_1": "-3", "x1_2": "1", "x1_3": "1", "x1_4": "1"}
    data |= {"x2a": "p1", "x2_1": "-3", "x2_2": "3"}
    reading = read(from_form(data, 4, DDV), DDV)
    assert reading.places == ["n1", "x1", "p1", "x2", "n2"]
    assert reading.rows[3].scores == (-3, 3, 0, 0)


@pytest.mark.parametrize(
    ("more", "places"),
    [
        ({}, ["n1", "n2", "x1"]),
        ({"n2w": "", "n2v": ""}, ["n1", "x1"]),
        ({"p1s": "1", "p1v": "1", "p1a": "3"}, ["n1", "n2", "n3", "p1", "x1"]),
        ({"x2a": "3", "x2_1": "-3", "x2_2": "3"}, ["n1", "n2", "n3", "x2", "x1"]),
    ],
)
def test_a_penalty_at_the_end_of_a_sheet_only_begun_stands_after_its_last_line(more, places):
    data = {"n1w": "12", "n1v": "1", "n2w": "12", "n2v": "1"}
    data |= {"x1_1": "-3", "x1_2": "1", "x1_3": "1", "x1_4": "1", **more}
    reading = read(from_form(data, 4, DDV), DDV)
    assert reading.places == places
    assert not reading.complete
    time_up = read(from_form(data | {"time_up": "1"}, 4, DDV), DDV)
    assert time_up.places[-1] == "x1"
    assert len(time_up.places) == 20 + len([place for place in places if place[0] != "n"])


@pytest.mark.parametrize("size", [4, 5])
@pytest.mark.parametrize("seed", range(20))
def test_a_stored_sheet_comes_back_as_it_was(size, seed):
    options = [{}, {"struck": 4}, {"deals": 9}, {"deals": 1}][seed % 4]
    rows = simulated_sheet(size, seed, **options).sheet_rows
    reading = read(from_rows(rows, size, DDV), DDV)
    assert reading.faults == {}
    assert tuple(reading.rows) == rows
    assert reading.complete == ("deals" not in options)


def test_lawless_rows_come_back_too():
    rows = [
        SheetRow(DealKind.NORMAL, None, (7, -1, -3, -3)),
        SheetRow(DealKind.LUSTSOLO, 1, (4, -4, 0, 0)),
        SheetRow(DealKind.LUSTSOLO, 2, (0, 0, 0, 0)),
        SheetRow(DealKind.STRUCK),
        SheetRow(DealKind.SILENT_MARRIAGE, 3, (-12, 0, 12, 0), breach=True),
        SheetRow(DealKind.PENALTY, None, (0, 0, 0, 0)),
        SheetRow(DealKind.PFLICHTSOLO, 3, (-12, 0, 12, 0), breach=True),
        SheetRow(DealKind.PENALTY, None, (-3, 1, 1, 1)),
        SheetRow(DealKind.NORMAL, None, (0, 0, 0, 0)),
    ]
    assert read(from_rows(rows, 4, DDV), DDV).rows == rows


_text = st.text(alphabet="0123456789=-−x P\t·½²a\x00ÄŐ", max_size=12)


@settings(max_examples=300, deadline=None)
@given(
    size=st.sampled_from([4, 5]),
    data=st.dictionaries(
        st.from_regex(r"\A([np][1-9][wvksab]|x[1-3](a|_[1-5]))\Z"), _text, max_size=25
    ),
)
def test_whatever_is_typed_is_read_or_named(size, data):
    typed = from_form(data, size, DDV)
    reading = read(typed, DDV)
    assert len(reading.rows) == len(reading.places)
    for row in reading.rows:
        assert row.scores is None or len(row.scores) == size
    check_sheet(size, reading.rows)


def test_a_blank_sheet_has_the_lines_of_the_paper():
    for size, normal, solos in ((4, 20, 4), (5, 25, 5)):
        typed = blank_sheet(size, DDV)
        assert (len(typed.normal), len(typed.solos)) == (normal, solos)
        assert read(typed, DDV).rows == []


@pytest.mark.parametrize("size", [4, 5])
def test_running_totals_of_the_paper_come_to_the_same_points(size):
    sheet = simulated_sheet(size, 3, penalties=False)
    rows = [row.row for row in sheet.rows]
    typed = from_rows(rows, size, DDV)
    reading = read(typed, DDV)
    running = check_sheet(size, reading.rows).rows
    told = dict(zip(reading.places, running, strict=True))
    for number, line in enumerate(typed.normal, start=1):
        row = told.get(f"n{number}")
        if row is not None and row.running is not None:
            line.w, line.v = ">" + " ".join(map(str, row.running)), ""
    for number, solo in enumerate(typed.solos, start=1):
        solo.v = ">" + " ".join(map(str, told[f"p{number}"].running))
    again = read(typed, DDV)
    assert again.faults == {}
    assert [row.scores for row in again.rows] == [row.scores for row in rows]
    assert [row.soloist for row in again.rows] == [row.soloist for row in rows]


def test_running_totals_that_cannot_be_read_are_said():
    assert "aller 4 Plätze" in fault_of({"n1w": ">1 2 3"})
    assert "ganze Zahl" in fault_of({"n1w": ">1 2 3 x"})
    assert "aller 4 Plätze" in fault_of({"p1s": "2", "p1v": ">1"})
