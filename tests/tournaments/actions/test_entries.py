"""Entering, checking in, withdrawing and coming back."""

import pytest

from tests.tournaments import factories
from tournaments.actions.closing import close_tournament
from tournaments.actions.core import AlreadyApplied, Refused
from tournaments.actions.entries import add_entry, check_in, reinstate, withdraw
from tournaments.models import Entry, Player, Seat, Session, Table

pytestmark = pytest.mark.django_db


def statuses(tournament):
    return {entry.start_number: entry.status for entry in tournament.entries.all()}


def seat(entry, *, state=Session.State.RELEASED, points=None):
    session = entry.tournament.sessions.get(number=1)
    session.state = state
    session.save()
    table = Table.objects.create(session=session, number=3, size=4)
    return Seat.objects.create(session=session, table=table, position=1, entry=entry, points=points)


def test_a_person_is_entered_with_the_next_start_number(tournament, director, one_change):
    factories.entries(tournament, 2)
    with one_change(tournament, "add_entry") as log:
        entry = add_entry(
            tournament,
            director,
            first_name=" Ute ",
            last_name="Adler",
            club_name="herz 10 HAMELN",
            ddv_number="1001",
            publish_name=True,
        )
    player = Player.objects.get(pk=entry.player.pk)
    assert (entry.start_number, entry.status) == (3, "registered")
    assert (player.first_name, player.publish_name) == ("Ute", True)
    assert player.club.name == "Herz 10 Hameln"
    assert log().subject == "3 Adler, Ute"
    assert log().after["start_number"] == 3
    assert log().after["last_name"] == "Adler"


def test_a_start_number_is_not_used_again(tournament):
    one, two = factories.entries(tournament, 2)
    withdraw(tournament, None, two.start_number)
    assert factories.entries(tournament, 1)[0].start_number == 3


def test_someone_from_the_address_book_is_entered_once(tournament, no_change):
    player = factories.entries(factories.tournament(), 1)[0].player
    assert add_entry(tournament, None, player=player, present=True).status == "present"
    with no_change(tournament), pytest.raises(Refused, match="Startnummer 1"):
        add_entry(tournament, None, player=player)
    assert Player.objects.count() == 1


def test_a_known_ddv_number_with_the_same_name_is_the_same_person(tournament):
    first = add_entry(
        factories.tournament(), None, first_name="Ute", last_name="Adler", ddv_number="7"
    )
    again = add_entry(tournament, None, first_name="UTE", last_name="Adler", ddv_number="7")
    assert again.player == first.player
    with pytest.raises(Refused, match="Adler, Ute") as caught:
        add_entry(tournament, None, first_name="Jo", last_name="Brandt", ddv_number="7")
    assert caught.value.where == "ddv_number"
    assert Player.objects.count() == 1


@pytest.mark.parametrize(
    ("fields", "where"),
    [
        ({"last_name": ""}, "last_name"),
        ({"last_name": " \x00 "}, "last_name"),
        ({"last_name": "…"}, "last_name"),
        ({"last_name": "A" * 61}, "last_name"),
        ({"last_name": "=1+1"}, "last_name"),
        ({"first_name": "<b>Ute"}, "first_name"),
        ({"club_name": "@SUM(A1)"}, "club_name"),
        ({"club_name": "x" * 101}, "club_name"),
        ({"ddv_number": "1" * 21}, "ddv_number"),
    ],
)
def test_what_is_no_person_is_refused_by_field(tournament, fields, where, no_change):
    with no_change(tournament), pytest.raises(Refused) as caught:
        add_entry(tournament, None, **{"first_name": "Ute", "last_name": "Adler", **fields})
    assert caught.value.where == where
    assert not Player.objects.exists()


def test_check_in_notes_who_changed(tournament, director, one_change):
    factories.entries(tournament, 3, present=False)
    check_in(tournament, director, [1])
    with one_change(tournament, "check_in") as log:
        changed = check_in(tournament, director, [1, 2, 3])
    assert [entry.start_number for entry in changed] == [2, 3]
    assert log().before == {"2": "registered", "3": "registered"}
    assert log().after == {"2": "present", "3": "present"}
    check_in(tournament, director, [2], present=False)
    assert statuses(tournament) == {1: "present", 2: "registered", 3: "present"}


