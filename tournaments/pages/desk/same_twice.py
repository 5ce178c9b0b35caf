"""Two at one table at the same time: the same typed twice, or what else became of it."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext as _

from tournaments.actions.core import AlreadyApplied, Refused, actor_name
from tournaments.actions.keyings import key_again
from tournaments.actions.roles import allows
from tournaments.models import Session, Table
from tournaments.pages.desk.table_at_desk import TableAtDesk
from tournaments.pages.support import once_key


def same_as_saved(request: HttpRequest, now: TableAtDesk, **keyed: Any) -> None:
    """Say that what was typed is what is saved ``now``.

    If someone else typed it, and neither saw the other's, these are two keyings that agree.
    """
    number = now.table.number
    first = now.table.entered_by
    is_second = (
        now.table.state == Table.State.ENTERED
        and first is not None
        and first != request.user
        and now.was_blank(request.POST.get("seen", ""))
    )
    if is_second and _verified(request, now, keyed):
        messages.success(
            request,
            _("%(who)s typed the same for table %(table)s at the same time: verified.")
            % {"who": actor_name(first), "table": number},
        )
        return
    messages.info(
        request, _("For table %(table)s exactly this is saved already.") % {"table": number}
    )


def _verified(request: HttpRequest, now: TableAtDesk, keyed: dict[str, Any]) -> bool:
    try:
        key_again(
            now.tournament,
            request.user,
            now.session.number,
            now.table.number,
            **keyed,
            seen=now.digest,
            key=once_key(request),
        )
    except AlreadyApplied:
        return True
    except Refused:  # it has warnings, or changed once more: it is checked another time
        return False
    return True


def stands_by_now(request: HttpRequest, desk: TableAtDesk) -> str:
    """Why who may not correct results cannot save any more; "" for who may."""
    if allows(request.role, "correct_table"):  # type: ignore[attr-defined]
        return ""
    return " ".join(
        [what_stands(desk), _("Nothing of yours is stored. A director or referee corrects it.")]
    )


def emptied(now: TableAtDesk) -> str:
    """That nothing is stored any more for a table that had a result, or another seating."""
    return _(
        "While you typed, table %(table)s was cleared or drawn anew: nothing is stored for it now. "
        "If yours belongs to those who sit here, save again."
    ) % {"table": now.table.number}


def what_stands(desk: TableAtDesk) -> str:
    """That a result stands, and since whose word."""
    if desk.table.state == Table.State.VERIFIED and desk.table.verified_by:
        return _("Table %(table)s is verified by now, by %(who)s.") % {
            "table": desk.table.number,
            "who": actor_name(desk.table.verified_by),
        }
    if desk.table.state == Table.State.VERIFIED:
        return _("Table %(table)s is verified by now.") % {"table": desk.table.number}
    if desk.session.state == Session.State.CLOSED:
        return _("Session %(n)s is closed by now.") % {"n": desk.session.number}
    return ""
