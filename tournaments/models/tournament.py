"""A tournament, who runs it and who plays in it."""

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.address_book import Player
from tournaments.models.text import CleanCharField


class TieBreak(models.TextChoices):
    """What parts players of equal points, in the order that the tournament sets."""

    BEST_SESSION = "best_session", _("best session")
    LAST_SESSION = "last_session", _("last session")
    SOLOS_WON = "solos_won", _("more solos won")
    DIRECT_COMPARISON = "direct_comparison", _("direct comparison")
    LOT = "lot", _("lot")


class Tournament(models.Model):
    """One event of one or more sessions.

    ``revision`` rises by one with every change; pages and caches know a tournament's state by
    it and by nothing else.
    """

    class Visibility(models.TextChoices):
        PUBLIC = "public", _("public")
        UNLISTED = "unlisted", _("only with the link")
        DESK = "desk", _("only at the desk")

    class ClubMates(models.TextChoices):
        """Are members of a club kept apart by the draw?"""

        ANY = "any", _("sit where they are drawn")
        SOFT = "soft", _("sit apart where possible")
        HARD = "hard", _("never share a table")

    name = CleanCharField(_("name"), max_length=120)
    slug = models.SlugField(_("address"), max_length=60, unique=True)
    place = CleanCharField(_("place"), max_length=120, blank=True, default="")
    starts_on = models.DateField(_("date"))
    ruleset = models.CharField(_("ruleset"), max_length=30, default="ddv")
    visibility = models.CharField(
        _("visibility"), max_length=10, choices=Visibility, default=Visibility.PUBLIC
    )
    tie_breaks = models.JSONField(_("tie-breaks"), default=list, blank=True)
    club_mates = models.CharField(
        _("club-mates"), max_length=10, choices=ClubMates, default=ClubMates.ANY
    )
    protest_minutes = models.PositiveSmallIntegerField(
        _("minutes for protests after a session"), default=0
    )
    lot_seed = models.PositiveBigIntegerField(
        _("seed of the lots"),
        default=0,
        help_text=_("The lots follow from it, so anyone can check them."),
    )
    revision = models.PositiveBigIntegerField(_("revision"), default=0, editable=False)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True, editable=False)
    created_at = models.DateTimeField(_("created"), default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        ordering = ["-starts_on", "-pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="tournament_has_name"),
            # /desk/new/ is the page that makes tournaments.
            models.CheckConstraint(
                condition=~Q(slug__in=["", "new"]), name="tournament_has_address"
            ),
            models.CheckConstraint(
                condition=Q(visibility__in=["public", "unlisted", "desk"]),
                name="tournament_visibility_known",
            ),
            models.CheckConstraint(
                condition=Q(club_mates__in=["any", "soft", "hard"]),
                name="tournament_club_mates_known",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_closed(self) -> bool:
        return self.closed_at is not None


class Staff(models.Model):
    """Who works at a tournament's desk, and as what."""

    class Role(models.TextChoices):
        DIRECTOR = "director", _("director")
        HELPER = "helper", _("helper")
        REFEREE = "referee", _("referee")

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="staff", verbose_name=_("tournament")
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="desks", verbose_name=_("account")
    )
    role = models.CharField(_("role"), max_length=10, choices=Role)

    class Meta:
        verbose_name = _("staff member")
        verbose_name_plural = _("staff")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "user"], name="one_role_each"),
            models.CheckConstraint(
                condition=Q(role__in=["director", "helper", "referee"]), name="staff_role_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} ({self.get_role_display()})"


class Entry(models.Model):
    """A player in a tournament, with a start number that never changes.

    Who is disqualified (TSR 9.7) is withdrawn too: results stay, without a rank.
    """

    class Status(models.TextChoices):
        REGISTERED = "registered", _("registered")
        PRESENT = "present", _("present")
        WITHDRAWN = "withdrawn", _("withdrawn")

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="entries", verbose_name=_("tournament")
    )
    player = models.ForeignKey(
        Player, models.PROTECT, related_name="entries", verbose_name=_("player")
    )
    start_number = models.PositiveSmallIntegerField(
        _("start number"), validators=[MinValueValidator(1), MaxValueValidator(9999)]
    )
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.REGISTERED)
    disqualified = models.BooleanField(_("disqualified"), default=False)

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ["start_number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "player"], name="player_once"),
            models.UniqueConstraint(fields=["tournament", "start_number"], name="number_once"),
            models.CheckConstraint(
                condition=Q(start_number__gte=1, start_number__lte=9999), name="start_number_range"
            ),
            models.CheckConstraint(
                condition=Q(status__in=["registered", "present", "withdrawn"]),
                name="entry_status_known",
            ),
            models.CheckConstraint(
                condition=Q(disqualified=False) | Q(status="withdrawn"),
                name="disqualified_is_withdrawn",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.start_number} {self.player}"
