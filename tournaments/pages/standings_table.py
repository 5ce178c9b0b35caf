"""The list of standings, for the public (names by consent) and for the desk (full names)."""

from collections.abc import Iterable
from html import escape
from typing import Any

import django_tables2 as tables
from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from tournaments.models import Entry, TieBreak
from tournaments.models.standings import Standings, StandingsRow
from tournaments.models.text import fold
from tournaments.numbers import points_text, signed
from tournaments.pages.lists import List, RowsInMemory, answers_search, show_page

ROWS_ON_A_PAGE = 250
NOT_PLAYED, MISSING = "·", "…"


class Line:
    """A row as it is shown: what it sorts by, and its cells as HTML.

    The cells are written here and not in the template: for 200 rows of 13 cells django-tables2
    and the template take three times as long (see tests/bench/bench_standings.py).
    """

    def __init__(self, row: StandingsRow, name: str, notes: Iterable[str] = ()) -> None:
        self.row = row
        self.name = name
        self.notes = notes
        self.club = row.entry.player.club_name

    def sort_value(self, column: str) -> Any:
        """What ``column`` sorts by; None comes last. Names sort as they are shown, so that the
        order tells nothing about a name that is not."""
        row = self.row
        if number := _session_number(column):
            return row.points.get(number)
        if column == "name":
            return fold(self.name), row.entry.start_number
        if column == "club":
            return fold(self.club) or None
        if column == "start_number":
            return row.entry.start_number
        return getattr(row, column)

    def matches(self, text: str) -> bool:
        return answers_search(text, self.row.entry.start_number, self.name, self.club)

    def html(self, columns: list[str | int]) -> str:
        """The row; a column is named, or numbered if it is a session's."""
        row = self.row
        css_class = "out" if row.withdrawn else "top" if row.rank and row.rank <= 3 else ""
        cells = "".join([self._cell(column) for column in columns])
        return f'<tr id="n{row.entry.start_number}" class="{css_class}">{cells}</tr>'

    def _cell(self, column: str | int) -> str:
        if isinstance(column, str):
            return getattr(self, f"_{column}")()
        points = self.row.points.get(column, NOT_PLAYED)
        if points is None or points is NOT_PLAYED:
            return f'<td class="num s soft">{points or MISSING}</td>'
        return f'<td class="num s">{signed(points)}</td>'

    def _rank(self) -> str:
        return f'<td class="num rank">{"–" if self.row.rank is None else self.row.rank}</td>'

    def _start_number(self) -> str:
        return f'<td class="num nr">{self.row.entry.start_number}</td>'

    def _name(self) -> str:
        notes = "".join(f'<span class="because">{escape(note)}</span>' for note in self.notes)
        return f'<th scope="row" class="who">{escape(self.name)}{notes}</th>'

    def _club(self) -> str:
        return f'<td class="club">{escape(self.club)}</td>'

    def _adjustments(self) -> str:
        points = self.row.adjustments
        return f'<td class="num adj">{points_text(points) if self.row.adjusted else ""}</td>'

    def _total(self) -> str:
        total = self.row.total
        return f'<td class="num total">{NOT_PLAYED if total is None else signed(total)}</td>'

    def _change(self) -> str:
        change = self.row.change
        if change is None:
            return '<td class="num change"></td>'
        if change == 0:
            return '<td class="num change soft">=</td>'
        if change > 0:
            return f'<td class="num change up">▲{change}</td>'
        return f'<td class="num change down">▼{-change}</td>'


