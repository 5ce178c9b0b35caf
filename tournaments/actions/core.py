"""What every change has in common: the lock, the check of the role, the log, the revision."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from tournaments.actions.roles import may
from tournaments.models import LogEntry, Tournament
from tournaments.models.text import clean_text

logger = logging.getLogger(__name__)


class Refused(Exception):
    """A change that is not made. ``str()`` is a sentence for a person, in their language.

    ``where`` names the field, row or seat at fault, where there is one; ``code`` is stable.
    """

    def __init__(self, message: str, *, where: str | int | None = None, code: str = "refused"):
        super().__init__(message)
        self.where = where
        self.code = code


class AlreadyApplied(Exception):
    """The same request (by its one-time key) was applied before; nothing is done again.

    Pages treat it as success: who sends a form twice wants to see its result, once.
    """

    def __init__(self, entry: LogEntry):
        super().__init__(_("This was applied already."))
        self.entry = entry


@dataclass
class Change:
    """A change under way. The action fills in what the log will tell.

    ``tournament`` is None only in a change of the address book (``office_change``).
    ``actor_name`` is who did it where that is no account: a seat at a table, by its phone.
    """

    tournament: Tournament
    subject: str = ""
    before: Any = None
    after: Any = None
    reason: str = ""
    actor_name: str = ""


def actor_name(actor: Any) -> str:
    """The name that the log keeps: it must stay readable when the account is gone."""
    return (actor.get_full_name() or actor.get_username()) if actor is not None else ""


def required_reason(reason: str) -> str:
    """The reason, which must not be empty: the log is read by those who were not there."""
    cleaned = clean_text(reason)
    if not cleaned:
        raise Refused(_("Give a reason; it goes into the log."), where="reason", code="reason")
    return cleaned[:300]


def not_allowed() -> Refused:
    """The refusal of who works at a tournament's desk in another role, or not at all."""
    return Refused(_("Your role at this tournament does not allow this."), code="role")


def _refuse_repetition(key: str | None) -> None:
    if key and (entry := LogEntry.objects.filter(key=key).first()):
        raise AlreadyApplied(entry)


@contextmanager
def _stored_whole(action: str, key: str | None) -> Iterator[None]:
    """A transaction in which the database has the last word.

    What passed every check may still break a constraint: someone else stored the same club, or
    applied the same key, a moment before.
    """
    try:
        with transaction.atomic():
            yield
    except IntegrityError as error:
        _refuse_repetition(key)
        logger.warning("%s broke a constraint; nothing was stored", action, exc_info=error)
        raise Refused(
            _("Someone else changed something at the same moment. Nothing was stored: try again."),
            code="conflict",
        ) from error


@contextmanager
def change(
    tournament: Tournament,
    actor: Any,
    action: str,
    *,
    key: str | None = None,
    even_closed: bool = False,
    allowed: bool = False,
) -> Iterator[Change]:
    """One change of ``tournament`` by ``actor`` (None: the program itself, from a command).

    Locks the tournament, so that changes follow one another; refuses who may not (by
    ``roles``, unless the caller has settled it and says ``allowed``), refuses a closed
    tournament unless ``even_closed``; then runs the body, appends one log entry and raises the
    revision by one, all in one transaction. What the database then refuses is Refused too.

    The tournament in the yielded change is read under the lock: use it, not the one passed in.
    """
    with _stored_whole(action, key):
        locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
        _refuse_repetition(key)
        if not allowed and not may(actor, locked, action):
            raise not_allowed()
        if locked.is_closed and not even_closed:
            raise Refused(
                _("The tournament is closed. Reopen it before you change anything."), code="closed"
            )
        this = Change(locked)
        yield this
        locked.revision += 1
        locked.save(update_fields=["revision"])
        _append(this, actor, action, key)
    tournament.revision = locked.revision


@contextmanager
def office_change(actor: Any, action: str, *, key: str | None = None) -> Iterator[Change]:
    """A change of the address book: logged and applied once, but of no single tournament."""
    with _stored_whole(action, key):
        _refuse_repetition(key)
        this = Change(tournament=None)  # type: ignore[arg-type]
        yield this
        _append(this, actor, action, key)


def _append(this: Change, actor: Any, action: str, key: str | None) -> None:
    """The log entry of a change that has been made."""
    LogEntry.objects.create(
        tournament=this.tournament,
        revision=this.tournament.revision if this.tournament else None,
        actor=actor,
        actor_name=this.actor_name or actor_name(actor),
        action=action,
        subject=this.subject[:200],
        before=this.before,
        after=this.after,
        reason=this.reason[:300],
        key=key or None,
    )
