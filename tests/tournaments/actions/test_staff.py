"""Who works at a desk."""

import pytest

from tests.tournaments import factories
from tournaments.actions.core import AlreadyApplied, Refused
from tournaments.actions.staff import remove_staff, set_staff

pytestmark = pytest.mark.django_db


def test_a_role_is_given_changed_and_taken(tournament, director, one_change):
    helper = factories.user("hanno")
    with one_change(tournament, "set_staff") as log:
        set_staff(tournament, director, username=" hanno ", role="helper")
    assert (log().subject, log().before, log().after) == (
        "hanno",
        {"role": None},
        {"role": "helper"},
    )
    with one_change(tournament, "set_staff") as log:
        set_staff(tournament, director, username="hanno", role="referee")
    assert (log().before, log().after) == ({"role": "helper"}, {"role": "referee"})
    with one_change(tournament, "remove_staff") as log:
        remove_staff(tournament, director, username="hanno")
    assert (log().before, log().after) == ({"role": "referee"}, {"role": None})
    assert not tournament.staff.filter(user=helper).exists()


@pytest.mark.parametrize(
    ("username", "role", "where"),
    [
        ("nobody", "helper", "username"),
        ("gone", "helper", "username"),
        ("hanno", "boss", "role"),
        ("a\x00b", "helper", "username"),
    ],
)
def test_an_unknown_account_or_role_is_refused(
    tournament, director, username, role, where, no_change
):
    factories.user("hanno")
    factories.user("gone", is_active=False)
    with no_change(tournament), pytest.raises(Refused) as caught:
        set_staff(tournament, director, username=username, role=role)
    assert caught.value.where == where


def test_a_tournament_keeps_a_director(tournament, director, no_change):
    with no_change(tournament):
        with pytest.raises(Refused, match="Turnierleitung"):
            remove_staff(tournament, director, username=director.username)
        with pytest.raises(Refused, match="Turnierleitung"):
            set_staff(tournament, director, username=director.username, role="helper")
    other = factories.staff(tournament, "director")
    remove_staff(tournament, other, username=director.username)
    assert [one.user for one in tournament.staff.all()] == [other]


def test_who_does_not_work_here_cannot_be_removed(tournament, director):
    factories.user("hanno")
    with pytest.raises(Refused):
        remove_staff(tournament, director, username="hanno")


@pytest.mark.parametrize("role", ["helper", "referee"])
def test_only_a_director_gives_roles(tournament, role, no_change):
    actor = factories.staff(tournament, role)
    with no_change(tournament):
        with pytest.raises(Refused) as caught:
            set_staff(tournament, actor, username=actor.username, role="director")
        assert caught.value.code == "role"
        with pytest.raises(Refused):
            remove_staff(tournament, actor, username=actor.username)


def test_the_same_key_is_applied_once(tournament, director, one_change):
    factories.user("hanno")
    with one_change(tournament, "set_staff"):
        set_staff(tournament, director, username="hanno", role="helper", key="k")
        with pytest.raises(AlreadyApplied):
            set_staff(tournament, director, username="hanno", role="helper", key="k")
    with one_change(tournament, "remove_staff"):
        remove_staff(tournament, director, username="hanno", key="l")
        with pytest.raises(AlreadyApplied):
            remove_staff(tournament, director, username="hanno", key="l")
