import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournaments import factories
from tests.tournaments.actions.play import drawn
from tests.tournaments.documents.reading import pages
from tests.tournaments.played import played
from tournaments.actions.documents import request_document
from tournaments.actions.staff import set_staff
from tournaments.models import Document, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(client):
    """A browser signed in as the office, which counts as director everywhere."""
    client.force_login(factories.user(is_superuser=True))
    return client


def print_page(client, tournament):
    return client.get(reverse("print", args=[tournament.slug])).content.decode()


def buttons(page, heading):
    """The labels of the buttons in the section below a heading."""
    section = page.split(heading, 1)[1].split("</section>", 1)[0]
    found = re.findall(r"<button[^>]*>([^<]+)", section)
    return [label.strip() for label in found]


def make(client, tournament, kind, query="", **form):
    return client.post(reverse("make-document", args=[tournament.slug, kind]) + query, form)


class TestWhatIsNeededNow:
    def test_before_the_first_release_the_list_to_check_people_in(self, desk):
        tournament = drawn(8, release=False)
        assert buttons(print_page(desk, tournament), "Jetzt gebraucht") == ["Teilnehmerliste"]

    def test_after_a_release_the_sheets_and_the_seat_plan_of_that_session(self, desk):
        tournament = played(8, 2, planned=1, missing=2)
        assert buttons(print_page(desk, tournament), "Jetzt gebraucht") == [
            "Spiellisten, Runde 2",
            "Sitzplan, Runde 2",
        ]

    def test_between_sessions_the_standings(self, desk):
        tournament = played(8, 2, planned=1)
        assert buttons(print_page(desk, tournament), "Jetzt gebraucht") == ["Stand nach Runde 2"]

    def test_after_the_last_session_the_result_list(self, desk):
        page = print_page(desk, played(8, 2))
        assert buttons(page, "Jetzt gebraucht") == [
            "Endstand",
            "Endstand zur Veröffentlichung",
        ]
        assert "Spiellisten" in buttons(page, "Alles auf Papier")
        assert "Teilnehmerliste" in buttons(page, "Alles auf Papier")


class TestOneClick:
    def test_gives_the_file_when_there_is_no_worker(self, desk):
        tournament = drawn(9)
        answer = desk.get(make(desk, tournament, "sheets", "?session=1")["Location"])
        assert answer["Content-Type"] == "application/pdf"
        name = f"{tournament.slug}-spiellisten-runde-1.pdf"
        assert answer["Content-Disposition"] == f'attachment; filename="{name}"'
        assert len(pages(answer.content)) == 2
        shown = desk.get(
            reverse("document", args=[tournament.slug, Document.objects.get().pk]) + "?open"
        )
        assert shown["Content-Disposition"].startswith("inline")
        assert shown.content == answer.content

    def test_clicked_twice_makes_one_document(self, desk):
        tournament = factories.tournament()
        first = make(desk, tournament, "entries")["Location"]
        assert make(desk, tournament, "entries")["Location"] == first
        assert Document.objects.count() == 1

    def test_in_the_language_chosen(self, desk):
        tournament = factories.tournament()
        answer = desk.get(make(desk, tournament, "entries", language="en")["Location"])
        assert "Entries and check-in" in pages(answer.content)[0]
        answer = desk.get(make(desk, tournament, "entries", language="xx")["Location"])
        assert "Teilnehmerliste" in pages(answer.content)[0]

    @pytest.mark.parametrize(
        ("kind", "query", "sentence"),
        [
            ("sheets", "?session=1", "Runde 1 hat noch keine Plätze."),
            ("sheets", "?session=-1", "„-1“ ist kein Wert"),
            ("sheets", "", "Welche Runde?"),
            ("nonsense", "", "Ein Dokument der Art „nonsense“ gibt es nicht."),
            ("results", "?names=%3Cb%3E", "„&lt;b&gt;“ ist kein Wert"),
        ],
    )
    def test_for_what_does_not_exist_says_so(self, desk, kind, query, sentence):
        tournament = factories.tournament()
        answer = make(desk, tournament, kind, query)
        assert sentence in desk.get(answer["Location"]).content.decode()
        assert not Document.objects.exists()


