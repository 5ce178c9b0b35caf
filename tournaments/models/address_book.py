"""The address book: clubs and players, kept across tournaments."""

from typing import Any

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.text import CleanCharField, SortKeyField, fold, with_sort_key


class Club(models.Model):
    """A club (Verein). Its name is unique, whatever the case or the spelling of umlauts."""

    name = CleanCharField(_("name"), max_length=100)
    city = CleanCharField(_("city"), max_length=100, blank=True, default="")
    sort_key = SortKeyField(source=["name"])

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        ordering = ["sort_key", "pk"]
        constraints = [
            models.UniqueConstraint(
                "sort_key",
                name="club_name_once",
                violation_error_message=_("A club of this name exists already."),
            ),
            models.CheckConstraint(condition=~Q(name=""), name="club_has_name"),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        super().save(*args, **with_sort_key(kwargs))


class PlayerQuerySet(models.QuerySet):
    def search(self, text: str) -> "PlayerQuerySet":
        """Players whose name contains every word of ``text``; case and accents do not matter."""
        found = self
        for word in text.split():
            key = fold(word)
            found = found.filter(Q(sort_key__contains=key) | Q(club__sort_key__contains=key))
        return found


class Player(models.Model):
    """A person. Two people may share a name; a DDV number belongs to one of them."""

    first_name = CleanCharField(_("first name"), max_length=60, blank=True, default="")
    last_name = CleanCharField(_("last name"), max_length=60)
    club = models.ForeignKey(
        Club, models.PROTECT, null=True, blank=True, related_name="players", verbose_name=_("club")
    )
    ddv_number = CleanCharField(_("DDV number"), max_length=20, blank=True, default="")
    publish_name = models.BooleanField(
        _("full name may be published"),
        default=False,
        help_text=_("Without consent public pages show initials only."),
    )
    erased_at = models.DateTimeField(_("erased"), null=True, blank=True, editable=False)
    sort_key = SortKeyField(source=["last_name", "first_name"])

    objects = PlayerQuerySet.as_manager()

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering = ["sort_key", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["ddv_number"],
                condition=~Q(ddv_number=""),
                name="ddv_number_once",
                violation_error_message=_("Another player has this DDV number."),
            ),
            models.CheckConstraint(condition=~Q(last_name=""), name="player_has_name"),
        ]

    def __str__(self) -> str:
        return self.list_name

    def save(self, *args: Any, **kwargs: Any) -> None:
        super().save(*args, **with_sort_key(kwargs))

    @property
    def list_name(self) -> str:
        """As lists and the desk write it: "Adler, Ute"."""
        return f"{self.last_name}, {self.first_name}" if self.first_name else self.last_name

    @property
    def full_name(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()

    @property
    def club_name(self) -> str:
        """The club's name; "" for who belongs to none."""
        return self.club.name if self.club else ""

    @property
    def public_name(self) -> str:
        """The full name with the player's consent, else initials: "U. A.", "K. v. d. M."."""
        if self.publish_name:
            return self.list_name
        return " ".join(f"{word[0]}." for word in self.full_name.split())
