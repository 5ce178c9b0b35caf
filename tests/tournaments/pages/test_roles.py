"""What helpers and referees find at the desk: no button that would only be refused."""

import re

import pytest
from django.urls import reverse

from tests.tournaments import factories
from tests.tournaments.actions.play import drawn
from tournaments.actions.draws import draw_session, release_session
from tournaments.actions.results import save_totals
from tournaments.actions.roles import ALSO
from tournaments.actions.sessions import close_session

pytestmark = pytest.mark.django_db

PAGES = [
    ("overview",),
    ("players",),
    ("entry", 1),
    ("session", 1),
    ("session", 2),
    ("reseat", 1),
    ("wishes",),
    ("table", 1, 1),
    ("sheet", 1, 1),
    ("adjustments",),
]


def planned():
    tournament = factories.tournament()
    factories.entries(tournament, 9)
    return tournament


def drafted():
    return drawn(release=False)


def nothing_in():
    return drawn()


def all_in():
    tournament = drawn()
    for table, seats in ((1, 4), (2, 5)):
        save_totals(tournament, None, 1, table, [0] * seats)
    return tournament


def second_drafted():
    tournament = all_in()
    close_session(tournament, None, 1)
    draw_session(tournament, None, 2)
    return tournament


def second_released():
    tournament = second_drafted()
    release_session(tournament, None, 2)
    return tournament


def offered(client, tournament) -> set[str]:
    """The last words of the addresses that the desk's buttons send to."""
    found = set()
    for name, *numbers in PAGES:
        answer = client.get(reverse(name, args=[tournament.slug, *numbers]))
        if answer.status_code == 404:  # no such table yet
            continue
        page = answer.content.decode()
        addresses = re.findall(rf'action="/desk/{tournament.slug}/([^"]*)"', page)
        found |= {address.strip("/").rsplit("/", 1)[-1] for address in addresses}
    return found


FOR_DIRECTORS = {
    *("draw", "discard", "release", "recall", "start", "close", "reopen", "clear"),
    *("swap", "repair", "correct", "substitute", "wishes", "clubs"),
}


@pytest.mark.parametrize(
    "situation", [planned, drafted, nothing_in, all_in, second_drafted, second_released]
)
@pytest.mark.parametrize("role", ["helper", "referee"])
def test_what_only_a_director_may_do_is_not_offered_to_others(client, role, situation):
    tournament = situation()
    client.force_login(factories.staff(tournament, "director"))
    assert offered(client, tournament) & FOR_DIRECTORS
    client.force_login(factories.staff(tournament, role))
    found = offered(client, tournament)
    assert not found & FOR_DIRECTORS
    for address, action in (("check-in", "check_in"), ("adjustments", "adjust")):
        assert address not in found or role in ALSO[action]


@pytest.mark.parametrize("role", ["helper", "referee"])
def test_a_step_that_is_not_theirs_says_whose_it_is(client, role):
    tournament = planned()
    client.force_login(factories.staff(tournament, role))
    page = client.get(reverse("overview", args=[tournament.slug])).content.decode()
    assert "Das macht die Turnierleitung." in page


def test_a_referee_still_gives_minutes_and_points_off(client):
    tournament = drawn()
    client.force_login(factories.staff(tournament, "referee"))
    assert "adjustments" in offered(client, tournament)
    page = client.get(reverse("referee", args=[tournament.slug, 1, 1])).content.decode()
    assert reverse("extra-minutes", args=[tournament.slug, 1, 1]) in page


def test_a_helper_still_checks_in_and_adds(client):
    tournament = planned()
    client.force_login(factories.staff(tournament, "helper"))
    assert "check-in" in offered(client, tournament)
    page = client.get(reverse("players", args=[tournament.slug])).content.decode()
    assert reverse("add-player", args=[tournament.slug]) in page
    assert reverse("import-players", args=[tournament.slug]) not in page