def test_checking_in_who_is_there_already_changes_nothing(tournament, no_change):
    factories.entries(tournament, 1)
    with no_change(tournament):
        assert check_in(tournament, None, [1]) == []
        assert check_in(tournament, None, []) == []


def test_check_in_is_all_or_nothing(tournament, no_change):
    factories.entries(tournament, 2, present=False)
    with no_change(tournament), pytest.raises(Refused, match="99"):
        check_in(tournament, None, [1, 99])
    withdraw(tournament, None, 2)
    with no_change(tournament), pytest.raises(Refused, match="zurückgetreten"):
        check_in(tournament, None, [1, 2])
    assert statuses(tournament) == {1: "registered", 2: "withdrawn"}


def test_withdrawn_and_reinstated(tournament, director, one_change):
    factories.entries(tournament, 1)
    with one_change(tournament, "withdraw") as log:
        withdraw(tournament, director, 1, reason="krank")
    assert statuses(tournament) == {1: "withdrawn"}
    assert (log().before["status"], log().after["status"]) == ("present", "withdrawn")
    assert log().reason == "krank"
    with pytest.raises(Refused):
        withdraw(tournament, director, 1)
    with one_change(tournament, "reinstate") as log:
        reinstate(tournament, director, 1)
    assert (log().before["status"], log().after["status"]) == ("withdrawn", "registered")
    with pytest.raises(Refused):
        reinstate(tournament, director, 1)


def test_who_sits_at_a_table_without_a_result_withdraws_only_when_that_is_said(
    tournament, no_change
):
    entry = factories.entries(tournament, 1)[0]
    seat(entry)
    with no_change(tournament), pytest.raises(Refused, match="Tisch 3") as caught:
        withdraw(tournament, None, 1)
    assert caught.value.where == "even_seated"
    withdraw(tournament, None, 1, even_seated=True)
    assert entry.seats.count() == 1


@pytest.mark.parametrize(
    ("state", "points"), [(Session.State.DRAFTED, None), (Session.State.RUNNING, 0)]
)
def test_a_draft_or_a_result_of_zero_does_not_stop_a_withdrawal(tournament, state, points):
    entry = factories.entries(tournament, 1)[0]
    seat(entry, state=state, points=points)
    withdraw(tournament, None, 1)
    assert Seat.objects.get().points == points


CALLS = {
    "add_entry": lambda t, actor, **more: add_entry(t, actor, last_name="Adler", **more),
    "check_in": lambda t, actor, **more: check_in(t, actor, [1], **more),
    "withdraw": lambda t, actor, **more: withdraw(t, actor, 1, **more),
    "reinstate": lambda t, actor, **more: reinstate(t, actor, 2, **more),
}


@pytest.fixture
def two_entries(tournament):
    """Start number 1 is registered, 2 has withdrawn."""
    factories.entries(tournament, 2, present=False)
    withdraw(tournament, None, 2)


@pytest.mark.parametrize("action", CALLS)
@pytest.mark.parametrize("role", ["helper", "referee", None])
@pytest.mark.usefixtures("two_entries")
def test_roles(tournament, action, role):
    actor = factories.staff(tournament, role) if role else factories.user()
    if role == "helper" and action in ("add_entry", "check_in"):
        CALLS[action](tournament, actor)
        return
    before = statuses(tournament)
    with pytest.raises(Refused) as caught:
        CALLS[action](tournament, actor)
    assert caught.value.code == "role"
    assert statuses(tournament) == before


@pytest.mark.parametrize("action", CALLS)
@pytest.mark.usefixtures("two_entries")
def test_a_closed_tournament_refuses(tournament, director, action, no_change):
    close_tournament(tournament, director, drop_planned=True)
    with no_change(tournament), pytest.raises(Refused) as caught:
        CALLS[action](tournament, director)
    assert caught.value.code == "closed"


@pytest.mark.parametrize("action", CALLS)
@pytest.mark.usefixtures("two_entries")
def test_the_same_key_is_applied_once(tournament, director, action, one_change):
    with one_change(tournament, action):
        CALLS[action](tournament, director, key="k")
        with pytest.raises(AlreadyApplied):
            CALLS[action](tournament, director, key="k")
    assert Entry.objects.count() == (3 if action == "add_entry" else 2)
