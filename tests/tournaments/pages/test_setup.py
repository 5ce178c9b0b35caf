"""My tournaments, a new one, its settings."""

from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournaments import factories
from tournaments.models import Session, Tournament

pytestmark = pytest.mark.django_db
GOOD = {
    "name": "Frühjahrscup",
    "starts_on": "2027-04-10",
    "place": "Celle",
    "sessions": "2",
    "minutes": "90",
    "minutes_five": "110",
    "ruleset": "ddv",
    "visibility": "unlisted",
    "tie_break_1": "best_session",
    "tie_break_2": "",
    "tie_break_3": "lot",
    "once": "a-key",
}


def text(answer):
    return answer.content.decode()


@pytest.mark.parametrize(
    "path",
    ["/desk/", "/desk/new/", "/desk/x/settings/", "/desk/x/players/", "/desk/x/players/add/"],
)
def test_strangers_are_sent_to_sign_in(client, path):
    assert client.get(path).url.startswith("/sign-in/")


def test_without_a_tournament_the_desk_invites_to_create_one(client, director):
    page = text(client.get("/desk/"))
    assert "Noch kein Turnier" in page
    assert 'href="/desk/new/"' in page


def test_the_desk_lists_my_tournaments_and_no_others(client, director):
    factories.tournament(director, name="Meines")
    factories.tournament(factories.director(), name="Fremdes")
    page = text(client.get("/desk/"))
    assert "Meines" in page
    assert "Fremdes" not in page
    client.force_login(factories.user(is_superuser=True))
    page = text(client.get("/desk/"))
    assert "Meines" in page
    assert "Fremdes" in page


def test_the_desk_s_queries_do_not_grow(client, director):
    counts = []
    for more in (1, 2):
        for _ in range(more):
            factories.entries(factories.tournament(director), 1)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            client.get("/desk/")
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_a_tournament_is_created_and_the_players_come_next(client, director):
    answer = client.post("/desk/new/", GOOD)
    assert answer.url == "/desk/fruehjahrscup/players/"
    tournament = Tournament.objects.get()
    assert (tournament.name, tournament.starts_on) == ("Frühjahrscup", date(2027, 4, 10))
    assert tournament.visibility == "unlisted"
    assert tournament.tie_breaks == ["best_session", "lot"]
    assert [(s.minutes, s.minutes_five) for s in tournament.sessions.all()] == [(90, 110)] * 2


def test_sent_twice_there_is_one(client, director):
    assert client.post("/desk/new/", GOOD).url == client.post("/desk/new/", GOOD).url
    assert Tournament.objects.count() == 1


def test_a_date_may_be_typed_the_german_way(client, director):
    client.post("/desk/new/", {**GOOD, "starts_on": "10.4.2027"})
    assert Tournament.objects.get().starts_on == date(2027, 4, 10)


BAD = [
    ("name", "", "name"),
    ("name", "x" * 10_000, "name"),
    ("name", "\x00", "name"),
    ("starts_on", "31.02.2027", "starts_on"),
    ("sessions", "1,5", "sessions"),
    ("sessions", "−3", "sessions"),
    ("minutes", "1e3", "minutes"),
    ("minutes_five", "", "minutes_five"),
    ("ruleset", "skat", "ruleset"),
    ("visibility", "<b>", "visibility"),
    ("tie_break_3", "best_session", "tie_break_3"),
    ("tie_break_2", "age", "tie_break_2"),
]


@pytest.mark.parametrize(("field", "value", "at"), BAD)
def test_a_bad_form_keeps_what_was_typed_and_changes_nothing(client, director, field, value, at):
    answer = client.post("/desk/new/", {**GOOD, field: value})
    assert answer.status_code == 200
    assert answer.context["form"].errors[at]
    if at != "name":
        assert 'value="Frühjahrscup"' in text(answer)
    assert not Tournament.objects.exists()


