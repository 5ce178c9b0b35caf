"""Reading the log backwards: what an undo undid, what of it still counts, who had done it."""

from collections.abc import Collection, Mapping
from typing import Any

from django.contrib.auth import get_user_model

from tournaments.models import LogEntry, undone_by
from tournaments.models.log import UNDO, UNDONE

# What the log entry of an undo says beside what changed: the change undone, the one at the root
# of it all and its kind, and whether the root is done again by this. A list stands under its key.
ROOT_ACTION, ROOT, AGAIN, LISTED = "undone_action", "root", "again", "listed"
_ABOUT = frozenset({UNDONE, ROOT_ACTION, ROOT, AGAIN, LISTED})


def _about(entry: LogEntry) -> Mapping[str, Any]:
    """What an undo says of itself. A file may have brought any log along."""
    return entry.after if entry.action == UNDO and isinstance(entry.after, dict) else {}


def _undone(entry: LogEntry) -> int:
    """The revision that an undo undid; 0 for what undid none."""
    revision = _about(entry).get(UNDONE)
    return revision if isinstance(revision, int) else 0


def root_action(entry: LogEntry) -> str:
    """The kind of change it is in the end about; an undo of an undo is about the first change."""
    return str(_about(entry).get(ROOT_ACTION, "")) if entry.action == UNDO else entry.action


def root_of(entry: LogEntry) -> int:
    """The revision of the change it is in the end about."""
    revision = _about(entry).get(ROOT)
    return revision if isinstance(revision, int) else _undone(entry) or entry.revision or 0


def does_again(entry: LogEntry) -> bool:
    """Is the change at the root done by this entry, and not undone?"""
    return entry.action != UNDO or bool(_about(entry).get(AGAIN))


def left_by(entry: LogEntry) -> tuple[Any, Any]:
    """What was before a change and what it left, for an undo as for the change itself."""
    if entry.action != UNDO:
        return entry.before, entry.after
    told = _about(entry)
    plain = {name: value for name, value in told.items() if name not in _ABOUT}
    return entry.before, told.get(LISTED) or plain or None


def about(entry: LogEntry, after: Any) -> dict[str, Any]:
    """What the log keeps of undoing ``entry``, which leaves ``after``."""
    left = {LISTED: after} if isinstance(after, list) else (after or {})
    return {
        **left,
        UNDONE: entry.revision,
        ROOT_ACTION: root_action(entry),
        ROOT: root_of(entry),
        AGAIN: not does_again(entry),
    }


def later(entry: LogEntry, actions: Collection[str]) -> list[LogEntry]:
    """The changes of these kinds after ``entry`` that still count, the latest first.

    A change that was undone does not, nor does its undoing.
    """
    undone = undone_by(entry.tournament)
    found = LogEntry.objects.filter(
        tournament=entry.tournament_id, revision__gt=entry.revision, action__in=[*actions, UNDO]
    ).order_by("-revision")
    return [
        one
        for one in found
        if one.revision not in undone
        and root_action(one) in actions
        and (one.action != UNDO or _undone(one) <= (entry.revision or 0))
    ]


def account(told: Mapping[str, Any], name: str, entry: LogEntry, **did: Any) -> Any:
    """The account that a result in the log names; None for a phone, or where it is gone.

    Logs of earlier versions, and those that a file brought, name none: there it is who ``did``
    such a thing to the table last before ``entry``.
    """
    if name in told:
        key = told[name]
        return get_user_model().objects.filter(pk=key).first() if type(key) is int else None
    past = LogEntry.objects.filter(
        tournament=entry.tournament_id, subject=entry.subject, revision__lt=entry.revision, **did
    )
    last = past.select_related("actor").order_by("-revision").first()
    return last.actor if last else None
