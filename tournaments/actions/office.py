"""What the office does in the address book beyond correcting and erasing people."""

from contextlib import ExitStack
from typing import Any

from django.db import transaction
from django.db.models import ProtectedError
from django.utils.translation import gettext as _

from tournaments.actions.address_book import new_player, person_faults, person_values
from tournaments.actions.core import Refused, change, office_change
from tournaments.actions.roles import is_office
from tournaments.models import Club, Player, Tournament
from tournaments.models.text import clean_text, fold


def add_player(
    actor: Any,
    *,
    first_name: str,
    last_name: str,
    club_name: str = "",
    ddv_number: str = "",
    publish_name: bool = False,
    key: str | None = None,
) -> Player:
    """A new person in the address book, entered nowhere yet."""
    _refuse_others(actor)
    with office_change(actor, "add_player", key=key) as this:
        player = new_player(
            first_name=first_name,
            last_name=last_name,
            club_name=club_name,
            ddv_number=ddv_number,
            publish_name=publish_name,
        )
        this.subject = player.list_name
        this.after = person_values(player)
    return player


def delete_player(actor: Any, player: Player, *, key: str | None = None) -> None:
    """Delete someone who never entered a tournament; whoever did can only be erased."""
    _refuse_others(actor)
    with office_change(actor, "delete_player", key=key) as this:
        this.subject = f"#{player.pk}"
        try:
            Player.objects.filter(pk=player.pk).delete()
        except ProtectedError:
            raise Refused(
                _("%(name)s has played; erase the name instead, the results stay.")
                % {"name": player.list_name},
                code="has_entries",
            ) from None


def save_club(
    actor: Any, club: Club | None, *, name: str, city: str = "", key: str | None = None
) -> Club:
    """Make a club (``club`` is None) or correct one.

    Every tournament with a player of the club logs it and raises its revision: its lists show
    the name.
    """
    _refuse_others(actor)
    name, city = clean_text(name), clean_text(city)
    with transaction.atomic(), ExitStack() as stack:
        action = "correct_club" if club else "add_club"
        changes = [
            stack.enter_context(change(tournament, actor, action, even_closed=True))
            for tournament in _tournaments_of(club)
        ]
        changes.append(stack.enter_context(office_change(actor, action, key=key)))
        now = Club.objects.select_for_update().get(pk=club.pk) if club else Club()
        _refuse_bad_club(club, name, city)
        before = {"name": now.name, "city": now.city} if club else None
        now.name, now.city = name, city
        now.save()
        for this in changes:
            this.subject, this.before = name, before
            this.after = {"name": name, "city": city}
    return now


def delete_club(actor: Any, club: Club, *, key: str | None = None) -> None:
    """Delete a club to which nobody belongs."""
    _refuse_others(actor)
    with office_change(actor, "delete_club", key=key) as this:
        this.subject = club.name
        this.before = {"name": club.name, "city": club.city}
        try:
            Club.objects.filter(pk=club.pk).delete()
        except ProtectedError:
            raise Refused(
                _("Players belong to %(name)s.") % {"name": club.name}, code="has_players"
            ) from None


def _refuse_others(actor: Any) -> None:
    if not is_office(actor):
        raise Refused(_("Only the office may do this."), code="role")


def _refuse_bad_club(club: Club | None, name: str, city: str) -> None:
    if not name:
        raise Refused(_("The name is missing."), where="name", code="name")
    for field, sentence in person_faults(first_name=city, last_name="x", club_name=name):
        where = "name" if field == "club_name" else "city"
        raise Refused(sentence, where=where, code=where)
    same = Club.objects.filter(sort_key=fold(name)).exclude(pk=club.pk if club else None).first()
    if same:
        raise Refused(
            _("There is a club of this name already: %(name)s.") % {"name": same.name},
            where="name",
            code="taken",
        )


def _tournaments_of(club: Club | None) -> list[Tournament]:
    if club is None:
        return []
    return list(Tournament.objects.filter(entries__player__club=club).distinct().order_by("pk"))
