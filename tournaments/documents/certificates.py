"""Certificates for the players, by the director's template or the built-in one."""

from base64 import b64encode
from collections.abc import Iterable
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.documents.cards import A4, A5, Format, card_form
from tournaments.documents.certificate_text import (
    Template,
    TemplateFault,
    built_in,
    logo_kind,
    read_template,
)
from tournaments.documents.paper import Collected, Paper, PaperRefused
from tournaments.documents.stacks import Page, Stack, Text
from tournaments.models import CertificateTemplate, Tournament
from tournaments.models.standings import StandingsRow, full_standings
from tournaments.numbers import signed

FRAME, THICK = 12.0, 0.9  # mm on A4
LOGO_TOP, LOGO_HEIGHT = 22.0, 45.0
SIGNED_AT = 262.0


def places(value: Any) -> int:
    """Down to which rank certificates are made."""
    number = int(value)
    if not 1 <= number <= 9999:
        raise ValueError(value)
    return number


def paper_choice(value: Any) -> str:
    """``a4`` or ``a5``."""
    if value not in ("a4", "a5"):
        raise ValueError(value)
    return str(value)


def collect_certificates(
    tournament: Tournament, *, places: int | None = None, paper: str = "a4"
) -> Collected:
    """A page for each ranked player down to rank ``places``, best first.

    A template with a fault is replaced by the built-in one: ``template_fault`` says why.
    """
    ranked = [
        row
        for row in full_standings(tournament).rows
        if row.rank is not None and (places is None or row.rank <= places)
    ]
    if not ranked:
        raise PaperRefused(_("There are no results yet."))
    stored = CertificateTemplate.objects.filter(tournament=tournament).first()
    template = _template(stored)
    size = A5 if paper == "a5" else A4
    scale = size.width / A4.width
    logo = bytes(stored.logo) if stored and stored.logo else None
    signers = stored.signers if stored and stored.signers else _("Director; Referee")
    form = _form(tournament, size, scale, signers.split(";"), logo)
    players = len(ranked) if places is None else _players(tournament)
    return Collected(
        template="documents/card.html",
        title=_("Certificates"),
        forms={"certificate": form},
        pages=[
            _page(template.filled(_values(row, tournament, players)), scale, logo is not None)
            for row in ranked
        ],
    )


def template_fault(tournament: Tournament) -> str:
    """What is wrong with the tournament's template, and where; "" if nothing is."""
    stored = CertificateTemplate.objects.filter(tournament=tournament).first()
    try:
        read_template(stored.text if stored else "")
    except TemplateFault as fault:
        return str(fault)
    return ""


def _template(stored: CertificateTemplate | None) -> Template:
    if stored and stored.text.strip():
        try:
            return read_template(stored.text)
        except TemplateFault:
            pass  # the page that asks for the document tells it: see template_fault
    return read_template(built_in())


def _players(tournament: Tournament) -> int:
    return sum(row.rank is not None for row in full_standings(tournament).rows)


def _values(row: StandingsRow, tournament: Tournament, players: int) -> dict[str, str]:
    sessions = sum(points is not None for points in row.points.values())
    return {
        "name": row.entry.player.full_name,
        "club": row.entry.player.club_name,
        "rank": str(row.rank),
        "points": signed(row.total or 0),
        "sessions": ngettext("%(n)s session", "%(n)s sessions", sessions) % {"n": sessions},
        "players": str(players),
        "tournament": tournament.name,
        "place": tournament.place,
        "date": date_format(tournament.starts_on),
    }


def _form(
    tournament: Tournament, size: Format, scale: float, signers: Iterable[str], logo: bytes | None
) -> dict[str, Any]:
    names = [name.strip() for name in signers if name.strip()][:4]
    inner = size.width - 2 * (FRAME + 10) * scale
    step = inner / max(len(names), 1)
    left, top = (FRAME + 10) * scale, SIGNED_AT * scale
    printed, rules = [], list(_frame(size, scale))
    for number, name in enumerate(names):
        x, width = left + step * number + 4 * scale, step - 8 * scale
        rules.append((x, top, width, 0.25))
        text = Text(name, 9 * scale, align="center")
        printed.append(Stack(x, top + 1, width, 8 * scale, (text,)))
    form = card_form(tournament, size, printed=printed, rules=rules)
    if logo:
        form["logo"] = f"data:image/{logo_kind(logo)};base64,{b64encode(logo).decode()}"
        form["logo_top"], form["logo_height"] = LOGO_TOP * scale, LOGO_HEIGHT * scale
    return form


def _frame(size: Format, scale: float) -> Iterable[tuple[float, float, float, float]]:
    """A thick line around the page and a thin one inside it."""
    for distance, thick in ((FRAME, THICK), (FRAME + 2, 0.25)):
        side = distance * scale
        width, height = size.width - 2 * side, size.height - 2 * side
        yield (side, side, width, thick)
        yield (side, size.height - side - thick, width, thick)
        yield (side, side, thick, height)
        yield (size.width - side - thick, side, thick, height)


def _page(texts: tuple[Text, ...], scale: float, has_logo: bool) -> Page:
    top = LOGO_TOP + LOGO_HEIGHT + 6 if has_logo else 40.0
    smaller = tuple(Text(text.text, text.size * scale, text.bold, text.align) for text in texts)
    left = (FRAME + 12) * scale
    width = A4.width * scale - 2 * left
    return Page(
        "certificate",
        (Stack(left, top * scale, width, (SIGNED_AT - 22 - top) * scale, smaller),),
    )


CERTIFICATES = Paper(
    "certificates", collect_certificates, {"places": places, "paper": paper_choice}
)
