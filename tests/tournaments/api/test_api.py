"""The JSON shows what the public pages show: by visibility, by consent, never a draft."""

import pytest

from tests.tournaments.actions.play import drawn
from tests.tournaments.played import played
from tournaments.actions.draws import release_session
from tournaments.models import Player, Session, Tournament

pytestmark = pytest.mark.django_db

STANDINGS = "/api/tournaments/{}/standings/"
SEATS = "/api/tournaments/{}/sessions/{}/seats/"


def test_standings_of_a_public_tournament(client):
    played(8, 2, planned=1)
    data = client.get(STANDINGS.format("herbst")).json()
    assert data["tournament"] == "herbst"
    assert data["revision"] == 1
    assert [one["state"] for one in data["sessions"]] == ["closed", "closed", "planned"]
    assert len(data["standings"]) == 8
    first = data["standings"][0]
    assert first["rank"] == 1
    assert first["sessions"][2] is None
    assert first["total"] == sum(first["sessions"][:2])


def test_names_by_consent_only(client):
    played(8, 1)
    Player.objects.update(publish_name=False, last_name="Heimlich", first_name="Gerlinde")
    for address in (STANDINGS.format("herbst"), SEATS.format("herbst", 1)):
        text = client.get(address).content.decode()
        assert "G. H." in text
        assert "Heimlich" not in text


def test_seats_once_they_are_released(client):
    tournament = drawn(9, release=False)
    address = SEATS.format(tournament.slug, 1)
    draft = client.get(address)
    assert draft.status_code == 404
    assert "ETag" not in draft.headers
    assert client.get(SEATS.format(tournament.slug, 2)).content == draft.content
    standings = client.get(STANDINGS.format(tournament.slug)).json()
    assert standings["sessions"][0] == {**standings["sessions"][1], "number": 1}

    release_session(tournament, None, 1)

    tables = client.get(address).json()["tables"]
    assert [len(table["seats"]) for table in tables] == [4, 5]
    assert {"seat", "start_number", "name", "club", "substitute"} == tables[0]["seats"][0].keys()


def test_a_recalled_draft_does_not_answer_an_old_mark(client):
    tournament = played(8, 1)
    address = SEATS.format("herbst", 1)
    first = client.get(address)
    Session.objects.update(state="drafted")
    Tournament.objects.filter(pk=tournament.pk).update(revision=2)
    assert client.get(address, headers={"if-none-match": first["ETag"]}).status_code == 404


@pytest.mark.parametrize(("visibility", "status"), [("unlisted", 200), ("desk", 404)])
def test_visibility(client, visibility, status):
    played(8, 1, visibility=visibility)
    assert client.get(STANDINGS.format("herbst")).status_code == status
    assert client.get(SEATS.format("herbst", 1)).status_code == status
    assert client.get("/api/tournaments/").json() == {"tournaments": []}


def test_list_of_tournaments(client):
    played(8, 1)
    (one,) = client.get("/api/tournaments/").json()["tournaments"]
    assert (one["slug"], one["players"], one["closed"]) == ("herbst", 8, False)


def test_not_modified_until_the_revision_rises(client, django_assert_num_queries):
    tournament = played(8, 1)
    address = STANDINGS.format("herbst")
    first = client.get(address)
    with django_assert_num_queries(1):
        again = client.get(address, headers={"if-none-match": first["ETag"]})
    assert again.status_code == 304
    Tournament.objects.filter(pk=tournament.pk).update(revision=2)
    assert client.get(address, headers={"if-none-match": first["ETag"]}).status_code == 200


def test_nothing_can_be_written(client):
    played(8, 1)
    for address in (STANDINGS.format("herbst"), SEATS.format("herbst", 1), "/api/tournaments/"):
        assert client.post(address).status_code == 405
        assert client.delete(address).status_code == 405


def test_unknown_addresses_answer_in_json(client):
    answer = client.get(STANDINGS.format("none"))
    assert answer.status_code == 404
    assert "no published tournament" in answer.json()["error"]
