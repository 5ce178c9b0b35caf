"""Points given or taken outside the sheets."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.session import Session
from tournaments.models.text import CleanCharField
from tournaments.models.tournament import Entry


class Adjustment(models.Model):
    """A Punktabzug without credit to others (TSR 9.7.2), so it never stands on a sheet."""

    entry = models.ForeignKey(
        Entry, models.CASCADE, related_name="adjustments", verbose_name=_("entry")
    )
    session = models.ForeignKey(
        Session,
        models.RESTRICT,
        null=True,
        blank=True,
        related_name="adjustments",
        verbose_name=_("session"),
    )
    points = models.SmallIntegerField(_("points"))
    reason = CleanCharField(_("reason"), max_length=300)
    given_by = CleanCharField(_("given by"), max_length=120)
    created_at = models.DateTimeField(_("given at"), default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("adjustment")
        verbose_name_plural = _("adjustments")
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(points__gte=-999, points__lte=999) & ~Q(points=0),
                name="adjustment_changes_something",
            ),
            models.CheckConstraint(
                condition=~Q(reason="") & ~Q(given_by=""), name="adjustment_says_why_and_who"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.points:+}"
