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
        before, staff = give_role(this.tournament, username, role)
        this.subject = clean_text(username)
        this.before, this.after = {"role": before}, {"role": role}
    assert staff is not None  # a role was given
    return staff


def remove_staff(
    tournament: Tournament, actor: Any, *, username: str, key: str | None = None
) -> None:
    """Take the account ``username`` off this tournament's desk."""
    with change(tournament, actor, "remove_staff", key=key, even_closed=True) as this:
        before, _staff = give_role(this.tournament, username, None)
        if before is None:
            raise Refused(_("This account does not work here."), where="username")
        this.subject = clean_text(username)
        this.before, this.after = {"role": before}, {"role": None}


def give_role(
    tournament: Tournament, username: str, role: str | None
) -> tuple[str | None, Staff | None]:
    """Give an account a role, or none; returns the role it had. Refused without any director."""
    user = _account(username)
    known = Staff.objects.filter(tournament=tournament, user=user).first()
    before = known.role if known else None
    if known and before == Staff.Role.DIRECTOR and role != Staff.Role.DIRECTOR:
        _keep_a_director(tournament, known)
    if role is None:
        if known:
            known.delete()
        return before, None
    staff, _created = Staff.objects.update_or_create(
        tournament=tournament, user=user, defaults={"role": role}
    )
    return before, staff


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
