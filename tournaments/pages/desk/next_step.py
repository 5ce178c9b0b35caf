"""What to do next at a tournament, computed from its state. No database, no request."""

from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournaments.models import Session
from tournaments.pages.desk.collecting import collect, tables_named
from tournaments.pages.desk.step import Act, Group, SessionNow, Situation, Step
from tournaments.seating import SeatingRefused, table_sizes

State = Session.State


def next_step(now: Situation) -> Step:
    """The next step; the first session that is not closed decides.

    What was corrected in a closed session, or never checked there, is named beside it.
    """
    step = _next_step(now)
    unchecked = [one for one in now.sessions if one.state == State.CLOSED and one.unverified]
    if now.is_closed or not unchecked:
        return step
    return replace(step, groups=[*step.groups, _unchecked_before(unchecked)])


def _unchecked_before(sessions: list[SessionNow]) -> Group:
    return Group(
        pgettext("sheets", "Earlier, not verified"),
        [
            _("Session %(number)s: %(tables)s")
            % {"number": one.number, "tables": tables_named(one.unverified)}
            for one in sessions
        ],
        Act(_("Check the next"), "check-next", "K", (sessions[0].number,)),
        "entered",
    )


def _next_step(now: Situation) -> Step:
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
    return collect(current)


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
