from dataclasses import replace

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.tournaments import factories
from tests.tournaments.actions.play import drawn, stored_points
from tournaments.actions.penalties import give_penalty, penalty_for
from tournaments.actions.results import clear_table, save_totals, verify_table
from tournaments.exports import as_csv, as_xlsx, seats_listing

pytestmark = pytest.mark.django_db
FIRST, SECOND = [24, -8, -8, -8], [0, 30, -10, -10, -10]


@pytest.fixture
def desk(client):
    client.force_login(factories.user(is_superuser=True))
    return client


@pytest.fixture
def tournament():
    """A table of four and one of five, with results."""
    tournament = drawn(9)
    save_totals(tournament, None, 1, 1, FIRST)
    save_totals(tournament, None, 1, 2, SECOND)
    return tournament


def exported(tournament, form="csv"):
    listing = seats_listing(tournament)
    return as_csv(listing) if form == "csv" else as_xlsx(listing, tournament)


def send(client, tournament, **given):
    return client.post(reverse("import-results", args=[tournament.slug]), given)


def cleared(tournament):
    for number in (1, 2):
        clear_table(tournament, None, 1, number, reason="Noch einmal")


@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_what_was_exported_comes_back_after_a_look(desk, tournament, form):
    content = exported(tournament, form)
    cleared(tournament)
    page = send(desk, tournament, file=SimpleUploadedFile(f"x.{form}", content))
    assert page.content.decode().count("wird gespeichert") == 2
    assert stored_points(tournament)[1] == [None] * 4
    given = {"text": page.context["list"], "step": "import", "once": "k1"}
    assert send(desk, tournament, **given).status_code == 302
    assert stored_points(tournament) == {1: FIRST, 2: SECOND}
    send(desk, tournament, **given)
    assert stored_points(tournament) == {1: FIRST, 2: SECOND}


def test_what_is_there_stays_and_is_named(desk, tournament):
    content = exported(tournament).decode("utf-8-sig")
    clear_table(tournament, None, 1, 1, reason="Noch einmal")
    save_totals(tournament, None, 1, 1, [12, -4, -4, -4])
    page = send(desk, tournament, text=content).content.decode()
    assert "bleibt, wie es ist" in page
    assert "ist schon da" in page
    send(desk, tournament, text=content, step="import", once="k1")
    assert stored_points(tournament) == {1: [12, -4, -4, -4], 2: SECOND}


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (";24\r\n", ";25\r\n", "TSR 7.3.3"),
        (";24\r\n", ";\r\n", "Punkte fehlen"),
        (";24\r\n", ";2,4\r\n", "keine ganze Zahl"),
        ("1;1;1;", "1;9;1;", "keinen solchen Tisch"),
        ("Punkte", "Pinkte", "Es fehlt: Punkte"),
    ],
)
def test_a_fault_is_named_and_nothing_is_stored(desk, tournament, old, new, words):
    content = exported(tournament).decode("utf-8-sig")
    cleared(tournament)
    assert old in content
    page = send(desk, tournament, text=content.replace(old, new, 1), step="import", once="k1")
    assert page.status_code == 200
    assert words in page.content.decode()
    assert stored_points(tournament) == {1: [None] * 4, 2: [None] * 5}


def test_a_penalty_that_waits_for_the_totals_is_named_with_its_table(desk, tournament):
    content = exported(tournament).decode("utf-8-sig")
    cleared(tournament)
    law = penalty_for(4, breach="minor", offender=2)
    given = {"by_law": law, "offender": 2, "given_by": "Schiri Adler", "reason": "Karte gezeigt"}
    give_penalty(tournament, None, 1, 1, **given)
    page = send(desk, tournament, text=content, step="import", once="k1")
    assert "Runde 1, Tisch 1: An diesem Tisch gibt es Strafpunkte" in page.content.decode()
    assert stored_points(tournament)[2] == [None] * 5


def test_a_list_of_another_draw_is_refused(desk, tournament):
    content = exported(tournament).decode("utf-8-sig")
    lines = content.split("\r\n")
    first, second = lines[1].split(";"), lines[2].split(";")
    first[3], second[3] = second[3], first[3]
    lines[1:3] = [";".join(first), ";".join(second)]
    cleared(tournament)
    page = send(desk, tournament, text="\r\n".join(lines)).content.decode()
    assert f"dort sitzt Startnummer {second[3]}" in page


@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_a_championship_fits_and_more_is_refused_in_a_sentence(desk, form):
    tournament = drawn(8)
    listed = seats_listing(tournament)
    row = listed.rows[0]
    for seats, words in ((2000, "keinen solchen Tisch"), (3000, "höchstens 2500")):
        rows = [[2 + n // 400, 1 + n // 4 % 100, 1 + n % 4, *row[3:-1], 0] for n in range(seats)]
        found = replace(listed, rows=rows)
        content = as_csv(found) if form == "csv" else as_xlsx(found, tournament)
        page = send(desk, tournament, file=SimpleUploadedFile(f"x.{form}", content))
        assert words in page.content.decode()


def test_a_whole_import_is_undone_at_once_and_all_or_nothing(desk, tournament):
    content = exported(tournament).decode("utf-8-sig")
    cleared(tournament)
    before = tournament.log.count()
    send(desk, tournament, text=content, step="import", once="k1")
    first, second = tournament.log.order_by("revision")[before:]
    address = reverse("undo", args=[tournament.slug, first.revision])
    assert "mit einem Import von 2 Tischen" in desk.get(address).content.decode()
    whole = f"{address}?whole=1"
    assert "+24" in desk.get(whole).content.decode()  # what would go is shown before
    assert desk.post(whole, {"once": "u1"}).status_code == 422  # emptying tables needs a reason
    assert stored_points(tournament) == {1: FIRST, 2: SECOND}
    given = {"once": "u2", "reason": "Falsche Datei"}
    assert desk.post(whole, given).status_code == 302
    assert stored_points(tournament) == {1: [None] * 4, 2: [None] * 5}
    assert tournament.log.filter(action="undo").count() == 2
    desk.post(whole, given)  # sent twice, done once
    assert tournament.log.filter(action="undo").count() == 2


def test_an_import_on_which_something_rests_stays_whole(desk, tournament):
    content = exported(tournament).decode("utf-8-sig")
    cleared(tournament)
    before = tournament.log.count()
    send(desk, tournament, text=content, step="import", once="k1")
    first, second = tournament.log.order_by("revision")[before:]
    verify_table(tournament, None, 1, 1)
    whole = reverse("undo", args=[tournament.slug, second.revision]) + "?whole=1"
    assert "Zu Änderung" in desk.get(whole).content.decode()
    assert desk.post(whole, {"once": "u", "reason": "Falsche Datei"}).status_code == 422
    assert stored_points(tournament) == {1: FIRST, 2: SECOND}
