"""Asking for documents and keeping track of their making.

A document changes nothing in the tournament: what it says is already stored, and the row is a
copy to download. So these actions neither raise the revision (that would make every copy and
every cached page old at once) nor write to the log. They are short transactions of their own,
because the making takes seconds and must not hold the tournament's lock meanwhile.
"""

from typing import Any

from django.db import transaction
from django.db.models import Q

from tournaments import documents
from tournaments.actions.core import Refused, not_allowed
from tournaments.actions.roles import role_of
from tournaments.models import Document, Tournament

KEPT = 30
State = Document.State


def request_document(
    tournament: Tournament,
    actor: Any,
    *,
    kind: str,
    parameters: dict[str, Any] | None = None,
    language: str = "de",
) -> tuple[Document, bool]:
    """The document as the tournament stands now: the one there is, or a new one that waits.

    The same kind, parameters, revision and language are one document; one that failed waits
    again. The second value says whether a task must be started. Of a tournament the latest KEPT
    are kept. Refused for who does not work at the desk, and for what cannot be made (no seats
    yet, no results yet).
    """
    if actor is not None and role_of(actor, tournament) is None:
        raise not_allowed()
    try:
        given = documents.clean(kind, parameters or {})
        with transaction.atomic():
            locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
            documents.collect(locked, kind, given, language)
            document = _same(locked, kind, given, language)
            to_start = document is None or document.state == State.FAILED
            if document is None:
                document = Document.objects.create(
                    tournament=locked,
                    kind=kind,
                    parameters=given,
                    revision=locked.revision,
                    language=language,
                )
                _forget_old(locked)
            elif to_start:
                _wait_again(document)
    except documents.PaperRefused as refusal:
        raise Refused(str(refusal), code="document") from refusal
    return document, to_start


def retry_document(document: Document) -> bool:
    """A document that failed or got stuck waits again; a ready one stays as it is (False)."""
    with transaction.atomic():
        locked = Document.objects.select_for_update().defer("content").get(pk=document.pk)
        if locked.state == State.READY:
            return False
        _wait_again(locked)
    return True


def begin_document(pk: int) -> tuple[Document, documents.Collected] | None:
    """Take up a document: what it will say, read under the tournament's lock, and its revision.

    None if it is gone or ready already (a task may be delivered twice). Raises PaperRefused when
    the tournament has changed so that it can no longer be made.
    """
    with transaction.atomic():
        found = Document.objects.filter(pk=pk).exclude(state=State.READY).defer("content").first()
        if found is None:
            return None
        tournament = Tournament.objects.select_for_update().get(pk=found.tournament_id)
        collected = documents.collect(tournament, found.kind, found.parameters, found.language)
        found.state, found.done, found.total = State.WORKING, 0, collected.size
        found.revision = tournament.revision
        found.save(update_fields=["state", "done", "total", "revision"])
    return found, collected


def note_progress(pk: int, done: int) -> None:
    """So many of the document's pages are laid out."""
    Document.objects.filter(pk=pk, state=State.WORKING).update(done=done)


def finish_document(pk: int, content: bytes) -> None:
    """The document is ready for download."""
    Document.objects.filter(pk=pk).update(state=State.READY, content=content, error="")


def fail_document(pk: int, reason: str) -> None:
    """The document could not be made; ``reason`` is a sentence for a person."""
    Document.objects.filter(~Q(state=State.READY), pk=pk).update(
        state=State.FAILED, error=reason[:300]
    )


def _same(
    tournament: Tournament, kind: str, parameters: dict[str, Any], language: str
) -> Document | None:
    # Compared here, not in the database: JSON compares differently from one to the other.
    candidates = tournament.documents.filter(
        kind=kind, language=language, revision=tournament.revision
    ).defer("content")
    return next((one for one in candidates if one.parameters == parameters), None)


def _wait_again(document: Document) -> None:
    document.state, document.done, document.error = State.WAITING, 0, ""
    document.save(update_fields=["state", "done", "error"])


def _forget_old(tournament: Tournament) -> None:
    kept = tournament.documents.order_by("-pk").values_list("pk", flat=True)[:KEPT]
    tournament.documents.exclude(pk__in=list(kept)).delete()