def test_settings_are_shown_and_saved(client, tournament):
    address = reverse("settings", args=[tournament.slug])
    assert 'value="Herbstturnier"' in text(client.get(address))
    assert client.post(address, GOOD).url == address
    tournament.refresh_from_db()
    assert (tournament.name, tournament.place) == ("Frühjahrscup", "Celle")
    assert tournament.sessions.count() == 2


@pytest.mark.parametrize(("field", "value", "at"), BAD)
def test_bad_settings_keep_what_was_typed(client, tournament, field, value, at):
    answer = client.post(reverse("settings", args=[tournament.slug]), {**GOOD, field: value})
    assert answer.context["form"].errors[at]
    if at != "name":
        assert 'value="Frühjahrscup"' in text(answer)
    tournament.refresh_from_db()
    assert (tournament.name, tournament.revision) == ("Herbstturnier", 1)


def test_a_refusal_of_the_action_stands_at_its_field(client, tournament):
    tournament.sessions.filter(number=3).update(state=Session.State.DRAFTED)
    answer = client.post(reverse("settings", args=[tournament.slug]), GOOD)
    assert "Runde 3" in answer.context["form"].errors["sessions"][0]


@pytest.mark.parametrize("role", ["helper", "referee"])
def test_others_see_the_settings_and_cannot_change_them(client, tournament, role):
    client.force_login(factories.staff(tournament, role))
    address = reverse("settings", args=[tournament.slug])
    page = text(client.get(address))
    assert "disabled" in page
    assert "Aufgabe geben" not in page
    answer = client.post(address, GOOD)
    assert "erlaubt" in " ".join(answer.context["form"].non_field_errors())
    assert Tournament.objects.get().name == "Herbstturnier"


def test_a_desk_where_i_do_not_work_is_not_there(client, tournament):
    client.force_login(factories.user())
    for name in ("settings", "players", "add-player", "import-players"):
        assert client.get(reverse(name, args=[tournament.slug])).status_code == 404


def test_roles_are_given_and_taken(client, tournament):
    factories.user("hanno")
    give = reverse("set-staff", args=[tournament.slug])
    assert client.post(give, {"username": "hanno", "role": "helper"}).status_code == 302
    assert "hanno" in text(client.get(reverse("settings", args=[tournament.slug])))
    client.post(reverse("remove-staff", args=[tournament.slug]), {"username": "hanno"})
    assert tournament.staff.count() == 1


def test_an_unknown_account_is_said_and_kept(client, tournament):
    give = reverse("set-staff", args=[tournament.slug])
    answer = client.post(give, {"username": "nobody<b>", "role": "helper"})
    assert answer.context["staff_form"].errors["username"]
    assert "nobody&lt;b&gt;" in text(answer)


def test_who_leaves_the_desk_is_led_to_their_tournaments(client, tournament, director):
    factories.staff(tournament, "director")
    remove = reverse("remove-staff", args=[tournament.slug])
    assert client.post(remove, {"username": director.username}).url == "/desk/"


def test_closed_and_reopened(client, tournament):
    close, settings = (reverse(n, args=[tournament.slug]) for n in ("close-tournament", "settings"))
    answer = client.post(close, {}, follow=True)
    assert "Runde 1, 2, 3" in text(answer)
    answer = client.post(close, {"drop_planned": "1"}, follow=True)
    assert "endgültig" in text(answer)
    assert Tournament.objects.get().is_closed
    assert client.post(settings, GOOD).context["form"].non_field_errors()
    client.post(reverse("reopen-tournament", args=[tournament.slug]))
    assert not Tournament.objects.get().is_closed


@pytest.mark.parametrize(
    "name", ["set-staff", "remove-staff", "close-tournament", "reopen-tournament", "check-in"]
)
def test_buttons_need_a_form(client, tournament, name):
    assert client.get(reverse(name, args=[tournament.slug])).status_code == 405


def test_the_desk_speaks_english_too(client, tournament):
    client.cookies["django_language"] = "en"
    for name, words in (("settings", "Who works here"), ("players", "Nobody is entered yet")):
        assert words in text(client.get(reverse(name, args=[tournament.slug])))
