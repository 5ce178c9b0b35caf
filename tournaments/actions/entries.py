"""Who plays: entering, checking in, withdrawing and coming back."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Max
from django.utils.translation import gettext as _

from tournaments.actions.address_book import new_player, person_values
from tournaments.actions.core import Change, Refused, change, required_reason
from tournaments.actions.find import entry_of
from tournaments.models import Entry, Player, Seat, Session, Tournament
from tournaments.models.text import clean_text, fold

HIGHEST_START_NUMBER = 9999


class _NothingToDo(Exception):
    """Leaves a change that would change nothing, so that nothing is logged."""


def add_entry(
    tournament: Tournament,
    actor: Any,
    *,
    first_name: str = "",
    last_name: str = "",
    club_name: str = "",
    ddv_number: str = "",
    publish_name: bool = False,
    player: Player | None = None,
    present: bool = False,
    key: str | None = None,
) -> Entry:
    """Enter a person: ``player`` of the address book as it stands, or else a new one.

    A new person whose DDV number and name the address book knows is that person. The start
    number is the highest so far plus one.
    """
    with change(tournament, actor, "add_entry", key=key) as this:
        person = player or known_by_number(ddv_number, first_name, last_name)
        if person is None:
            person = new_player(
                first_name=first_name,
                last_name=last_name,
                club_name=club_name,
                ddv_number=ddv_number,
                publish_name=publish_name,
            )
        entry = enter(this.tournament, person, present=present)
        this.subject = f"{entry.start_number} {person.list_name}"
        this.after = entry_values(entry)
    return entry


def enter(
    tournament: Tournament, player: Player, *, present: bool, start_number: int | None = None
) -> Entry:
    """The entry's row, inside a change that locks ``tournament``."""
    if player.erased_at:
        raise Refused(_("This person was erased."), code="erased")
    if entered := Entry.objects.filter(tournament=tournament, player=player).first():
        raise Refused(
            _("%(name)s is entered already, with the start number %(number)s.")
            % {"name": player.list_name, "number": entered.start_number},
            where="last_name",
            code="entered",
        )
    number = start_number or next_start_number(tournament)
    if number > HIGHEST_START_NUMBER:
        raise Refused(_("No start number is free above the highest."), code="start_number")
    return Entry.objects.create(
        tournament=tournament,
        player=player,
        start_number=number,
        status=Entry.Status.PRESENT if present else Entry.Status.REGISTERED,
    )


def next_start_number(tournament: Tournament) -> int:
    highest = tournament.entries.aggregate(highest=Max("start_number"))["highest"]
    return (highest or 0) + 1


def known_by_number(ddv_number: str, first_name: str, last_name: str) -> Player | None:
    """The person of the address book with this DDV number, if the name agrees."""
    number = clean_text(ddv_number)
    if not number:
        return None
    holder = Player.objects.filter(ddv_number=number, erased_at=None).first()
    if holder and holder.sort_key == fold(f"{last_name} {first_name}"):
        return holder
    return None


def check_in(
    tournament: Tournament,
    actor: Any,
    start_numbers: Iterable[int],
    *,
    present: bool = True,
    key: str | None = None,
) -> list[Entry]:
    """Note who is there (or, with ``present=False``, not there after all).

    Returns the entries that changed; when none does, nothing is logged. Withdrawn players must
    be reinstated first.
    """
    wanted = set(start_numbers)
    status = Entry.Status.PRESENT if present else Entry.Status.REGISTERED
    try:
        with change(tournament, actor, "check_in", key=key) as this:
            entries = list(
                this.tournament.entries.filter(start_number__in=wanted).select_related("player")
            )
            if missing := wanted - {entry.start_number for entry in entries}:
                raise Refused(
                    _("Nobody has start number %(number)s.") % {"number": min(missing)},
                    code="no_entry",
                )
            for entry in entries:
                _refuse_withdrawn(entry)
            changed = [entry for entry in entries if entry.status != status]
            if not changed:
                raise _NothingToDo
            this.before = {str(entry.start_number): entry.status for entry in changed}
            for entry in changed:
                entry.status = status
            Entry.objects.bulk_update(changed, ["status"])
            this.after = {str(entry.start_number): entry.status for entry in changed}
            this.subject = ", ".join(str(entry.start_number) for entry in changed)
    except _NothingToDo:
        return []
    return changed


