"""What to do next while a session is played and its sheets come in. No database, no request."""

from collections.abc import Sequence

from django.utils.formats import time_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournaments.models import Session
from tournaments.pages.desk.step import Act, Group, OpenTable, SessionNow, Step

MOST_NAMED = 12  # tables; the tiles below show all of them
MOST_TOLD = 4  # tables of which more is said than their number


def collect(session: SessionNow) -> Step:
    """The step at a session whose seats are known: what is played, missing, doubtful, unchecked.

    Until a table's time is up its sheet is not missing: it plays.
    """
    if not session.missing:
        return _all_in(session)
    waiting = [table for table in session.missing if not table.is_playing]
    playing = [table for table in session.missing if table.is_playing]
    groups = [group for group in _groups(session, waiting, playing) if group]
    urgent = [group.act for group in groups if group.look != "playing"]
    sheet = next((act for act in urgent if act.key == "E"), None)
    others = [_standings()]
    if session.state == Session.State.RELEASED:
        start = _("Start the clock")
        others.insert(0, Act(start, "start-session", "C", (session.number,), post=True))
    return Step(
        "collect",
        _missing(session, waiting) if waiting else _still_playing(session, playing),
        sheet or next(iter(urgent), None),
        others=others,
        groups=groups,
    )


def _missing(session: SessionNow, waiting: Sequence[OpenTable]) -> str:
    return ngettext(
        "%(missing)s of %(n)s sheet is missing",
        "%(missing)s of %(n)s sheets are missing",
        session.tables,
    ) % {"missing": len(waiting), "n": session.tables}


def _still_playing(session: SessionNow, playing: Sequence[OpenTable]) -> str:
    last = max(table.ends for table in playing if table.ends)
    return ngettext(
        "%(playing)s of %(of)s tables is playing, until %(time)s",
        "%(playing)s of %(of)s tables are playing, until %(time)s",
        len(playing),
    ) % {
        "playing": len(playing),
        "of": session.tables,
        "time": time_format(localtime(last), "H:i"),
    }


def _groups(
    session: SessionNow, waiting: Sequence[OpenTable], playing: Sequence[OpenTable]
) -> list[Group | None]:
    """The most urgent first."""
    return [
        _without_sheet(session, waiting),
        _doubtful(session),
        _unverified(session),
        _playing(session, playing, is_first=not waiting),
    ]


def _without_sheet(session: SessionNow, waiting: Sequence[OpenTable]) -> Group | None:
    if not waiting:
        return None
    overdue = any(table.is_over for table in waiting)
    return Group(
        _("Overdue") if overdue else pgettext("sheets", "Missing"),
        [tables_named([table.number for table in waiting]), *_by_phone(waiting)],
        Act(_("Type a sheet"), "table", "E", (session.number, waiting[0].number)),
        "late" if overdue else "",
    )


def _doubtful(session: SessionNow) -> Group | None:
    if not session.faults:
        return None
    return Group(_("Doubtful"), _faults(session), _sheet_at_fault(session, "F"), "doubt")


def _unverified(session: SessionNow) -> Group | None:
    if not session.unverified:
        return None
    return Group(
        pgettext("sheets", "Not verified"),
        [tables_named(session.unverified)],
        Act(_("Check the next"), "check-next", "V", (session.number,)),
        "entered",
    )


def _playing(session: SessionNow, playing: Sequence[OpenTable], *, is_first: bool) -> Group | None:
    """Whoever is done early hands the sheet in early; then ``E`` types it, or the number does."""
    if not playing:
        return None
    if is_first:
        act = Act(_("Type a sheet"), "table", "E", (session.number, playing[0].number))
    else:
        act = Act(_("Go to a table"), "overview", "T", anchor="jump")
    named = tables_named([table.number for table in playing])
    everyone = len(playing) == session.tables
    lines = [_("All tables.") if everyone else named, *_by_phone(playing)]
    return Group(pgettext("tables", "Playing"), lines, act, "playing")


def _by_phone(tables: Sequence[OpenTable]) -> list[str]:
    """How far the sheets are that are keyed by phone; who has most left to play comes first."""
    keyed = sorted(
        (table for table in tables if table.progress),
        key=lambda table: (-table.deals_left, table.number),
    )
    if not keyed:
        return []
    told = "; ".join(
        _("table %(table)s: %(progress)s") % {"table": table.number, "progress": table.progress}
        for table in keyed[:MOST_TOLD]
    )
    return [_("By phone: %(tables)s") % {"tables": _and_more(told, keyed, MOST_TOLD)}]


def _faults(session: SessionNow) -> list[str]:
    told = [
        _("Table %(table)s: %(what)s") % {"table": table, "what": what}
        for table, what in session.faults[:MOST_TOLD]
    ]
    if len(session.faults) > MOST_TOLD:
        told.append(_and_more("", session.faults, MOST_TOLD))
    return told


def _and_more(told: str, things: Sequence[object], shown: int) -> str:
    if len(things) <= shown:
        return told
    more = _("and %(n)s more") % {"n": len(things) - shown}
    return f"{told} {more}".strip()


def _sheet_at_fault(session: SessionNow, key: str) -> Act:
    table = session.faults[0][0]
    sheet = _("Sheet of table %(table)s") % {"table": table}
    return Act(sheet, "sheet", key, (session.number, table))


def _standings() -> Act:
    return Act(_("Standings"), "desk-standings", "S")


def _all_in(session: SessionNow) -> Step:
    place = {"number": session.number}
    close = Act(
        _("Close session %(number)s") % place, "close-session", "C", (session.number,), post=True
    )
    if session.faults:
        title = _("Every sheet is in, but one has faults")
        if len(session.faults) > 1:
            title = _("Every sheet is in, but %(n)s have faults") % {"n": len(session.faults)}
        main = _sheet_at_fault(session, "E")
        groups: list[Group | None] = [
            Group(_("Doubtful"), _faults(session), main, "doubt"),
            _unverified(session),
        ]
    else:
        title = _("Every sheet is in: close session %(number)s") % place
        main = close
        groups = [_unverified(session)]
    others = [_standings()] if main is close else [close, _standings()]
    shown = [group for group in groups if group]
    code = "faults" if session.faults else "close_session"
    return Step(code, title, main, others=others, groups=shown)


def tables_named(numbers: Sequence[int]) -> str:
    """ "Table 3." or "Tables 3, 7 and 9."; of many the first, and how many more."""
    if len(numbers) == 1:
        return _("Table %(table)s.") % {"table": numbers[0]}
    if len(numbers) > MOST_NAMED:
        some = ", ".join(str(number) for number in numbers[:MOST_NAMED])
        more = len(numbers) - MOST_NAMED
        return _("Tables %(some)s and %(n)s more.") % {"some": some, "n": more}
    some = ", ".join(str(number) for number in numbers[:-1])
    return _("Tables %(some)s and %(last)s.") % {"some": some, "last": numbers[-1]}
