"""A substitute plays one session in an entry's place; the points count for the entry."""

from typing import Any

from django.utils.translation import gettext as _

from tournaments.actions.address_book import new_player
from tournaments.actions.core import Refused, change
from tournaments.actions.entries import known_by_number
from tournaments.actions.find import entry_of, session_of
from tournaments.actions.seats import refuse_playing
from tournaments.models import Player, Seat, Session, Tournament
from tournaments.models.text import fold


def set_substitute(
    tournament: Tournament,
    actor: Any,
    session: int,
    start_number: int,
    *,
    first_name: str = "",
    last_name: str = "",
    club_name: str = "",
    ddv_number: str = "",
    publish_name: bool = False,
    player: Player | None = None,
    key: str | None = None,
) -> Seat:
    """Let somebody play a released session in the place of a seated entry.

    The substitute is ``player``, or whom this tournament or the address book knows by name or
    DDV number, or a new person. Refused for who sits in this session, and once it is closed.
    """
    with change(tournament, actor, "set_substitute", key=key) as this:
        at, seat = open_seat(this.tournament, session, start_number)
        person = player or _known(this.tournament, ddv_number, first_name, last_name)
        if person is None:
            person = new_player(
                first_name=first_name,
                last_name=last_name,
                club_name=club_name,
                ddv_number=ddv_number,
                publish_name=publish_name,
            )
        if person.erased_at:
            raise Refused(_("This person was erased."), code="erased")
        refuse_playing(at, person, seat)
        this.subject = f"{session}/{start_number}"
        this.before = substitute_told(seat)
        seat.substitute = person
        seat.save(update_fields=["substitute"])
        this.after = substitute_told(seat)
    return seat


def remove_substitute(
    tournament: Tournament,
    actor: Any,
    session: int,
    start_number: int,
    *,
    key: str | None = None,
) -> Seat:
    """The entry plays itself after all."""
    with change(tournament, actor, "remove_substitute", key=key) as this:
        _at, seat = open_seat(this.tournament, session, start_number)
        if seat.substitute is None:
            raise Refused(_("Nobody plays in this place."), code="no_substitute")
        this.subject = f"{session}/{start_number}"
        this.before = substitute_told(seat)
        seat.substitute = None
        seat.save(update_fields=["substitute"])
        this.after = substitute_told(seat)
    return seat


def open_seat(tournament: Tournament, number: int, start_number: int) -> tuple[Session, Seat]:
    """The session and the seat of an entry, where somebody may still play in its place."""
    session = session_of(tournament, number)
    if not session.is_published or session.state == Session.State.CLOSED:
        raise Refused(
            _("Session %(number)s is %(state)s, so nobody can be substituted in it.")
            % {"number": number, "state": session.get_state_display()},
            code="state",
        )
    entry = entry_of(tournament, start_number)
    seat = session.seats.filter(entry=entry).select_related("substitute", "entry__player").first()
    if seat is None:
        raise Refused(
            _("No. %(number)s is not seated in session %(session)s.")
            % {"number": start_number, "session": number},
            where="start_number",
            code="not_seated",
        )
    return session, seat


def _known(
    tournament: Tournament, ddv_number: str, first_name: str, last_name: str
) -> Player | None:
    """The person of this DDV number, or of this name in this tournament (if it is only one)."""
    if person := known_by_number(ddv_number, first_name, last_name):
        return person
    same = Player.objects.filter(
        entries__tournament=tournament, sort_key=fold(f"{last_name} {first_name}")
    )
    return same[0] if same.count() == 1 else None


def substitute_told(seat: Seat) -> dict[str, Any]:
    """What the log keeps of who plays in a place."""
    person = seat.substitute
    return {
        "substitute": person.list_name if person else "",
        "player": person.pk if person else None,
    }
