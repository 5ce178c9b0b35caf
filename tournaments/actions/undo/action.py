"""The action: one change of the log undone, as a change of its own."""

import logging
from contextlib import ExitStack
from typing import Any

from django.db import DataError, transaction
from django.utils.translation import gettext as _

from tournaments.actions.core import Change, Refused, change, required_reason
from tournaments.actions.undo.kinds import KINDS, needs_reason, why_never
from tournaments.actions.undo.past import (
    about,
    does_again,
    left_by,
    root_action,
    root_of,
)
from tournaments.actions.undo.person import changes_elsewhere
from tournaments.actions.undo.undoing import Undoing, kept_too_little
from tournaments.models import LogEntry, Tournament, undone_by
from tournaments.models.log import UNDO
from tournaments.models.text import clean_text

logger = logging.getLogger(__name__)


def undo(
    tournament: Tournament,
    actor: Any,
    revision: int,
    *,
    reason: str = "",
    key: str | None = None,
) -> LogEntry:
    """Undo the change that made ``revision``; returns its entry of the log.

    An undo is undone too: then the change is done again. Refused with the reason when it is of a
    kind that cannot be undone, when something later depends on it, and where the opposite is
    refused; a ``reason`` is needed where the opposite needs one.
    """
    entry = LogEntry.objects.filter(tournament=tournament, revision=revision).first()
    if entry is None:
        raise Refused(_("There is no change %(n)s.") % {"n": revision}, code="no_entry")
    kind = KINDS.get(root_action(entry))
    if kind is None:
        raise Refused(why_never(entry), code="not_undoable")
    with transaction.atomic(), ExitStack() as stack:
        beside: list[Change] = []
        if kind.everywhere:
            here, beside = changes_elsewhere(stack, tournament, actor, entry, key)
        else:
            here = stack.enter_context(
                change(tournament, actor, UNDO, key=key, even_closed=kind.even_closed)
            )
        here.subject = entry.subject
        here.reason = _reason(entry, reason)
        _refuse_undone(here.tournament, entry)
        back, left = left_by(entry)
        undoing = Undoing(here, entry, back, left, not does_again(entry), root_of(entry))
        try:
            kind.put(undoing)
        except (LookupError, ValueError, TypeError, AttributeError, DataError) as error:
            # The log of an imported file may say anything.
            logger.exception("Change %s could not be read back from the log", revision)
            raise kept_too_little() from error
        for other in beside:
            other.subject, other.reason = here.subject, here.reason
            other.before, other.after = here.before, here.after
        here.after = about(entry, here.after)
    return entry


def _reason(entry: LogEntry, reason: str) -> str:
    return required_reason(reason) if needs_reason(entry) else clean_text(reason)[:300]


def _refuse_undone(tournament: Tournament, entry: LogEntry) -> None:
    if by := undone_by(tournament).get(entry.revision or 0):
        raise Refused(
            _("Change %(n)s is undone already, by change %(by)s.")
            % {"n": entry.revision, "by": by},
            where=by,
            code="undone",
        )
