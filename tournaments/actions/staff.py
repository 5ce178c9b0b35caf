"""Who works at a tournament's desk."""

from typing import Any

from django.contrib.auth import get_user_model
from django.utils.translation import gettext as _

from tournaments.actions.core import Refused, change
from tournaments.models import Staff, Tournament
from tournaments.models.text import clean_text


def set_staff(
    tournament: Tournament, actor: Any, *, username: str, role: str, key: str | None = None
) -> Staff:
    """Give the account ``username`` a role at this tournament, in place of any it has."""
    with change(tournament, actor, "set_staff", key=key, even_closed=True) as this:
        if role not in Staff.Role.values:
            raise Refused(_("There is no such role."), where="role")
        user = _account(username)
        before = Staff.objects.filter(tournament=this.tournament, user=user).first()
        if before and before.role == Staff.Role.DIRECTOR and role != Staff.Role.DIRECTOR:
            _keep_a_director(this.tournament, before)
        staff, _created = Staff.objects.update_or_create(
            tournament=this.tournament, user=user, defaults={"role": role}
        )
        this.subject = user.get_username()
        this.before = {"role": before.role if before else None}
        this.after = {"role": role}
    return staff


def remove_staff(
    tournament: Tournament, actor: Any, *, username: str, key: str | None = None
) -> None:
    """Take the account ``username`` off this tournament's desk."""
    with change(tournament, actor, "remove_staff", key=key, even_closed=True) as this:
        staff = Staff.objects.filter(tournament=this.tournament, user=_account(username)).first()
        if staff is None:
            raise Refused(_("This account does not work here."), where="username")
        if staff.role == Staff.Role.DIRECTOR:
            _keep_a_director(this.tournament, staff)
        this.subject = username
        this.before = {"role": staff.role}
        this.after = {"role": None}
        staff.delete()


def _account(username: str) -> Any:
    name = clean_text(username)  # what PostgreSQL cannot look for, such as NUL, is no name
    account = get_user_model().objects.filter(username=name, is_active=True).first()
    if account is None:
        raise Refused(
            _("There is no account of this name. The office makes accounts."), where="username"
        )
    return account


def _keep_a_director(tournament: Tournament, leaving: Staff) -> None:
    others = tournament.staff.filter(role=Staff.Role.DIRECTOR).exclude(pk=leaving.pk)
    if not others.exists():
        raise Refused(_("A tournament needs a director: name another one first."), where="role")
