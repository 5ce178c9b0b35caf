"""Penalties of the referee that stand on a sheet (TSR 9.2-9.5)."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from rules.penalties import MOST_ABSAGEN, Breach, Fate, Penalty
from rules.penalties import penalty as penalty_by_law
from rules.refusal import Refusal
from rules.session import ALONE, OWED, DealKind
from scoring.sheet import SheetRow
from tournaments.actions import sheets
from tournaments.actions.at_table import TableUnderWay, at_table
from tournaments.actions.breached_solo import put_solo
from tournaments.actions.core import Refused
from tournaments.actions.referee_kept import joined, with_points
from tournaments.actions.referee_rows import (
    RefereeSheet,
    Ruling,
    as_stored,
    checked_line,
    deal_text,
    fate_text,
    ruling_of,
)
from tournaments.actions.writing import sound_totals, write_rows
from tournaments.models import Table, Tournament


def penalty_for(
    size: int,
    *,
    breach: str,
    offender: int,
    soloist: int | None = None,
    kind: str = "",
    absagen: int = 0,
    hurts_soloist: bool = False,
    time_is_up: bool = False,
    sits_out: int | None = None,
) -> Penalty:
    """What a breach costs, by the law; ``sits_out`` is the dealer at a table of five.

    ``kind`` is the kind of the game that ``soloist`` plays alone. Raises Refused.
    """
    seats = [seat for seat in range(1, size + 1) if size == 4 or seat != sits_out]
    if len(seats) != 4:
        raise Refused(
            _("At a table of five the dealer sits out: say which seat (TSR 10.1)."),
            where="sits_out",
            code="sits_out",
        )
    if breach not in list(Breach):
        raise Refused(_("There is no such breach."), where="breach", code="breach")
    if (soloist is None) != (kind == "") or (kind and kind not in list(ALONE)):
        raise Refused(
            _("A game played alone has a soloist and a kind; a normal game has neither."),
            where="soloist",
            code="soloist",
        )
    try:
        return penalty_by_law(
            Breach(breach),
            offender,
            seats,
            soloist=soloist,
            absagen=absagen,
            hurts_soloist=hurts_soloist,
            time_is_up=time_is_up,
            vorfuehrung=kind == DealKind.VORFUEHRUNG,
        )
    except Refusal as refusal:
        where = "offender" if 0 <= absagen <= MOST_ABSAGEN else "absagen"
        raise Refused(sheets.refusal_sentence(refusal), where=where, code=refusal.code) from refusal


def give_penalty(
    tournament: Tournament,
    actor: Any,
    session: int,
    table: int,
    *,
    by_law: Penalty,
    offender: int,
    given_by: str,
    reason: str,
    soloist: int | None = None,
    kind: str = "",
    points: Sequence[int] | None = None,
    after: int | None = None,
    line: str = "",
    replaces: int | None = None,
    seen: str | None = None,
    key: str | None = None,
) -> Table:
    """Put a penalty on a table's sheet, after row ``after`` (0: first, None: last).

    It is a row of its own; a solo that counts as played by the breach (TSR 9.4.4) is that solo's
    row, and where the solo is written already, takes the place of that row (``replaces``, from 1).
    Of a table of which only the totals are known, the totals change. ``points`` by seat, in
    game points, replace those of the law where the referee decides otherwise. The row's note
    names who gave it and why, and what became of the deal where it is dealt again or, time being
    up, not repeated: then a struck row uses its number up, unless it was a Pflichtsolo, which
    stays open (TSR 8.5, 9.4). ``line`` is where it stands on the paper, where the sheet is not
    stored deal by deal. What was verified is to be checked again.
    """
    with at_table(
        tournament, actor, "give_penalty", session, table, key, seen, closed_too=True
    ) as desk:
        ruling = ruling_of(given_by, reason, by_law.rule)
        desk.this.reason = ruling.reason
        size = desk.table.size
        lawful = [by_law.points.get(seat, 0) for seat in range(1, size + 1)]
        given = sound_totals(desk.table, lawful if points is None else points)
        if sheets.is_totals_only(desk.deals):
            line = checked_line(line)
            with as_stored():
                fate = stored_fate(by_law.fate, deal_text(None, line=line), kind, line)
            _add_to_totals(desk, given, with_points(ruling.note(fate), given))
        else:
            _add_rows(
                desk, by_law, given, ruling, soloist, kind, after, checked_line(line), replaces
            )
        desk.this.after = {
            "offender": offender,
            "points_given": given,
            "given_by": ruling.given_by,
            "rule": by_law.rule,
            "fate": by_law.fate.value,
            **({"by_law": lawful} if given != lawful else {}),
        }
    return desk.table


def stored_fate(fate: Fate, deal: str, kind: str, line: str = "") -> str:
    """What the note says of the ``deal``: what became of one that does not count; of one that
    does its ``line`` on the paper, so that who types the sheet puts the penalty there; "" for none.
    """
    if fate not in (Fate.DEALT_AGAIN, Fate.NOT_REPEATED):
        return _("line %(line)s") % {"line": line} if line else ""
    return fate_text(deal, repeated=fate is Fate.DEALT_AGAIN, stays_open=kind in OWED)


def _add_to_totals(desk: TableUnderWay, given: list[int], note: str) -> None:
    old = sheets.totals_of(desk.table.size, desk.deals)
    totals = sound_totals(desk.table, [a + b for a, b in zip(old, given, strict=True)])
    notes = joined((desk.deals[0].note, note))
    won: list[int | None] = [None] * desk.table.size
    row = sheets.totals_row(totals)
    typist = desk.table.entered_by
    write_rows(desk, typist, [row], [(None, notes)], won, Table.State.ENTERED)


def _add_rows(
    desk: TableUnderWay,
    by_law: Penalty,
    given: list[int],
    ruling: Ruling,
    soloist: int | None,
    kind: str,
    after: int | None,
    line: str,
    replaces: int | None,
) -> None:
    sheet = RefereeSheet(desk.table, desk.deals)
    at = sheet.place(after)
    with as_stored():
        which = sheet.deal_at(at, owed=kind in OWED, line=line)
        on_paper = "" if sheet.is_begun else line
        note = ruling.note(stored_fate(by_law.fate, which, kind, on_paper))
    if by_law.fate is Fate.COUNTS:
        solo = SheetRow(DealKind(kind), soloist, tuple(given), True)
        put_solo(sheet, at, solo, note, replaces=replaces)
    else:
        sheet.insert(at, SheetRow(DealKind.PENALTY, None, tuple(given)), note)
    if by_law.fate is Fate.NOT_REPEATED and kind not in OWED and sheet.is_begun:
        sheet.strike_one(at + 1, note)
    sheet.write(desk)
    sound_totals(desk.table, sheets.totals_of(desk.table.size, desk.deals))


# Kinds of games played alone that a breach can end as played (TSR 9.4.4).
PLAYED_ALONE = tuple(kind.value for kind in DealKind if kind in ALONE)
