"""What was played at a table: the rows of its sheet, in the order played."""

from collections.abc import Sequence

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q, Value
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from tournaments.models.session import Table
from tournaments.models.text import CleanCharField

_SOLO_KINDS = ("marriage_solo", "silent_marriage", "lustsolo", "pflichtsolo", "vorfuehrung")
# The notes of all rulings at a table stand in one row where only its totals are known.
MOST_NOTE = 1000
SCORE_FIELDS = ("score_1", "score_2", "score_3", "score_4", "score_5")
_NOTHING_SCORED = Q(**{f"{name}__isnull": True for name in SCORE_FIELDS})
_SUM_IS_ZERO = Q(
    **{f"{name}__isnull": False for name in SCORE_FIELDS[:4]},
    score_1=Value(0)
    - F("score_2")
    - F("score_3")
    - F("score_4")
    - Coalesce(F("score_5"), Value(0)),
)

_IN_BOUNDS = Q(
    **{f"{name}__range": (-9999, 9999) for name in SCORE_FIELDS[:4]},
) & (Q(score_5__isnull=True) | Q(score_5__range=(-9999, 9999)))


def _score(position: int) -> models.SmallIntegerField:
    return models.SmallIntegerField(
        f"{position}",
        null=True,
        blank=True,
        validators=[MinValueValidator(-9999), MaxValueValidator(9999)],
    )


class Deal(models.Model):
    """One row of a sheet, in game points (Spielpunkte).

    ``score_5`` is None at a table of four. A struck deal has no scores at all; zero is a score.
    A sheet of which only the totals were typed is one row of kind ``total``. ``outcome`` holds
    the facts (a ``score_deals`` record) where they are known.
    """

    class Kind(models.TextChoices):
        NORMAL = "normal", _("normal game")
        MARRIAGE_SOLO = "marriage_solo", _("marriage not clarified")
        SILENT_MARRIAGE = "silent_marriage", _("silent marriage")
        LUSTSOLO = "lustsolo", _("Lustsolo")
        PFLICHTSOLO = "pflichtsolo", _("Pflichtsolo")
        VORFUEHRUNG = "vorfuehrung", _("Vorführung")
        PENALTY = "penalty", _("penalty")
        STRUCK = "struck", _("struck")
        TOTAL = "total", _("totals only")

    SOLO_KINDS = _SOLO_KINDS
    # A silent marriage is scored like a solo but is none (TSR 4.2): it does not count as won.
    SOLOS_PROPER = ("lustsolo", "pflichtsolo", "vorfuehrung")

    table = models.ForeignKey(Table, models.CASCADE, related_name="deals", verbose_name=_("table"))
    row = models.PositiveSmallIntegerField(_("row"))
    kind = models.CharField(_("kind"), max_length=16, choices=Kind)
    soloist = models.PositiveSmallIntegerField(_("soloist"), null=True, blank=True)
    breach = models.BooleanField(_("ended by a breach (TSR 9.4.4)"), default=False)
    score_1 = _score(1)
    score_2 = _score(2)
    score_3 = _score(3)
    score_4 = _score(4)
    score_5 = _score(5)
    outcome = models.JSONField(_("facts"), null=True, blank=True)
    note = CleanCharField(_("note"), max_length=MOST_NOTE, blank=True, default="")
    client_key = models.CharField(max_length=64, null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("deal")
        verbose_name_plural = _("deals")
        ordering = ["row"]
        constraints = [
            models.UniqueConstraint(fields=["table", "row"], name="row_once"),
            models.UniqueConstraint(fields=["table", "client_key"], name="client_key_once"),
            models.UniqueConstraint(
                fields=["table"], condition=Q(kind="total"), name="one_row_of_totals"
            ),
            models.CheckConstraint(condition=Q(row__gte=1), name="row_from_one"),
            models.CheckConstraint(
                condition=(_NOTHING_SCORED & ~Q(kind="total")) | _SUM_IS_ZERO,
                name="scores_add_to_zero",
                violation_error_message=_("The scores of a deal add to 0 (TSR 7.3.3)."),
            ),
            models.CheckConstraint(
                condition=_NOTHING_SCORED | _IN_BOUNDS,
                name="scores_in_bounds",
                violation_error_message=_("A score lies between −9999 and 9999."),
            ),
            models.CheckConstraint(
                condition=_NOTHING_SCORED | ~Q(kind="struck"), name="struck_has_no_scores"
            ),
            models.CheckConstraint(
                condition=Q(kind__in=[*_SOLO_KINDS, "normal", "penalty", "struck", "total"]),
                name="deal_kind_known",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=_SOLO_KINDS, soloist__gte=1, soloist__lte=5)
                & Q(soloist__isnull=False)
                | Q(soloist__isnull=True) & ~Q(kind__in=_SOLO_KINDS),
                name="solo_has_soloist",
            ),
            models.CheckConstraint(
                condition=Q(soloist__isnull=True)
                | Q(soloist__lte=4)
                | Q(score_5__isnull=False)
                | _NOTHING_SCORED,
                name="soloist_has_seat",
            ),
            models.CheckConstraint(
                condition=Q(breach=False) | Q(kind__in=_SOLO_KINDS), name="breach_only_in_solo"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table}, {self.row}"

    @property
    def is_of_referee(self) -> bool:
        """Is the row a referee's? Then it says who gave it and why, and no phone takes it back."""
        return self.kind == self.Kind.PENALTY or self.breach or bool(self.note)

    @property
    def is_note(self) -> bool:
        """Is the row only a note of a referee, without points: a deal dealt again, a breach that
        costs nothing?
        """
        return self.kind == self.Kind.PENALTY and not any(self.scores or ())

    @property
    def scores(self) -> list[int] | None:
        """The scores by position, four or five of them; None for a row without scores."""
        values = [getattr(self, name) for name in SCORE_FIELDS]
        if values[0] is None:
            return None
        return values if values[4] is not None else values[:4]


def notes_once(deals: Sequence[Deal]) -> list[str]:
    """The note of each row of a sheet; struck rows that say the same say it once."""
    notes = [deal.note for deal in deals]
    return [
        "" if deal.kind == Deal.Kind.STRUCK and note == before else note
        for deal, note, before in zip(deals, notes, ["", *notes], strict=False)
    ]
