"""Public pages are kept by revision: same bytes for all, nothing old, nothing personal."""

import gzip
from contextlib import suppress

import pytest
from django.db import transaction
from django.urls import reverse

from tests.tournaments import factories
from tests.tournaments.actions.play import drawn
from tests.tournaments.played import played
from tournaments.actions.results import save_totals
from tournaments.models import Seat, Tournament

pytestmark = pytest.mark.django_db

PAGE = "/t/herbst/"


def test_a_page_that_has_not_changed_is_not_sent_again(client, django_assert_num_queries):
    played(8, 1)
    first = client.get(PAGE)
    with django_assert_num_queries(1):
        again = client.get(PAGE, headers={"if-none-match": first["ETag"]})
    assert again.status_code == 304
    assert again.content == b""
    assert again["ETag"] == first["ETag"]
    assert again["Vary"] == first["Vary"]


def test_a_page_is_rendered_once_for_all(client, django_assert_num_queries):
    played(8, 1)
    first = client.get(PAGE)
    with django_assert_num_queries(1):
        assert client.get(PAGE).content == first.content
    client.force_login(factories.director())
    with django_assert_num_queries(1):
        assert client.get(PAGE).content == first.content


@pytest.mark.parametrize("path", [PAGE, f"{PAGE}seats/", f"{PAGE}seats/1/", "/"])
def test_pages_hold_nothing_of_the_reader(client, path):
    played(8, 1)
    answer = client.get(path)
    assert not answer.cookies
    assert "csrf" not in answer.content.decode().lower()
    assert "no-cache" in answer["Cache-Control"]
    assert "private" not in answer["Cache-Control"]


def test_a_new_revision_makes_a_new_page(client):
    tournament = played(8, 1)
    first = client.get(PAGE)
    Seat.objects.filter(entry__start_number=1).update(points=777)
    Tournament.objects.filter(pk=tournament.pk).update(revision=2)

    answer = client.get(PAGE, headers={"if-none-match": first["ETag"]})

    assert answer.status_code == 200
    assert "777" in answer.content.decode()
    assert answer["ETag"] != first["ETag"]


class Restored(Exception):
    """The database is again as it was: an older backup was put in its place."""


@pytest.mark.parametrize("path", ["/t/{}/", "/api/tournaments/{}/standings/"])
def test_after_an_older_backup_no_page_of_the_lost_time_is_taken_for_the_new(client, path):
    tournament = drawn(4)
    path = path.format(tournament.slug)
    ask = reverse("revision", args=[tournament.slug])
    before = client.get(path)
    with suppress(Restored), transaction.atomic():
        save_totals(tournament, None, 1, 1, [111, -111, 0, 0])
        lost, lost_mark = client.get(path), client.get(ask).json()
        assert "111" in lost.content.decode()
        raise Restored
    # What was known before the backup is still true, and still known by the same mark.
    assert client.get(path, headers={"if-none-match": before["ETag"]}).status_code == 304

    tournament.refresh_from_db()
    save_totals(tournament, None, 1, 1, [222, -222, 0, 0])

    now, mark = client.get(path, headers={"if-none-match": lost["ETag"]}), client.get(ask).json()
    assert mark["revision"] == lost_mark["revision"]  # the number is given a second time
    assert mark["mark"] != lost_mark["mark"]
    assert now.status_code == 200
    assert "222" in now.content.decode()


def test_languages_have_pages_and_marks_of_their_own(client):
    played(8, 1)
    german = client.get(PAGE)
    english = client.get(PAGE, headers={"accept-language": "en"})
    asked = client.get(f"{PAGE}?lang=en")

    assert "Stand nach Runde" in german.content.decode()
    assert "Standings after session" in english.content.decode()
    assert "Standings after session" in asked.content.decode()
    assert len({answer["ETag"] for answer in (german, english, asked)}) == 3
    assert [answer["Content-Language"] for answer in (german, english, asked)] == ["de", "en", "en"]
    for name in ("Accept-Language", "Cookie", "Accept-Encoding"):
        assert name in german["Vary"]
    stale = client.get(PAGE, headers={"accept-language": "en", "if-none-match": german["ETag"]})
    assert stale.status_code == 200
    assert client.get(PAGE)["Content-Language"] == "de"


def test_the_language_asked_for_stays_on_the_links(client):
    played(8, 1)
    text = client.get(f"{PAGE}?lang=en").content.decode()
    assert 'href="/t/herbst/seats/?lang=en"' in text
    assert 'href="/?lang=en"' in text


def test_the_language_cookie_of_the_desk_is_heeded(client):
    played(8, 1)
    client.cookies["django_language"] = "en"
    assert client.get(PAGE)["Content-Language"] == "en"
    assert client.get(f"{PAGE}?lang=de")["Content-Language"] == "de"


def test_what_a_visitor_appends_is_not_kept_for_others(client):
    played(8, 1)
    odd = client.get(f"{PAGE}?utm=evil&sort=total")
    assert "evil" not in odd.content.decode()
    assert odd.content == client.get(f"{PAGE}?sort=total").content


def test_queries_have_pages_of_their_own(client):
    played(8, 1)
    pages = [client.get(f"{PAGE}{query}") for query in ("", "?sort=name", "?sort=-name", "?q=3")]
    assert len({page["ETag"] for page in pages}) == 4
    assert len({page.content for page in pages}) == 4


def test_tournaments_do_not_share_pages(client):
    played(8, 1)
    played(4, 1, slug="other")
    assert client.get(PAGE)["ETag"] != client.get("/t/other/")["ETag"]


def test_packed_for_browsers_that_can_unpack(client):
    played(8, 1)
    plain = client.get(PAGE)
    packed = client.get(PAGE, headers={"accept-encoding": "gzip, br"})
    assert packed["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == plain.content
    assert "Content-Encoding" not in plain.headers


def test_closing_the_tournament_to_the_public_works_at_once(client):
    tournament = played(8, 1)
    first = client.get(PAGE)
    Tournament.objects.filter(pk=tournament.pk).update(visibility="desk", revision=2)
    assert client.get(PAGE, headers={"if-none-match": first["ETag"]}).status_code == 404


def test_home_knows_when_nothing_has_changed(client):
    played(8, 1)
    first = client.get("/")
    assert client.get("/", headers={"if-none-match": first["ETag"]}).status_code == 304
    played(8, 1, slug="other")
    assert client.get("/", headers={"if-none-match": first["ETag"]}).status_code == 200


def test_asking_for_the_revision_is_cheap_and_never_kept(client, django_assert_num_queries):
    played(8, 1, revision=5)
    with django_assert_num_queries(1):
        answer = client.get(reverse("revision", args=["herbst"]))
    assert answer.json() == {"revision": 5, "mark": "5"}
    assert answer["Cache-Control"] == "no-store"
    page = client.get(PAGE).content.decode()
    assert 'data-mark="5" data-ask="/t/herbst/revision/"' in page


def test_without_the_caches_server_pages_are_made_anew(client, settings):
    played(8, 1)
    usual = client.get(PAGE).content
    nobody_listens = "redis://127.0.0.1:1/0"
    settings.CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": nobody_listens,
        }
    }
    assert client.get(PAGE).content == usual
