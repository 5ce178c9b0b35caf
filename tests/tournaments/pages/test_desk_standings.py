"""The standings at the desk: full names, the officials' reasons, and who may see them."""

import pytest
from django.urls import reverse

from tests.tournaments import factories
from tests.tournaments.played import played
from tournaments.models import Adjustment, Player

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    return played(9, 2, missing=1, planned=1, tie_breaks=["best_session", "lot"])


@pytest.fixture
def desk(client, tournament):
    client.force_login(factories.staff(tournament, "helper"))
    return client


def page_of(tournament):
    return reverse("desk-standings", args=[tournament.slug])


def test_full_names_reasons_and_the_tie_breaks_in_order(desk, tournament):
    Player.objects.update(publish_name=False)
    entry = tournament.entries.select_related("player").first()
    Adjustment.objects.create(entry=entry, points=-12, reason="Hat geflucht", given_by="R. Schieds")

    text = desk.get(page_of(tournament)).content.decode()

    assert entry.player.list_name in text
    assert "−12: Hat geflucht (R. Schieds)" in text
    assert "beste Runde, Los" in text
    assert "Ergebnisse von 1 von 2 Tischen" in text


def test_search_sort_and_odd_parameters(desk, tournament):
    entry = tournament.entries.select_related("player").get(start_number=7)
    found = desk.get(page_of(tournament), {"q": entry.player.last_name}).content.decode()
    assert 'id="n7"' in found
    assert found.count("<tr id=") == 1
    for query in ({"sort": "-total"}, {"sort": "__class__"}, {"page": "abc"}, {"q": "\x00"}):
        assert desk.get(page_of(tournament), query).status_code == 200


def test_a_tournament_without_players(client):
    empty = played(0, 0, planned=3)
    client.force_login(factories.staff(empty, "director"))
    assert "Noch ist niemand gemeldet" in client.get(page_of(empty)).content.decode()


def test_nobody_else_gets_in(client, tournament):
    assert client.get(page_of(tournament)).status_code == 302
    client.force_login(factories.director())
    assert client.get(page_of(tournament)).status_code == 404


def test_the_number_of_queries_is_fixed(client, django_assert_max_num_queries):
    counts = set()
    for size in (1, 3, 200):
        tournament = played(size, 2, slug=f"t{size}")
        client.force_login(factories.staff(tournament, "director"))
        with django_assert_max_num_queries(10) as queries:
            client.get(page_of(tournament))
        counts.add(len(queries))
    assert len(counts) == 1
