"""The text of certificates: lines with placeholders, and a logo that can be printed."""

import io
import re
import warnings
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from PIL import Image

from tournaments.documents.paper import PaperRefused
from tournaments.documents.stacks import Text

PLACEHOLDERS = (
    "name",
    "club",
    "rank",
    "points",
    "sessions",
    "players",
    "tournament",
    "place",
    "date",
)
MAX_LOGO = 2_000_000  # bytes
MAX_PIXELS = 5000  # along each side
MAX_LINES = 40
JPEG_END = b"\xff\xd9"  # Pillow, as WeasyPrint sets it, takes pictures that are cut off
_PART = re.compile(r"\{([^{}]*)\}|[{}]")
# "# " and "## " before a line make it larger.
_SIZES = ((re.compile(r"##\s+"), 25.0, True), (re.compile(r"#\s+"), 42.0, True))
_NORMAL = 14.0


class TemplateFault(ValueError):
    """A text that cannot be filled in; ``str()`` says what is wrong and in which line."""


@dataclass(frozen=True)
class Template:
    """A text that has been read: its lines with size and weight."""

    lines: list[tuple[str, float, bool]]

    def filled(self, values: Mapping[str, str]) -> tuple[Text, ...]:
        """The paragraphs of one certificate. A line of which nothing is left is left out."""
        texts = []
        for line, size, bold in self.lines:
            text = _PART.sub(lambda match: values[match[1].strip()], line).strip(" ,")
            if text or not _PART.search(line):
                texts.append(Text(text, size, bold, align="center"))
        return tuple(texts)


def built_in() -> str:
    """The text where the director has given none, in the active language."""
    return _(
        "# Certificate\n\n## {name}\n{club}\n\ntook\n## rank {rank}\nof {players} players at\n"
        "## {tournament}\nwith {points} points in {sessions}\n\n{place}, {date}"
    )


def read_template(text: str) -> Template:
    """The lines of a text. Raises TemplateFault for a placeholder that does not exist."""
    raw = text.splitlines()
    if len(raw) > MAX_LINES:
        raise TemplateFault(_("More than %(most)s lines do not fit.") % {"most": MAX_LINES})
    lines = []
    for number, line in enumerate(raw, start=1):
        _check_placeholders(line, number)
        size, bold, start = _NORMAL, False, 0
        for mark, large, heavy in _SIZES:
            if found := mark.match(line):
                size, bold, start = large, heavy, found.end()
                break
        lines.append((line[start:], size, bold))
    return Template(lines)


def _check_placeholders(line: str, number: int) -> None:
    for part in _PART.finditer(line):
        place = {"line": number, "column": part.start() + 1}
        if part[1] is None:
            raise TemplateFault(
                _("Line %(line)s, character %(column)s: a brace { or } without its counterpart.")
                % place
            )
        if part[1].strip() not in PLACEHOLDERS:
            known = ", ".join(f"{{{name}}}" for name in PLACEHOLDERS)
            raise TemplateFault(
                _(
                    "Line %(line)s, character %(column)s: there is no placeholder “%(name)s”. "
                    "There are: %(known)s."
                )
                % {**place, "name": part[0][:40], "known": known}
            )


def logo_kind(content: bytes) -> str:
    """``png`` or ``jpeg``; raises PaperRefused with the reason for what cannot be printed."""
    if len(content) > MAX_LOGO:
        raise PaperRefused(
            _("The logo has %(size)s MB; at most %(most)s MB are taken.")
            % {"size": -(-len(content) // 1_000_000), "most": MAX_LOGO // 1_000_000}
        )
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(content), formats=("PNG", "JPEG")) as image:
                kind, size = str(image.format).lower(), image.size
                image.verify()
            if kind == "jpeg" and JPEG_END not in content[-1024:]:
                raise OSError("cut off")
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError, Warning):
        raise PaperRefused(
            _("The logo cannot be read: it is no PNG or JPEG picture, or the file is damaged.")
        ) from None
    if max(size) > MAX_PIXELS:
        raise PaperRefused(
            _("The logo has %(width)s × %(height)s pixels; at most %(most)s a side are taken.")
            % {"width": size[0], "height": size[1], "most": MAX_PIXELS}
        )
    return kind
