"""A session (Spielrunde): its tables and who sits where. Nothing here is Doppelkopf's alone."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.address_book import Player
from tournaments.models.text import CleanCharField
from tournaments.models.tournament import Entry, Tournament


class Session(models.Model):
    """One round of a tournament: every table plays one sheet at the same time."""

    class State(models.TextChoices):
        PLANNED = "planned", _("planned")
        DRAFTED = "drafted", _("drafted")
        RELEASED = "released", _("released")
        RUNNING = "running", _("running")
        CLOSED = "closed", _("closed")

    # The states in which players see the seats; a draft is for the desk alone.
    PUBLISHED = (State.RELEASED, State.RUNNING, State.CLOSED)

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="sessions", verbose_name=_("tournament")
    )
    number = models.PositiveSmallIntegerField(_("number"))
    minutes = models.PositiveSmallIntegerField(_("minutes at a table of four"), default=100)
    minutes_five = models.PositiveSmallIntegerField(_("minutes at a table of five"), default=125)
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.PLANNED)
    method = models.CharField(_("draw"), max_length=30, default="random")
    seed = models.PositiveBigIntegerField(_("seed of the draw"), null=True, blank=True)
    draw_report = models.JSONField(_("what the draw reached"), default=dict, blank=True)
    drawn_at = models.DateTimeField(_("drawn at"), null=True, blank=True)
    released_at = models.DateTimeField(_("released at"), null=True, blank=True)
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)

    class Meta:
        verbose_name = _("session")
        verbose_name_plural = _("sessions")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="session_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="session_number_from_one"),
            models.CheckConstraint(
                condition=Q(minutes__gte=1, minutes_five__gte=1), name="session_has_minutes"
            ),
            models.CheckConstraint(
                condition=Q(state__in=["planned", "drafted", "released", "running", "closed"]),
                name="session_state_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}, {self.number}"

    @property
    def is_published(self) -> bool:
        """Do players see the seats?"""
        return self.state in self.PUBLISHED

    def ends_at(self, size: int, extra_minutes: int = 0) -> datetime | None:
        """When time is up at a table of ``size`` players; None while no clock runs."""
        if self.state != self.State.RUNNING or self.started_at is None:
            return None
        minutes = self.minutes_five if size == 5 else self.minutes
        return self.started_at + timedelta(minutes=minutes + extra_minutes)


class Table(models.Model):
    """A table of four or five in a session."""

    class State(models.TextChoices):
        OPEN = "open", _("open")
        ENTERED = "entered", _("entered")
        VERIFIED = "verified", _("verified")

    session = models.ForeignKey(
        Session, models.CASCADE, related_name="tables", verbose_name=_("session")
    )
    number = models.PositiveSmallIntegerField(_("number"))
    size = models.PositiveSmallIntegerField(_("players"))
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.OPEN)
    extra_minutes = models.PositiveSmallIntegerField(_("extra minutes"), default=0)
    note = CleanCharField(_("note"), max_length=300, blank=True, default="")
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("entered by"),
    )
    verified_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("verified by"),
    )

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["session", "number"], name="table_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="table_number_from_one"),
            models.CheckConstraint(condition=Q(size__in=[4, 5]), name="table_of_four_or_five"),
            models.CheckConstraint(
                condition=Q(state__in=["open", "entered", "verified"]), name="table_state_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.session}/{self.number}"

    @property
    def ends_at(self) -> datetime | None:
        """When time is up here, extra minutes included; None while no clock runs."""
        return self.session.ends_at(self.size, self.extra_minutes)

    @property
    def seconds_left(self) -> int | None:
        """Seconds until time is up, below 0 after it; None while no clock runs."""
        ends = self.ends_at
        return None if ends is None else int((ends - timezone.now()).total_seconds())


class Seat(models.Model):
    """Who sits where; clockwise, seat 1 deals first, the last seat keeps the sheet.

    ``points`` (game points) is the sum of the table's deals for this seat, or None before there
    is a result; ``solos_won`` counts the solos this seat won, or None where only totals are
    known. Both are written in the transaction that writes the deals. ``substitute`` is who plays
    this session in the entry's place; the points count for the entry.
    """

    session = models.ForeignKey(
        Session, models.CASCADE, related_name="seats", verbose_name=_("session")
    )
    table = models.ForeignKey(Table, models.CASCADE, related_name="seats", verbose_name=_("table"))
    position = models.PositiveSmallIntegerField(_("seat"))
    entry = models.ForeignKey(Entry, models.RESTRICT, related_name="seats", verbose_name=_("entry"))
    points = models.IntegerField(_("points"), null=True, blank=True)
    solos_won = models.PositiveSmallIntegerField(_("solos won"), null=True, blank=True)
    substitute = models.ForeignKey(
        Player,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="substituted_seats",
        verbose_name=_("substitute"),
    )

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["table", "position"], name="one_on_a_seat"),
            models.UniqueConstraint(fields=["session", "entry"], name="one_seat_a_session"),
            models.CheckConstraint(
                condition=Q(position__gte=1, position__lte=5), name="seat_one_to_five"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table}/{self.position}"
