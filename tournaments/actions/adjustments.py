"""Points off without credit to others, outside the sheets (TSR 9.7.2)."""

from typing import Any

from django.utils.translation import gettext as _

from tournaments.actions.core import Refused, change, required_reason
from tournaments.actions.find import entry_of, session_of
from tournaments.models import Adjustment, Tournament
from tournaments.models.text import clean_text

LIMIT = 999


def adjust(
    tournament: Tournament,
    actor: Any,
    *,
    start_number: int,
    points: int,
    reason: str,
    given_by: str,
    session: int | None = None,
    key: str | None = None,
) -> Adjustment:
    """Give or take ``points`` (game points) outside the sheets; ``given_by`` names who ruled so.

    ``session`` is the number of the session in which it happened, if it was in one.
    """
    with change(tournament, actor, "adjust", key=key) as this:
        entry = entry_of(this.tournament, start_number)
        if not -LIMIT <= points <= LIMIT or points == 0:
            raise Refused(
                _("Points are a number from −999 to 999, and not 0."), where="points", code="points"
            )
        given_by = clean_text(given_by)
        if not given_by:
            raise Refused(
                _("Say who gave it: every penalty names its referee (TSR 9)."),
                where="given_by",
                code="given_by",
            )
        given = Adjustment.objects.create(
            entry=entry,
            session=session_of(this.tournament, session) if session is not None else None,
            points=points,
            reason=required_reason(reason),
            given_by=given_by[:120],
        )
        this.subject = str(entry)
        this.after = _told(given)
        this.reason = given.reason
    return given


def withdraw_adjustment(
    tournament: Tournament, actor: Any, pk: int, *, reason: str, key: str | None = None
) -> None:
    """Take an adjustment back; the log keeps it and why it went."""
    with change(tournament, actor, "withdraw_adjustment", key=key) as this:
        given = (
            Adjustment.objects.filter(entry__tournament=this.tournament, pk=pk)
            .select_related("entry__player", "session")
            .first()
        )
        if given is None:
            raise Refused(_("This adjustment is gone already."), code="no_adjustment")
        this.reason = required_reason(reason)
        this.subject = str(given.entry)
        this.before = _told(given)
        given.delete()


def _told(given: Adjustment) -> dict[str, Any]:
    return {
        "points": given.points,
        "reason": given.reason,
        "given_by": given.given_by,
        "session": given.session.number if given.session else None,
        "given_at": given.created_at.isoformat(),
    }
