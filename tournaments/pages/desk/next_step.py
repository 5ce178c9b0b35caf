"""What to do next at a tournament, computed from its state. No database, no request."""

from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Session
from tournaments.seating import SeatingRefused, table_sizes

State = Session.State


@dataclass(frozen=True)
class SessionNow:
    """A session as far as the next step depends on it. Tables are named by their numbers."""

    number: int
    state: str
    tables: int = 0
    missing: tuple[int, ...] = ()
    unverified: tuple[int, ...] = ()
    faults: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True)
class Situation:
    """A tournament as far as the next step depends on it.

    ``registered`` and ``present`` count entries that are not withdrawn; ``left_of_draft`` names
    those of a draft who are no longer present, ``not_in_draft`` those present but not in it.
    """

    is_closed: bool
    registered: int
    present: int
    sessions: tuple[SessionNow, ...]
    left_of_draft: tuple[str, ...] = ()
    not_in_draft: tuple[str, ...] = ()


@dataclass(frozen=True)
class Act:
    """A button: ``url`` is the name of a page, ``args`` follow the tournament in its address."""

    label: str
    url: str
    key: str
    args: tuple[int, ...] = ()
    post: bool = False


@dataclass(frozen=True)
class Step:
    """The one next step: what stands at the top of the desk."""

    code: str
    title: str
    main: Act | None
    details: list[str] = field(default_factory=list)
    others: list[Act] = field(default_factory=list)


def next_step(now: Situation) -> Step:
    """The next step; the first session that is not closed decides."""
    if now.is_closed:
        return Step(
            "closed",
            _("The tournament is closed"),
            Act(_("Standings"), "desk-standings", "S"),
            others=[Act(_("Print the final list"), "print", "P")],
        )
    if now.registered + now.present == 0:
        return Step(
            "add_players",
            _("Add players"),
            Act(_("Import a list"), "import-players", "I"),
            [_("Nobody is entered yet.")],
            [Act(_("Add one player"), "add-player", "A")],
        )
    current = next((one for one in now.sessions if one.state != State.CLOSED), None)
    if current is None:
        return _finish()
    if current.state == State.PLANNED:
        return _draw(now, current)
    if current.state == State.DRAFTED:
        return _release(now, current)
    if current.state == State.RELEASED and len(current.missing) == current.tables:
        return _start(current)
    return _collect(current)


def _finish() -> Step:
    return Step(
        "finish",
        _("Print the final list, then close the tournament"),
        Act(_("Final list"), "print", "P"),
        [_("Every session is closed.")],
        [
            Act(_("Standings"), "desk-standings", "S"),
            Act(_("Close the tournament"), "settings", "C"),
        ],
    )


def _absent(now: Situation) -> list[str]:
    if not now.registered:
        return []
    return [
        ngettext(
            "%(n)s registered player is not present and is not drawn.",
            "%(n)s registered players are not present and are not drawn.",
            now.registered,
        )
        % {"n": now.registered}
    ]


def _draw(now: Situation, session: SessionNow) -> Step:
    check_in = Act(_("Check players in"), "players", "A")
    if now.present == 0:
        return Step("check_in", _("Check the players in"), check_in, _absent(now))
    try:
        sizes = table_sizes(now.present)
    except SeatingRefused as refusal:
        why = _(refusal.template) % refusal.params
        title = _("%(n)s present: not enough for tables, or one too many") % {"n": now.present}
        return Step("cannot_draw", title, check_in, [why, *_absent(now)])
    return Step(
        "draw",
        _("Draw session %(number)s") % {"number": session.number},
        Act(
            _("Draw session %(number)s") % {"number": session.number},
            "draw-session",
            "D",
            (session.number,),
            post=True,
        ),
        [_tables_text(now.present, sizes), *_absent(now)],
        [Act(_("Another way to draw"), "session", "W", (session.number,)), check_in],
    )


def _tables_text(players: int, sizes: list[int]) -> str:
    fours, fives = sizes.count(4), sizes.count(5)
    parts = []
    if fours:
        parts.append(ngettext("%(n)s table of four", "%(n)s tables of four", fours) % {"n": fours})
    if fives:
        parts.append(ngettext("%(n)s table of five", "%(n)s tables of five", fives) % {"n": fives})
    return _("%(players)s present: %(tables)s.") % {
        "players": players,
        "tables": _(" and ").join(parts),
    }