class TestWhereTheCodesLead:
    def site(self, desk):
        make(desk, drawn(4), "sheets", "?session=1&site=https://elsewhere.example")
        return Document.objects.latest("pk").parameters.get("site")

    def test_to_the_host_that_the_desk_uses(self, desk):
        assert self.site(desk) == "http://testserver"

    def test_to_the_laptop_in_the_hall_when_the_desk_is_on_it(self, desk, settings):
        settings.ALLOWED_HOSTS = ["127.0.0.1", "localhost", "192.168.0.5", "laptop.local"]
        desk.defaults["HTTP_HOST"] = "127.0.0.1:8000"
        assert self.site(desk) == "http://192.168.0.5:8000"

    def test_nowhere_when_no_phone_can_reach_the_laptop(self, desk, settings):
        settings.ALLOWED_HOSTS = ["127.0.0.1", "localhost"]
        desk.defaults["HTTP_HOST"] = "localhost:8000"
        assert self.site(desk) is None
        assert "<code>make lan</code>" in print_page(desk, Tournament.objects.get())
        desk.defaults["HTTP_HOST"] = "testserver"
        settings.ALLOWED_HOSTS = ["testserver"]
        assert "make lan" not in print_page(desk, Tournament.objects.get())


class TestTheDocumentsPage:
    @pytest.fixture
    def waiting(self):
        return request_document(drawn(9), None, kind="sheets", parameters={"session": 1})[0]

    def page(self, client, document, query="", **headers):
        address = reverse("document", args=[document.tournament.slug, document.pk])
        return client.get(address + query, headers=headers)

    def test_tells_how_far_it_is_with_and_without_scripts(self, desk, waiting):
        assert "Wartet, bis es an der Reihe ist" in self.page(desk, waiting).content.decode()
        Document.objects.update(state="working", done=1, total=2)
        text = self.page(desk, waiting).content.decode()
        assert "In Arbeit: 1 von 2" in text
        assert '<noscript><meta http-equiv="refresh" content="2; url=?wait">' in text
        assert 'hx-get="?wait"' in text
        assert "Noch einmal versuchen" not in text

    def test_offers_and_starts_the_download_when_it_is_ready(self, desk, waiting):
        Document.objects.update(state="ready", content=b"%PDF-1.7")
        here = reverse("document", args=[waiting.tournament.slug, waiting.pk])
        text = self.page(desk, waiting, "?wait").content.decode()
        assert f'<meta http-equiv="refresh" content="0; url={here}">' in text
        answer = self.page(desk, waiting, "?wait", HX_Request="true")
        assert answer["HX-Redirect"] == f"{here}?wait"
        assert self.page(desk, waiting).content == b"%PDF-1.7"

    def test_says_why_it_failed_and_tries_again(self, desk, waiting):
        Document.objects.update(state="failed", error="Es gibt noch keine Ergebnisse.")
        text = self.page(desk, waiting).content.decode()
        assert "Es gibt noch keine Ergebnisse." in text
        here = reverse("document", args=[waiting.tournament.slug, waiting.pk])
        answer = desk.post(here)
        assert desk.get(answer["Location"]).content.startswith(b"%PDF")

    def test_one_that_takes_too_long_may_be_started_again(self, desk, waiting):
        Document.objects.update(created_at="2026-01-01T12:00Z")
        assert "Noch einmal versuchen" in self.page(desk, waiting).content.decode()

    def test_is_there_for_the_desk_only(self, client, desk, waiting):
        other = factories.tournament()
        address = reverse("document", args=[other.slug, waiting.pk])
        assert desk.get(address).status_code == 404
        stranger = factories.user()
        client.force_login(stranger)
        assert self.page(client, waiting).status_code == 404
        assert make(client, waiting.tournament, "entries").status_code == 404
        set_staff(waiting.tournament, None, username=stranger.username, role="helper")
        assert self.page(client, waiting).status_code == 200


def test_the_print_page_asks_as_often_for_three_sessions_as_for_one(desk):
    counts = []
    for sessions in (1, 3):
        tournament = played(8, sessions, slug=f"t{sessions}")
        for language in ("de", "en")[:sessions]:
            request_document(tournament, None, kind="entries", language=language)
        print_page(desk, tournament)
        with CaptureQueriesContext(connection) as queries:
            print_page(desk, tournament)
        counts.append(len(queries))
    assert counts[0] == counts[1]
