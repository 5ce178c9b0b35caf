"""Creating, setting, closing and reopening a tournament."""

from datetime import date

import pytest
from django.utils.translation import override

from tests.tournaments import factories
from tournaments.actions.closing import close_tournament, reopen_tournament
from tournaments.actions.core import AlreadyApplied, Refused
from tournaments.actions.tournaments import (
    change_settings,
    create_tournament,
)
from tournaments.models import Session, Staff, Tournament

pytestmark = pytest.mark.django_db
DAY = date(2026, 10, 3)


def close_sessions(tournament):
    tournament.sessions.update(state=Session.State.CLOSED)


def test_a_new_tournament_has_its_sessions_its_director_and_one_log_entry():
    director = factories.director()
    tournament = create_tournament(
        director,
        name="  Herbst-  turnier ",
        starts_on=DAY,
        sessions=4,
        minutes=90,
        minutes_five=110,
        tie_breaks=["lot", "best_session"],
    )
    assert tournament.name == "Herbst- turnier"
    assert [(s.number, s.minutes, s.minutes_five, s.state) for s in tournament.sessions.all()] == [
        (n, 90, 110, "planned") for n in (1, 2, 3, 4)
    ]
    assert tournament.staff.get().role == Staff.Role.DIRECTOR
    assert tournament.staff.get().user == director
    assert tournament.tie_breaks == ["lot", "best_session"]
    assert tournament.lot_seed > 0
    entry = tournament.log.get()
    assert (entry.action, entry.revision, tournament.revision) == ("create_tournament", 1, 1)
    assert entry.after["sessions"] == 4


def test_an_address_and_lots_can_be_wished_for():
    wishes = {"name": "Cup", "starts_on": DAY, "slug": "c" * 60, "lot_seed": 7}
    first, second = create_tournament(None, **wishes), create_tournament(None, **wishes)
    assert (first.slug, first.lot_seed) == ("c" * 60, 7)
    assert second.slug == "c" * 50 + "-2"


@pytest.mark.parametrize("slug", ["", "new", "mit leer", "ä", "x" * 61])
def test_what_cannot_be_an_address_is_refused(slug):
    with pytest.raises(Refused) as refusal:
        create_tournament(None, name="Cup", starts_on=DAY, slug=slug)
    assert refusal.value.where == "slug"
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Größe Ä", "groesse-ae"),
        ("New", "new-2"),
        ("🂡🂱", "turnier"),
        ("x" * 120, "x" * 50),
        ("<script>alert(1)</script>", "scriptalert1script"),
    ],
)
def test_the_address_is_made_from_the_name(name, slug):
    assert create_tournament(None, name=name, starts_on=DAY).slug == slug


def test_addresses_are_told_apart():
    assert [create_tournament(None, name="Cup", starts_on=DAY).slug for _ in range(3)] == [
        "cup",
        "cup-2",
        "cup-3",
    ]


@pytest.mark.parametrize(
    ("fields", "where"),
    [
        ({"name": " "}, "name"),
        ({"name": "x" * 121}, "name"),
        ({"place": "x" * 121}, "place"),
        ({"sessions": 0}, "sessions"),
        ({"sessions": 21}, "sessions"),
        ({"minutes": 0}, "minutes"),
        ({"minutes_five": 601}, "minutes_five"),
        ({"starts_on": date(26, 10, 3)}, "starts_on"),
        ({"ruleset": "skat"}, "ruleset"),
        ({"visibility": "secret"}, "visibility"),
        ({"tie_breaks": ["lot", "lot"]}, "tie_breaks"),
        ({"tie_breaks": ["age"]}, "tie_breaks"),
    ],
)
def test_a_bad_setting_is_refused_by_name_and_nothing_is_written(fields, where):
    values = {"name": "Cup", "starts_on": DAY, **fields}
    with pytest.raises(Refused) as caught:
        create_tournament(factories.director(), **values)
    assert caught.value.where == where
    assert str(caught.value)
    assert not Tournament.objects.exists()
    tournament = factories.tournament()
    with pytest.raises(Refused) as caught:
        change_settings(tournament, None, **fields)
    assert caught.value.where == where


def test_created_twice_by_the_same_key_it_is_there_once():
    director = factories.director()
    create_tournament(director, name="Cup", starts_on=DAY, key="k")
    with pytest.raises(AlreadyApplied) as caught:
        create_tournament(director, name="Cup", starts_on=DAY, key="k")
    assert caught.value.entry.tournament == Tournament.objects.get()


