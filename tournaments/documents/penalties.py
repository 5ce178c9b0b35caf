"""What the referees decided: minutes of the penalties, and the log of all their decisions."""

from collections.abc import Iterable

from django.db.models import Q
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.documents.paper import Collected, Paper
from tournaments.documents.tabular import Column, Listed, Section, list_paper
from tournaments.models import Adjustment, Deal, LogEntry, Session, Table, Tournament, undone_by
from tournaments.numbers import points_text, signed

# The changes that a referee makes or answers for.
DECISIONS = (
    "give_penalty",
    "deal_again",
    "time_is_up",
    "adjust",
    "withdraw_adjustment",
    "extra_minutes",
    "clear_table",
    "reopen_session",
    "withdraw",
    "disqualify",
    "reinstate",
    "set_substitute",
    "remove_substitute",
    "correct_seats",
)
# Of what they are, as the log's subject has it: "3/2", "3/17", "3". The others name a player.
_OF_A_TABLE = ("give_penalty", "deal_again", "time_is_up", "extra_minutes", "clear_table")
_OF_A_SEAT = ("set_substitute", "remove_substitute")  # session and start number
_OF_A_SESSION = ("reopen_session", "correct_seats")


def collect_penalties(tournament: Tournament) -> Collected:
    """The penalties in force, to be signed: outside the sheets (TSR 9.7.2) and on them (TSR 9)."""
    listed = Listed(
        title=_("Minutes of penalties"),
        sections=[_outside(tournament), on_sheets(tournament), *disqualified(tournament)],
        signers=[_("Place, date"), _("Referee"), _("Director")],
    )
    return list_paper(tournament, listed)


def collect_referee_log(tournament: Tournament) -> Collected:
    """Every decision in the order taken, those taken back included, and extra minutes given."""
    listed = Listed(
        title=_("Referee's log"),
        sections=[_decisions(tournament), on_sheets(tournament), extra_minutes(tournament)],
        landscape=True,
    )
    return list_paper(tournament, listed)


def _outside(tournament: Tournament) -> Section:
    found = (
        Adjustment.objects.filter(entry__tournament=tournament)
        .select_related("entry__player", "session")
        .order_by("created_at", "pk")
    )
    columns = [
        Column(_("No."), "r", 11),
        Column(_("Player"), "", 45),
        Column(_("Session"), "r", 14),
        Column(_("Points"), "r b", 15),
        Column(_("Reason")),
        Column(_("Given by"), "small", 33),
    ]
    rows = [
        [
            one.entry.start_number,
            one.entry.player.list_name,
            one.session.number if one.session else "",
            signed(one.points),
            one.reason,
            f"{one.given_by}, {date_format(localtime(one.created_at), 'SHORT_DATETIME_FORMAT')}",
        ]
        for one in found
    ]
    return Section(columns, rows, _("Outside the sheets (TSR 9.7.2)"), _("None."))


def on_sheets(tournament: Tournament) -> Section:
    """What referees wrote on the sheets: penalties, solos that ended by a breach (TSR 9.4.4), deals
    dealt again, deals struck, notes on totals.
    """
    deals = (
        Deal.objects.filter(
            Q(kind=Deal.Kind.PENALTY)
            | Q(breach=True)
            | Q(kind__in=(Deal.Kind.STRUCK, Deal.Kind.TOTAL)) & ~Q(note=""),
            table__session__tournament=tournament,
            table__session__state__in=Session.PUBLISHED,
        )
        .select_related("table__session")
        .prefetch_related("table__seats__entry__player")
        .order_by("table__session__number", "table__number", "row")
    )
    columns = [
        Column(_("Session"), "r", 14),
        Column(pgettext("sheet", "Table"), "r", 12),
        Column(_("Row"), "r", 12),
        Column(pgettext("sheet", "Kind"), "small", 32),
        Column(_("Points")),
        Column(_("Note"), "small", 45),
    ]
    rows = [
        [
            deal.table.session.number,
            deal.table.number,
            deal.row if last == deal.row else f"{deal.row}–{last}",
            _kind(deal),
            _points_by_name(deal),
            deal.note,
        ]
        for deal, last in _together(deals)
    ]
    return Section(columns, rows, _("On the sheets"), _("None."))


def _together(deals: Iterable[Deal]) -> list[tuple[Deal, int]]:
    """The rows, each with the last row that is told with it: deals struck at once are one line."""
    found: list[tuple[Deal, int]] = []
    for deal in deals:
        first, last = found[-1] if found else (None, 0)
        struck_with = (
            first is not None
            and first.kind == deal.kind == Deal.Kind.STRUCK
            and (first.table_id, first.note, last + 1) == (deal.table_id, deal.note, deal.row)
        )
        if first is not None and struck_with:
            found[-1] = (first, deal.row)
        else:
            found.append((deal, deal.row))
    return found


def _kind(deal: Deal) -> str:
    if deal.breach:
        return _("%(kind)s, ended by a breach") % {"kind": deal.get_kind_display()}
    return _("note, no points") if deal.is_note else str(deal.get_kind_display())


