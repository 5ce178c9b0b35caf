"""The log: one entry for every change, with what was there before and after."""

from typing import Any, NoReturn

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q
from django.db.models.fields.json import KT
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament

# What the log tells of a table by an account's database id, which no other database knows.
ACCOUNTS = ("entered_by", "verified_by")
# The action of an undo, and where its entry names the change undone.
UNDO, UNDONE = "undo", "undone"
_DIGITS = 20  # more than any revision has


def _written_once(*args: Any, **kwargs: Any) -> NoReturn:
    raise TypeError("The log is only added to: an entry is neither changed nor deleted.")


class LogQuerySet(models.QuerySet):
    """Entries of the log, which the program reads and adds to.

    It guards against mistakes in the program; who has the database itself can do anything, and
    ``check_tournament`` then names revisions without an entry. Deleting a whole tournament takes
    its log with it.
    """

    update = _written_once
    delete = _written_once
    bulk_update = _written_once
    update_or_create = _written_once

    def bulk_create(self, *args: Any, **kwargs: Any) -> Any:
        if kwargs.get("update_conflicts"):
            _written_once()
        return super().bulk_create(*args, **kwargs)

    def redact(self, entry: "LogEntry", **fields: Any) -> None:
        """Overwrite fields of ``entry`` that name a person who has been erased.

        The one exception to "written once", owed to the right to be forgotten.
        """
        super(LogQuerySet, self.filter(pk=entry.pk)).update(**fields)


class LogEntry(models.Model):
    """One change, written in the transaction that made it; never rewritten.

    ``revision`` is the tournament's revision that the change made; None for changes of the
    address book. ``key`` is the one-time key of the form or device that asked, so that the
    same request sent twice is applied once.
    """

    tournament = models.ForeignKey(
        Tournament,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="log",
        verbose_name=_("tournament"),
    )
    revision = models.PositiveBigIntegerField(_("revision"), null=True, blank=True)
    at = models.DateTimeField(_("when"), default=timezone.now, editable=False)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("account"),
    )
    actor_name = models.CharField(_("who"), max_length=150, blank=True, default="")
    action = models.CharField(_("what"), max_length=40)
    subject = models.CharField(_("of what"), max_length=200, blank=True, default="")
    before = models.JSONField(_("before"), null=True, blank=True, encoder=DjangoJSONEncoder)
    after = models.JSONField(_("after"), null=True, blank=True, encoder=DjangoJSONEncoder)
    reason = models.CharField(_("reason"), max_length=300, blank=True, default="")
    key = models.CharField(max_length=64, null=True, blank=True, unique=True, editable=False)

    objects = LogQuerySet.as_manager()

    class Meta:
        verbose_name = _("log entry")
        verbose_name_plural = _("log")
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "revision"], name="revision_once"),
            models.CheckConstraint(
                condition=Q(tournament__isnull=True, revision__isnull=True)
                | Q(tournament__isnull=False, revision__isnull=False, revision__gte=1),
                name="revision_belongs_to_tournament",
            ),
            models.CheckConstraint(condition=~Q(action=""), name="log_says_what"),
        ]

    def __str__(self) -> str:
        return f"{self.action} {self.subject}".strip()

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            _written_once()
        super().save(*args, **kwargs)

    delete = _written_once


def undone_by(tournament: Tournament) -> dict[int, int]:
    """The changes that are undone as things stand, each with the change that undid it."""
    undos = LogEntry.objects.filter(tournament=tournament, action=UNDO).order_by("-revision")
    found: dict[int, int] = {}
    for revision, undone in undos.values_list("revision", KT(f"after__{UNDONE}")):
        # An undo that was itself undone later counts for nothing. A file may have brought any log.
        is_revision = str(undone).isdecimal() and len(str(undone)) < _DIGITS
        if revision not in found and is_revision:
            found.setdefault(int(undone), revision)
    return found
