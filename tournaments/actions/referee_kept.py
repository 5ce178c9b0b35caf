"""What the referee wrote on a table stays there, whoever types it and in whatever way."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
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
# What stands between the notes of several rulings on totals.
_BETWEEN = " · "


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
    return _BETWEEN.join(filter(None, notes))


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


@dataclass(frozen=True)
class Noted:
    """What a referee wrote on a table: the note, its points by seat ("" for none), and the row,
    counted from 0, at which it stands; None on totals.
    """

    note: str
    points: str
    at: int | None = None

    def __str__(self) -> str:
        note = _("“%(note)s”") % {"note": self.note}
        return f"{note} ({self.points})" if self.points else note


def noted_on(deals: Sequence[Deal]) -> list[Noted]:
    """What referees wrote on a table, by name and with a reason; what has neither was typed."""
    if sheets.is_totals_only(deals):
        return [_noted_on_totals(part) for part in deals[0].note.split(_BETWEEN) if part]
    rows = enumerate(sheets.stored_rows(deals))
    return [
        Noted(deals[n].note, _points(row), n)
        for n, row in rows
        if deals[n].note and _is_ruling(row)
    ]


def _noted_on_totals(part: str) -> Noted:
    with override(settings.LANGUAGE_CODE):
        before = _("included: %(points)s") % {"points": ""}
    note, _found, points = part.rpartition(before) if before in part else (part, "", "")
    return Noted(note.removesuffix("; "), points)


def dropped_rulings(size: int, before: Sequence[Deal], sheet: Sequence[SheetRow]) -> list[Noted]:
    """The referee's points that a sheet would take away if it were stored in place of ``before``.

    Of totals with these points none are taken away by a sheet that comes to the same.
    """
    if sheets.is_totals_only(before) and sheets.totals_of(size, before) == sheets.totals_of(
        size, sheet
    ):
        return []
    return [noted for noted, at in _placed(before, sheet) if at is None and noted.points]


def kept_notes(before: Sequence[Deal], sheet: Sequence[SheetRow]) -> list[str]:
    """The note of each row of a sheet that takes the place of ``before``; "" where there is none.

    A referee's note stays with its row, wherever on the sheet that stands now; the note of
    totals goes to the row with the points that it is about.
    """
    notes = [""] * len(sheet)
    if not sheets.is_totals_only(before):
        struck = iter([deal.note for deal in before if deal.kind == Deal.Kind.STRUCK])
        for at, row in enumerate(sheet):
            if row.kind is DealKind.STRUCK:
                notes[at] = next(struck, "")
            elif before[at : at + 1] and sheets.stored_rows(before[at : at + 1]) == [row]:
                notes[at] = "" if _is_ruling(row) else before[at].note
    for noted, at in _placed(before, sheet):
        if at is not None:
            notes[at] = noted.note
    return notes


def with_rulings(
    size: int,
    before: Sequence[Deal],
    sheet: list[SheetRow],
    records: Sequence[Mapping[str, Any]],
    *,
    may_drop: bool = False,
) -> list[tuple[Any, str]]:
    """Outcome and note of each row of a sheet, with what the referee wrote on the table before.

    Notes that the sheet lacks are put into it, as rows without points. Refused where it lacks
    points of the referee, unless they are dropped by who may give them (``may_drop``).
    """
    dropped = dropped_rulings(size, before, sheet)
    if dropped and not may_drop:
        raise Refused(
            _(
                "The referee gave points on this table that this sheet lacks: %(rulings)s. "
                "They stay on a line of their own (TSR 9). To take them back, undo them in the log."
            )
            % {"rulings": ", ".join(map(str, dropped))},
            where="penalties",
            code="ruling_missing",
        )
    notes = kept_notes(before, sheet)
    facts = [
        (record.get("outcome"), record.get("note", note))
        for record, note in zip(records, notes, strict=True)
    ]
    for noted, found in list(_placed(before, sheet)):
        if found is None and noted not in dropped:
            at = len(sheet) if noted.at is None else min(noted.at, len(sheet))
            sheet.insert(at, SheetRow(DealKind.PENALTY, None, (0,) * size))
            facts.insert(at, (None, noted.note))
    return facts


def _placed(
    before: Sequence[Deal], sheet: Sequence[SheetRow]
) -> Iterator[tuple[Noted, int | None]]:
    """Each ruling stored before with the row of the sheet that has its points; None: none has."""
    free = [at for at, row in enumerate(sheet) if _is_ruling(row)]
    for noted in noted_on(before):
        found = next((at for at in free if _points(sheet[at]) == noted.points), None)
        if found is not None:
            free.remove(found)
        yield noted, found


def _is_ruling(row: SheetRow) -> bool:
    """May the row be one that a referee wrote, also when it has no note?"""
    return row.kind is DealKind.PENALTY or row.breach


def _points(row: SheetRow) -> str:
    return by_seat(row.scores) if any(row.scores or ()) else ""  # type: ignore[arg-type]
