"""Sheets with what is stored filled in: corrections carried over, to be signed or played on."""

from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from rules.ruleset import Ruleset, get_ruleset
from rules.session import DealKind
from scoring.sheet import CheckedRow, SheetRow, check_sheet
from tournaments.documents.paper import Collected, Paper, PaperRefused, heading, session_number
from tournaments.documents.sheets import (
    Cell,
    Form,
    Line,
    empty_form,
    page_of,
    released_session,
    tables_with_seats,
)
from tournaments.models import Deal, Session, Table, Tournament
from tournaments.models.deal import notes_once
from tournaments.numbers import points_text, signed

# In the section of the Pflichtsoli stand these, each player's own.
_OWED = (Deal.Kind.PFLICHTSOLO, Deal.Kind.VORFUEHRUNG)


def collect_fair_copies(
    tournament: Tournament, *, session: int, table: int | None = None
) -> Collected:
    """The sheets of a session, or of one table of it, as they are stored now.

    Tables of which nothing is stored are left out; of those with totals only, these are written.
    """
    found = released_session(tournament, session)
    tables = [
        one
        for one in tables_with_seats(found, deals=True)
        if one.deals.all() and table in (None, one.number)
    ]
    if not tables:
        raise PaperRefused(_("There are no results yet."))
    common = {
        **heading(tournament),
        "session": session,
        "sessions": tournament.sessions.count(),
        "copy": _("copy of what is stored"),
    }
    ruleset = get_ruleset(tournament.ruleset)
    return Collected(
        template="documents/sheets.html",
        title=_("Score sheets as stored, session %(number)s") % {"number": session},
        forms={
            f"t{one.number}": {**common, "sheet": _filled(one, found, ruleset)} for one in tables
        },
        pages=[page_of(one, None, f"t{one.number}") for one in tables],
    )


def _filled(table: Table, session: Session, ruleset: Ruleset) -> Form:
    minutes = session.minutes_five if table.size == 5 else session.minutes
    empty = empty_form(table.size, minutes, ruleset)
    deals = list(table.deals.all())
    totals = ["" if seat.points is None else signed(seat.points) for seat in table.seats.all()]
    if deals[0].kind == Deal.Kind.TOTAL:
        return replace(empty, totals=totals)
    checked = check_sheet(table.size, [_row(deal) for deal in deals], ruleset=ruleset).rows
    normal, owed, penalties = [], [], []
    for deal, row, note in zip(deals, checked, notes_once(deals), strict=True):
        after = str(len(normal))
        if deal.is_note:
            penalties.append(Line([], after=after, note=deal.note))
        elif deal.kind == Deal.Kind.PENALTY:
            line = _line(deal, row, table.size)
            penalties.append(replace(line, after=after, kind="", note=deal.note))
        elif deal.kind in _OWED:
            line = replace(_line(deal, row, table.size), number=f"P{len(owed) + 1}", after=after)
            owed.append(line)
        else:
            printed = empty.normal[len(normal) : len(normal) + 1]
            line = _line(deal, row, table.size)
            if printed:
                line = replace(
                    line,
                    number=printed[0].number,
                    dealer=line.dealer or printed[0].dealer,
                    ends_round=printed[0].ends_round,
                )
            normal.append(line)
        if note and deal.kind != Deal.Kind.PENALTY:
            line = owed[-1] if deal.kind in _OWED else normal[-1]
            penalties.append(Line([], number=line.number, note=note))
    return replace(
        empty,
        normal=normal + empty.normal[len(normal) :],
        pflichtsoli=owed + empty.pflichtsoli[len(owed) :],
        penalties=penalties + empty.penalties[len(penalties) :],
        totals=totals,
        played=frozenset(
            deal.soloist for deal in deals if deal.kind in _OWED and deal.soloist is not None
        ),
    )


def _row(deal: Deal) -> SheetRow:
    scores = tuple(deal.scores) if deal.scores is not None else None
    return SheetRow(DealKind(deal.kind), deal.soloist, scores, deal.breach)


def _line(deal: Deal, checked: CheckedRow, size: int) -> Line:
    dealer = checked.step.dealer
    return Line(
        cells=_cells(deal.scores, checked.running, dealer, size),
        dealer=str(dealer or ""),
        soloist=str(deal.soloist or ""),
        kind="" if deal.kind == Deal.Kind.NORMAL else str(deal.get_kind_display()),
    )


def _cells(
    scores: Sequence[int] | None, running: Sequence[int] | None, dealer: int | None, size: int
) -> list[Cell]:
    if scores is None or running is None:  # struck by the clock
        return [Cell(points="–")] * size
    out = dealer if size == 5 else None
    return [
        Cell(
            sits_out=position == out,
            points=points_text(points),
            running=signed(running[position - 1]),
        )
        for position, points in enumerate(scores, start=1)
    ]


FAIR_COPIES = Paper(
    "fair-copies", collect_fair_copies, {"session": session_number, "table": session_number}
)
