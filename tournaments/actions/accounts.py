"""The account of an installation's director, for those who start it on their own laptop."""

import secrets

from axes.utils import reset
from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.actions.core import Refused

DIRECTOR = "turnierleitung"
# Letters and digits that nobody mixes up when typing them from a screen or from paper.
_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"


def _password() -> str:
    """Three groups of four characters, 59 bits: quick to type, too many to guess."""
    return "-".join("".join(secrets.choice(_ALPHABET) for _ in range(4)) for _ in range(3))


@transaction.atomic
def ensure_director() -> str | None:
    """Make the account ``turnierleitung`` where nobody may do everything yet.

    It may do everything, the office included. Returns its password, which is kept nowhere in
    clear, or None if there was somebody already.
    """
    users = get_user_model().objects
    if users.filter(is_superuser=True, is_active=True).exists():
        return None
    if users.filter(username=DIRECTOR).exists():
        return None
    password = _password()
    users.create_superuser(DIRECTOR, password=password)
    return password


@transaction.atomic
def new_password(username: str) -> str:
    """Give the account a new password, lift its lockout and return the password.

    Raises Refused if there is no such account.
    """
    user = get_user_model().objects.filter(username=username).first()
    if user is None:
        raise Refused(_("There is no account “%(name)s”.") % {"name": username}, where="username")
    password = _password()
    user.set_password(password)
    user.save(update_fields=["password"])
    reset(username=username)
    return password
