"""Undone later: what rests on a change refuses its undoing until that is undone itself."""

import pytest

from tests.tournaments import factories
from tests.tournaments.actions.play import drawn, seating
from tests.tournaments.actions.test_undo_walk import stored
from tournaments.actions.address_book import correct_player
from tournaments.actions.adjustments import adjust, withdraw_adjustment
from tournaments.actions.by_hand import correct_seats, swap_seats
from tournaments.actions.certificates import set_certificate
from tournaments.actions.closing import close_tournament, reopen_tournament
from tournaments.actions.core import Refused
from tournaments.actions.draws import draw_session, recall_session, release_session
from tournaments.actions.entries import add_entry, check_in, reinstate, withdraw
from tournaments.actions.repairs import choices_for, repair_session
from tournaments.actions.results import clear_table, save_totals
from tournaments.actions.sessions import (
    close_session,
    extra_minutes,
    reopen_session,
    start_session,
)
from tournaments.actions.staff import set_staff
from tournaments.actions.substitutes import remove_substitute, set_substitute
from tournaments.actions.tournaments import change_settings
from tournaments.actions.undo import undo
from tournaments.actions.wishes import add_wish, keep_club_mates_apart, remove_wish
from tournaments.models import Adjustment, Tournament

pytestmark = pytest.mark.django_db

WHY = {"reason": "so", "given_by": "Adler"}


def drafted():
    return drawn(8, release=False)


def released():
    return drawn(8)


def played():
    tournament = drawn(8)
    for table in (1, 2):
        save_totals(tournament, None, 1, table, [3, -3, 0, 0])
    return tournament


def closed():
    tournament = played()
    close_session(tournament, None, 1)
    return tournament


def one_leaves(tournament):
    session = tournament.sessions.get(number=1)
    gone = [seating(tournament)[1][0]]
    choice = choices_for(session, gone, [])[0].token
    repair_session(tournament, None, 1, gone=gone, arrivals=[], choice=choice)


def other_seats(tournament, at):
    first, second = seating(tournament)
    correct_seats(tournament, None, 1, first[0], second[at], reason="vertauscht")


def swapped(tournament, at):
    first, second = seating(tournament)
    swap_seats(tournament, None, 1, first[0], second[at])


def played_for(tournament, name):
    seated = seating(tournament)[0][0]
    set_substitute(tournament, None, 1, seated, first_name="Pia", last_name=name)


def renamed(tournament, name):
    correct_player(None, tournament.entries.get(start_number=1).player, last_name=name)


def as_role(tournament, role):
    account = factories.user("ute") if role == "helper" else None
    set_staff(tournament, None, username=account.username if account else "ute", role=role)


# By family: the beginning, a change, and what rests on it.
CASES = {
    "result": (
        released,
        lambda t: save_totals(t, None, 1, 1, [3, -3, 0, 0]),
        lambda t: save_totals(t, None, 1, 1, [6, -6, 0, 0]),
    ),
    "cleared": (
        played,
        lambda t: clear_table(t, None, 1, 1, reason="falscher Tisch"),
        lambda t: save_totals(t, None, 1, 1, [6, -6, 0, 0]),
    ),
    "minutes": (
        released,
        lambda t: extra_minutes(t, None, 1, 1, 5, **WHY),
        lambda t: extra_minutes(t, None, 1, 1, 9, **WHY),
    ),
    "presence": (
        drafted,
        lambda t: check_in(t, None, [1], present=False),
        lambda t: check_in(t, None, [1]),
    ),
    "status": (
        released,
        lambda t: withdraw(t, None, 1, even_seated=True),
        lambda t: reinstate(t, None, 1),
    ),
    "entry": (
        released,
        lambda t: add_entry(t, None, first_name="Probe", last_name="Nummer"),
        lambda t: adjust(t, None, start_number=9, points=-3, **WHY),
    ),
    "person": (released, lambda t: renamed(t, "Eins"), lambda t: renamed(t, "Zwei")),
    "draft": (
        drafted,
        lambda t: draw_session(t, None, 1, seed=8),
        lambda t: draw_session(t, None, 1, seed=9),
    ),
    "swapped": (drafted, lambda t: swapped(t, 1), lambda t: swapped(t, 2)),
    "seats": (released, lambda t: other_seats(t, 1), lambda t: other_seats(t, 2)),
    "drawn and swapped": (
        drafted,
        lambda t: draw_session(t, None, 1, seed=8),
        lambda t: swapped(t, 1),
    ),
    "substitute": (
        released,
        lambda t: played_for(t, "Eins"),
        lambda t: remove_substitute(t, None, 1, seating(t)[0][0]),
    ),
    "release": (
        drafted,
        lambda t: release_session(t, None, 1),
        lambda t: start_session(t, None, 1),
    ),
    "recall": (
        released,
        lambda t: recall_session(t, None, 1, reason="zu früh"),
        lambda t: draw_session(t, None, 1, seed=8),
    ),
    "recall, swapped": (
        released,
        lambda t: recall_session(t, None, 1, reason="zu früh"),
        lambda t: swapped(t, 1),
    ),
    "close": (
        played,
        lambda t: close_session(t, None, 1),
        lambda t: reopen_session(t, None, 1, reason="Protest"),
    ),
    "end": (
        closed,
        lambda t: close_tournament(t, None, drop_planned=True),
        lambda t: reopen_tournament(t, None),
    ),
    "adjustment": (
        released,
        lambda t: adjust(t, None, start_number=1, points=-3, **WHY),
        lambda t: withdraw_adjustment(t, None, Adjustment.objects.get().pk, reason="nein"),
    ),
    "wish": (
        released,
        lambda t: add_wish(t, None, kind="keeper", start_numbers=[1], hard=False),
        lambda t: remove_wish(t, None, t.wishes.get().pk),
    ),
    "club-mates": (
        released,
        lambda t: keep_club_mates_apart(t, None, "soft"),
        lambda t: keep_club_mates_apart(t, None, "any"),
    ),
    "role": (released, lambda t: as_role(t, "helper"), lambda t: as_role(t, "referee")),
    "certificate": (
        released,
        lambda t: set_certificate(t, None, text="{name} eins"),
        lambda t: set_certificate(t, None, text="{name} zwei"),
    ),
    "settings": (
        released,
        lambda t: change_settings(t, None, place="Eins"),
        lambda t: change_settings(t, None, place="Zwei"),
    ),
}


@pytest.mark.parametrize("family", CASES)
def test_what_rests_on_a_change_is_undone_first(family):
    begin, act, rests = CASES[family]
    tournament = begin()
    before, changed = stored(tournament), act_on(tournament, act)
    after, rested = stored(tournament), act_on(tournament, rests)
    then = stored(tournament)
    with pytest.raises(Refused):
        undone(tournament, changed)
    assert stored(tournament) == then
    undone(tournament, rested)
    assert stored(tournament) == after
    undone(tournament, changed)
    assert stored(tournament) == before


def act_on(tournament, act):
    """Do it; returns the revision it made."""
    act(Tournament.objects.get(pk=tournament.pk))
    return Tournament.objects.get(pk=tournament.pk).revision


def undone(tournament, revision):
    undo(Tournament.objects.get(pk=tournament.pk), None, revision, reason="doch nicht")