class StandingsTable(List):
    """The columns; those of the sessions come with the tournament."""

    rank = tables.Column(verbose_name=gettext_lazy("Rank"), attrs={"th": {"class": "num rank"}})
    start_number = tables.Column(
        verbose_name=pgettext_lazy("start number, short", "No."),
        attrs={"th": {"class": "num nr"}},
    )
    name = tables.Column(verbose_name=gettext_lazy("Name"), attrs={"th": {"class": "who"}})
    club = tables.Column(verbose_name=gettext_lazy("Club"), attrs={"th": {"class": "club"}})
    adjustments = tables.Column(
        verbose_name=gettext_lazy("Adjustment"), attrs={"th": {"class": "num adj"}}
    )
    total = tables.Column(verbose_name=gettext_lazy("Total"), attrs={"th": {"class": "num total"}})
    change = tables.Column(
        verbose_name=pgettext_lazy("ranks gained or lost", "Change"),
        attrs={"th": {"class": "num change"}},
    )

    class Meta(List.Meta):
        template_name = "tables/standings.html"
        attrs = {"class": "list standings"}
        sequence = ("rank", "start_number", "name", "club", "...", "adjustments", "total", "change")

    def __init__(self, standings: Standings, lines: list[Line], **kwargs: Any) -> None:
        sessions = [(f"session_{one.number}", one) for one in standings.sessions]
        hidden = [] if standings.has_adjustments else ["adjustments"]
        if not standings.has_results:
            hidden += ["rank", "total", "change"]
            sessions = []
        elif all(line.row.change is None for line in lines):
            hidden += ["change"]
        self.best_first = frozenset(
            ["total", "change", "adjustments", *(name for name, _session in sessions)]
        )
        super().__init__(
            RowsInMemory(lines),
            exclude=hidden,
            extra_columns=[(name, _session_column(one)) for name, one in sessions],
            **kwargs,
        )

    @property
    def body(self) -> SafeString:
        """The rows of this page as HTML."""
        columns = [_session_number(name) or name for name in self.columns.names()]
        rows = [row.record.html(columns) for row in self.paginated_rows]
        return mark_safe("\n".join(rows))  # noqa: S308 (every text in it was escaped by Line)


def _session_number(column: str) -> int | None:
    head, _sep, number = column.partition("session_")
    return int(number) if not head and number else None


def _session_column(session: Any) -> tables.Column:
    short = pgettext("session, short", "R%(number)s") % {"number": session.number}
    if session.is_partial:
        short += f" {session.tables_in}/{session.tables}"
    return tables.Column(verbose_name=short, attrs={"th": {"class": "num s"}})


def standings_context(
    request: HttpRequest, standings: Standings, lines: list[Line], wanted: str
) -> dict[str, Any]:
    """What a page of standings shows: the lines that answer the search ``wanted``, all without."""
    found = [line for line in lines if line.matches(wanted)] if wanted else lines
    table = StandingsTable(standings, found)
    show_page(table, request, per_page=ROWS_ON_A_PAGE)
    return {
        "tournament": standings.tournament,
        "tab": "standings",
        "standings": standings,
        "table": table,
        "players": len(lines),
        "found": len(found),
        "q": wanted,
    }


def public_lines(standings: Standings) -> list[Line]:
    """The rows for everyone: names by consent, no reasons that were meant for the desk.

    Who registered and never came is left out once there are results.
    """
    return [
        Line(row, row.entry.player.public_name, _notes(row, points_only=True))
        for row in standings.rows
        if not (standings.has_results and _never_came(row))
    ]


def desk_lines(standings: Standings) -> list[Line]:
    """The rows for the desk: full names, and who took points away and why."""
    return [
        Line(row, row.entry.player.list_name, _notes(row, points_only=False))
        for row in standings.rows
    ]


def _never_came(row: StandingsRow) -> bool:
    return row.entry.status == Entry.Status.REGISTERED and not row.points and not row.adjusted


def _notes(row: StandingsRow, *, points_only: bool) -> list[str]:
    notes = []
    if row.disqualified:
        notes.append(_("disqualified, not ranked"))
    elif row.withdrawn:
        notes.append(_("withdrawn, not ranked"))
    if row.decided_by:
        notes.append(_("tie-break: %(what)s") % {"what": TieBreak(row.decided_by).label})
    for number, person in row.substitutes:
        name = person.public_name if points_only else person.list_name
        notes.append(
            _("session %(session)s: played by %(name)s") % {"session": number, "name": name}
        )
    for given in row.adjusted:
        values = {
            "points": points_text(given.points),
            "reason": given.reason,
            "by": given.given_by,
            "session": given.session.number if given.session else "",
        }
        if not points_only:
            notes.append(_("%(points)s: %(reason)s (%(by)s)") % values)
        elif given.session:
            notes.append(
                _("%(points)s outside the sheet, session %(session)s (TSR 9.7.2)") % values
            )
        else:
            notes.append(_("%(points)s outside the sheet (TSR 9.7.2)") % values)
    return notes
