"""What a change would do, seen beforehand: it is made, looked at and taken back at once."""

from collections.abc import Callable
from dataclasses import dataclass, field

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.models import Session, Tournament
from tournaments.models.standings import StandingsRow, standings_of

# Methods of the draw that seat by the standing before the session.
BY_STANDING = ("ranked", "ranked_apart", "score_groups", "ladder")


@dataclass(frozen=True)
class Moved:
    """An entry whose place changes; the name is for the desk. Game points, None without any."""

    start_number: int
    name: str
    old_rank: int | None
    new_rank: int | None
    old_total: int | None
    new_total: int | None


@dataclass(frozen=True)
class Effect:
    """What a change does beyond itself: places in the standings, and sentences to weigh."""

    moved: list[Moved] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


class _Back(Exception):
    """Leaves the transaction, so that nothing of it stays."""


def foresee(
    tournament: Tournament, act: Callable[[], object], *, session: int | None = None
) -> Effect:
    """What ``act``, a change of ``tournament``, would do. Raises what ``act`` raises.

    ``session`` is the number of the session whose results it changes.
    """
    revision = tournament.revision
    before = standings_of(tournament)
    after: list[StandingsRow] = []
    try:
        with transaction.atomic():
            act()
            after = standings_of(tournament)
            raise _Back
    except _Back:
        pass
    finally:
        tournament.revision = revision
    notes = [] if session is None else notes_on(tournament, session)
    return Effect(_moved(before, after), notes)


def notes_on(tournament: Tournament, number: int) -> list[str]:
    """What already rests on the results of a session."""
    notes = []
    sessions = list(tournament.sessions.order_by("number"))
    if any(s.number == number and s.state == Session.State.CLOSED for s in sessions):
        notes.append(
            _("Session %(number)s is closed and stays closed; its standings change.")
            % {"number": number}
        )
    for later in sessions:
        drawn = later.number > number and later.state != Session.State.PLANNED
        if drawn and later.method in BY_STANDING:
            template = (
                _("Session %(number)s is drawn by the standing before; draw it again.")
                if later.state == Session.State.DRAFTED
                else _("Session %(number)s was drawn by the standing before; its seats stay.")
            )
            notes.append(template % {"number": later.number})
    return notes


def _moved(before: list[StandingsRow], after: list[StandingsRow]) -> list[Moved]:
    old = {row.entry.pk: row for row in before}
    new = {row.entry.pk: row for row in after}
    moved = []
    for pk in dict.fromkeys((*new, *old)):
        was, now = old.get(pk), new.get(pk)
        places = [(row.rank, row.total) if row else (None, None) for row in (was, now)]
        if places[0] != places[1]:
            entry = (now or was).entry  # type: ignore[union-attr]
            moved.append(
                Moved(
                    entry.start_number,
                    entry.player.list_name,
                    places[0][0],
                    places[1][0],
                    places[0][1],
                    places[1][1],
                )
            )
    return moved
