"""Which changes can be undone, and by which function; of the others, what to do instead."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.actions.undo import desk, drafts, people, person, phases, results, seats, settings
from tournaments.actions.undo.past import left_by, root_action
from tournaments.actions.undo.undoing import Undoing
from tournaments.models import LogEntry

Asked = Callable[[LogEntry, Any, Any], bool]


def _never(_entry: LogEntry, _back: Any, _left: Any) -> bool:
    return False


def _always(_entry: LogEntry, _back: Any, _left: Any) -> bool:
    return True


@dataclass(frozen=True)
class Kind:
    """How changes of a kind are undone: ``put`` puts back what was before.

    ``asks`` tells of an entry, what was before it and what it left, whether undoing it needs a
    reason. ``even_closed``: also while the tournament is closed, as the change itself.
    ``everywhere``: in every tournament of a person.
    """

    put: Callable[[Undoing], None]
    asks: Asked = _never
    even_closed: bool = False
    everywhere: bool = False


KINDS: dict[str, Kind] = {
    **dict.fromkeys(results.RESULTS, Kind(results.put_result, results.needs_reason)),
    "extra_minutes": Kind(results.put_minutes, _always),
    "check_in": Kind(people.put_presence),
    "withdraw": Kind(people.put_status, people.disqualifies),
    "disqualify": Kind(people.put_status, people.disqualifies),
    "reinstate": Kind(people.put_status, people.disqualifies),
    "add_entry": Kind(people.put_entries),
    "import_entries": Kind(people.put_entries),
    "correct_player": Kind(person.put_person, even_closed=True, everywhere=True),
    "draw_session": Kind(drafts.put_drafts),
    "discard_draft": Kind(drafts.put_drafts),
    "swap_seats": Kind(seats.put_swap),
    "correct_seats": Kind(seats.put_correction, _always),
    "repair_session": Kind(seats.put_repair),
    "set_substitute": Kind(seats.put_substitute),
    "remove_substitute": Kind(seats.put_substitute),
    "release_session": Kind(phases.put_phase, phases.is_back),
    "recall_session": Kind(phases.put_phase, phases.is_back),
    "start_session": Kind(phases.put_phase, phases.is_back),
    "close_session": Kind(phases.put_phase, phases.is_back),
    "reopen_session": Kind(phases.put_phase, phases.is_back),
    "close_tournament": Kind(phases.put_end, even_closed=True),
    "reopen_tournament": Kind(phases.put_end, even_closed=True),
    "adjust": Kind(desk.put_adjustment, _always),
    "withdraw_adjustment": Kind(desk.put_adjustment, _always),
    "add_wish": Kind(desk.put_wish),
    "remove_wish": Kind(desk.put_wish),
    "keep_club_mates_apart": Kind(desk.put_club_mates),
    "set_staff": Kind(desk.put_role, even_closed=True),
    "remove_staff": Kind(desk.put_role, even_closed=True),
    "set_certificate": Kind(desk.put_certificate, even_closed=True),
    "change_settings": Kind(settings.put_settings),
}

# What is never undone from the log, and what to do instead.
NEVER = {
    "create_tournament": gettext_lazy(
        "A tournament that was created stays. Nobody sees it when its settings say that it is "
        "visible only at the desk."
    ),
    "erase_player": gettext_lazy("An erased name is gone from everywhere, also from the log."),
    "correct_club": gettext_lazy("Clubs are the office's: correct the club there."),
}


def can_undo(entry: LogEntry, *, closed: bool = False) -> bool:
    """Is this a kind of change that can be undone, also in a ``closed`` tournament?

    What depends on it is only known on trying.
    """
    kind = KINDS.get(root_action(entry))
    return kind is not None and (kind.even_closed or not closed)


def why_never(entry: LogEntry) -> str:
    """Why a change of this kind is not undone, and what to do instead."""
    sentence = NEVER.get(root_action(entry))
    return str(sentence) if sentence else _("A change of this kind cannot be undone.")


def needs_reason(entry: LogEntry) -> bool:
    """Does undoing it need a reason, as its opposite at the desk does?"""
    kind = KINDS.get(root_action(entry))
    return kind is not None and kind.asks(entry, *left_by(entry))


def session_undone(entry: LogEntry) -> int | None:
    """The number of the session whose results the undoing changes, if it changes results.

    0 for points outside the sheets, on which every draw by standing may rest.
    """
    action = root_action(entry)
    if action in ("adjust", "withdraw_adjustment"):
        return 0
    number = entry.subject.partition("/")[0]
    touches = action in results.RESULTS or action == "correct_seats"
    return int(number) if touches and number.isdigit() else None
