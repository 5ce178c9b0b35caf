"""Seats between database and draw: read as start numbers, written whole, described anew."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from tournaments.actions.core import Refused
from tournaments.actions.table_pages import open_pages, shut_pages
from tournaments.models import Entry, Player, Seat, Session, Table, Tournament
from tournaments.seating import Draft, Reason, SeatingRefused, Wish, assessed
from tournaments.seating.recipe import BadRecipe, read_recipe, wish_as_dict

Tables = dict[int, list[int]]
# What the seats of sessions mean (``report_of``), by the sessions' numbers as text.
Reports = dict[str, dict[str, Any]]
# Where a session's report keeps what it was drawn from.
RECIPE = "drawn_from"
# True in the report once players were moved in ways that no draw repeats.
MOVED_SINCE = "moved_since"


def seats_mark(session: Session) -> str:
    """What tells one seating of a session from another; "" while nothing is drawn.

    It covers who sits where and which tables have results, so that nothing is done to seats
    that are no longer those on the screen.
    """
    if session.drawn_at is None:
        return ""
    seats = session.seats.order_by("table__number", "position").values_list(
        "table__number", "table__state", "position", "entry_id", "substitute_id"
    )
    told = json.dumps([session.drawn_at.isoformat(), *map(list, seats)])
    return hashlib.sha256(told.encode()).hexdigest()[:20]


def refuse_stale(session: Session, seen: str | None) -> None:
    """Refuse a change of seats that are not those that were looked at."""
    if seen is not None and seen != seats_mark(session):
        raise Refused(
            _(
                "The seats of session %(number)s were changed or drawn again in the meantime: "
                "look at them first."
            )
            % {"number": session.number},
            code="seats_changed",
        )


def tables_of(session: Session) -> Tables:
    """The start numbers of each table in seat order, by table number."""
    tables: Tables = {}
    seats = session.seats.order_by("table__number", "position")
    for number, start_number in seats.values_list("table__number", "entry__start_number"):
        tables.setdefault(number, []).append(start_number)
    return tables


def tables_with_results(session: Session) -> set[int]:
    """The numbers of the tables of which a result, or a part of it, is in."""
    tables = session.tables.filter(deals__isnull=False) | session.tables.exclude(
        state=Table.State.OPEN
    )
    return set(tables.values_list("number", flat=True))


def history_before(tournament: Tournament, number: int) -> list[list[list[int]]]:
    """The seats of all earlier sessions that have any, session by session."""
    history: dict[int, dict[int, list[int]]] = {}
    seats = Seat.objects.filter(session__tournament=tournament, session__number__lt=number)
    for session, table, start_number in seats.order_by(
        "session__number", "table__number", "position"
    ).values_list("session__number", "table__number", "entry__start_number"):
        history.setdefault(session, {}).setdefault(table, []).append(start_number)
    return [list(tables.values()) for tables in history.values()]


def write_tables(session: Session, tables: Tables, entries: Mapping[int, Entry]) -> None:
    """Seat a session so: tables are made, resized and taken away as needed.

    Tables that stay as they are are not touched. Nobody's result is: the caller has seen to it
    that no table that changes has one. A substitute goes where the entry goes.
    """
    before = tables_of(session)
    changed = {
        number for number in before.keys() | tables if before.get(number) != tables.get(number)
    }
    old = Seat.objects.filter(session=session, table__number__in=changed)
    substitutes = dict(
        old.exclude(substitute=None).values_list("entry__start_number", "substitute_id")
    )
    old.delete()
    session.tables.filter(number__in=changed - tables.keys()).delete()
    known = {table.number: table for table in session.tables.filter(number__in=changed)}
    for table in known.values():
        table.size = len(tables[table.number])
    Table.objects.bulk_update(known.values(), ["size"])
    Table.objects.bulk_create(
        Table(session=session, number=number, size=len(tables[number]))
        for number in sorted(changed & tables.keys() - known.keys())
    )
    rows = {table.number: table for table in session.tables.filter(number__in=changed)}
    Seat.objects.bulk_create(
        Seat(
            session=session,
            table=rows[number],
            position=position,
            entry=entries[start_number],
            substitute_id=substitutes.get(start_number),
        )
        for number in sorted(changed & tables.keys())
        for position, start_number in enumerate(tables[number], start=1)
    )
    shut_pages(session, changed)
    if session.is_published:
        open_pages(session)


def exchange(session: Session, one: int, other: int) -> None:
    """Two seated entries change seats. Points stay with the seats, substitutes with the entries."""
    pair = list(session.seats.filter(entry__start_number__in=[one, other]).select_related("entry"))
    session.seats.filter(pk__in=[seat.pk for seat in pair]).delete()
    first, second = pair
    first.entry, second.entry = second.entry, first.entry
    first.substitute_id, second.substitute_id = second.substitute_id, first.substitute_id
    Seat.objects.bulk_create([first, second])


def describe_anew(
    session: Session, wishes: Sequence[Wish], known: Mapping[str, Any] | None = None
) -> None:
    """Let the report of a session tell of the seats as they are now, not as they were drawn.

    What they were drawn from stays in it, and whether they are other ones by now. ``known`` is a
    report of these very seats: where it still holds it stays, with the reasons of its draw.
    """
    tables = list(tables_of(session).values())
    history = history_before(session.tournament, session.number)
    report = report_of(assessed(tables, history, wishes=wishes))
    if known is not None and {**known, "why": None} == {**report, "why": None}:
        report = dict(known)
    session.draw_report = {**report, **origin_of(session)}
    session.save(update_fields=["draw_report"])


def described(session: Session) -> dict[str, Any]:
    """What the stored report says of the seats, without what they were drawn from."""
    origin = origin_of(session)
    return {key: value for key, value in session.draw_report.items() if key not in origin}


def origin_of(session: Session) -> dict[str, Any]:
    """What a session was drawn from and whether its seats are other ones by now, if known."""
    report = session.draw_report
    return {key: report[key] for key in (RECIPE, MOVED_SINCE) if key in report}


def describe_from(
    session: Session, wishes: Sequence[Wish], known: Reports | None = None
) -> tuple[Reports, Reports]:
    """Say anew what the seats of a session mean, and those of later ones, which rest on them.

    A draft is held against the ``wishes`` of now, later sessions that are released against those
    they were drawn with. ``known`` are reports of these very seats from before. Returns the
    reports that changed, before and after.
    """
    later = session.tournament.sessions.filter(number__gt=session.number)
    before: Reports = {}
    after: Reports = {}
    for one in [session, *later.exclude(state=Session.State.PLANNED)]:
        number, old = str(one.number), described(one)
        stays = old if one is not session or known is not None else None
        asked = _drawn_with(one, wishes) if one is not session else wishes
        describe_anew(one, asked, (known or {}).get(number, stays))
        if described(one) != old:
            before[number], after[number] = old, described(one)
    return before, after


def _drawn_with(session: Session, wishes: Sequence[Wish]) -> Sequence[Wish]:
    if not session.is_published or RECIPE not in session.draw_report:
        return wishes
    try:
        return read_recipe(session.draw_report[RECIPE]).wishes
    except BadRecipe:  # a file brought it along
        return wishes


def report_of(draft: Draft) -> dict[str, Any]:
    """What the seats mean, as stored: sentences stay templates so that every reader's language
    can be served. ``fives`` are those at tables of five now, with how often they have been."""
    at_fives = [entry for table in draft.tables if len(table) == 5 for entry in table]
    return {
        "repeats": [list(repeat) for repeat in draft.repeats],
        "lower_bound": draft.lower_bound,
        "bound_reason": _reason(draft.bound_reason),
        "seat_spread": draft.seat_spread,
        "fives": [[entry, draft.five_sittings[entry]] for entry in at_fives],
        "broken": [
            {"wish": wish_as_dict(one.wish), "table": one.table, "entries": list(one.entries)}
            for one in draft.broken
        ],
        "why": [_reason(reason) for reason in draft.why],
    }


def _reason(reason: Reason) -> dict[str, Any]:
    return {"code": reason.code, "template": reason.template, "params": dict(reason.params)}


def seating_refusal(refusal: SeatingRefused, *, where: str | None = None) -> Refused:
    """What the draw refuses, in the user's language."""
    return Refused(_(refusal.template) % refusal.params, where=where, code=refusal.code)


def refuse_playing(session: Session, person: Player, seat: Seat | None = None) -> None:
    """Refuse who has a seat of the session, or plays in somebody's place (other than ``seat``)."""
    playing = Q(substitute=person) & ~Q(pk=seat.pk if seat else None)
    found = session.seats.filter(Q(entry__player=person) | playing)
    other = found.select_related("table").first()
    if other is not None:
        raise Refused(
            _("%(name)s sits at table %(table)s in this session.")
            % {"name": person.list_name, "table": other.table.number},
            where="last_name",
            code="seated",
        )


def entries_by_number(tournament: Tournament, numbers: Iterable[int]) -> dict[int, Entry]:
    """The entries with these start numbers; refused for a number that nobody has."""
    wanted = set(numbers)
    found = tournament.entries.filter(start_number__in=wanted).select_related("player")
    entries = {entry.start_number: entry for entry in found}
    if missing := wanted - entries.keys():
        raise Refused(
            _("Nobody has start number %(number)s.") % {"number": min(missing)}, code="no_entry"
        )
    return entries