def withdraw(
    tournament: Tournament,
    actor: Any,
    start_number: int,
    *,
    reason: str = "",
    even_seated: bool = False,
    key: str | None = None,
) -> Entry:
    """Withdraw a player: past sessions stay as they are, further ones are without the player.

    Refused while the player sits at a table of a published session that has no result yet,
    unless ``even_seated`` says that this is known (the seat stays).
    """
    with change(tournament, actor, "withdraw", key=key) as this:
        entry = entry_of(this.tournament, start_number)
        _refuse_withdrawn(entry)
        seat = _seat_without_result(entry)
        if seat and not even_seated:
            raise Refused(
                _("%(name)s is seated at table %(table)s of session %(session)s without a result.")
                % {
                    "name": entry.player.list_name,
                    "table": seat.table.number,
                    "session": seat.session.number,
                },
                where="even_seated",
                code="seated",
            )
        _set_status(this, entry, Entry.Status.WITHDRAWN)
        this.reason = clean_text(reason)
    return entry


def disqualify(
    tournament: Tournament,
    actor: Any,
    start_number: int,
    *,
    reason: str,
    given_by: str,
    key: str | None = None,
) -> Entry:
    """Disqualify a player for grossly unsporting conduct (TSR 9.7).

    Results stay and are listed without a rank; further sessions are drawn without the player.
    Who sits at a table plays or is replaced: that is the referee's to say, the seat stays.
    ``given_by`` names who decided it.
    """
    with change(tournament, actor, "disqualify", key=key) as this:
        entry = entry_of(this.tournament, start_number)
        if entry.disqualified:
            raise Refused(
                _("%(name)s is disqualified already.") % {"name": entry.player.list_name},
                code="disqualified",
            )
        this.reason = required_reason(reason)
        given_by = clean_text(given_by)[:120]
        if not given_by:
            raise Refused(
                _("Say who gave it: every penalty names its referee (TSR 9)."),
                where="given_by",
                code="given_by",
            )
        _set_status(this, entry, Entry.Status.WITHDRAWN, disqualified=True)
        this.after["given_by"] = given_by
    return entry


def reinstate(
    tournament: Tournament, actor: Any, start_number: int, *, key: str | None = None
) -> Entry:
    """Let a withdrawn player play on: registered again, to be checked in."""
    with change(tournament, actor, "reinstate", key=key) as this:
        entry = entry_of(this.tournament, start_number)
        if entry.status != Entry.Status.WITHDRAWN:
            raise Refused(
                _("%(name)s has not withdrawn.") % {"name": entry.player.list_name},
                code="not_withdrawn",
            )
        _set_status(this, entry, Entry.Status.REGISTERED)
    return entry


def entry_values(entry: Entry) -> dict[str, Any]:
    """What the log tells of an entry."""
    return {
        "start_number": entry.start_number,
        "status": entry.status,
        **person_values(entry.player),
    }


def _set_status(this: Change, entry: Entry, status: str, *, disqualified: bool = False) -> None:
    this.subject = f"{entry.start_number} {entry.player.list_name}"
    this.before = {"start_number": entry.start_number, "status": entry.status}
    this.after = {"start_number": entry.start_number, "status": status}
    if entry.disqualified != disqualified:
        this.before["disqualified"] = entry.disqualified
        this.after["disqualified"] = disqualified
    entry.status, entry.disqualified = status, disqualified
    entry.save(update_fields=["status", "disqualified"])


def _seat_without_result(entry: Entry) -> Seat | None:
    return (
        entry.seats.filter(
            points=None, session__state__in=[Session.State.RELEASED, Session.State.RUNNING]
        )
        .select_related("table", "session")
        .first()
    )


def _refuse_withdrawn(entry: Entry) -> None:
    if entry.status == Entry.Status.WITHDRAWN:
        raise Refused(
            _("%(name)s has withdrawn.") % {"name": entry.player.list_name}, code="withdrawn"
        )
