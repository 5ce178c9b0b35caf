"""How a tournament's certificates look, where the director has changed it."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.text import CleanCharField
from tournaments.models.tournament import Tournament


class CertificateTemplate(models.Model):
    """The text of the certificates with its placeholders, who signs, and a logo (PNG or JPEG).

    An empty ``text`` means the built-in one. ``signers`` are parted by ";".
    """

    tournament = models.OneToOneField(
        Tournament,
        models.CASCADE,
        related_name="certificate_template",
        verbose_name=_("tournament"),
    )
    text = models.TextField(_("text"), max_length=2000, blank=True, default="")
    signers = CleanCharField(_("who signs"), max_length=200, blank=True, default="")
    logo = models.BinaryField(_("logo"), null=True, blank=True)

    class Meta:
        verbose_name = _("template of certificates")
        verbose_name_plural = _("templates of certificates")

    def __str__(self) -> str:
        return str(self.tournament)
