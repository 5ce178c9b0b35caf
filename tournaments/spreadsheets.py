"""Reads lists of people as they come: pasted text, CSV of any kind, XLSX. To rows of text.

Pure reading: no meaning is given to a column here, and nothing but Unreadable is ever raised,
whatever the bytes are. Text may be UTF-8 with or without BOM, UTF-16 or UTF-32 with BOM, or
Windows-1252; cells may be parted by tab, semicolon or comma.
"""

import codecs
import csv
import io
import re
import unicodedata
import warnings
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any

import openpyxl
from django.utils.translation import gettext as _

MAX_BYTES = 2 * 1024 * 1024
MAX_ROWS = 500
MAX_COLUMNS = 40
# Blank rows count here too: a sheet may be formatted far below its last line.
_MAX_LINES = 20_000
# Unpacked XML of a workbook; a list of 500 people needs a twentieth of this.
_MAX_UNPACKED = 12 * 1024 * 1024
_BOMS = [  # the longer first: the mark of UTF-32 begins like that of UTF-16
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
]
# UTF-8 umlauts read as Windows-1252: the file mixes the two.
_MOJIBAKE = re.compile("Ã[¤¶¼Ÿ„–œ]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_BINARY = re.compile(r"[\x00-\x08\x0e-\x1f]")
_DELIMITERS = "\t;,"


class Unreadable(ValueError):
    """The list as a whole cannot be read; ``str()`` is a sentence for a person."""


@dataclass(frozen=True)
class Row:
    """A row that is not blank. ``line`` is its number in the file as an editor counts."""

    line: int
    cells: tuple[str, ...]


def read_upload(content: bytes, *, most: int = MAX_ROWS) -> list[Row]:
    """The rows of an uploaded file, whatever its name says it is, ``most`` of them at most.

    Raises Unreadable.
    """
    if len(content) > MAX_BYTES:
        raise Unreadable(
            _("The file is larger than %(megabytes)s MB.") % {"megabytes": MAX_BYTES // 1024**2}
        )
    if content.startswith(b"PK"):
        return _read_workbook(content, most)
    if content.startswith(b"\xd0\xcf\x11\xe0"):
        raise Unreadable(
            _("This is an old or a protected Excel file. Save it as XLSX without a password.")
        )
    if content.startswith(b"%PDF"):
        raise Unreadable(_("This is a PDF. Lists are read from CSV and XLSX."))
    return read_text(_decode(content), most=most)


def read_text(text: str, *, most: int = MAX_ROWS) -> list[Row]:
    """The rows of pasted text or of a CSV file's text, ``most`` at most. Raises Unreadable."""
    text = _SURROGATE.sub("", text)
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if text.count("\n") > _MAX_LINES:
        raise too_many_rows(most)
    _refuse_binary(text)
    delimiter, skipped, text = _delimiter_of(text)
    try:
        rows = list(_split(text, delimiter))
    except csv.Error as fault:
        raise Unreadable(_("The text cannot be split into columns.")) from fault
    return _checked(((line + skipped, cells) for line, cells in rows), most)


def _decode(content: bytes) -> str:
    for bom, encoding in _BOMS:
        if content.startswith(bom):
            try:
                return content.decode(encoding)
            except UnicodeError as fault:
                raise Unreadable(_("The file is damaged: its text breaks off.")) from fault
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        pass
    if b"\0" in content:
        raise Unreadable(_("This is no list: the file holds no text."))
    try:
        text = content.decode("cp1252")
    except UnicodeDecodeError as fault:
        raise Unreadable(
            _("The file's encoding is not known. Save it as UTF-8 or as XLSX.")
        ) from fault
    if _MOJIBAKE.search(text):
        raise Unreadable(_("The file mixes two encodings. Save it as UTF-8 or as XLSX."))
    return text


def _refuse_binary(text: str) -> None:
    if found := _BINARY.search(text):
        line = text.count("\n", 0, found.start()) + 1
        raise Unreadable(_("Line %(line)s holds characters that no text has.") % {"line": line})


def _delimiter_of(text: str) -> tuple[str, int, str]:
    """What parts the cells, how many lines to skip for saying so, and the text after them."""
    first, _newline, rest = text.partition("\n")
    if (named := re.fullmatch(r'"?sep=([\t;,])"?', first.strip(" "))) is not None:
        return named[1], 1, rest
    lines = [re.sub(r'"[^"]*"', "", line) for line in text.split("\n") if line.strip()]
    for delimiter in _DELIMITERS:
        if 2 * sum(delimiter in line for line in lines) >= max(len(lines), 1):
            return delimiter, 0, text
    # "Adler, Ute" here and "Ute Adler" there: a comma parts where it stands.
    return ",", 0, text


def _split(text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, skipinitialspace=True)
    rows: list[tuple[int, list[str]]] = []
    line = 1
    for cells in reader:
        rows.append((line, cells))
        line = reader.line_num + 1
    if not any(cell.count("\n") > 2 for _line, cells in rows for cell in cells):
        yield from rows
        return
    # A quote that never closes has swallowed lines: take each line for itself, as it stands.
    for number, single in enumerate(text.split("\n"), start=1):
        yield number, single.replace('"', "").split(delimiter)


def _checked(rows: Iterable[tuple[int, Iterable[str]]], most: int) -> list[Row]:
    """The rows that are not blank, cleaned, within the limits."""
    kept: list[Row] = []
    for count, (line, cells) in enumerate(rows, start=1):
        if count > _MAX_LINES:
            raise too_many_rows(most)
        clean = [" ".join(cell.split()) for cell in cells]
        while clean and not clean[-1]:
            clean.pop()
        if not clean:
            continue
        if len(clean) > MAX_COLUMNS:
            raise Unreadable(
                _("Line %(line)s has more than %(columns)s columns.")
                % {"line": line, "columns": MAX_COLUMNS}
            )
        kept.append(Row(line, tuple(clean)))
        # One more for the line that names the columns, and a few for a title above it.
        if len(kept) > most + 10:
            raise too_many_rows(most)
    if not kept:
        raise Unreadable(_("There is nothing in this list."))
    return kept


def too_many_rows(most: int = MAX_ROWS) -> Unreadable:
    """What a longer list is answered with."""
    return Unreadable(_("The list has too many rows: at most %(rows)s at a time.") % {"rows": most})


def _read_workbook(content: bytes, most: int) -> list[Row]:
    no_workbook = _("This is no XLSX workbook. Save the list as XLSX or as CSV.")
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            names = set(archive.namelist())
            if "[Content_Types].xml" not in names or "xl/workbook.xml" not in names:
                raise Unreadable(no_workbook)
            _refuse_bomb(archive)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            book = openpyxl.load_workbook(
                io.BytesIO(content), read_only=True, data_only=True, keep_links=False
            )
            return _checked(_cells(book), most)
    except Unreadable:
        raise
    # openpyxl raises whatever a damaged part of a file leads it to; the file is at fault.
    except Exception as fault:
        raise Unreadable(no_workbook) from fault


def _refuse_bomb(archive: zipfile.ZipFile) -> None:
    """Refuse what unpacks to far more than a list needs, and entities that expand."""
    parts = [part for part in archive.infolist() if part.filename.endswith((".xml", ".rels"))]
    if len(archive.infolist()) > 2000 or sum(part.file_size for part in parts) > _MAX_UNPACKED:
        raise Unreadable(_("The workbook is too large for a list of players."))
    for part in parts:
        head = archive.read(part)[:4096].replace(b"\0", b"")
        if b"<!DOCTYPE" in head or b"<!ENTITY" in head:
            raise Unreadable(_("The workbook holds what no list of players needs."))


def _cells(book: Any) -> Iterator[tuple[int, list[str]]]:
    """The rows of the first visible sheet that has any."""
    for sheet in book.worksheets:
        if sheet.sheet_state != "visible":
            continue
        # What a sheet says of its own size is often wrong.
        sheet.reset_dimensions()
        rows = sheet.iter_rows(max_col=MAX_COLUMNS, values_only=True)
        found = False
        for line, values in enumerate(rows, start=1):
            cells = [_text_of(value) for value in values]
            found = found or any(cells)
            yield line, cells
        if found:
            return


def _text_of(value: Any) -> str:
    """A cell's value as a person would type it."""
    match value:
        case None:
            return ""
        case bool():
            return _("yes") if value else _("no")
        case float() if value.is_integer():
            return str(int(value))
        case datetime() if value.time() == time():
            return value.date().isoformat()
        case datetime() | date():
            return value.isoformat()
        case _:
            # Excel writes characters that XML cannot hold as _x0000_.
            return "".join(c for c in str(value) if unicodedata.category(c) not in ("Cc", "Cs"))
