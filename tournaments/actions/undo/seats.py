"""Seats put back: players moved by hand or mended, substitutes."""

from typing import Any

from django.utils.translation import gettext as _

from tournaments.actions.by_hand import note_swap, refuse_uncorrectable, replace, seats_told
from tournaments.actions.core import Refused
from tournaments.actions.find import session_of
from tournaments.actions.repairs import MENDABLE
from tournaments.actions.seats import (
    MOVED_SINCE,
    Tables,
    describe_from,
    described,
    entries_by_number,
    exchange,
    refuse_playing,
    tables_of,
    tables_with_results,
    write_tables,
)
from tournaments.actions.seats_told import (
    BORNE,
    REPORTS,
    STATUSES,
    borne,
    put_borne,
    reports_told,
)
from tournaments.actions.substitutes import open_seat, substitute_told
from tournaments.actions.undo.past import later
from tournaments.actions.undo.undoing import Undoing, kept_too_little
from tournaments.actions.wishes import wishes_of
from tournaments.models import Entry, Player, Session

# What moves players so that no draw repeats it.
MOVES = ("correct_seats", "repair_session")
SEATED = ("draw_session", "discard_draft", "swap_seats", "release_session", *MOVES)


def put_swap(undoing: Undoing) -> None:
    """Two of a draft back on the seats they had."""
    session = session_of(undoing.tournament, undoing.number)
    if session.state != Session.State.DRAFTED:
        raise undoing.changed_since(SEATED)
    one, other = _numbers(undoing)
    _refuse_moved(undoing, session)
    exchange(session, one, other)
    note_swap(session, one, other)
    _put_reports(undoing, session)
    undoing.this.before |= _plain(undoing.left)
    undoing.this.after |= _plain(undoing.back)


def put_correction(undoing: Undoing) -> None:
    """Who was moved in a released session back on the seat they had, the points on theirs."""
    session = session_of(undoing.tournament, undoing.number)
    if not session.is_published:
        raise undoing.changed_since((*SEATED, "recall_session"))
    refuse_uncorrectable(session)
    one, other = _numbers(undoing)
    _refuse_moved(undoing, session)
    seats = _plain(undoing.left)
    if all(seats.values()):
        exchange(session, one, other)
    else:
        sits, comes = (one, other) if seats[str(one)] else (other, one)
        substitute = _substitute_of(undoing, session, undoing.back)
        left = replace(session, sits, comes, substitute)
        if (left.pk if left else None) != undoing.left.get("player"):
            raise undoing.changed_since(
                ("set_substitute", "remove_substitute"), {f"{session.number}/{sits}"}
            )
    _put_flag(undoing, session)
    _put_reports(undoing, session)
    undoing.this.before |= _without_reports(undoing.left)
    undoing.this.after |= _without_reports(undoing.back)


def _numbers(undoing: Undoing) -> tuple[int, int]:
    one, other = (int(number) for number in _plain(undoing.left))
    return one, other


def _plain(told: dict[str, Any]) -> dict[str, str]:
    """What stands under numbers: the seats of entries, or who sits at tables."""
    return {name: value for name, value in told.items() if name.isdigit()}


def _without_reports(told: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in told.items() if name not in (REPORTS, MOVED_SINCE)}


def _refuse_moved(undoing: Undoing, session: Session) -> None:
    """Refuse when the two no longer sit where the change has put them."""
    left = _plain(undoing.left)
    if seats_told(tables_of(session), *_numbers(undoing)) != left:
        raise undoing.changed_since(SEATED)


def _substitute_of(undoing: Undoing, session: Session, told: dict[str, Any]) -> Player | None:
    """Who is noted to play in a place; refused for who cannot any more."""
    if not told.get("substitute"):
        return None
    person = Player.objects.filter(pk=told.get("player"), erased_at=None).first()
    if person is None:
        raise Refused(
            _("%(name)s is not in the address book any more: enter the substitute anew.")
            % {"name": told["substitute"]},
            code="depends",
        )
    refuse_playing(session, person)
    return person


