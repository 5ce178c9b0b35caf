"""What players and the director ask of the draw."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.text import CleanCharField
from tournaments.models.tournament import Entry, Tournament


class Wish(models.Model):
    """A wish for all sessions: a hard one is kept or the draw is refused, a soft one if possible.

    ``entries``: of a team two or more who never share a table, of a pair two, else one.
    ``table`` is the number of the table that the entry always has.
    """

    class Kind(models.TextChoices):
        TEAM = "team", _("team-mates apart")
        PAIR = "pair", _("two players apart")
        TABLE = "table", _("a fixed table")
        KEEPER = "keeper", _("keeps the sheet")

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="wishes", verbose_name=_("tournament")
    )
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    name = CleanCharField(_("name"), max_length=60, blank=True, default="")
    table = models.PositiveSmallIntegerField(_("table"), null=True, blank=True)
    hard = models.BooleanField(_("must be kept"), default=True)
    entries = models.ManyToManyField(Entry, related_name="wishes", verbose_name=_("entries"))

    class Meta:
        verbose_name = _("wish")
        verbose_name_plural = _("wishes")
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=["team", "pair", "table", "keeper"]), name="wish_kind_known"
            ),
            models.CheckConstraint(
                condition=Q(kind="table", table__isnull=False, table__gte=1)
                | (~Q(kind="table") & Q(table=None)),
                name="wish_for_table_names_it",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.name}".strip()
