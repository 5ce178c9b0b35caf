"""Many pages of a few forms, fast: each form is laid out once and shared by all its pages.

Laying out HTML takes a third of a second a page. Here a page is its form, drawn by reference,
and what is written on it: plain letters directly (``letters``), other scripts by WeasyPrint on
a sheet that is laid over the form, QR codes as vectors.
"""

import io
import re
from collections.abc import Iterable, Mapping
from typing import Any

import pikepdf
from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from weasyprint import HTML
from weasyprint.text.fonts import FontConfiguration

from tournaments.documents.letters import NOTHING_OUTSIDE, Letters
from tournaments.documents.paper import Collected, Progress
from tournaments.documents.stacks import (
    MM,
    QUIET,
    Code,
    Page,
    Stack,
    fitted,
    guessed_width,
    is_plain,
    runs,
)

_DARK = re.compile(b"\x01+")
NBSP = "\u00a0"
STEP = 25  # pages between two words about the progress


def layered(collected: Collected, *, progress: Progress | None = None) -> bytes:
    """The PDF of a document that has forms, in the language that is active."""
    fonts = FontConfiguration()
    with pikepdf.new() as pdf:
        forms = {}
        for key, form in collected.forms.items():
            forms[key] = _form(pdf, collected, form, fonts)
            if progress:
                progress(len(forms), collected.size)
        letters = _letters(pdf, collected.pages, fonts)
        shaped = _shaped(pdf, collected.pages, forms, letters, fonts)
        resources = pdf.make_indirect(_resources(forms, shaped, letters))
        for number, page in enumerate(collected.pages):
            form = forms[page.form]
            height = float(form.BBox[3])
            content = _content(page, number, letters, height, has_shaped=number in shaped)
            pdf.pages.append(_page(pdf, form, resources, content))
            done = number + 1
            if progress and (done % STEP == 0 or done == len(collected.pages)):
                progress(len(forms) + done, collected.size)
        pdf.docinfo["/Title"] = collected.title
        # What reads aloud must know the language.
        pdf.Root.Lang = pikepdf.String(get_language() or "de")
        out = io.BytesIO()
        pdf.save(
            out,
            deterministic_id=True,
            object_stream_mode=pikepdf.ObjectStreamMode.generate,
            compress_streams=True,
        )
    return out.getvalue()


def plainly(collected: Collected) -> bytes:
    """The same document as WeasyPrint makes it page by page: what the fast way is held against."""
    fonts = FontConfiguration()
    documents = []
    for page in collected.pages:
        html = _html(
            collected, collected.forms[page.form], stacks_html(page.stacks) + _codes_html(page)
        )
        documents.append(HTML(string=html, url_fetcher=NOTHING_OUTSIDE).render(font_config=fonts))
    pages = [page for document in documents for page in document.pages]
    return documents[0].copy(pages).write_pdf()


def _html(collected: Collected, form: Mapping[str, Any], written: str = "") -> str:
    return render_to_string(
        collected.template,
        {"title": collected.title, "written": mark_safe(written), **form},  # noqa: S308
    )


def _form(
    pdf: pikepdf.Pdf, collected: Collected, form: Mapping[str, Any], fonts: FontConfiguration
) -> pikepdf.Object:
    """The form as an object that pages draw; its first page, as a form has one."""
    content = HTML(string=_html(collected, form), url_fetcher=NOTHING_OUTSIDE).write_pdf(
        font_config=fonts
    )
    with pikepdf.open(io.BytesIO(content)) as laid_out:
        return pdf.copy_foreign(laid_out.pages[0].as_form_xobject())


def _letters(
    pdf: pikepdf.Pdf, pages: Iterable[Page], fonts: FontConfiguration
) -> dict[bool, Letters]:
    """The letters that are set directly, regular (False) and bold (True)."""
    used: dict[bool, set[str]] = {False: {" "}, True: {" "}}
    for page in pages:
        for stack in page.stacks:
            for text in stack.texts:
                if is_plain(text.text):
                    used[text.bold].update(text.text)
    return {
        bold: Letters(pdf, used[bold], "bold" if bold else "normal", fonts)
        for bold in (False, True)
    }


def _is_direct(stack: Stack, letters: dict[bool, Letters]) -> bool:
    return all(is_plain(text.text) and letters[text.bold].has(text.text) for text in stack.texts)


