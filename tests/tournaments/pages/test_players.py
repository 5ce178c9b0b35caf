"""The list of players, the check-in, adding by hand, one entry."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournaments import factories
from tournaments.actions.entries import add_entry, withdraw
from tournaments.models import Entry, Player, Seat, Session, Table, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def at(tournament):
    """The address of a page of the tournament by its name."""
    return lambda name, *args: reverse(name, args=[tournament.slug, *args])


def text(answer):
    return answer.content.decode()


def listed(answer):
    """The start numbers of the rows shown, in order."""
    return [int(n) for n in re.findall(r'id="n(\d+)"', text(answer))]


def statuses():
    return {entry.start_number: entry.status for entry in Entry.objects.all()}


def test_without_players_the_list_invites(client, at):
    assert "Noch niemand gemeldet" in text(client.get(at("players")))


def test_the_list_sorts_the_german_way(client, tournament, at):
    factories.entries(tournament, 8)
    by_name = listed(client.get(at("players"), {"sort": "name"}))
    assert by_name == [1, 2, 3, 5, 6, 7, 4, 8]
    assert listed(client.get(at("players"), {"sort": "-name"})) == by_name[::-1]
    assert listed(client.get(at("players"), {"sort": "club"}))[:2] == [4, 8]
    assert listed(client.get(at("players"), {"sort": "nonsense"})) == list(range(1, 9))


@pytest.mark.parametrize(
    ("asked", "numbers"),
    [
        ({"q": "ozdemir"}, [5]),
        ({"q": "STRASSE"}, [6]),
        ({"q": "adler ute"}, [1]),
        ({"q": "kreuz"}, [2, 6]),
        ({"q": "7"}, [7]),
        ({"q": "nobody"}, []),
        ({"status": "withdrawn"}, [8]),
        ({"status": "present", "q": "Herz"}, [1, 5]),
        ({"status": "nonsense"}, [1, 2, 3, 4, 5, 6, 7, 8]),
        ({"q": "%"}, []),
    ],
)
def test_the_list_is_searched_and_filtered(client, tournament, at, asked, numbers):
    factories.entries(tournament, 8)
    withdraw(tournament, None, 8)
    assert listed(client.get(at("players"), asked)) == numbers


def test_counts_by_status(client, tournament, at):
    factories.entries(tournament, 3)
    factories.entries(tournament, 2, present=False)
    withdraw(tournament, None, 1)
    page = text(client.get(at("players")))
    for words in ("2 gemeldet", "2 anwesend", "1 zurückgetreten"):
        assert words in page


def test_a_long_list_is_paged(client, tournament, at):
    factories.entries(tournament, 105)
    assert len(listed(client.get(at("players")))) == 100
    assert listed(client.get(at("players"), {"page": "2"})) == [101, 102, 103, 104, 105]
    assert len(listed(client.get(at("players"), {"page": "x"}))) == 100


def test_the_list_s_queries_do_not_grow(client, tournament, at):
    counts = []
    for more in (1, 2):
        factories.entries(tournament, more)
        with CaptureQueriesContext(connection) as queries:
            client.get(at("players"))
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_one_click_checks_in_and_out_and_leads_back(client, tournament, at):
    factories.entries(tournament, 2, present=False)
    here = at("players") + "?status=registered"
    assert client.post(at("check-in"), {"who": "2", "here": here}).url == here
    assert statuses() == {1: "registered", 2: "present"}
    client.post(at("check-in"), {"who": "2", "present": "0"})
    assert statuses() == {1: "registered", 2: "registered"}


@pytest.mark.parametrize(
    ("who", "present"),
    [("1", {1}), ("1, 3", {1, 3}), ("1 2;3", {1, 2, 3}), ("2-4", {2, 3, 4}), ("2–3", {2, 3})],
)
def test_several_start_numbers_are_typed_at_once(client, tournament, at, who, present):
    factories.entries(tournament, 4, present=False)
    client.post(at("check-in"), {"who": who})
    assert {n for n, status in statuses().items() if status == "present"} == present


def test_all_are_here(client, tournament, at):
    factories.entries(tournament, 3, present=False)
    withdraw(tournament, None, 3)
    sent = {"who": "all", "typed": "1"}
    answer = client.post(at("check-in"), sent, follow=True)
    assert statuses() == {1: "present", 2: "present", 3: "withdrawn"}
    assert "Anwesend: Adler, Ute; Brandt, Jo" in text(answer)
    assert "Nichts geändert" in text(client.post(at("check-in"), sent, follow=True))


@pytest.mark.parametrize(
    "who", ["", "x", "1,5x", "99", "1-", "0", "<b>", "\x00", "2-1", "1 " * 5000]
)
def test_what_is_no_start_number_is_said(client, tournament, at, who):
    factories.entries(tournament, 1, present=False)
    answer = client.post(at("check-in"), {"who": who}, follow=True)
    assert 'class="error"' in text(answer)
    assert statuses() == {1: "registered"}


def test_a_button_leads_nowhere_but_to_the_desk(client, tournament, at):
    factories.entries(tournament, 1, present=False)
    for here in ("https://example.org/", "//example.org/desk/", "/desk/\\example", ""):
        answer = client.post(at("check-in"), {"who": "1", "here": here})
        assert answer.url.startswith("/desk/")


def test_a_key_that_no_page_made_fits_the_database(client, tournament, at):
    factories.entries(tournament, 1, present=False)
    client.post(at("check-in"), {"who": "1", "once": "k\x00" * 60})
    assert statuses() == {1: "present"}
    client.post(at("check-in"), {"who": "1", "present": "0", "once": "l" * 200})
    assert statuses() == {1: "registered"}
    assert all(len(entry.key) <= 64 for entry in tournament.log.filter(action="check_in"))


def test_a_button_pressed_twice_with_its_key_is_applied_once(client, tournament, at):
    factories.entries(tournament, 1, present=False)
    revision = Tournament.objects.get().revision
    for _ in range(2):
        client.post(at("check-in"), {"who": "1", "once": "k"})
    assert Tournament.objects.get().revision == revision + 1


ADD = {
    "last_name": "Adler",
    "first_name": "Ute",
    "club_name": "Herz",
    "ddv_number": "",
    "once": "k",
}


def test_after_adding_the_form_is_there_for_the_next(client, tournament, at):
    answer = client.post(at("add-player"), {**ADD, "present": "on", "publish_name": "on"})
    assert answer.url == at("add-player") + "?present=1"
    page = text(client.get(answer.url))
    assert "Startnummer 1: Adler, Ute" in page
    assert re.search(r'name="present"[^>]*checked', page)
    entry = Entry.objects.get()
    assert (entry.status, entry.player.publish_name) == ("present", True)


def test_added_twice_by_the_same_key_there_is_one(client, tournament, at):
    for _ in range(2):
        client.post(at("add-player"), {**ADD, "person": "new"})
    assert Entry.objects.count() == Player.objects.count() == 1


def test_who_goes_back_and_types_the_next_person_adds_one_more(client, tournament, at):
    client.post(at("add-player"), {**ADD, "person": "new"})
    client.post(at("add-player"), {**ADD, "last_name": "Brandt", "person": "new"})
    assert Entry.objects.count() == 2


def test_a_namesake_of_the_address_book_is_asked_about(client, tournament, at):
    player = add_entry(factories.tournament(), None, first_name="Ute", last_name="Adler").player
    answer = client.post(at("add-player"), {**ADD, "last_name": "adler"})
    page = text(answer)
    assert answer.status_code == 200
    assert f'name="person" value="{player.pk}"' in page
    assert 'value="adler"' in page
    assert not tournament.entries.exists()
    client.post(at("add-player"), {**ADD, "person": str(player.pk)})
    assert tournament.entries.get().player == player
    client.post(at("add-player"), {**ADD, "person": "new", "once": "l"})
    assert Player.objects.count() == tournament.entries.count() == 2


def test_the_address_book_is_searched_while_typing(client, tournament, at):
    player = add_entry(factories.tournament(), None, first_name="Ute", last_name="Öhler").player
    add_entry(tournament, None, first_name="Uta", last_name="Öhler")
    page = text(client.get(at("known-players"), {"last_name": "ohl"}))
    assert f'value="{player.pk}"' in page
    assert "nimmt schon teil, Nummer 1" in page
    assert "button" not in text(client.get(at("known-players"), {"last_name": "o"}))


def test_one_click_enters_someone_of_the_address_book(client, tournament, at):
    player = add_entry(factories.tournament(), None, first_name="Ute", last_name="Öhler").player
    client.post(at("add-player"), {"last_name": "öh", "first_name": "", "person": str(player.pk)})
    assert tournament.entries.get().player == player


@pytest.mark.parametrize(
    ("field", "value"),
    [("last_name", ""), ("last_name", "A" * 10_000), ("first_name", "<b>"), ("club_name", "=1")],
)
def test_a_bad_person_keeps_what_was_typed(client, tournament, at, field, value):
    answer = client.post(at("add-player"), {**ADD, "ddv_number": "0815", field: value})
    assert answer.context["form"].errors[field]
    assert 'value="0815"' in text(answer)
    assert not Player.objects.exists()


def test_a_helper_adds_and_checks_in_but_does_not_correct(client, tournament, at):
    client.force_login(factories.staff(tournament, "helper"))
    client.post(at("add-player"), ADD)
    client.post(at("check-in"), {"who": "1"})
    assert statuses() == {1: "present"}
    assert "disabled" in text(client.get(at("entry", 1)))
    answer = client.post(at("entry", 1), {**ADD, "last_name": "Other"})
    assert answer.context["form"].non_field_errors()
    client.post(at("withdraw", 1))
    client.post(at("erase-player", 1), {"sure": "1"})
    assert statuses() == {1: "present"}
    assert Player.objects.get().last_name == "Adler"


def test_an_entry_is_corrected(client, tournament, at):
    factories.entries(tournament, 1)
    assert 'value="Adler"' in text(client.get(at("entry", 1)))
    answer = client.post(at("entry", 1), {**ADD, "last_name": "Habicht", "publish_name": "on"})
    assert answer.url == at("players")
    player = Player.objects.get()
    assert (player.list_name, player.club.name, player.publish_name) == (
        "Habicht, Ute",
        "Herz",
        True,
    )


@pytest.mark.parametrize("name", ["", "<i>", "\x00", "x" * 10_000])
def test_a_bad_correction_keeps_what_was_typed(client, tournament, at, name):
    factories.entries(tournament, 1)
    answer = client.post(at("entry", 1), {**ADD, "last_name": name, "ddv_number": "0815"})
    assert answer.context["form"].errors["last_name"]
    assert 'value="0815"' in text(answer)
    assert Player.objects.get().last_name == "Adler"


def test_a_start_number_that_nobody_has_is_not_there(client, tournament, at):
    for number in (1, 99999999999999999999):
        assert client.get(at("entry", number)).status_code == 404
        assert client.post(at("withdraw", number)).status_code == 404


def test_withdrawn_and_reinstated(client, tournament, at):
    factories.entries(tournament, 1)
    assert client.post(at("withdraw", 1), {"reason": "krank"}).url == at("entry", 1)
    assert statuses() == {1: "withdrawn"}
    assert tournament.log.first().reason == "krank"
    assert "Spielt wieder mit" in text(client.get(at("entry", 1)))
    client.post(at("reinstate", 1))
    assert statuses() == {1: "registered"}


def test_withdrawing_from_a_table_without_a_result_is_asked_about(client, tournament, at):
    entry = factories.entries(tournament, 1)[0]
    session = tournament.sessions.get(number=1)
    table = Table.objects.create(session=session, number=3, size=4)
    Seat.objects.create(session=session, table=table, position=1, entry=entry)
    tournament.sessions.filter(number=1).update(state=Session.State.RELEASED)
    answer = client.post(at("withdraw", 1), {"reason": "krank"})
    assert "Tisch 3" in text(answer)
    assert 'value="krank"' in text(answer)
    client.post(at("withdraw", 1), {"reason": "krank", "even_seated": "on"})
    assert statuses() == {1: "withdrawn"}


def test_a_person_is_erased_only_with_the_box_ticked(client, tournament, at):
    factories.entries(tournament, 1)
    client.post(at("erase-player", 1))
    assert Player.objects.get().last_name == "Adler"
    client.post(at("erase-player", 1), {"sure": "1"})
    player = Player.objects.get()
    assert player.list_name == f"#{player.pk}"
    assert "gelöscht" in text(client.get(at("entry", 1)))


def test_markup_in_a_name_would_be_shown_as_text(client, tournament, at):
    player = Player.objects.create(last_name="<b>Fett</b>")
    Entry.objects.create(tournament=tournament, player=player, start_number=1)
    for page in ("players", "add-player"):
        assert "&lt;b&gt;Fett" in text(client.get(at(page)))
        assert "<b>Fett" not in text(client.get(at(page)))
