"""What the referee wrote on a table stays there, whoever types it and in whatever way."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import override

from rules.session import DealKind
from scoring.sheet import SheetRow
from tournaments.actions import sheets
from tournaments.actions.core import Refused
from tournaments.models import Deal, Table
from tournaments.models.deal import MOST_NOTE, notes_once
from tournaments.numbers import points_text

# What totals from paper say of penalty points that are stored already.
INCLUDED, ADDED = "included", "added"


def rulings_only(deals: Sequence[Deal]) -> bool:
    """Is there nothing but what the referee wrote: no deal typed, no totals?"""
    if not deals or sheets.is_totals_only(deals):
        return False
    return all(deal.is_of_referee for deal in deals)


def penalty_points(size: int, deals: Sequence[Deal]) -> list[int]:
    """What the referee's rows come to, by seat."""
    return sheets.totals_of(size, [deal for deal in deals if deal.is_of_referee])


def totals_with_rulings(
    table: Table, deals: Sequence[Deal], totals: Sequence[int], penalties: str
) -> list[int]:
    """The totals of a table of which only the referee's rows were known, with these in them.

    ``penalties``: are they in ``totals`` already (INCLUDED), or is this to be done (ADDED)?
    Refused where it matters and is not said.
    """
    given = penalty_points(table.size, deals)
    if not any(given) or penalties == INCLUDED:
        return list(totals)
    if penalties == ADDED:
        return [total + points for total, points in zip(totals, given, strict=True)]
    raise Refused(
        _(
            "The referee gave penalty points on this table: %(points)s by seat. "
            "Say whether these totals hold them already."
        )
        % {"points": by_seat(given)},
        where="penalties",
        code="penalties",
    )


def notes_on_totals(size: int, deals: Sequence[Deal]) -> str:
    """What referees noted on the rows: it stays with the table when only totals are typed.

    With a penalty stand its points: who compares the totals with the paper must know them.
    """
    if sheets.is_totals_only(deals):
        return deals[0].note
    return joined(
        with_points(note, sheets.totals_of(size, [deal]))
        for deal, note in zip(deals, notes_once(deals), strict=True)
        if deal.is_of_referee
    )


def with_points(note: str, points: Sequence[int]) -> str:
    """A note on totals with the points that are in them because of it, in the stored language."""
    if not any(points):
        return note
    with override(settings.LANGUAGE_CODE):
        tail = _("included: %(points)s") % {"points": by_seat(points)}
    return f"{note}; {tail}" if note else tail


def joined(notes: Iterable[str]) -> str:
    """The notes of several rulings as one."""
    return " · ".join(filter(None, notes))


def refuse_long_notes(notes: Iterable[str]) -> None:
    """Refuse notes that a row cannot hold: cut, they would lose who ruled so and why (TSR 9)."""
    if any(len(note) > MOST_NOTE for note in notes):
        raise Refused(
            _(
                "The referees' notes on this table would be longer than %(most)s characters. "
                "Give a shorter reason, or type the sheet deal by deal: there each note has a "
                "line of its own."
            )
            % {"most": MOST_NOTE},
            where="reason",
            code="note_too_long",
        )


def by_seat(points: Sequence[int]) -> str:
    """Points in the order of the seats: "1 / −3 / 1 / 1"."""
    return " / ".join(map(points_text, points))


def with_note_of_totals(
    before: Sequence[Deal], sheet: list[SheetRow], facts: list[tuple[Any, str]]
) -> None:
    """Carry the note of totals over to the sheet that takes their place.

    It goes to the first penalty that has none, else into a row of its own at the end.
    """
    if not sheets.is_totals_only(before) or not before[0].note:
        return
    note = before[0].note
    for at, (row, (outcome, known)) in enumerate(zip(sheet, facts, strict=True)):
        if row.kind is DealKind.PENALTY and not known:
            facts[at] = (outcome, note)
            return
    zeros = (0,) * len(before[0].scores or ())
    sheet.append(SheetRow(DealKind.PENALTY, None, zeros))
    facts.append((None, note))


def known_facts(
    before: Sequence[Deal], sheet: Sequence[SheetRow], records: Sequence[Mapping[str, Any]]
) -> list[tuple[Any, str]]:
    """Facts and note of each row: as given, else those known before if the row is the same.

    The note of a referee's row stays with it, wherever on the sheet it stands now.
    """
    rows_before = [] if sheets.is_totals_only(before) else sheets.stored_rows(before)
    noted = [
        (row, deal.note)
        for row, deal in zip(rows_before, before, strict=False)
        if _moves(row) and (deal.note or row.kind is DealKind.STRUCK)
    ]
    found = []
    for index, (row, record) in enumerate(zip(sheet, records, strict=True)):
        is_same = rows_before[index : index + 1] == [row]
        outcome, note = (before[index].outcome, before[index].note) if is_same else (None, "")
        if _moves(row):
            known = next((one for one in noted if one[0] == row), None)
            note = known[1] if known else ""
            if known is not None:
                noted.remove(known)
        found.append((record.get("outcome", outcome), record.get("note", note)))
    return found


def _moves(row: SheetRow) -> bool:
    """Is the row one that a referee's note follows, also to another place on the sheet?"""
    return row.kind in (DealKind.PENALTY, DealKind.STRUCK) or row.breach
