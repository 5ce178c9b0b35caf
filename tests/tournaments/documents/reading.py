"""Reads PDFs back as a reader of the paper would."""

import io
import re

from pypdf import PdfReader


def pages(content: bytes) -> list[str]:
    """The text of each page, its blanks and line breaks made single blanks."""
    return [" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(content)).pages]


def lines(content: bytes, page: int) -> list[str]:
    """The lines of a page from top to bottom, cells parted by blanks."""
    text = PdfReader(io.BytesIO(content)).pages[page].extract_text(extraction_mode="layout")
    return [line.strip() for line in text.splitlines() if line.strip()]


def dealers(content: bytes, page: int) -> dict[int, int]:
    """By deal, the dealer printed on its line."""
    found = (re.match(r"(\d{1,2})\s+([1-5])\s+[○–]", line) for line in lines(content, page))
    return {int(match[1]): int(match[2]) for match in found if match}


def squeezed(text: str) -> str:
    """Without blanks: a long name may be broken into lines anywhere."""
    return "".join(text.split())
