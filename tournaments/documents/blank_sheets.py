"""Score sheets without names: for a table whose paper got lost, and for club evenings."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from rules.ruleset import get_ruleset
from tournaments.documents.paper import Collected, Paper
from tournaments.documents.sheets import COLUMN, FIRST_COLUMN, LEFT, SIZES, TOP, form_of
from tournaments.documents.stacks import Page, Stack, Text
from tournaments.models import Tournament


def collect_blank_sheets(tournament: Tournament) -> Collected:
    """A page for a table of four and one for five; session, table and names are left open."""
    ruleset = get_ruleset(tournament.ruleset)
    forms = {str(size): form_of(tournament, None, size, ruleset) for size in SIZES}
    return Collected(
        template="documents/sheets.html",
        title=_("Blank score sheets"),
        forms=forms,
        pages=[_page(size) for size in SIZES],
    )


def _page(size: int) -> Page:
    word = Text(pgettext("sheet", "Table"), 9, align="center")
    stacks = [Stack(LEFT + 157, TOP + 1, 34, 5, (word,))]
    for position in range(size):
        x = LEFT + FIRST_COLUMN[size] + COLUMN[size] * position + 0.9
        number = Text(_("No. %(number)s") % {"number": "____"}, 6.6, align="right")
        stacks.append(Stack(x, TOP + 22.7, COLUMN[size] - 1.6, 3.2, (number,)))
    return Page(form=str(size), stacks=tuple(stacks))


BLANK_SHEETS = Paper("blank-sheets", collect_blank_sheets)