def _shaped(
    pdf: pikepdf.Pdf,
    pages: list[Page],
    forms: Mapping[str, pikepdf.Object],
    letters: dict[bool, Letters],
    fonts: FontConfiguration,
) -> dict[int, pikepdf.Object]:
    """For each page with text that needs a shaper, that text as an object to draw over it."""
    wanted = {
        number: [stack for stack in page.stacks if not _is_direct(stack, letters)]
        for number, page in enumerate(pages)
    }
    wanted = {number: stacks for number, stacks in wanted.items() if stacks}
    if not wanted:
        return {}
    sheets = []
    for number, stacks in wanted.items():
        width, height = (float(side) / MM for side in forms[pages[number].form].BBox[2:])
        name = f"p{width:.0f}x{height:.0f}"
        sheets.append(
            f"<style>@page {name} {{ size: {width:.2f}mm {height:.2f}mm; margin: 0 }}</style>"
            f'<section style="page:{name};break-before:page;position:relative;'
            f'height:{height - 1:.2f}mm">{stacks_html(stacks)}</section>'
        )
    html = render_to_string("documents/shaped.html", {"sheets": mark_safe("".join(sheets))})  # noqa: S308 - escaped in stacks_html
    content = HTML(string=html, url_fetcher=NOTHING_OUTSIDE).write_pdf(font_config=fonts)
    with pikepdf.open(io.BytesIO(content)) as laid_out:
        return {
            number: pdf.copy_foreign(page.as_form_xobject())
            for number, page in zip(wanted, laid_out.pages, strict=True)
        }


def stacks_html(stacks: Iterable[Stack]) -> str:
    """Boxes for a page of HTML; its section begins at the corner of the page."""
    boxes = []
    for stack in stacks:
        smaller, _ = fitted(stack, guessed_width)
        paragraphs = format_html_join(
            "",
            '<p dir="auto" style="font-size:{}pt;font-weight:{};text-align:{}">{}</p>',
            (
                (f"{t.size:.2f}", "bold" if t.bold else "normal", t.align, t.text or NBSP)
                for t in smaller.texts
            ),
        )
        boxes.append(
            format_html(
                '<div class="stack" style="left:{}mm;top:{}mm;width:{}mm;height:{}mm">{}</div>',
                *(f"{side:.2f}" for side in (stack.x, stack.y, stack.width, stack.height)),
                paragraphs,
            )
        )
    return "".join(boxes)


def _codes_html(page: Page) -> str:
    return "".join(
        f'<div class="stack" style="left:{code.x}mm;top:{code.y}mm;width:{code.side}mm">'
        f"{code.svg()}</div>"
        for code in page.codes
    )


def _resources(
    forms: Mapping[str, pikepdf.Object],
    shaped: Mapping[int, pikepdf.Object],
    letters: dict[bool, Letters],
) -> pikepdf.Dictionary:
    """One dictionary for all pages: the shared forms, the shaped texts, the fonts."""
    objects = {f"/Form_{key}": form for key, form in forms.items()}
    objects |= {f"/Over{number}": over for number, over in shaped.items()}
    named = {name: font for one in letters.values() for name, font in one.fonts.items()}
    return pikepdf.Dictionary(XObject=pikepdf.Dictionary(objects), Font=pikepdf.Dictionary(named))


def _page(
    pdf: pikepdf.Pdf, form: pikepdf.Object, resources: pikepdf.Object, content: str
) -> pikepdf.Page:
    return pikepdf.Page(
        pikepdf.Dictionary(
            Type=pikepdf.Name.Page,
            MediaBox=form.BBox,
            Resources=resources,
            Contents=pdf.make_stream(content.encode("ascii")),
        )
    )


def _content(
    page: Page, number: int, letters: dict[bool, Letters], height: float, *, has_shaped: bool
) -> str:
    """The operators of a page: its form, then what is written on it."""
    parts = [f"q /Form_{page.form} Do Q"]
    if has_shaped:
        parts.append(f"q /Over{number} Do Q")
    parts.append("BT")
    for stack in page.stacks:
        if not _is_direct(stack, letters):
            continue
        for run in runs(stack, lambda text, bold: letters[bold].width(text)):
            parts.append(f"1 0 0 1 {run.x * MM:.2f} {height - run.y * MM:.2f} Tm")
            parts.append(letters[run.bold].shown(run.text, run.size))
    parts.append("ET")
    parts += [_drawn(code, height) for code in page.codes]
    return "\n".join(parts)


def _drawn(code: Code, height: float) -> str:
    """A QR code as rectangles, in units of its squares, counted from its top left corner."""
    rows = code.modules()
    scale = code.side * MM / (len(rows) + 2 * QUIET)
    bars = []
    for y, row in enumerate(rows):
        for bar in _DARK.finditer(row):
            bars.append(f"{bar.start() + QUIET} {y + QUIET} {bar.end() - bar.start()} 1 re")
    corner = f"{code.x * MM:.2f} {height - code.y * MM:.2f}"
    return f"q {scale:.4f} 0 0 {-scale:.4f} {corner} cm {' '.join(bars)} f Q"