def _put_flag(undoing: Undoing, session: Session) -> None:
    """Whether the seats are other ones than those drawn: as before, unless others were moved."""
    was = session.draw_report.pop(MOVED_SINCE, None)
    counting = [
        one
        for one in later(undoing.entry, MOVES)
        if one.subject == str(session.number) and one.at >= (session.drawn_at or one.at)
    ]
    if undoing.back.get(MOVED_SINCE) or undoing.again or counting:
        session.draw_report[MOVED_SINCE] = True
    undoing.this.before = {MOVED_SINCE: True} if was else {}
    undoing.this.after = {MOVED_SINCE: True} if MOVED_SINCE in session.draw_report else {}


def _put_reports(undoing: Undoing, session: Session) -> None:
    """What the seats mean now, here and in later sessions, in the words of before where they
    still hold."""
    known = {str(session.number): described(session), **undoing.back.get(REPORTS, {})}
    old, new = describe_from(session, wishes_of(undoing.tournament), known)
    undoing.this.before = {**(undoing.this.before or {}), **reports_told(old)}
    undoing.this.after = {**(undoing.this.after or {}), **reports_told(new)}


def put_repair(undoing: Undoing) -> None:
    """A mended session as it was: seats, who was present, and what tables and seats bore."""
    session = session_of(undoing.tournament, undoing.number)
    left, back = undoing.left, undoing.back
    if STATUSES not in left:
        raise kept_too_little()
    if session.state not in MENDABLE:
        raise undoing.changed_since((*SEATED, "recall_session", "close_session"))
    tables = tables_of(session)
    changed = {int(number): seats for number, seats in _plain(back).items()}
    if any(_spaced(tables.get(number, [])) != left[str(number)] for number in changed):
        raise undoing.changed_since(SEATED)
    _refuse_results(session, changed)
    for number, seats in changed.items():
        tables[number] = [int(one) for one in seats.split()]
    tables = {number: seats for number, seats in tables.items() if seats}
    _refuse_twice(undoing, tables)
    there = borne(session, list(changed)).get(BORNE, [])
    if there != left.get(BORNE, []):
        raise undoing.changed_since(
            ("extra_minutes", "set_substitute", "remove_substitute"),
            {f"{session.number}/{one.get('table', one.get('start_number'))}" for one in there},
        )
    _write(undoing, session, tables)
    put_borne(session, back)
    _put_statuses(undoing)
    _put_flag(undoing, session)
    _put_reports(undoing, session)
    undoing.this.before |= _without_reports(left)
    undoing.this.after |= _without_reports(back)


def _refuse_results(session: Session, changed: dict[int, str]) -> None:
    if played := tables_with_results(session) & changed.keys():
        raise Refused(
            _("Table %(table)s has a result by now, so its seats stay. Clear the table first.")
            % {"table": min(played)},
            code="has_results",
        )


def _refuse_twice(undoing: Undoing, tables: Tables) -> None:
    """Refuse when someone who would come back sits elsewhere by now."""
    seated = [number for table in tables.values() for number in table]
    if len(set(seated)) != len(seated):
        raise undoing.changed_since(SEATED)


def _put_statuses(undoing: Undoing) -> None:
    entries = {str(one.start_number): one for one in undoing.tournament.entries.all()}
    changed = []
    for number, status in undoing.left[STATUSES].items():
        one = entries.get(number)
        if one is None or one.status != status:
            raise Refused(
                _("The status of start number %(number)s was changed later on.")
                % {"number": number},
                code="depends",
            )
        one.status = undoing.back[STATUSES][number]
        changed.append(one)
    Entry.objects.bulk_update(changed, ["status"])


def _write(undoing: Undoing, session: Session, tables: Tables) -> None:
    seated = {number for table in tables.values() for number in table}
    entries = entries_by_number(undoing.tournament, seated)
    for number in seated - {n for table in tables_of(session).values() for n in table}:
        refuse_playing(session, entries[number].player)
    write_tables(session, tables, entries)


def _spaced(table: list[int]) -> str:
    return " ".join(map(str, table))


def put_substitute(undoing: Undoing) -> None:
    """Who plays in a place as before: another substitute, or the entry itself."""
    number, start_number = undoing.place
    session, seat = open_seat(undoing.tournament, number, start_number)
    now, left, back = substitute_told(seat), undoing.left, undoing.back
    same = now["player"] == left["player"] and bool(now["substitute"]) == bool(left["substitute"])
    if not same:
        raise undoing.changed_since(("set_substitute", "remove_substitute"))
    seat.substitute = _substitute_of(undoing, session, back)
    seat.save(update_fields=["substitute"])
    undoing.told(now, substitute_told(seat))