def _release(now: Situation, session: SessionNow) -> Step:
    look = Act(_("Look at the draft"), "session", "D", (session.number,))
    details = draft_doubts(now)
    if now.left_of_draft:
        title = _("The draft of session %(number)s must be drawn again")
        return Step("redraw", title % {"number": session.number}, look, details)
    return Step(
        "release",
        _("Session %(number)s is drawn: look at it and release it") % {"number": session.number},
        look,
        details or [_("Only the desk sees the draft.")],
    )


def draft_doubts(now: Situation) -> list[str]:
    """Why a draft may be out of date."""
    doubts = []
    if now.left_of_draft:
        doubts.append(
            _("In the draft, but no longer present: %(names)s.")
            % {"names": "; ".join(now.left_of_draft)}
        )
    if now.not_in_draft:
        doubts.append(
            _("Present, but not in the draft: %(names)s. Draw again to seat them.")
            % {"names": "; ".join(now.not_in_draft)}
        )
    return doubts


def _start(session: SessionNow) -> Step:
    return Step(
        "start",
        _("Print the sheets of session %(number)s, then start the clock")
        % {"number": session.number},
        Act(_("Start the clock"), "start-session", "C", (session.number,), post=True),
        [_("The seats are public now.")],
        [Act(_("Print sheets and seat plan"), "print", "P")],
    )


def _collect(session: SessionNow) -> Step:
    standings = Act(_("Standings"), "desk-standings", "S")
    place = {"number": session.number}
    faults = [
        _("Table %(table)s: %(what)s") % {"table": table, "what": what}
        for table, what in session.faults[:3]
    ]
    clock = []
    if session.state == State.RELEASED:
        clock = [Act(_("Start the clock"), "start-session", "C", (session.number,), post=True)]
    if session.missing:
        title = ngettext(
            "%(missing)s of %(n)s sheet is missing",
            "%(missing)s of %(n)s sheets are missing",
            session.tables,
        ) % {"missing": len(session.missing), "n": session.tables}
        details = [tables_named(session.missing), *faults]
        main = Act(_("Type a sheet"), "table", "E", (session.number, session.missing[0]))
        if session.faults:
            table = session.faults[0][0]
            sheet = _("Sheet of table %(table)s") % {"table": table}
            clock.append(Act(sheet, "sheet", "F", (session.number, table)))
        if session.unverified:
            details.append(_unverified(session))
            clock.append(_check_next(session))
        return Step("collect", title, main, details, [*clock, standings])
    close = Act(
        _("Close session %(number)s") % place, "close-session", "C", (session.number,), post=True
    )
    if faults:
        table = session.faults[0][0]
        title = _("Every sheet is in, but one has faults")
        if len(session.faults) > 1:
            title = _("Every sheet is in, but %(n)s have faults") % {"n": len(session.faults)}
        main = Act(
            _("Sheet of table %(table)s") % {"table": table}, "sheet", "E", (session.number, table)
        )
        return Step("faults", title, main, faults, [close, standings])
    details = []
    others = [standings]
    if session.unverified:
        details = [_unverified(session)]
        others = [_check_next(session), standings]
    return Step(
        "close_session",
        _("Every sheet is in: close session %(number)s") % place,
        close,
        details,
        others,
    )


def _unverified(session: SessionNow) -> str:
    return _("Not verified yet: %(tables)s") % {"tables": tables_named(session.unverified)}


def _check_next(session: SessionNow) -> Act:
    return Act(_("Check the next"), "check-next", "V", (session.number,))


def tables_named(numbers: tuple[int, ...]) -> str:
    """ "Table 3." or "Tables 3, 7 and 9." """
    if len(numbers) == 1:
        return _("Table %(table)s.") % {"table": numbers[0]}
    some = ", ".join(str(number) for number in numbers[:-1])
    return _("Tables %(some)s and %(last)s.") % {"some": some, "last": numbers[-1]}
