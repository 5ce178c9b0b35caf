"""A printed document, made once and kept for download."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament


class Document(models.Model):
    """A PDF that a task makes or has made; ``progress`` counts ``done`` of ``total`` pages."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        WORKING = "working", _("in the works")
        READY = "ready", _("ready")
        FAILED = "failed", _("failed")

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="documents", verbose_name=_("tournament")
    )
    kind = models.CharField(_("kind"), max_length=30)
    parameters = models.JSONField(default=dict, blank=True)
    revision = models.PositiveBigIntegerField(_("revision"))
    language = models.CharField(_("language"), max_length=5)
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.WAITING)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    error = models.CharField(max_length=300, blank=True, default="")
    content = models.BinaryField(null=True, blank=True)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        verbose_name = _("document")
        verbose_name_plural = _("documents")
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=["waiting", "working", "failed"])
                | Q(state="ready", content__isnull=False),
                name="ready_document_has_content",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.tournament}"