def _points_by_name(deal: Deal) -> str:
    scores = deal.scores or []
    if deal.kind == Deal.Kind.TOTAL:  # the note says which of its points are the referee's
        scores = []
    names = [seat.entry.player.list_name for seat in deal.table.seats.all()]
    return "; ".join(
        f"{name.replace(', ', ' ')} {points_text(points)}"
        for name, points in zip(names, scores, strict=False)
        if points
    )


def extra_minutes(tournament: Tournament) -> Section:
    """Tables that were given more time, or a note."""
    found = (
        Table.objects.filter(session__tournament=tournament, session__state__in=Session.PUBLISHED)
        .exclude(extra_minutes=0, note="")
        .select_related("session")
        .order_by("session__number", "number")
    )
    columns = [
        Column(_("Session"), "r", 14),
        Column(pgettext("sheet", "Table"), "r", 12),
        Column(_("Extra minutes"), "r", 28),
        Column(_("Note")),
    ]
    rows = [
        [table.session.number, table.number, table.extra_minutes or "", table.note]
        for table in found
    ]
    return Section(columns, rows, _("Extra minutes and notes"), _("None."))


def _decisions(tournament: Tournament) -> Section:
    found = LogEntry.objects.filter(tournament=tournament, action__in=DECISIONS).order_by("pk")
    columns = [
        Column(_("When"), "small", 32),
        Column(_("Who"), "", 38),
        Column(_("What"), "", 60),
        Column(_("Of what"), "", 50),
        Column(_("Reason")),
    ]
    words, undone = _words(), _undone(tournament)
    rows = [
        [
            date_format(localtime(entry.at), "SHORT_DATETIME_FORMAT"),
            entry.actor_name or "–",
            words[entry.action],
            _of_what(entry),
            "; ".join(filter(None, (_reason(entry), undone.get(entry.revision, "")))),
        ]
        for entry in found
    ]
    return Section(columns, rows, _("Decisions in the order taken"), _("None."))


def _of_what(entry: LogEntry) -> str:
    """The table, the session or the player a decision was about, in words."""
    session, _slash, number = entry.subject.partition("/")
    if entry.action in _OF_A_TABLE:
        return _("Session %(session)s, table %(table)s") % {"session": session, "table": number}
    if entry.action in _OF_A_SEAT:
        values = {"session": session, "number": number}
        return _("Session %(session)s, no. %(number)s") % values
    if entry.action in _OF_A_SESSION:
        return _("Session %(number)s") % {"number": entry.subject}
    return entry.subject


def _undone(tournament: Tournament) -> dict[int, str]:
    """By revision, of what was undone: when, by whom and why."""
    by = undone_by(tournament)
    undos = LogEntry.objects.filter(tournament=tournament, revision__in=by.values())
    told = {entry.revision: _undoing(entry) for entry in undos}
    return {revision: told[undoing] for revision, undoing in by.items()}


def _undoing(entry: LogEntry) -> str:
    values = {
        "at": date_format(localtime(entry.at), "SHORT_DATETIME_FORMAT"),
        "who": entry.actor_name or "–",
    }
    text = _("undone %(at)s by %(who)s") % values
    return f"{text}: {entry.reason}" if entry.reason else text


def _reason(entry: LogEntry) -> str:
    """Why, and who gave it where that may be another person than who typed it."""
    given_by = (entry.after or {}).get("given_by")
    if not given_by or given_by == entry.actor_name:
        return entry.reason
    return _("%(reason)s (given by %(by)s)") % {"reason": entry.reason, "by": given_by}


def disqualified(tournament: Tournament) -> list[Section]:
    """Who is disqualified (TSR 9.7), why and by whom; no section where nobody is."""
    names = {
        str(entry.start_number): entry.player.list_name
        for entry in tournament.entries.filter(disqualified=True).select_related("player")
    }
    if not names:
        return []
    reasons = {
        entry.subject.split(" ")[0]: entry
        for entry in LogEntry.objects.filter(tournament=tournament, action="disqualify").order_by(
            "pk"
        )
    }
    columns = [
        Column(_("No."), "r", 11),
        Column(_("Player"), "", 48),
        Column(_("Reason")),
        Column(_("Given by"), "small", 38),
    ]
    rows: list[list[object]] = []
    for number, name in names.items():
        told = reasons.get(number)
        given_by = (told.after or {}).get("given_by", "") if told else ""
        rows.append([number, name, told.reason if told else "", given_by])
    return [Section(columns, rows, _("Disqualified (TSR 9.7)"))]


def _words() -> dict[str, str]:
    return {
        "give_penalty": _("Penalty on the sheet"),
        "deal_again": _("Deal again"),
        "time_is_up": _("Time is up at a table"),
        "adjust": _("Points outside the sheets"),
        "withdraw_adjustment": _("Points outside the sheets taken back"),
        "extra_minutes": _("Extra minutes"),
        "clear_table": _("Result of a table cleared"),
        "reopen_session": _("Session reopened"),
        "withdraw": _("Player withdrawn"),
        "disqualify": _("Player disqualified"),
        "reinstate": _("Player taken back in"),
        "set_substitute": _("Substitute"),
        "remove_substitute": _("Substitute taken back"),
        "correct_seats": _("Seats corrected"),
    }


PENALTIES = Paper("penalties", collect_penalties)
REFEREE_LOG = Paper("referee-log", collect_referee_log)
