"""Celery tasks. They run in a worker where Redis is, at once in the asking process otherwise."""

import logging

from celery import shared_task
from django.utils import translation
from django.utils.translation import gettext as _

from tournaments import documents
from tournaments.actions.documents import (
    begin_document,
    fail_document,
    finish_document,
    note_progress,
)
from tournaments.models import Document

logger = logging.getLogger(__name__)


@shared_task
def make_document(pk: int) -> None:
    """Make a document that waits. Whatever goes wrong ends as a reason that its page shows."""
    language = Document.objects.filter(pk=pk).values_list("language", flat=True).first()
    with translation.override(language):
        try:
            begun = begin_document(pk)
            if begun is None:
                return
            document, collected = begun
            content = documents.render(
                collected, document.language, progress=lambda done, _total: note_progress(pk, done)
            )
            finish_document(pk, content)
        except documents.PaperRefused as refusal:
            fail_document(pk, str(refusal))
        except Exception as error:
            # The page must say that it failed, whatever the reason; the log has the whole story.
            logger.exception("Document %s could not be made", pk)
            fail_document(
                pk, _("The program failed (%(error)s).") % {"error": type(error).__name__}
            )
