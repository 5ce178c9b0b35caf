"""Who plays, put back: presence, withdrawals and what undoes them, entries."""

from typing import Any

from django.utils.translation import gettext as _

from tournaments.actions.address_book import club_named, refuse_taken_ddv_number
from tournaments.actions.core import Refused
from tournaments.actions.entries import enter
from tournaments.actions.find import entry_of
from tournaments.actions.undo.undoing import Undoing
from tournaments.models import Entry, LogEntry, Player

PRESENT, WITHDRAWN = Entry.Status.PRESENT, Entry.Status.WITHDRAWN


def put_presence(undoing: Undoing) -> None:
    """Check-ins: everyone back to what they were, unless somebody has been seated since."""
    found = {e.start_number: e for e in undoing.tournament.entries.select_related("player")}
    changed = []
    for number, status in undoing.left.items():
        one = found.get(int(number))
        if one is None or one.status != status:
            raise _depends_on(number)
        if status == PRESENT:
            _refuse_seated_since(one, undoing.entry)
        one.status = undoing.back[number]
        changed.append(one)
    Entry.objects.bulk_update(changed, ["status"])
    undoing.told(dict(undoing.left), dict(undoing.back))


def disqualifies(entry: LogEntry, back: Any, left: Any) -> bool:
    """Does undoing it disqualify someone, which needs a reason?"""
    now, then = (isinstance(one, dict) and one.get("disqualified") for one in (left, back))
    return bool(then and not now)


def put_status(undoing: Undoing) -> None:
    """Withdrawing, disqualifying, coming back: the status from before."""
    left, back = undoing.left, undoing.back
    one = entry_of(undoing.tournament, left["start_number"])
    disqualified = left.get("disqualified", one.disqualified)
    if (one.status, one.disqualified) != (left["status"], disqualified):
        raise _depends_on(one.start_number)
    if back["status"] == WITHDRAWN:
        _refuse_seated_since(one, undoing.entry)
    one.status = back["status"]
    one.disqualified = back.get("disqualified", one.disqualified)
    one.save(update_fields=["status", "disqualified"])
    undoing.told(dict(left), dict(back))


def _depends_on(number: Any) -> Refused:
    return Refused(
        _("The status of start number %(number)s was changed later on.") % {"number": number},
        code="depends",
    )


def _refuse_seated_since(one: Entry, entry: LogEntry) -> None:
    seats = one.seats.filter(session__drawn_at__gte=entry.at)
    if seat := seats.select_related("session").first():
        raise Refused(
            _("%(name)s has a seat in session %(session)s, drawn later on.")
            % {"name": one.player.list_name, "session": seat.session.number},
            code="depends",
        )


def put_entries(undoing: Undoing) -> None:
    """Entered people leave again; or, done again, enter with the numbers they had."""
    if undoing.left:
        _leave(undoing)
    else:
        _come_back(undoing)


def _listed(told: Any) -> list[dict[str, Any]]:
    return told if isinstance(told, list) else [told]


def _leave(undoing: Undoing) -> None:
    """Refused for who has a seat, a wish, points off, or has withdrawn. Whom an import brought to
    the address book leaves that too, unless they play elsewhere."""
    told = _listed(undoing.left)
    numbers = [one["start_number"] for one in told]
    entries = undoing.tournament.entries.filter(start_number__in=numbers).select_related("player")
    found = {entry.start_number: entry for entry in entries}
    if len(found) != len(numbers) or any(
        one["player"] not in (None, found[one["start_number"]].player_id) for one in told
    ):
        raise Refused(_("Not everyone entered then is still there."), code="depends")
    for one in found.values():
        if one.seats.exists() or one.adjustments.exists() or one.wishes.exists():
            raise Refused(
                _("%(name)s has a seat, a wish or points off already, so the entry stays.")
                % {"name": one.player.list_name},
                code="depends",
            )
        if one.status == WITHDRAWN:
            raise _depends_on(one.start_number)
    Entry.objects.filter(pk__in=[entry.pk for entry in found.values()]).delete()
    for one in told:
        player = found[one["start_number"]].player
        plays = player.entries.exists() or player.substituted_seats.exists()
        if one.get("known") is False and not plays:
            player.delete()
    gone = [{**one, "status": found[one["start_number"]].status} for one in told]
    undoing.told(gone if isinstance(undoing.left, list) else gone[0], None)


def _come_back(undoing: Undoing) -> None:
    told = _listed(undoing.back)
    numbers = [one["start_number"] for one in told]
    taken = undoing.tournament.entries.filter(start_number__in=numbers)
    if one := taken.select_related("player").first():
        raise Refused(
            _("%(name)s has the start number %(number)s by now.")
            % {"name": one.player.list_name, "number": one.start_number},
            code="depends",
        )
    entered = []
    for one in told:
        entry = enter(
            undoing.tournament,
            _person(one),
            present=one.get("status") == PRESENT,
            start_number=one["start_number"],
        )
        entered.append({**one, "player": entry.player_id})
    undoing.told(None, entered if isinstance(undoing.back, list) else entered[0])


def _person(told: dict[str, Any]) -> Player:
    """Who it was, in the address book; whom an import had brought there comes back to it."""
    key = told.get("player")
    person = Player.objects.filter(pk=key).first() if key else None
    if person is not None:
        return person
    if told.get("known") is not False:
        raise Refused(
            _("No. %(number)s is not in the address book any more: enter the person anew.")
            % {"number": told["start_number"]},
            code="depends",
        )
    refuse_taken_ddv_number(told["ddv_number"])
    # Under the number the log knows: an erasing finds the name there.
    return Player.objects.create(
        pk=key,
        first_name=told["first_name"],
        last_name=told["last_name"],
        club=club_named(told["club"]),
        ddv_number=told["ddv_number"],
        publish_name=told["publish_name"],
    )
