"""The letters of a document: one font for all pages, with the width of each letter.

WeasyPrint sets a chart of all the letters that the document needs and embeds its fonts; where
it found each of them, and how wide, is then read from the chart.
"""

import io
import re
from collections.abc import Iterable
from html import escape

import pikepdf
from weasyprint import HTML
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import URLFetcher

# Whatever a name contains, nothing is ever fetched, neither from the network nor from a file:
# pictures are in the document itself.
NOTHING_OUTSIDE = URLFetcher(allowed_protocols=("data",))
_PAIR = re.compile(rb"<([0-9a-fA-F]+)>\s*<([0-9a-fA-F]+)>")


class Letters:
    """The letters of one weight that ``pdf`` can set, measured in em."""

    def __init__(self, pdf: pikepdf.Pdf, chars: set[str], weight: str, fonts: FontConfiguration):
        self.weight = weight
        self.fonts: dict[str, pikepdf.Object] = {}
        self._glyphs: dict[str, tuple[str, str, float]] = {}
        content = HTML(string=_chart(chars, weight), url_fetcher=NOTHING_OUTSIDE).write_pdf(
            font_config=fonts
        )
        with pikepdf.open(io.BytesIO(content)) as chart:
            found = chart.pages[0].Resources.Font
            for number, key in enumerate(sorted(found.keys())):
                name = f"/{'B' if weight == 'bold' else 'R'}{number}"
                self._read(name, found[key])
                self.fonts[name] = pdf.copy_foreign(found[key])

    def _read(self, name: str, font: pikepdf.Object) -> None:
        descendant = font.DescendantFonts[0]
        widths = _widths(descendant)
        for match in _PAIR.finditer(_between_bf(font.ToUnicode.read_bytes())):
            glyph = int(match[1], 16)
            text = bytes.fromhex(match[2].decode()).decode("utf-16-be")
            self._glyphs.setdefault(text, (name, f"{glyph:04x}", widths.get(glyph, 1.0)))

    def has(self, text: str) -> bool:
        return all(char in self._glyphs for char in text)

    def width(self, text: str) -> float:
        """The width in em."""
        return sum(self._glyphs[char][2] for char in text)

    def shown(self, text: str, size: float) -> str:
        """The operators that show the text where the pen stands."""
        out, current, codes = [], None, ""
        for char in text:
            name, code, _ = self._glyphs[char]
            if name != current:
                if codes:
                    out.append(f"<{codes}>Tj")
                out.append(f"{name} {size:.4g} Tf")
                current, codes = name, ""
            codes += code
        return " ".join([*out, f"<{codes}>Tj"]) if codes else ""


def _chart(chars: Iterable[str], weight: str) -> str:
    letters = " ".join(escape(char) for char in sorted(chars))
    return (
        "<!doctype html><style>@page{size:400mm 2000mm;margin:5mm}"
        f'p{{font:{weight} 8pt "DejaVu Sans",sans-serif;font-variant-ligatures:none;'
        f"font-variant-numeric:tabular-nums}}</style><p>{letters}</p>"
    )


def _widths(descendant: pikepdf.Object) -> dict[int, float]:
    """Widths in em by glyph, from a font's array ``[first [w w …] first last w …]``."""
    found: dict[int, float] = {}
    items = list(descendant.get("/W", []))
    at = 0
    while at < len(items):
        first = int(items[at])
        if isinstance(items[at + 1], pikepdf.Array):
            for step, width in enumerate(items[at + 1]):
                found[first + step] = float(width) / 1000
            at += 2
        else:
            for glyph in range(first, int(items[at + 1]) + 1):
                found[glyph] = float(items[at + 2]) / 1000
            at += 3
    return found


def _between_bf(cmap: bytes) -> bytes:
    """The pairs of glyph and text of a ToUnicode map."""
    return b"\n".join(re.findall(rb"beginbfchar(.*?)endbfchar", cmap, re.S))
