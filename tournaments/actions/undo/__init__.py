"""Undoing a change from the log, and doing it again: what was there before comes back.

Every kind of change is undone by one function that knows both ways: it looks whether what the
change left is still there, and puts back what was there before. The undoing is logged like the
change, with before and after exchanged, so undoing it does the change again.
"""

from tournaments.actions.undo.action import undo
from tournaments.actions.undo.kinds import (
    can_undo,
    needs_reason,
    session_undone,
)
from tournaments.actions.undo.past import does_again, left_by, root_action, root_of

__all__ = [
    "can_undo",
    "does_again",
    "left_by",
    "needs_reason",
    "root_action",
    "root_of",
    "session_undone",
    "undo",
]