def test_settings_change_and_the_log_tells_what(one_change):
    director = factories.director()
    tournament = factories.tournament(director)
    with one_change(tournament, "change_settings") as log:
        change_settings(tournament, director, place="Celle", sessions=5, minutes=95)
    assert (tournament.place, tournament.slug) == ("Celle", "herbstturnier")
    assert [s.minutes for s in tournament.sessions.all()] == [95] * 5
    assert set(log().after) == {"place", "sessions", "minutes", "minutes_five"}
    assert (log().before["place"], log().after["place"]) == ("Hameln", "Celle")


def test_only_planned_sessions_can_go():
    tournament = factories.tournament()
    change_settings(tournament, None, sessions=2)
    assert [s.number for s in tournament.sessions.all()] == [1, 2]
    tournament.sessions.filter(number=2).update(state=Session.State.DRAFTED)
    with pytest.raises(Refused, match="Runde 2") as caught:
        change_settings(tournament, None, sessions=1)
    assert caught.value.where == "sessions"
    assert tournament.sessions.count() == 2


def test_minutes_of_a_session_that_was_played_stay():
    tournament = factories.tournament()
    tournament.sessions.filter(number=1).update(state=Session.State.CLOSED)
    change_settings(tournament, None, minutes=80)
    assert [s.minutes for s in tournament.sessions.all()] == [100, 80, 80]


def test_the_ruleset_cannot_change_once_a_session_has_started():
    tournament = factories.tournament()
    change_settings(tournament, None, ruleset="ddv_older")
    tournament.sessions.filter(number=1).update(state=Session.State.RUNNING)
    with pytest.raises(Refused) as caught:
        change_settings(tournament, None, ruleset="ddv")
    assert caught.value.where == "ruleset"
    change_settings(tournament, None, ruleset="ddv_older", name="Cup")


def test_closing_needs_every_session_closed_or_dropped_explicitly(one_change, no_change):
    director = factories.director()
    tournament = factories.tournament(director)
    tournament.sessions.filter(number__lte=2).update(state=Session.State.CLOSED)
    with no_change(tournament), pytest.raises(Refused, match="Runde 3") as caught:
        close_tournament(tournament, director)
    assert caught.value.where == "drop_planned"
    tournament.sessions.filter(number=2).update(state=Session.State.RUNNING)
    with no_change(tournament), pytest.raises(Refused, match="Runde 2"):
        close_tournament(tournament, director, drop_planned=True)
    tournament.sessions.filter(number=2).update(state=Session.State.CLOSED)
    with one_change(tournament, "close_tournament") as log:
        close_tournament(tournament, director, drop_planned=True)
    assert tournament.is_closed
    assert log().after["closed"] is True
    assert log().after["dropped_sessions"] == [3]
    assert [s.number for s in tournament.sessions.all()] == [1, 2]


def test_closed_it_refuses_changes_until_it_is_reopened(one_change):
    director = factories.director()
    tournament = factories.tournament(director)
    close_sessions(tournament)
    close_tournament(tournament, director)
    for action in (change_settings, close_tournament):
        with pytest.raises(Refused) as caught:
            action(tournament, director)
        assert caught.value.code == "closed"
    with one_change(tournament, "reopen_tournament"):
        reopen_tournament(tournament, director)
    assert not tournament.is_closed
    with pytest.raises(Refused):
        reopen_tournament(tournament, director)
    change_settings(tournament, director, name="Cup")


@pytest.mark.parametrize("role", ["helper", "referee", None])
@pytest.mark.parametrize("action", [change_settings, close_tournament, reopen_tournament])
def test_only_a_director_may(role, action, no_change):
    tournament = factories.tournament()
    actor = factories.staff(tournament, role) if role else factories.user()
    with no_change(tournament), pytest.raises(Refused) as caught:
        action(tournament, actor)
    assert caught.value.code == "role"


@pytest.mark.parametrize("action", [change_settings, close_tournament, reopen_tournament])
def test_the_same_key_is_applied_once(action, one_change):
    tournament = factories.tournament()
    close_sessions(tournament)
    if action is reopen_tournament:
        close_tournament(tournament, None)
    with one_change(tournament, action.__name__):
        action(tournament, None, key="once")
        with pytest.raises(AlreadyApplied):
            action(tournament, None, key="once")


def test_sentences_speak_the_user_s_language():
    with override("en"), pytest.raises(Refused, match="no such ruleset"):
        create_tournament(None, name="Cup", starts_on=DAY, ruleset="x")
