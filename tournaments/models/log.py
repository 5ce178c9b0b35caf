"""The log: one entry for every change, with what was there before and after."""

from typing import Any

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament


class LogEntry(models.Model):
    """One change, written in the transaction that made it; never rewritten.

    ``revision`` is the tournament's revision that the change made; None for changes of the
    address book. ``key`` is the one-time key of the form or device that asked, so that the
    same request sent twice is applied once.
    """

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, null=True, blank=True, related_name="log"
    )
    revision = models.PositiveBigIntegerField(null=True, blank=True)
    at = models.DateTimeField(_("when"), auto_now_add=True)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    actor_name = models.CharField(_("who"), max_length=150, blank=True, default="")
    action = models.CharField(_("what"), max_length=40)
    subject = models.CharField(_("of what"), max_length=200, blank=True, default="")
    before = models.JSONField(null=True, blank=True, encoder=DjangoJSONEncoder)
    after = models.JSONField(null=True, blank=True, encoder=DjangoJSONEncoder)
    reason = models.CharField(_("reason"), max_length=300, blank=True, default="")
    key = models.CharField(max_length=64, null=True, blank=True, unique=True, editable=False)

    class Meta:
        verbose_name = _("log entry")
        verbose_name_plural = _("log")
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "revision"], name="revision_once"),
        ]

    def __str__(self) -> str:
        return f"{self.action} {self.subject}".strip()

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.pk is not None:
            raise TypeError("A log entry is written once.")
        super().save(*args, **kwargs)
