"""A person's data put back, in every tournament of the person."""

from contextlib import ExitStack
from typing import Any

from django.utils.translation import gettext as _

from tournaments.actions.address_book import (
    club_named,
    enter_changes,
    person_values,
    refuse_taken_ddv_number,
)
from tournaments.actions.core import Change, Refused, not_allowed
from tournaments.actions.roles import may
from tournaments.actions.undo.past import left_by
from tournaments.actions.undo.undoing import Undoing
from tournaments.models import LogEntry, Player, Tournament
from tournaments.models.log import UNDO

_FIELDS = ("first_name", "last_name", "ddv_number", "publish_name")


def changes_elsewhere(
    stack: ExitStack, tournament: Tournament, actor: Any, entry: LogEntry, key: str | None
) -> tuple[Change, list[Change]]:
    """A change under way here, an undo, and one in each other tournament of the person."""
    if not may(actor, tournament, UNDO):
        raise not_allowed()
    changes = enter_changes(stack, actor, _person(entry), "correct_player", key, undoing=tournament)
    here = next(one for one in changes if one.tournament.pk == tournament.pk)
    return here, [one for one in changes if one is not here]


def _person(entry: LogEntry) -> Player:
    _back, left = left_by(entry)
    key = left.get("player") if isinstance(left, dict) else None
    person = Player.objects.filter(pk=key).first() if isinstance(key, int) else None
    if person is None:
        raise Refused(_("This person is not in the address book any more."), code="depends")
    return person


def put_person(undoing: Undoing) -> None:
    """Name, club, number and consent as before, unless they were corrected once more."""
    person = Player.objects.select_for_update().get(pk=undoing.left["player"])
    if person.erased_at:
        raise Refused(_("This person was erased."), code="erased")
    now, back = person_values(person), undoing.back
    if {**now, "player": None} != {**undoing.left, "player": None}:
        raise undoing.changed_since({"correct_player", "correct_club"}, _names(undoing, person))
    refuse_taken_ddv_number(back["ddv_number"], besides=person)
    for field in _FIELDS:
        setattr(person, field, back[field])
    person.club = club_named(back["club"])
    person.save()
    undoing.told(now, person_values(person))


def _names(undoing: Undoing, person: Player) -> set[str]:
    return {undoing.subject, person.list_name}
