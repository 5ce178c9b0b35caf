"""The log as people read it: a sentence for each change, and what was there before and after."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.utils.dateparse import parse_date
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from rules.ruleset import RULESETS
from tournaments.actions.undo import does_again, left_by, root_action, root_of
from tournaments.models import (
    ACCOUNTS,
    Entry,
    LogEntry,
    Session,
    Staff,
    Table,
    TieBreak,
    Tournament,
    Wish,
)
from tournaments.numbers import points_text
from tournaments.pages.desk.methods import METHOD_NAMES

# By action; "session" and "table" come from subjects such as "2/7", "subject" is as logged.
SENTENCES = {
    "create_tournament": gettext_lazy("created the tournament"),
    "change_settings": gettext_lazy("changed the settings"),
    "close_tournament": gettext_lazy("closed the tournament"),
    "reopen_tournament": gettext_lazy("reopened the tournament"),
    "import_tournament": gettext_lazy("imported the tournament from a file"),
    "set_staff": gettext_lazy("gave %(subject)s a role"),
    "remove_staff": gettext_lazy("took the role from %(subject)s"),
    "set_certificate": gettext_lazy("changed how certificates look"),
    "add_entry": gettext_lazy("entered %(subject)s"),
    "import_entries": gettext_lazy("imported entries: %(subject)s"),
    "check_in": gettext_lazy("noted who is present: %(subject)s"),
    "withdraw": gettext_lazy("withdrew %(subject)s"),
    "disqualify": gettext_lazy("disqualified %(subject)s"),
    "reinstate": gettext_lazy("took %(subject)s back in"),
    "correct_player": gettext_lazy("corrected %(subject)s"),
    "erase_player": gettext_lazy("erased a name"),
    "draw_session": gettext_lazy("drew session %(session)s"),
    "discard_draft": gettext_lazy("discarded the draft of session %(session)s"),
    "release_session": gettext_lazy("released session %(session)s"),
    "recall_session": gettext_lazy("took back the release of session %(session)s"),
    "swap_seats": gettext_lazy("let two players of session %(session)s change seats"),
    "repair_session": gettext_lazy("moved players in session %(session)s"),
    "correct_seats": gettext_lazy("corrected seats of session %(session)s"),
    "set_substitute": gettext_lazy("noted a substitute: session %(session)s, No. %(table)s"),
    "remove_substitute": gettext_lazy("took a substitute back: session %(session)s, No. %(table)s"),
    "add_wish": gettext_lazy("noted a wish for the draw: %(subject)s"),
    "remove_wish": gettext_lazy("took a wish for the draw back: %(subject)s"),
    "keep_club_mates_apart": gettext_lazy("set whether club-mates are kept apart"),
    "start_session": gettext_lazy("started the clock of session %(session)s"),
    "close_session": gettext_lazy("closed session %(session)s"),
    "reopen_session": gettext_lazy("reopened session %(session)s"),
    "save_totals": gettext_lazy("typed the totals of session %(session)s, table %(table)s"),
    "save_sheet": gettext_lazy("typed the sheet of session %(session)s, table %(table)s"),
    "record_deal": gettext_lazy("keyed a deal of session %(session)s, table %(table)s"),
    "undo_deal": gettext_lazy("took back a deal of session %(session)s, table %(table)s"),
    "strike_rest": gettext_lazy("struck the rest of session %(session)s, table %(table)s"),
    "confirm_table": gettext_lazy("confirmed session %(session)s, table %(table)s"),
    "verify_table": gettext_lazy("verified session %(session)s, table %(table)s"),
    "key_again": gettext_lazy("keyed session %(session)s, table %(table)s again"),
    "correct_table": gettext_lazy("corrected session %(session)s, table %(table)s"),
    "clear_table": gettext_lazy("cleared session %(session)s, table %(table)s"),
    "give_penalty": gettext_lazy("gave a penalty in session %(session)s, table %(table)s"),
    "deal_again": gettext_lazy("had a deal played again in session %(session)s, table %(table)s"),
    "time_is_up": gettext_lazy("called time in session %(session)s, table %(table)s"),
    "adjust": gettext_lazy("gave points outside the sheets: %(subject)s"),
    "withdraw_adjustment": gettext_lazy("took back points outside the sheets: %(subject)s"),
    "correct_club": gettext_lazy("corrected the club %(subject)s"),
    "undo": gettext_lazy("undid change %(n)s: %(what)s"),
    "extra_minutes": gettext_lazy("gave extra minutes in session %(session)s, table %(table)s"),
}

LABELS = {
    "name": gettext_lazy("name"),
    "place": gettext_lazy("place"),
    "starts_on": gettext_lazy("date"),
    "sessions": gettext_lazy("sessions"),
    "minutes": gettext_lazy("minutes at a table of four"),
    "minutes_five": gettext_lazy("minutes at a table of five"),
    "ruleset": gettext_lazy("ruleset"),
    "visibility": gettext_lazy("visibility"),
    "tie_breaks": gettext_lazy("tie-breaks"),
    "protest_minutes": gettext_lazy("minutes for protests"),
    "disqualified": gettext_lazy("disqualified"),
    "role": gettext_lazy("role"),
    "status": gettext_lazy("status"),
    "start_number": gettext_lazy("start number"),
    "first_name": gettext_lazy("first name"),
    "last_name": gettext_lazy("last name"),
    "club": gettext_lazy("club"),
    "ddv_number": gettext_lazy("DDV number"),
    "publish_name": gettext_lazy("full name may be published"),
    "closed": gettext_lazy("closed"),
    "dropped_sessions": gettext_lazy("sessions dropped"),
    "method": gettext_lazy("draw"),
    "seed": gettext_lazy("seed"),
    "locked": gettext_lazy("tables kept"),
    "club_mates": gettext_lazy("club-mates"),
    "kind": gettext_lazy("wish"),
    "start_numbers": gettext_lazy("start numbers"),
    "hard": gettext_lazy("must be kept"),
    "table": gettext_lazy("table"),
    "substitute": gettext_lazy("substitute"),
    "tables": gettext_lazy("tables"),
    "repeats": gettext_lazy("repeats"),
    "state": gettext_lazy("state"),
    "totals": gettext_lazy("points"),
    "how": gettext_lazy("verified through"),
    "typed_by": gettext_lazy("typed by"),
    "points": gettext_lazy("points"),
    "reason": gettext_lazy("reason"),
    "given_by": gettext_lazy("given by"),
    "offender": gettext_lazy("seat at fault"),
    "points_given": gettext_lazy("penalty points"),
    "by_law": gettext_lazy("by the rules"),
    "rule": gettext_lazy("TSR"),
    "struck": gettext_lazy("deals struck"),
    "vorfuehrungen": gettext_lazy("Vorführungen still to play, by seat"),
    "session": gettext_lazy("session"),
    "extra_minutes": gettext_lazy("extra minutes"),
    "note": gettext_lazy("note"),
    "text": gettext_lazy("text"),
    "signers": gettext_lazy("signers"),
    "logo": gettext_lazy("logo"),
}
# Values that are codes, by what they stand under.
_CODES: Mapping[str, Mapping[Any, Any]] = {
    "status": dict(Entry.Status.choices),
    "role": dict(Staff.Role.choices),
    "visibility": dict(Tournament.Visibility.choices),
    "ruleset": {name: gettext_lazy(rules.title) for name, rules in RULESETS.items()},
    "state": {**dict(Session.State.choices), **dict(Table.State.choices)},
    "tie_breaks": dict(TieBreak.choices),
    "club_mates": dict(Tournament.ClubMates.choices),
    "kind": dict(Wish.Kind.choices),
    "method": METHOD_NAMES,
    "how": {
        "second_keying": gettext_lazy("two keyings that agree"),
        "after_reveal": gettext_lazy("two keyings that agree, the first shown before the second"),
        "comparison": gettext_lazy("comparison with the paper"),
        "second_seat": gettext_lazy("another seat at the table"),
    },
}
# What a seat does by its phone: the sentence names the table.
_AT_TABLE = frozenset({"record_deal", "undo_deal", "strike_rest", "confirm_table"})
# What only a program reads, most of it so that the change can be undone.
HIDDEN = frozenset(
    {
        *ACCOUNTS,
        *("fate", "player", "lot_seed", "slug", "pk", "id", "given_at", "dropped"),
        *("seat", "imported", "drawn_at", "released_at", "started_at", "closed_at"),
        *("drawn_from", "moved_since", "others", "report", "reports", "borne", "statuses"),
    }
)


def who(entry: LogEntry) -> str:
    """Who did it, before its sentence."""
    seat = entry.after.get("seat") if isinstance(entry.after, dict) else None
    if entry.action in _AT_TABLE and isinstance(seat, int):
        return _("Seat %(seat)s") % {"seat": seat}
    return entry.actor_name or _("The program")


def sentence(entry: LogEntry) -> str:
    """What was done, after the name of who did it: "drew session 2"."""
    session, _slash, table = entry.subject.partition("/")
    template = SENTENCES.get(entry.action)
    if template is None:
        return f"{entry.action} {entry.subject}".strip()
    values = {"subject": entry.subject, "session": session, "table": table}
    if entry.action == "undo":
        root = LogEntry(action=root_action(entry), subject=entry.subject)
        values |= {"n": root_of(entry), "what": sentence(root)}
        if does_again(entry):
            template = gettext_lazy("did change %(n)s again: %(what)s")
    return str(template) % values


def changes(entry: LogEntry) -> list[dict[str, str]]:
    """Each value that changed: its label, what was there before and after ("" for nothing)."""
    before, after = left_by(entry)
    if isinstance(before, dict) or isinstance(after, dict):
        # The log of an imported file may say anything.
        told = [one if isinstance(one, dict) else {} for one in (before, after)]
        return list(_of_values(entry, *told))
    if isinstance(after, list) or isinstance(before, list):
        count = len(after or before or [])
        text = ngettext("%(n)s row", "%(n)s rows", count) % {"n": count}
        return [{"label": "", "before": "", "after": text}]
    return []


def _of_values(
    entry: LogEntry, before: Mapping[str, Any], after: Mapping[str, Any]
) -> Iterator[dict[str, str]]:
    for name in dict.fromkeys((*before, *after)):
        old, new = before.get(name), after.get(name)
        if name in HIDDEN or old == new:
            continue
        if name == "rows":
            if text := _rows_text(old, new):
                yield {"label": _("deals"), "before": "", "after": text}
            continue
        show = _shower(entry, name)
        label = LABELS.get(name) or _numbered(entry, name)
        if show(old) or show(new):
            yield {"label": str(label), "before": show(old), "after": show(new)}


def _numbered(entry: LogEntry, name: str) -> str:
    """A value under a number: of a table where players were moved, else of an entry."""
    if not name.isdigit():
        return name
    if root_action(entry) == "repair_session":
        return _("Table %(number)s") % {"number": name}
    return _("No. %(number)s") % {"number": name}


def _without_key(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row without the key of the phone that keyed it."""
    return {name: value for name, value in row.items() if name != "client_key"}


