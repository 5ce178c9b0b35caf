"""The final report for the federation: what was played, by whom, under which rules, with which
result, and everything that was out of the ordinary.
"""

from django.utils.formats import date_format, get_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from rules.ruleset import get_ruleset
from tournaments.documents.paper import Collected, Paper, PaperRefused
from tournaments.documents.penalties import disqualified, extra_minutes, on_sheets
from tournaments.documents.tabular import Column, Listed, Section, list_paper
from tournaments.models import Session, Staff, Tournament
from tournaments.models.standings import Standings, StandingsRow, full_standings
from tournaments.numbers import signed


def collect_report(tournament: Tournament) -> Collected:
    """The report as the tournament stands; it says so if results are still missing."""
    standings = full_standings(tournament)
    if not standings.has_results:
        raise PaperRefused(_("There are no results yet."))
    listed = Listed(
        title=_("Report to the federation"),
        facts=_facts(tournament, standings),
        sections=[
            _sessions(tournament),
            _ranking(standings),
            _adjustments(standings),
            on_sheets(tournament),
            *disqualified(tournament),
            extra_minutes(tournament),
        ],
        signers=[_("Place, date"), _("Director")],
    )
    return list_paper(tournament, listed)


def _facts(tournament: Tournament, standings: Standings) -> list[str]:
    directors = [
        staff.user.get_full_name() or staff.user.get_username()
        for staff in tournament.staff.select_related("user").order_by("pk")
        if staff.role == Staff.Role.DIRECTOR
    ]
    taking_part = [row for row in standings.rows if row.points]
    withdrawn = sum(row.withdrawn for row in standings.rows)
    players = _("%(n)s players, %(withdrawn)s of them withdrawn") % {
        "n": len(taking_part),
        "withdrawn": withdrawn,
    }
    facts = [players, _("Ruleset: %(name)s") % {"name": _(get_ruleset(tournament.ruleset).title)}]
    if directors:
        facts.append(_("Directors: %(names)s") % {"names": ", ".join(directors)})
    ties = ", ".join(standings.tie_breaks) or _("shared ranks")
    facts.append(_("Equal sums: %(rule)s") % {"rule": ties})
    missing = sum(one.tables - one.tables_in for one in standings.sessions)
    if missing:
        facts.append(_("Provisional: sheets missing: %(n)s") % {"n": missing})
    if standings.protest_until:
        time = date_format(localtime(standings.protest_until), "H:i")
        facts.append(_("Provisional until %(time)s: protests are heard.") % {"time": time})
    return facts


def _sessions(tournament: Tournament) -> Section:
    columns = [
        Column(_("Session"), "r b", 15),
        Column(_("Tables"), "r", 16),
        Column(_("of them with five"), "r", 26),
        Column(_("Minutes"), "r", 22),
        Column(_("Draw"), "small"),
        Column(_("Seed"), "small r", 40),
        Column(_("Closed"), "small", 32),
    ]
    found = tournament.sessions.filter(state__in=Session.PUBLISHED).order_by("number")
    rows: list[list[object]] = []
    for session in found.prefetch_related("tables"):
        sizes = [table.size for table in session.tables.all()]
        fives = sizes.count(5)
        minutes = f"{session.minutes} / {session.minutes_five}" if fives else session.minutes
        closed = session.closed_at
        rows.append(
            [
                session.number,
                len(sizes),
                fives,
                minutes,
                _method(session.method),
                "" if session.seed is None else session.seed,
                date_format(closed, "SHORT_DATE_FORMAT") if closed else "",
            ]
        )
    return Section(columns, rows, _("Sessions"))


def _method(method: str) -> str:
    words = {
        "random": _("random"),
        "ranked": _("by standing"),
        "ranked_apart": _("by standing, nobody meets again"),
        "score_groups": _("within score groups"),
        "ladder": _("winners up, losers down"),
        "fixed_plan": _("fixed plan for all sessions"),
    }
    return words.get(method, method)


def _ranking(standings: Standings) -> Section:
    numbers = [one.number for one in standings.sessions if one.tables_in]
    columns = [
        Column(_("Rank"), "r b", 12),
        Column(_("No."), "r", 10),
        Column(_("Name")),
        Column(_("Club"), "small", 38),
        Column(_("DDV number"), "small", 20),
        Column(_("Sessions"), "r", 19),
        Column(pgettext("of points", "Sum"), "r b", 15),
        Column(_("Average"), "r", 16),
    ]
    rows: list[list[object]] = []
    for row in standings.rows:
        played = [row.points[n] for n in numbers if row.points.get(n) is not None]
        player = row.entry.player
        rank = f"{row.rank}." if row.rank else _unranked(row)
        rows.append(
            [
                rank,
                row.entry.start_number,
                player.list_name,
                player.club_name,
                player.ddv_number,
                len(played),
                "" if row.total is None else signed(row.total),
                _decimal(row.total, len(played)),
            ]
        )
    return Section(columns, rows, _("Result"))


def _unranked(row: StandingsRow) -> str:
    if row.disqualified:
        return _("dq")
    return _("wd") if row.withdrawn else "–"


def _decimal(total: int | None, sessions: int) -> str:
    """The average per session with two places, in the language's own writing."""
    if total is None or not sessions:
        return ""
    cents = round(total * 100 / sessions)
    whole, rest = divmod(abs(cents), 100)
    return f"{'−' if cents < 0 else ''}{whole}{get_format('DECIMAL_SEPARATOR')}{rest:02}"


def _adjustments(standings: Standings) -> Section:
    columns = [
        Column(_("No."), "r", 11),
        Column(_("Player"), "", 48),
        Column(_("Points"), "r b", 16),
        Column(_("Reason")),
        Column(_("Given by"), "small", 38),
    ]
    rows = [
        [
            row.entry.start_number,
            row.entry.player.list_name,
            signed(one.points),
            one.reason,
            one.given_by,
        ]
        for row in standings.rows
        for one in row.adjusted
    ]
    return Section(columns, rows, _("Points outside the sheets (TSR 9.7.2)"), _("None."))


REPORT = Paper("report", collect_report)
