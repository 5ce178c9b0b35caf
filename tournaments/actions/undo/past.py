"""Reading the log backwards: what an undo undid, what of it still counts, who did it."""

from collections.abc import Collection, Mapping
from typing import Any

from django.db.models.fields.json import KT

from tournaments.models import LogEntry, Tournament

UNDO = "undo"
# What the log entry of an undo says beside what changed: the change undone, the one at the root
# of it all and its kind, and whether the root is done again by this. A list stands under its key.
UNDONE, ROOT_ACTION, ROOT, AGAIN, LISTED = "undone", "undone_action", "root", "again", "listed"
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


def undone_by(tournament: Tournament) -> dict[int, int]:
    """The changes that are undone as things stand, each with the change that undid it."""
    undos = LogEntry.objects.filter(tournament=tournament, action=UNDO).order_by("-revision")
    found: dict[int, int] = {}
    for revision, undone in undos.values_list("revision", KT(f"after__{UNDONE}")):
        # An undo that was itself undone later counts for nothing.
        if revision not in found and str(undone).isdigit():
            found.setdefault(int(undone), revision)
    return found


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


def typist(entry: LogEntry, typing: Collection[str], kinds: Collection[str]) -> Any:
    """The account that had typed the result of a table just before ``entry``; None for a phone.

    ``typing`` are the kinds of change that type a result, ``kinds`` all that change one.
    """
    return _walk(entry, kinds, lambda one: one.action in typing and not _only_compared(one))


def checker(entry: LogEntry, kinds: Collection[str]) -> Any:
    """The account that had verified the result of a table just before ``entry``."""
    return _walk(entry, kinds, lambda one: "how" in (one.after or {}))


def _only_compared(one: LogEntry) -> bool:
    """Totals that agreed with a sheet, or a sheet that agreed with totals: what was typed before
    had its typist, this verified it."""
    return one.action in ("save_totals", "save_sheet") and "how" in (one.after or {})


def _walk(entry: LogEntry, kinds: Collection[str], did: Any) -> Any:
    past = list(
        LogEntry.objects.filter(
            tournament=entry.tournament_id,
            subject=entry.subject,
            revision__lt=entry.revision,
            action__in=[*kinds, UNDO],
        )
        .select_related("actor")
        .order_by("-revision")
    )
    before = entry.revision or 0
    for one in past:
        if one.revision >= before or root_action(one) not in kinds:
            continue
        if one.action == UNDO:
            before = _undone(one)  # after an undo all is as it was before the change undone
        elif one.action == "clear_table":
            return None
        elif did(one):
            return one.actor
    return None
