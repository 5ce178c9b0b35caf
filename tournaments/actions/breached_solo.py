"""A solo that a Kontra player's serious breach ended: where it stands on a sheet (TSR 9.4.4).

It counts as played, with the points of the penalty and no others. So where the solo is written
already, the penalty takes that line's place: in a line of its own it would count twice.
"""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from rules.session import ALONE, OWED, DealKind
from scoring.sheet import SheetRow
from tournaments.actions.core import Refused
from tournaments.actions.referee_rows import RefereeSheet


@dataclass(frozen=True)
class SoloPlaces:
    """Where the solo can stand: in the place of one of the rows ``written`` (from 1), and in a
    line of its own unless ``why_not_own`` says why that cannot be. ``default`` is the row whose
    place it takes if nobody says otherwise; None is the line of its own.
    """

    written: list[int]
    why_not_own: str
    default: int | None


def solo_places(sheet: RefereeSheet, at: int, soloist: int, kind: str) -> SoloPlaces:
    """Where a solo of ``soloist`` after the first ``at`` rows can stand. Refused where it cannot
    stand at all.

    A solo of the same player that stands in the row before is the one that is meant, whatever
    kind was said; elsewhere it may be one that was owed, or one that was not, as was said.
    """
    written = [
        number
        for number, row in enumerate(sheet.rows, start=1)
        if _is_solo_of(sheet, number, soloist)
        and (number == at or (row.kind in OWED) == (kind in OWED))
    ]
    why_not_own = sheet.why_no_room(at, SheetRow(DealKind(kind), soloist))
    if why_not_own and not written:
        raise Refused(
            _("The sheet has no place for this solo: %(why)s") % {"why": why_not_own},
            code="no_place",
        )
    if at in written:
        return SoloPlaces(written, why_not_own, at)
    return SoloPlaces(written, why_not_own, written[-1] if why_not_own else None)


def put_solo(
    sheet: RefereeSheet, at: int, solo: SheetRow, note: str, *, replaces: int | None
) -> None:
    """Write the solo: in the place of the row ``replaces``, or after the first ``at`` rows.

    The row keeps its kind: whether a solo was a Pflichtsolo follows from the sheet. Refused where
    the solo cannot stand there.
    """
    if replaces is not None:
        if not (0 < replaces <= len(sheet.rows) and _is_solo_of(sheet, replaces, solo.soloist)):
            raise Refused(_("That line is not the solo of this player."), code="no_such_solo")
        kind = sheet.rows[replaces - 1].kind
        sheet.replace(replaces - 1, SheetRow(kind, solo.soloist, solo.scores, True), note)
        return
    why_not = sheet.why_no_room(at, solo)
    if why_not:
        raise Refused(
            _("The solo cannot have a line of its own: %(why)s") % {"why": why_not},
            code="no_place",
        )
    sheet.insert(at, solo, note)


def _is_solo_of(sheet: RefereeSheet, number: int, soloist: int | None) -> bool:
    """Is this row a game that ``soloist`` played alone, and not ended by a breach already?"""
    row = sheet.rows[number - 1]
    return row.kind in ALONE and row.soloist == soloist and not row.breach
