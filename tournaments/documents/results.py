"""The result list: ranking with a column per session, for the wall, the press and the archive."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.documents.paper import (
    Collected,
    Paper,
    PaperRefused,
    Part,
    heading,
    names_choice,
    session_number,
)
from tournaments.models import Adjustment, Player, Session, TieBreak, Tournament
from tournaments.models.standings import StandingsRow, full_standings
from tournaments.numbers import signed


@dataclass(frozen=True)
class Line:
    """A line of the list as it is printed: "·" is a result that is missing, nothing a session
    not played. ``notes`` are the numbers of the footnotes that explain its adjustments.
    """

    row: StandingsRow
    name: str
    points: list[str]
    adjustments: str
    total: str
    tie_break: str
    notes: list[int]


def collect_results(
    tournament: Tournament, *, through: int | None = None, names: str = "full"
) -> Collected:
    """The standings after session ``through``, or after all there is.

    ``names="public"`` writes full names only of players who agreed to that, as the public pages
    do; the desk's own papers write all of them.
    """
    if through is not None and not tournament.sessions.filter(number=through).exists():
        raise PaperRefused(
            _("%(tournament)s has no session %(number)s.")
            % {"tournament": tournament, "number": through}
        )
    standings = full_standings(tournament, through=through)
    if not standings.has_results:
        raise PaperRefused(_("There are no results yet."))
    numbers = [one.number for one in standings.sessions if one.tables_in]
    footnotes: list[Adjustment] = []
    lines = [_line(row, numbers, names, footnotes) for row in standings.rows]
    is_final = through is None and (
        tournament.is_closed or all(one.state == Session.State.CLOSED for one in standings.sessions)
    )
    title = _("Final result") if is_final else _standing_title(numbers[-1])
    context = {
        **heading(tournament),
        "numbers": numbers,
        "ranked": [line for line in lines if line.row.rank is not None],
        "waiting": [line for line in lines if line.row.rank is None and not line.row.withdrawn],
        "withdrawn": [line for line in lines if line.row.withdrawn],
        "footnotes": [(n, signed(one.points), one) for n, one in enumerate(footnotes, start=1)],
        "substitutes": [
            (_shown_name(row.entry.player, names), number, _shown_name(person, names))
            for row in standings.rows
            for number, person in row.substitutes
        ],
        "names": names,
        "with_adjustments": any(line.row.adjusted for line in lines),
        "with_tie_breaks": any(line.tie_break for line in lines),
        "tie_breaks": [TieBreak(value).label for value in tournament.tie_breaks],
        "lot_seed": tournament.lot_seed if TieBreak.LOT in tournament.tie_breaks else None,
        "open_tables": sum(
            one.tables - one.tables_in for one in standings.sessions if one.tables_in
        ),
        "is_final": is_final,
        "protest_until": standings.protest_until,
        "disqualified": any(line.row.disqualified for line in lines),
    }
    return Collected("documents/results.html", title, [Part(context)])


def _standing_title(number: int) -> str:
    return _("Standings after session %(number)s") % {"number": number}


def _line(row: StandingsRow, numbers: list[int], names: str, footnotes: list[Adjustment]) -> Line:
    notes = []
    for adjustment in row.adjusted:
        footnotes.append(adjustment)
        notes.append(len(footnotes))
    return Line(
        row=row,
        name=_shown_name(row.entry.player, names),
        points=[_shown(row.points[n]) if n in row.points else "" for n in numbers],
        adjustments=_shown(row.adjustments) if row.adjusted else "",
        total=_shown(row.total),
        tie_break=TieBreak(row.decided_by).label if row.decided_by else "",
        notes=notes,
    )


def _shown_name(player: Player, names: str) -> str:
    return player.list_name if names == "full" else player.public_name


def _shown(points: int | None) -> str:
    return "·" if points is None else signed(points)


RESULTS = Paper("results", collect_results, {"through": session_number, "names": names_choice})