def _shower(entry: LogEntry, name: str) -> Callable[[Any], str]:
    if name == "tables":
        return _tables_text
    if name == "logo":
        return lambda value: _("picture %(mark)s") % {"mark": value} if value else ""
    if name in ("totals", "points_given", "by_law"):
        return lambda value: " / ".join(map(_points_text, value)) if isinstance(value, list) else ""
    if name == "points":
        return _points_text
    if name == "starts_on":
        return _date_text
    codes = _CODES.get("status" if root_action(entry) == "check_in" else name, {})
    return lambda value: _text(value, codes)


def _points_text(value: Any) -> str:
    return points_text(value) if isinstance(value, int) else ""


def _date_text(value: Any) -> str:
    """A date as the page writes it; what an imported log has instead, as it is."""
    try:
        date = parse_date(value)
    except (TypeError, ValueError):
        date = None
    return date_format(date) if date else _text(value, {})


def _text(value: Any, codes: Mapping[Any, Any]) -> str:
    if value is None or value == "" or value == []:
        return ""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list):
        return ", ".join(_text(one, codes) for one in value)
    if isinstance(value, dict):
        return ", ".join(f"{name}: {_text(one, codes)}" for name, one in value.items())
    return str(codes.get(value, value))


def _tables_text(value: Any) -> str:
    """The tables of a draw by start numbers: "1: 4 7 2 9 · 2: …"."""
    if not isinstance(value, list) or not all(isinstance(seats, list) for seats in value):
        return ""
    return " · ".join(
        f"{number}: {' '.join(map(str, seats))}" for number, seats in enumerate(value, start=1)
    )


def _rows_text(old: Any, new: Any) -> str:
    """How many rows of a sheet were changed; nothing where only totals were known."""
    old, new = (
        [_without_key(row) for row in value if isinstance(row, dict)]
        if isinstance(value, list)
        else []
        for value in (old, new)
    )
    if all(one.get("kind") == "total" for one in (*old, *new)):
        return ""
    if not old or not new:
        count = len(new or old)
        return ngettext("%(n)s row", "%(n)s rows", count) % {"n": count}
    differing = [
        str(number)
        for number in range(1, max(len(old), len(new)) + 1)
        if old[number - 1 : number] != new[number - 1 : number]
    ]
    return _("changed rows: %(rows)s") % {"rows": ", ".join(differing)}
