"""What an undo would do besides the standings, in sentences: seats, sessions, people."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Entry, Seat, Session, Tournament

MOST_NAMED = 12
Place = tuple[int, int]


@dataclass
class Picture:
    """What is stored of a tournament, as far as an undo moves it; start numbers are the keys."""

    is_closed: bool = False
    states: dict[int, str] = field(default_factory=dict)
    seats: dict[int, dict[int, Place]] = field(default_factory=dict)
    substitutes: dict[int, dict[int, str]] = field(default_factory=dict)
    names: dict[int, str] = field(default_factory=dict)
    statuses: dict[int, str] = field(default_factory=dict)


def picture_of(tournament: Tournament) -> Picture:
    """The picture as it is now, in four queries."""
    now = Tournament.objects.get(pk=tournament.pk)
    picture = Picture(is_closed=now.is_closed)
    picture.states = dict(now.sessions.values_list("number", "state"))
    for entry in now.entries.select_related("player"):
        picture.names[entry.start_number] = f"{entry.start_number} {entry.player.list_name}"
        picture.statuses[entry.start_number] = entry.status
    seats = Seat.objects.filter(session__tournament=now)
    for seat in seats.select_related("session", "table", "entry", "substitute"):
        number, start_number = seat.session.number, seat.entry.start_number
        at = seat.table.number, seat.position
        picture.seats.setdefault(number, {})[start_number] = at
        if seat.substitute:
            name = seat.substitute.list_name
            picture.substitutes.setdefault(number, {})[start_number] = name
    return picture


def differences(old: Picture, new: Picture) -> list[str]:
    """What is other in the new picture, a sentence each."""
    return [
        *_of_tournament(old, new),
        *_of_sessions(old, new),
        *_of_people(old, new),
        *_of_seats(old, new),
        *_of_substitutes(old, new),
    ]


def _of_tournament(old: Picture, new: Picture) -> Iterator[str]:
    if old.is_closed and not new.is_closed:
        yield _("The tournament is open again.")
    if new.is_closed and not old.is_closed:
        yield _("The tournament is closed; nothing changes any more until it is reopened.")


def _of_sessions(old: Picture, new: Picture) -> Iterator[str]:
    for number in sorted(old.states.keys() | new.states.keys()):
        was, now = old.states.get(number), new.states.get(number)
        if was is None:
            yield _("Session %(number)s is there again.") % {"number": number}
        elif now is None:
            yield _("Session %(number)s goes.") % {"number": number}
        elif was != now:
            labels = {"was": Session.State(was).label, "now": Session.State(now).label}
            yield _("Session %(number)s: %(was)s → %(now)s.") % {"number": number, **labels}
            if was == Session.State.RELEASED and now == Session.State.DRAFTED:
                yield _(
                    "Players no longer see these seats, and the codes on the printed sheets open "
                    "nothing any more."
                )


def _of_people(old: Picture, new: Picture) -> Iterator[str]:
    gone = [old.names[number] for number in sorted(old.names.keys() - new.names.keys())]
    come = [new.names[number] for number in sorted(new.names.keys() - old.names.keys())]
    if gone:
        yield _("No longer entered: %(names)s.") % {"names": _named(gone)}
    if come:
        yield _("Entered again: %(names)s.") % {"names": _named(come)}
    changed: dict[tuple[str, str], list[str]] = {}
    for number in sorted(old.names.keys() & new.names.keys()):
        if old.names[number] != new.names[number]:
            yield _("%(old)s is %(new)s again.") % {
                "old": old.names[number],
                "new": new.names[number],
            }
        step = old.statuses[number], new.statuses[number]
        if step[0] != step[1]:
            changed.setdefault(step, []).append(new.names[number])
    for (was, now), names in changed.items():
        labels = {"was": Entry.Status(was).label, "now": Entry.Status(now).label}
        yield _("%(was)s → %(now)s: %(names)s.") % {**labels, "names": _named(names)}


def _of_seats(old: Picture, new: Picture) -> Iterator[str]:
    for number in sorted(new.states.keys() & old.states.keys()):
        was, now = old.seats.get(number, {}), new.seats.get(number, {})
        if was == now:
            continue
        if not now or not was:
            yield _seats_go(number, len(was)) if was else _seats_come(number, len(now))
            continue
        moved = [n for n in sorted(was.keys() | now.keys()) if was.get(n) != now.get(n)]
        for n in moved[:MOST_NAMED]:
            name = new.names.get(n) or old.names[n]
            places = {"was": _place(was.get(n)), "now": _place(now.get(n))}
            yield _("Session %(number)s: %(name)s, %(was)s → %(now)s.") % {
                "number": number,
                "name": name,
                **places,
            }
        if len(moved) > MOST_NAMED:
            more = {"number": number, "n": len(moved) - MOST_NAMED}
            yield _("Session %(number)s: %(n)s more change seats.") % more
        if new.states[number] in Session.PUBLISHED:
            yield _("Players see the seats of session %(number)s: print the seat plan anew.") % {
                "number": number
            }


def _seats_go(number: int, count: int) -> str:
    sentence = ngettext(
        "Session %(number)s: %(n)s seat goes.", "Session %(number)s: all %(n)s seats go.", count
    )
    return sentence % {"number": number, "n": count}


def _seats_come(number: int, count: int) -> str:
    sentence = ngettext(
        "Session %(number)s: %(n)s seat is there again.",
        "Session %(number)s: all %(n)s seats are there again.",
        count,
    )
    return sentence % {"number": number, "n": count}


def _of_substitutes(old: Picture, new: Picture) -> Iterator[str]:
    for number in sorted(new.states):
        was, now = old.substitutes.get(number, {}), new.substitutes.get(number, {})
        seated = new.seats.get(number, {})
        for n in sorted((was.keys() | now.keys()) & seated.keys()):
            if was.get(n) == now.get(n):
                continue
            values = {"number": number, "name": new.names[n], "who": now.get(n, "")}
            if n in now:
                yield _("Session %(number)s: %(who)s plays for %(name)s.") % values
            else:
                yield _("Session %(number)s: %(name)s plays.") % values


def _place(place: Place | None) -> str:
    if place is None:
        return _("no seat")
    return _("table %(table)s, seat %(seat)s") % {"table": place[0], "seat": place[1]}


def _named(names: list[str]) -> str:
    """The names, or the first of many and how many more."""
    shown = "; ".join(names[:MOST_NAMED])
    more = len(names) - MOST_NAMED
    if more <= 0:
        return shown
    return _("%(names)s and %(n)s more") % {"names": shown, "n": more}
