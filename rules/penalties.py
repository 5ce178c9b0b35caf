"""What a breach of the rules costs, and what becomes of the deal (TSR 9).

Penalty points stand on the score sheet and add to 0. Only a deduction for unsporting conduct is
credited to nobody (9.7.2): it is kept outside the sheet, see :func:`unsporting_deduction`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from rules.refusal import Refusal, gettext_noop

MINOR_POINTS: Final = 3
SERIOUS_POINTS: Final = 12
POINTS_PER_ABSAGE: Final = 3
MOST_ABSAGEN: Final = 4  # no90, no60, no30, schwarz
MOST_DEDUCTED: Final = 12


class Breach(StrEnum):
    """How grave a breach is: what the referee decides first."""

    INSIGNIFICANT = "insignificant"  # 9.2
    MINOR = "minor"  # 9.3
    SERIOUS = "serious"  # 9.4
    DECIDED = "decided"  # 9.5: the deal was decided before the breach


class Fate(StrEnum):
    """What becomes of the deal."""

    GOES_ON = "goes_on"
    DEALT_AGAIN = "dealt_again"  # by the same dealer; it uses no deal number
    NOT_REPEATED = "not_repeated"  # it would be dealt again, but time is up
    COUNTS = "counts"  # as a played solo; its points are the penalty's
    STOPS = "stops"  # scored as it stood, the remaining tricks to the other side


@dataclass(frozen=True, slots=True)
class Penalty:
    """The consequences of a breach.

    ``points`` are game points of the four that play and add to 0. ``pflichtsolo_played`` tells
    whether a Pflichtsolo or Vorführung, if this was one, is done with; None while the deal goes
    on and will tell by itself.
    """

    rule: str
    points: dict[int, int]
    fate: Fate
    pflichtsolo_played: bool | None


def penalty(
    breach: Breach,
    offender: int,
    seats: Sequence[int],
    *,
    soloist: int | None = None,
    absagen: int = 0,
    hurts_soloist: bool = False,
    time_is_up: bool = False,
    vorfuehrung: bool = False,
) -> Penalty:
    """The points of all four and what becomes of the deal (TSR 9.2-9.5).

    ``seats`` are the four that play, ``soloist`` whoever plays alone (None in a normal game and
    a marriage). ``absagen`` counts the levels (0-4, skipped ones too) that the party opposed to
    the offender had made. ``hurts_soloist``: a Kontra player's minor breach could have hurt the
    soloist. ``time_is_up``: nothing is repeated any more but a ``vorfuehrung``.
    Refused: an offender or soloist who does not play (``needs_decision`` for an offender: the
    TSR do not say who is credited then), more Absagen than there are.
    """
    if offender not in seats:
        raise _offender_sits_out(offender)
    if soloist is not None and soloist not in seats:
        raise _no_soloist(soloist)
    if not 0 <= absagen <= MOST_ABSAGEN:
        raise _too_many_absagen(absagen)
    against_soloist = soloist is not None and offender != soloist
    if breach is Breach.INSIGNIFICANT:
        return Penalty("9.2", dict.fromkeys(seats, 0), Fate.GOES_ON, None)
    if breach is Breach.SERIOUS:
        amount = SERIOUS_POINTS + POINTS_PER_ABSAGE * absagen
        if against_soloist:
            points = _to_one(seats, offender, soloist, amount)
            return Penalty("9.4.4", points, Fate.COUNTS, True)
        lapsed = time_is_up and not vorfuehrung
        fate = Fate.NOT_REPEATED if lapsed else Fate.DEALT_AGAIN
        return Penalty("9.4", _to_all(seats, offender, amount), fate, False)
    if against_soloist and hurts_soloist:
        points = _to_one(seats, offender, soloist, MINOR_POINTS)
    else:
        points = _to_all(seats, offender, MINOR_POINTS)
    if breach is Breach.DECIDED:
        return Penalty("9.5", points, Fate.STOPS, True)
    return Penalty("9.3", points, Fate.GOES_ON, None)


def unsporting_deduction(points: int) -> int:
    """Game points taken from a player for unsporting conduct, credited to nobody (9.7.2).

    Refused outside 1-12. A warning costs nothing, a disqualification is no matter of points.
    """
    if not 1 <= points <= MOST_DEDUCTED:
        raise Refusal(
            "deduction_size",
            gettext_noop("A deduction is between 1 and %(most)d points, not %(points)d."),
            {"most": MOST_DEDUCTED, "points": points},
            rule="9.7.2",
        )
    return -points


def _to_all(seats: Sequence[int], offender: int, amount: int) -> dict[int, int]:
    """The offender pays, the three others share."""
    return {seat: -amount if seat == offender else amount // 3 for seat in seats}


def _to_one(
    seats: Sequence[int], offender: int, soloist: int | None, amount: int
) -> dict[int, int]:
    """The offender pays, the soloist gets it all."""
    return {seat: {offender: -amount, soloist: amount}.get(seat, 0) for seat in seats}


def _offender_sits_out(offender: int) -> Refusal:
    return Refusal(
        "needs_decision",
        gettext_noop(
            "Seat %(seat)d does not play in this deal. The TSR do not say who is credited for "
            "the breach of someone who sits out: the director decides."
        ),
        {"seat": offender},
        rule="9.1",
    )


def _no_soloist(soloist: int) -> Refusal:
    return Refusal(
        "soloist_sits_out",
        gettext_noop("Seat %(seat)d does not play in this deal, so it cannot be the soloist."),
        {"seat": soloist},
        rule="10.1",
    )


def _too_many_absagen(absagen: int) -> Refusal:
    return Refusal(
        "absagen",
        gettext_noop("A party makes 0 to %(most)d Absagen, not %(absagen)d."),
        {"most": MOST_ABSAGEN, "absagen": absagen},
        rule="6.3",
    )
