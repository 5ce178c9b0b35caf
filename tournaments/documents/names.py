"""Who is meant by a seat, on papers that many read, and until when what they say may change."""

from datetime import timedelta

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from tournaments.models import Player, Seat, Session


def sitting(seat: Seat) -> Player:
    """The person who sits there: the substitute where there is one."""
    return seat.substitute or seat.entry.player


def seat_name(seat: Seat) -> str:
    """The name of who sits there, and for whom; as lists write it."""
    if seat.substitute is None:
        return seat.entry.player.list_name
    return _("%(substitute)s (for %(name)s)") % {
        "substitute": seat.substitute.list_name,
        "name": seat.entry.player.list_name,
    }


def protest_note(session: Session) -> str:
    """That the results of a closed session are provisional while protests are heard, or ""."""
    if session.closed_at is None or not session.tournament.protest_minutes:
        return ""
    until = session.closed_at + timedelta(minutes=session.tournament.protest_minutes)
    if until <= timezone.now():
        return ""
    time = date_format(localtime(until), "H:i")
    return _("Provisional until %(time)s: protests are heard.") % {"time": time}
