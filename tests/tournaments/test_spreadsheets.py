"""Lists are read as they come, or refused with a sentence; nothing else ever happens."""

import contextlib
import io
import zipfile
from datetime import date, datetime

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.spreadsheets import MAX_BYTES, MAX_ROWS, Unreadable, read_text, read_upload

LIST = "Nachname;Vorname\nÖzdemir;Käthe\nStraße;Ole\n"
CELLS = [("Nachname", "Vorname"), ("Özdemir", "Käthe"), ("Straße", "Ole")]


def cells(rows):
    return [row.cells for row in rows]


def workbook(rows, prepare=lambda book, sheet: None):
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    prepare(book, book.active)
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


def repacked(content, **parts):
    """The workbook with parts replaced (keys with "_" for "/")."""
    changed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(changed, "w", 8) as new:
        for name in old.namelist():
            key = name.replace("/", "_").replace(".", "_")
            new.writestr(name, parts.pop(key, None) or old.read(name))
        for name, part in parts.items():
            new.writestr(name, part)
    return changed.getvalue()


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "cp1252"], ids=lambda name: name
)
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
def test_umlauts_survive_every_encoding_and_line_end(encoding, newline):
    assert cells(read_upload(LIST.replace("\n", newline).encode(encoding))) == CELLS


def test_utf_16_of_either_byte_order_is_read_by_its_mark():
    for mark, encoding in (("\ufeff", "utf-16-le"), ("\ufeff", "utf-16-be")):
        assert cells(read_upload((mark + LIST).encode(encoding))) == CELLS


@pytest.mark.parametrize("delimiter", [";", ",", "\t"])
def test_cells_are_parted_by_semicolon_comma_or_tab(delimiter):
    assert cells(read_text(LIST.replace(";", delimiter))) == CELLS


def test_excel_names_its_separator_in_the_first_line():
    rows = read_text("sep=,\nAdler,Ute\n")
    assert cells(rows) == [("Adler", "Ute")]
    assert rows[0].line == 2


def test_a_semicolon_parts_even_where_names_have_commas():
    assert cells(read_text("1;Adler, Ute;A, B\n2;Brandt, Jo;C")) == [
        ("1", "Adler, Ute", "A, B"),
        ("2", "Brandt, Jo", "C"),
    ]


def test_quotes_keep_what_they_hold():
    text = '"Adler, Ute",Hameln\n"Die ""Füchse""",Celle'
    assert cells(read_text(text)) == [("Adler, Ute", "Hameln"), ('Die "Füchse"', "Celle")]


def test_a_quote_that_never_closes_loses_no_line():
    rows = read_text('Adler;"Ute\nBrandt;Jo\nCohn;Mi\nDorn;Al\nEick;Bo\n')
    assert [row.cells[0] for row in rows] == ["Adler", "Brandt", "Cohn", "Dorn", "Eick"]
    assert [row.line for row in rows] == [1, 2, 3, 4, 5]


def test_blank_lines_are_left_out_and_line_numbers_stay():
    rows = read_text("\n\nAdler;Ute\n;;\n  ;\nBrandt;Jo\n\n")
    assert [(row.line, row.cells) for row in rows] == [(3, ("Adler", "Ute")), (6, ("Brandt", "Jo"))]


