"""The key to a table's page: what the code on the printed sheet opens on a phone."""

import secrets

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournaments.models.session import Session, Table

TOKEN_BYTES = 16  # 128 bits: nobody guesses one, so nothing has to count attempts


def new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


class TableAccess(models.Model):
    """Who holds the token may write at this one table of this one session, without an account.

    Made when the session is released. When the release is taken back or the table is drawn
    again, ``table`` becomes None: the token then opens nothing any more, but its page still
    knows the session and can say where to go. ``keeper`` is the seat that keyed last.
    """

    session = models.ForeignKey(
        Session, models.CASCADE, related_name="accesses", verbose_name=_("session")
    )
    number = models.PositiveSmallIntegerField(_("table"))
    table = models.OneToOneField(
        Table,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="access",
        verbose_name=_("table"),
    )
    token = models.CharField(max_length=32, unique=True, default=new_token, editable=False)
    keeper = models.PositiveSmallIntegerField(_("seat"), null=True, blank=True)

    class Meta:
        verbose_name = _("page of a table")
        verbose_name_plural = _("pages of tables")
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(token=""), name="table_access_has_token"),
        ]

    def __str__(self) -> str:
        return f"{self.session}/{self.number}"

    def get_absolute_url(self) -> str:
        return reverse("table-page", args=[self.token])


def table_path(table: Table) -> str | None:
    """The path of a table's page, for the code on its sheet; None before it is released.

    For many tables read ``select_related("access")`` first.
    """
    access = getattr(table, "access", None)
    return access.get_absolute_url() if access is not None else None
