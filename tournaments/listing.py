"""A list as it goes into a spreadsheet: a title, a header, rows of cells."""

from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext as _

from tournaments.models import Player

Cell = str | int | date | None


@dataclass(frozen=True)
class Listing:
    """A list to export: its title, its header and its rows, cell by cell as wide."""

    title: str
    header: list[str]
    rows: list[list[Cell]]


def player_header() -> list[str]:
    """The columns of ``player_cells``."""
    return [_("Start number"), _("Last name"), _("First name")]


def player_cells(start_number: int, player: Player) -> list[Cell]:
    """Who it is, in the order that all lists have."""
    return [start_number, player.last_name, player.first_name]
