"""The office at /office/: people and clubs by actions, results only to be read."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournaments import factories
from tests.tournaments.actions.play import drawn, legal_rows
from tests.tournaments.transfer.conftest import as_bytes, small_file
from tournaments.actions.results import save_sheet
from tournaments.actions.transfer import import_tournament
from tournaments.models import Club, LogEntry, Player, Staff

pytestmark = pytest.mark.django_db


@pytest.fixture
def office(client):
    client.force_login(factories.user("geschaeftsstelle", is_staff=True, is_superuser=True))
    return client


@pytest.fixture
def tournament(db):
    return import_tournament(None, as_bytes(small_file())).tournament


def url(model: str, page: str, *args) -> str:
    return reverse(f"admin:tournaments_{model}_{page}", args=args)


def person(**values) -> dict:
    return {"last_name": "Zander", "first_name": "Ute", "club": "", "ddv_number": "", **values}


def test_a_player_is_added_and_logged(office):
    club = Club.objects.create(name="Füchse")
    office.post(url("player", "add"), person(last_name="  Özdemir ", club=club.pk))
    player = Player.objects.get()
    assert (player.last_name, player.club, player.sort_key) == ("Özdemir", club, "ozdemir0ute")
    entry = LogEntry.objects.get()
    assert (entry.action, entry.actor_name) == ("add_player", "geschaeftsstelle")


def test_a_form_sent_twice_is_applied_once(office):
    for _ in range(2):
        office.post(url("player", "add"), person(once="form-1"))
    assert Player.objects.count() == 1


def test_correcting_a_player_raises_the_revision_of_the_tournament(office, tournament):
    player = tournament.entries.get(start_number=1).player
    office.post(url("player", "change", player.pk), person())
    tournament.refresh_from_db()
    assert tournament.revision == 2
    assert tournament.log.get(revision=2).before["last_name"] == "Adler 0"
    assert Player.objects.get(pk=player.pk).list_name == "Zander, Ute"


def test_a_refusal_is_the_forms_error_and_what_was_typed_stays(office, tournament):
    player = tournament.entries.get(start_number=1).player
    page = office.post(url("player", "change", player.pk), person(ddv_number="DDV 1"))
    assert page.status_code == 200
    assert "ddv_number" in page.context["adminform"].form.errors
    assert b"Zander" in page.content
    assert Player.objects.get(pk=player.pk).last_name == "Adler 0"
    assert tournament.log.count() == 1


def test_a_taken_club_name_is_refused(office):
    club = Club.objects.create(name="Füchse")
    Club.objects.create(name="Dachse")
    page = office.post(url("club", "change", club.pk), {"name": "DACHSE!", "city": ""})
    assert "name" in page.context["adminform"].form.errors
    assert Club.objects.get(pk=club.pk).name == "Füchse"


def test_correcting_a_club_raises_the_revision_of_the_tournament(office, tournament):
    club = Club.objects.get()
    office.post(url("club", "change", club.pk), {"name": "Dachse", "city": "Celle"})
    tournament.refresh_from_db()
    assert tournament.revision == 2
    assert Club.objects.get().sort_key == "dachse"


def test_search_folds_umlauts(office):
    Player.objects.create(last_name="Müller", club=Club.objects.create(name="Füchse"))
    Player.objects.create(last_name="Adler", ddv_number="DDV 17")
    for text, count in [("muller", 1), ("FUCHSE mü", 1), ("ddv 17", 0), ("DDV 17", 1), ("", 2)]:
        page = office.get(url("player", "changelist"), {"q": text})
        assert page.context["cl"].result_count == count, text
    assert office.get(url("club", "changelist"), {"q": "fuchs"}).context["cl"].result_count == 1


def test_erasing_asks_first_and_keeps_the_results(office, tournament):
    player = tournament.entries.get(start_number=2).player
    data = {"action": "erase", "_selected_action": [player.pk]}
    assert "Adler 1" in office.post(url("player", "changelist"), data).content.decode()
    assert Player.objects.get(pk=player.pk).erased_at is None
    office.post(url("player", "changelist"), {**data, "confirmed": "yes"})
    player = Player.objects.get(pk=player.pk)
    assert player.erased_at is not None
    assert player.entries.get().seats.get().points == -4
    page = office.get(url("player", "change", player.pk))
    assert b'name="last_name"' not in page.content


def test_who_played_is_not_deleted_and_who_did_not_is(office, tournament):
    played = tournament.entries.get(start_number=1).player
    idle = Player.objects.create(last_name="Zander")
    for player in (played, idle):
        office.post(url("player", "delete", player.pk), {"post": "yes"})
    assert list(Player.objects.filter(pk__in=[played.pk, idle.pk])) == [played]
    assert LogEntry.objects.filter(action="delete_player").count() == 1


def staff_form(tournament, *rows) -> dict:
    data = {
        "staff-TOTAL_FORMS": len(rows),
        "staff-INITIAL_FORMS": sum(bool(row.get("id")) for row in rows),
        "sessions-TOTAL_FORMS": 0,
        "sessions-INITIAL_FORMS": 0,
    }
    for n, row in enumerate(rows):
        data |= {f"staff-{n}-{key}": value for key, value in row.items()}
        data[f"staff-{n}-tournament"] = tournament.pk
    return data


def test_staff_is_set_by_an_action(office, tournament):
    helper = factories.user("hilfe")
    page = url("tournament", "change", tournament.pk)
    office.post(page, staff_form(tournament, {"user": helper.pk, "role": "director"}))
    member = Staff.objects.get()
    assert (member.user, member.role) == (helper, "director")
    assert tournament.log.first().action == "set_staff"

    row = {"id": member.pk, "user": helper.pk, "role": "director", "DELETE": "on"}
    answer = office.post(page, staff_form(tournament, row))
    assert answer.status_code == 200, "the last director stays, and the page says so"
    assert Staff.objects.count() == 1


LISTS = ["player", "club", "tournament", "entry", "table", "adjustment", "logentry", "document"]


@pytest.mark.parametrize("model", LISTS)
def test_every_list_has_a_fixed_number_of_queries(office, tournament, model):
    def queries():
        with CaptureQueriesContext(
            connection,
        ) as captured:
            assert office.get(url(model, "changelist")).status_code == 200
        return len(captured)

    queries()
    few = queries()
    content = small_file()
    content["tournament"]["slug"] = "second"
    content["clubs"].append({"name": "Dachse", "city": ""})
    for n, player in enumerate(content["players"]):
        player.update(ddv_number="", last_name=f"Zander {n}", club=n % 2)
    import_tournament(None, as_bytes(content))
    content["tournament"]["slug"] = "third"
    import_tournament(None, as_bytes(content))
    assert queries() == few <= 15


def test_a_table_with_its_sheet_takes_as_many_queries_as_without(office):
    played = drawn(4)
    table = played.sessions.get(number=1).tables.get()

    def queries():
        with CaptureQueriesContext(connection) as captured:
            assert office.get(url("table", "change", table.pk)).status_code == 200
        return len(captured)

    queries()
    without = queries()
    save_sheet(played, None, 1, 1, legal_rows(4))
    assert queries() == without


@pytest.mark.parametrize("model", ["entry", "table", "adjustment", "logentry"])
def test_results_can_only_be_read(office, tournament, model):
    row = {
        "entry": tournament.entries.first(),
        "table": tournament.sessions.get().tables.get(),
        "adjustment": tournament.entries.get(start_number=1).adjustments.get(),
        "logentry": tournament.log.get(),
    }[model]
    assert office.get(url(model, "change", row.pk)).status_code == 200
    assert office.post(url(model, "change", row.pk), {}).status_code == 403
    assert office.post(url(model, "delete", row.pk), {"post": "yes"}).status_code == 403
    assert office.get(url(model, "add")).status_code == 403


def test_a_director_is_not_the_office(client, tournament):
    client.force_login(factories.staff(tournament, "director"))
    assert client.get(url("player", "changelist")).status_code == 302