def test_blanks_around_and_within_cells_are_tidied():
    assert cells(read_text(" Adler ;  Ute   Maria \u00a0;")) == [("Adler", "Ute Maria")]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "steht nichts"),
        (b"\n;;\n \n", "steht nichts"),
        (b"\xef\xbb\xbf", "steht nichts"),
        (b"%PDF-1.7 ...", "PDF"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "Excel"),
        (b"Adler;Ute\nBra\x00ndt;Jo", "Zeile 2"),
        (b"Adler;Ute\x07", "Zeile 1"),
        (b"\xff\xfeA", "beschädigt"),
        (b"\x81\x8d\x8f", "Zeichenkodierung"),
        (b"\xfc\x00\x01", "keinen Text"),
        ("Müller;Jo\n".encode() + "Größe;Bo".encode("cp1252"), "mischt"),
        (b";".join([b"x"] * 60), "Spalten"),
        (b"x" * (MAX_BYTES + 1), "2 MB"),
        (b"Adler;Ute\n" * (MAX_ROWS + 20), "höchstens 500"),
        (b"\n" * 50_000, "höchstens 500"),
        (b"PK\x03\x04 no zip at all", "keine XLSX"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_a_hostile_or_mistaken_file_is_refused_with_a_sentence(content, sentence):
    with pytest.raises(Unreadable, match=sentence):
        read_upload(content)


def test_a_million_rows_are_refused():
    with pytest.raises(Unreadable):
        read_text("a;b\n" * 1_000_000)


def test_a_very_long_cell_is_read_and_left_to_judge():
    assert len(read_text("A" * 100_000)[0].cells[0]) == 100_000
    with pytest.raises(Unreadable, match="Spalten zerlegen"):
        read_text("A" * 200_000)


def test_lone_surrogates_vanish():
    assert cells(read_text("Ad\ud800ler;Ute")) == [("Adler", "Ute")]


def test_a_workbook_of_numbers_dates_and_empty_columns():
    content = workbook(
        [
            ["Nr", None, "Name", "am", "ja", "Zahl"],
            [7, None, "Özdemir, Käthe", datetime(2026, 10, 3), True, 2.5],
            [8.0, None, None, date(2026, 10, 4), False, None],
            [None, None, None, None, None, None],
            [None, None, "Adler", datetime(2026, 10, 3, 9, 30), None, None],
        ]
    )
    rows = read_upload(content)
    assert cells(rows) == [
        ("Nr", "", "Name", "am", "ja", "Zahl"),
        ("7", "", "Özdemir, Käthe", "2026-10-03", "ja", "2.5"),
        ("8", "", "", "2026-10-04", "nein"),
        ("", "", "Adler", "2026-10-03T09:30:00"),
    ]
    assert [row.line for row in rows] == [1, 2, 3, 5]


def test_hidden_sheets_are_passed_over():
    def prepare(book, sheet):
        sheet.sheet_state = "hidden"
        book.create_sheet("leer")
        book.create_sheet("Liste").append(["Adler", "Ute"])
        book.active = 2

    assert cells(read_upload(workbook([["geheim"]], prepare))) == [("Adler", "Ute")]


def test_a_formula_counts_by_its_value_as_saved():
    def prepare(book, sheet):
        sheet["B1"] = '=HYPERLINK("http://example.org","Ute")'

    assert cells(read_upload(workbook([["Adler"]], prepare))) == [("Adler",)]


def test_the_file_s_bytes_decide_not_its_name():
    assert cells(read_upload(workbook([["Adler"]]))) == [("Adler",)]


def test_a_zip_bomb_is_refused_before_it_unpacks():
    bomb = repacked(workbook([["x"]]), xl_worksheets_sheet1_xml=b" " * 60_000_000)
    assert len(bomb) < MAX_BYTES
    with pytest.raises(Unreadable, match="zu groß"):
        read_upload(bomb)


def test_entities_that_expand_are_refused():
    laughs = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha">]><x>&a;</x>'
    with pytest.raises(Unreadable, match="enthält"):
        read_upload(repacked(workbook([["x"]]), xl_worksheets_sheet1_xml=laughs))


@pytest.mark.parametrize(
    "sheet",
    [
        b"",
        b"no xml",
        b"<worksheet><sheetData><row r='x'><c t='s'><v>99</v></c></row></sheetData></worksheet>",
        b"<worksheet xmlns='http://schemas.openxmlformats.org/spreadsheetml/2006/main'><sheetData>"
        b"<row r='900000000'><c r='A900000000'><v>1</v></c></row></sheetData></worksheet>",
        b"<worksheet xmlns='http://schemas.openxmlformats.org/spreadsheetml/2006/main'><sheetData>"
        b"<row r='1'><c r='A1' t='s'><v>99</v></c></row></sheetData></worksheet>",
        b"<a>" * 50_000,
    ],
    ids=["empty", "no xml", "odd", "row 900 million", "missing string", "deep"],
)
def test_a_damaged_workbook_is_refused_with_a_sentence(sheet):
    with pytest.raises(Unreadable):
        read_upload(repacked(workbook([["x"]]), xl_worksheets_sheet1_xml=sheet or b" "))


def test_another_office_file_is_refused():
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
    with pytest.raises(Unreadable, match="XLSX"):
        read_upload(content.getvalue())


@settings(max_examples=150, deadline=None)
@given(st.one_of(st.binary(max_size=300), st.text(max_size=200).map(lambda t: t.encode("utf-16"))))
def test_whatever_the_bytes_only_a_sentence_or_rows_come_out(content):
    with contextlib.suppress(Unreadable):
        assert all(row.cells for row in read_upload(content))


@settings(max_examples=150, deadline=None)
@given(st.text(st.sampled_from(list('aÄ;,\t"\n\r \x00\ufeff\ud800=')), max_size=60))
def test_whatever_the_text_no_line_is_lost_or_refused_without_a_sentence(text):
    try:
        rows = read_text(text)
    except Unreadable as refusal:
        found = str(refusal)
    else:
        found = "".join(cell for row in rows for cell in row.cells)
        assert found.count("Ä") == text.count("Ä")
    assert found


_WORKBOOK = workbook([["Nachname", "Vorname"], ["Adler", "Ute"], [1, 2.5]])


@settings(max_examples=60, deadline=None)
@given(st.integers(0, len(_WORKBOOK) - 1), st.binary(min_size=1, max_size=8), st.integers(0, 200))
def test_a_workbook_with_some_bytes_changed_or_cut(at, bytes_, cut):
    damaged = _WORKBOOK[:at] + bytes_ + _WORKBOOK[at + len(bytes_) :]
    with contextlib.suppress(Unreadable):
        read_upload(damaged[: len(damaged) - cut])


_SHEET = zipfile.ZipFile(io.BytesIO(_WORKBOOK)).read("xl/worksheets/sheet1.xml")


@settings(max_examples=60, deadline=None)
@given(st.integers(0, len(_SHEET) - 1), st.binary(min_size=1, max_size=6))
def test_a_sheet_with_some_bytes_changed(at, bytes_):
    damaged = _SHEET[:at] + bytes_ + _SHEET[at + len(bytes_) :]
    with contextlib.suppress(Unreadable):
        read_upload(repacked(_WORKBOOK, xl_worksheets_sheet1_xml=damaged))
