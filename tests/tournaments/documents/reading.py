"""Reads PDFs back as a reader of the paper would."""

import io
import re
import subprocess
from pathlib import Path

import pikepdf
import zxingcpp
from PIL import Image
from pypdf import PdfReader


def pages(content: bytes) -> list[str]:
    """The text of each page, its blanks and line breaks made single blanks."""
    return [" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(content)).pages]


def lines(content: bytes, page: int) -> list[str]:
    """The lines of a page from top to bottom, cells parted by blanks."""
    reader = PdfReader(io.BytesIO(_without_forms(content, page)))
    text = reader.pages[0].extract_text(extraction_mode="layout")
    return [line.strip() for line in text.splitlines() if line.strip()]


def pictures(content: bytes, folder: Path, *, dpi: int) -> list[Image.Image]:
    """The pages as a printer would print them, in greys."""
    (folder / "paper.pdf").write_bytes(content)
    command = ["pdftoppm", "-r", str(dpi), "-gray", "-png", "paper.pdf", "page"]
    subprocess.run(command, cwd=folder, check=True)
    return [Image.open(picture).convert("L") for picture in sorted(folder.glob("page*.png"))]


def codes(content: bytes, folder: Path) -> list[list[str]]:
    """What a camera reads from the codes of each page."""
    return [
        [code.text for code in zxingcpp.read_barcodes(page)]
        for page in pictures(content, folder, dpi=150)
    ]


def _without_forms(content: bytes, number: int) -> bytes:
    """The page with its shared forms written out: the layout mode does not look into them."""
    with pikepdf.open(io.BytesIO(content)) as source, pikepdf.new() as flat:
        flat.pages.append(source.pages[number])
        page = flat.pages[0]
        fonts = dict(page.Resources.get("/Font", {}))
        whole = [page.Contents.read_bytes()] if "/Contents" in page else []
        for name, form in dict(page.Resources.get("/XObject", {})).items():
            if form.get("/Subtype") == "/Form" and f"{name} Do".encode() in whole[0]:
                fonts |= dict(form.Resources.get("/Font", {}))
                whole.append(form.read_bytes())
        page.Contents = flat.make_stream(b"\n".join(b"q\n" + one + b"\nQ" for one in whole))
        page.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(fonts))
        out = io.BytesIO()
        flat.save(out)
    return out.getvalue()


def dealers(content: bytes, page: int) -> dict[int, int]:
    """By deal, the dealer printed on its line."""
    found = (re.match(r"(\d{1,2})\s+([1-5])\s+[○–]", line) for line in lines(content, page))
    return {int(match[1]): int(match[2]) for match in found if match}


def squeezed(text: str) -> str:
    """Without blanks: a long name may be broken into lines anywhere."""
    return "".join(text.split())
