"""An undo under way: what the change left, what was before, and how to refuse."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournaments.actions.core import Change, Refused
from tournaments.actions.undo.past import later
from tournaments.models import LogEntry, Tournament


@dataclass
class Undoing:
    """The undoing of ``entry`` within ``this`` change.

    ``left`` is what the entry left behind, which must still be there; ``back`` is what was before
    it and is put back. ``again`` says that a change is done again, since ``entry`` undid it.
    """

    this: Change
    entry: LogEntry
    back: Any
    left: Any
    again: bool
    root: int

    @property
    def tournament(self) -> Tournament:
        return self.this.tournament

    @property
    def subject(self) -> str:
        return self.entry.subject

    @property
    def number(self) -> int:
        """The session's number, where the subject begins with it: "2", "2/7"."""
        return int(self.subject.partition("/")[0])

    @property
    def place(self) -> tuple[int, int]:
        """Session and table, or session and start number: "2/7"."""
        session, _slash, other = self.subject.partition("/")
        return int(session), int(other)

    def told(self, before: Any, after: Any) -> None:
        """What the log keeps: what was there, and what is there now."""
        self.this.before, self.this.after = before, after

    def changed_since(
        self, actions: Collection[str], subjects: Collection[str] | None = None
    ) -> Refused:
        """The refusal for what is no longer as the change left it; names what came last.

        ``actions`` are the kinds of change that come into question, ``subjects`` (this one's)
        what they are about.
        """
        about = {self.subject} if subjects is None else set(subjects)
        found = [one for one in later(self.entry, actions) if one.subject in about]
        if not found:
            return Refused(_("This was changed later on, so it cannot be undone."), code="depends")
        return rests_on_it(found[0])


def rests_on_it(later: LogEntry) -> Refused:
    """The refusal that names the change to undo first."""
    return Refused(
        _("Change %(n)s came later and rests on this; undo that first.") % {"n": later.revision},
        where=later.revision,
        code="depends",
    )


def kept_too_little() -> Refused:
    """The refusal for entries of the log from before it kept enough to undo them."""
    return Refused(
        _(
            "The log kept too little of this to undo it: it comes from an earlier version or "
            "another program. Do the opposite instead."
        ),
        code="not_undoable",
    )
