"""What the referee wrote on a stored sheet, taken over into one that is being typed."""

from collections.abc import Sequence

from rules.ruleset import Ruleset
from rules.session import OWED, DealKind
from scoring.sheet import SheetRow
from tournaments.actions.referee_kept import rulings_only
from tournaments.actions.sheets import is_totals_only, stored_rows
from tournaments.models import Deal
from tournaments.pages.desk.sheet_lines import read
from tournaments.pages.desk.sheet_stored import from_rows
from tournaments.pages.desk.sheet_typed import PenaltyLine, Typed


def take_over_rulings(typed: Typed, deals: Sequence[Deal], ruleset: Ruleset) -> list[str]:
    """Put the referee's rows of the stored ``deals`` that ``typed`` lacks into it.

    Returns their notes. A penalty with the same points counts as typed already, wherever it
    stands. A line that holds something else stays as it was typed.
    """
    if is_totals_only(deals):
        return []
    rows = stored_rows(deals)
    stored = from_rows(rows, typed.size, ruleset)
    places = {
        place: index
        for index, place in enumerate(read(stored, ruleset).places)
        if index < len(rows)
    }
    typed_rows = list(read(typed, ruleset).rows)
    is_begun = not rulings_only(deals)
    taken = []
    for place, row, deal in zip(places, rows, deals, strict=False):
        note = deal.note
        if not note:
            continue
        if row in typed_rows:
            typed_rows.remove(row)
        elif _put(typed, stored, place, row, is_begun):
            taken.append(note)
    return taken


def _put(typed: Typed, stored: Typed, place: str, row: SheetRow, is_begun: bool) -> bool:
    """Put the stored line ``place`` into the typed sheet; False where there is no room for it."""
    at = int(place[1:]) - 1
    if row.kind is DealKind.PENALTY:
        line = stored.penalties[at]
        after = line.a if is_begun else ""
        _put_penalty(typed, PenaltyLine(_after_typed(typed, after), line.points))
        return True
    section, lines = ("solos", stored.solos) if row.kind in OWED else ("normal", stored.normal)
    mine = getattr(typed, section)
    if section == "solos":  # the Pflichtsoli stand in the order played, not in fixed lines
        at_mine = next((n for n, one in enumerate(mine) if one.is_blank), len(mine))
        if any(one.s.strip() == str(row.soloist) for one in mine):
            return False
    else:
        at_mine = at
    if at_mine >= len(mine) or not mine[at_mine].is_blank:
        return False
    mine[at_mine] = lines[at]
    if row.kind is DealKind.STRUCK:
        mine[at_mine].w = "x"
    return True


def _put_penalty(typed: Typed, line: PenaltyLine) -> None:
    for at, one in enumerate(typed.penalties):
        if one.is_blank:
            typed.penalties[at] = line
            return
    typed.penalties.append(line)


def _after_typed(typed: Typed, label: str) -> str:
    """After which typed line a penalty stands: after line ``label``, or the last one that is used.

    "" is the end; of a sheet that is only begun, the end would be after its blank lines.
    """
    if label.startswith("P"):
        number = int(label[1:])
        if number <= len(typed.solos) and not typed.solos[number - 1].is_blank:
            return label
        label = ""
    used = max((n for n, one in enumerate(typed.normal, 1) if not one.is_blank), default=0)
    if label and int(label) <= used:
        return label
    return "" if typed.time_up or used == len(typed.normal) else str(used)
