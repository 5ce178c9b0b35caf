"""The director's way through a session at the desk, page by page."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.translation import override

from tests.tournaments import factories
from tests.tournaments.actions.play import drawn, legal_rows, stored_points
from tournaments.actions.draws import draw_session, release_session
from tournaments.actions.entries import check_in
from tournaments.actions.penalties import give_penalty, penalty_for
from tournaments.actions.results import save_sheet, save_totals, verify_table
from tournaments.actions.sessions import close_session, start_session
from tournaments.actions.table_deal import Played
from tournaments.actions.table_entry import EMPTY, record_deal
from tournaments.models import Adjustment, Deal, LogEntry, Session, Table, TableAccess
from tournaments.pages.desk.log_text import SENTENCES, changes

pytestmark = pytest.mark.django_db

ODD = [
    "",
    " ",
    "-",
    "−",
    "abc",
    "1e9",
    "²",
    "\x00",
    "٣",
    "9" * 50,
    "<script>",
    "1,5",
    "=",
    "ÄŐ",
    "1 2 3",
]


class Desk:
    """A signed-in director at a tournament."""

    def __init__(self, client, tournament, role="director"):
        self.client, self.tournament = client, tournament
        client.force_login(factories.staff(tournament, role))

    def url(self, name, *args):
        return reverse(name, args=(self.tournament.slug, *args))

    def get(self, name, *args, **data):
        return self.client.get(self.url(name, *args), data)

    def post(self, name, *args, **data):
        return self.client.post(self.url(name, *args), data)

    def text(self, name, *args):
        response = self.get(name, *args)
        assert response.status_code == 200
        return response.content.decode()

    def seen(self, name, *args):
        return hidden(self.text(name, *args), "seen")


def hidden(page: str, name: str) -> str:
    return re.search(rf'name="{name}" value="([^"]*)"', page)[1]


@pytest.fixture
def desk(client):
    return Desk(client, drawn())


def queries(client, url) -> int:
    with CaptureQueriesContext(
        connection,
    ) as caught:
        assert client.get(url).status_code == 200
    return len(caught)


# The overview: the one next step


def test_the_overview_says_what_to_do_next_all_the_way(client):
    desk = Desk(client, factories.tournament())
    assert "Spieler melden" in desk.text("overview")
    factories.entries(desk.tournament, 7, present=False)
    assert "Anwesenheit eintragen" in desk.text("overview")
    check_in(desk.tournament, None, range(1, 8))
    page = desk.text("overview")
    assert "7 Spieler lassen sich nicht" in page
    factories.entries(desk.tournament, 2)
    factories.entries(desk.tournament, 3, present=False)
    page = desk.text("overview")
    assert "Runde 1 auslosen" in page
    assert "1 Vierertisch und 1 Fünfertisch" in page
    assert "3 gemeldete Spieler sind nicht anwesend" in page
    desk.post("draw-session", 1)
    assert "ansehen und freigeben" in desk.text("overview")
    check_in(desk.tournament, None, [1], present=False)
    assert "muss neu ausgelost werden" in desk.text("overview")
    check_in(desk.tournament, None, [1])
    desk.post("release-session", 1)
    assert "dann die Uhr starten" in desk.text("overview")
    desk.post("start-session", 1)
    page = desk.text("overview")
    assert "2 von 2 Tischen spielen noch" in page
    assert "data-ends=" in page
    save_totals(desk.tournament, None, 1, 1, [1, -1, 0, 0])
    assert "1 von 2 Tischen spielt noch" in desk.text("overview")
    rows = legal_rows(5, penalties=False)
    solo = next(row for row in rows if row["kind"] == "pflichtsolo")
    solo["kind"] = "lustsolo"
    save_sheet(desk.tournament, None, 1, 2, rows)
    page = desk.text("overview")
    assert "Alle Listen sind da, aber eine hat Fehler" in page
    assert "Tisch 2:" in page
    save_sheet(desk.tournament, None, 1, 2, legal_rows(5))
    assert "Runde 1 abschließen" in desk.text("overview")
    desk.post("close-session", 1)
    assert "Runde 2 auslosen" in desk.text("overview")
    Session.objects.filter(tournament=desk.tournament, state="planned").delete()
    assert "Endstand" in desk.text("overview")


def test_the_number_of_a_table_leads_to_it(desk):
    assert desk.get("jump-to-table", table="2").url == desk.url("table", 1, 2)
    for typed in (*ODD, "3", "0"):
        assert desk.get("jump-to-table", table=typed).url == desk.url("overview")


@pytest.mark.parametrize("name", ["overview", "sessions"])
def test_the_number_of_queries_does_not_grow_with_the_tables(client, name):
    counts = []
    for players in (4, 12):
        tournament = drawn(players)
        for table in tournament.sessions.get(number=1).tables.all():
            save_sheet(tournament, None, 1, table.number, legal_rows(table.size))
        desk = Desk(client, tournament)
        counts.append(queries(client, desk.url(name)))
    assert counts[0] == counts[1] <= 12


def test_the_draft_and_the_session_take_as_many_queries_for_1_as_for_3_tables(client):
    for release in (False, True):
        counts = []
        for players in (4, 12):
            desk = Desk(client, drawn(players, release=release))
            counts.append(queries(client, desk.url("session", 1)))
        assert counts[0] == counts[1] <= 12


def test_nobody_else_has_a_desk(client):
    tournament = drawn()
    for name, args in (("overview", ()), ("session", (1,)), ("table", (1, 1)), ("log", ())):
        url = reverse(name, args=(tournament.slug, *args))
        client.logout()
        assert client.get(url).status_code == 302
        client.force_login(factories.user())
        assert client.get(url).status_code == 404


# The draw


def test_a_draft_shows_names_clubs_numbers_and_its_seed(client):
    desk = Desk(client, drawn(release=False))
    page = desk.text("session", 1)
    for wanted in ("Özdemir, Öznur", "Fuchs &amp; Co.", "Niemand trifft jemanden wieder", ">7<"):
        assert wanted in page


def test_who_meets_again_is_named(client):
    desk = Desk(client, drawn(4))
    save_totals(desk.tournament, None, 1, 1, [0, 0, 0, 0])
    close_session(desk.tournament, None, 1)
    draw_session(desk.tournament, None, 2)
    page = desk.text("session", 2)
    assert "6 Paare treffen sich wieder" in page
    assert "zum 2. Mal" in page


def test_drawing_again_discarding_and_refusals_are_messages(client):
    desk = Desk(client, drawn(release=False))
    seen = desk.seen("session", 1)
    desk.post("draw-session", 1, seed="5", once="a", seen=seen)
    assert Session.objects.get(tournament=desk.tournament, number=1).seed == 5
    revision = LogEntry.objects.first().revision
    desk.post("draw-session", 1, seed="5", once="a", seen=seen)
    assert LogEntry.objects.first().revision == revision
    desk.post("draw-session", 1, seed="6", once="a", seen=desk.seen("session", 1))
    assert Session.objects.get(tournament=desk.tournament, number=1).seed == 6
    for typed in ODD[2:]:
        response = desk.post("draw-session", 1, seed=typed)
        assert response.status_code in (302, 422)
    response = desk.post("draw-session", 1, seed="zwölf")
    assert "zwölf" in response.content.decode()
    desk.post("discard-draft", 1)
    assert not Table.objects.exists()
    response = desk.client.post(desk.url("release-session", 1), follow=True)
    assert "keinen Entwurf" in response.content.decode()
    assert desk.post("release-session", 77).status_code == 302
    assert desk.get("session", 77).status_code == 404
    assert desk.get("draw-session", 1).status_code == 405


@pytest.mark.parametrize("button", ["release-session", "discard-draft"])
def test_a_draft_that_was_replaced_is_neither_released_nor_discarded_unseen(client, button):
    desk = Desk(client, drawn(release=False))
    looked_at = desk.seen("session", 1)
    draw_session(desk.tournament, None, 1, seed=8)
    response = desk.client.post(desk.url(button, 1), {"seen": looked_at}, follow=True)
    assert "inzwischen geändert oder neu ausgelost" in response.content.decode()
    session = Session.objects.get(tournament=desk.tournament, number=1)
    assert (session.state, session.seed) == ("drafted", 8)
    desk.post(button, 1, seen=desk.seen("session", 1))
    session.refresh_from_db()
    assert session.state != "drafted"


def test_a_session_is_taken_back_closed_and_reopened_with_a_reason(desk):
    response = desk.client.post(desk.url("recall-session", 1), {"reason": ""}, follow=True)
    assert "Grund" in response.content.decode()
    desk.post("recall-session", 1, reason="Nr. 3 fehlt")
    desk.post("release-session", 1)
    response = desk.client.post(desk.url("close-session", 1), follow=True)
    assert "Es fehlen noch Listen: Tisch 1, 2." in response.content.decode()
    save_totals(desk.tournament, None, 1, 1, [0, 0, 0, 0])
    save_totals(desk.tournament, None, 1, 2, [0, 0, 0, 0, 0])
    desk.post("close-session", 1)
    assert "gib einen Grund an" in desk.text("table", 1, 1)
    response = desk.post("reopen-session", 1, reason="Protest", once="x" * 200)
    assert response.status_code == 302
    assert Session.objects.get(tournament=desk.tournament, number=1).state == "released"


# Totals


def totals(*values, seen, **more):
    return {f"seat-{n}": value for n, value in enumerate(values, 1)} | {"seen": seen, **more}


def test_totals_are_saved_and_the_next_missing_table_follows(desk):
    seen = desk.seen("table", 1, 1)
    response = desk.post("table", 1, 1, **totals("12", "−5", "-7", "0", seen=seen, once="k"))
    assert response.url == desk.url("table", 1, 2)
    assert stored_points(desk.tournament)[1] == [12, -5, -7, 0]
    revision = LogEntry.objects.first().revision
    again = desk.post("table", 1, 1, **totals("12", "−5", "-7", "0", seen=seen, once="k"))
    assert again.url == desk.url("table", 1, 2)
    assert LogEntry.objects.first().revision == revision
    seen = desk.seen("table", 1, 2)
    response = desk.post("table", 1, 2, **totals("0", "0", "0", "0", "0", seen=seen))
    assert response.url == desk.url("overview")


def test_who_goes_back_and_changes_a_number_is_not_taken_for_a_second_click(desk):
    form = {"seen": desk.seen("table", 1, 1), "once": "k"}
    desk.post("table", 1, 1, **totals("12", "-5", "-7", "0", **form))
    response = desk.post("table", 1, 1, **totals("21", "-14", "-7", "0", **form))
    assert response.status_code == 409
    assert 'value="21"' in response.content.decode()
    assert stored_points(desk.tournament)[1] == [12, -5, -7, 0]


def test_a_wrong_sum_says_by_how_much_and_keeps_what_was_typed(desk):
    seen = desk.seen("table", 1, 1)
    response = desk.post("table", 1, 1, **totals("12", "-5", "-7", "2", seen=seen))
    page = response.content.decode()
    assert response.status_code == 422
    assert "+2 statt 0" in page
    for value in ("12", "-5", "-7", "2"):
        assert f'value="{value}"' in page
    assert not Deal.objects.exists()


@pytest.mark.parametrize("typed", ODD)
def test_odd_totals_are_sentences(desk, typed):
    seen = desk.seen("table", 1, 1)
    response = desk.post("table", 1, 1, **totals(typed, "1", "-1", "0", seen=seen))
    assert response.status_code == 422
    assert not Deal.objects.exists()
    assert desk.post("table", 1, 1).status_code == 422


def test_who_comes_second_sees_both_and_chooses(desk):
    seen = desk.seen("table", 1, 1)
    save_totals(desk.tournament, None, 1, 1, [3, -3, 0, 0])
    response = desk.post("table", 1, 1, **totals("6", "-6", "0", "0", seen=seen))
    page = response.content.decode()
    assert response.status_code == 409
    assert 'value="6"' in page
    assert "+3" in page
    assert stored_points(desk.tournament)[1] == [3, -3, 0, 0]
    fresh = hidden(page, "seen")
    response = desk.post("table", 1, 1, **totals("6", "-6", "0", "0", seen=fresh))
    assert response.status_code == 302
    assert stored_points(desk.tournament)[1] == [6, -6, 0, 0]


def test_verify_and_clear_by_button(desk):
    save_totals(desk.tournament, None, 1, 1, [3, -3, 0, 0])
    desk.post("verify-table", 1, 1, seen="stale")
    assert Table.objects.get(number=1).state == "entered"
    desk.post("verify-table", 1, 1, seen=desk.seen("table", 1, 1), once="v")
    assert Table.objects.get(number=1).state == "verified"
    desk.post("clear-table", 1, 1, seen=desk.seen("table", 1, 1), reason="")
    assert Table.objects.get(number=1).state == "verified"
    desk.post("clear-table", 1, 1, seen=desk.seen("table", 1, 1), reason="falscher Tisch")
    assert Table.objects.get(number=1).state == "open"


def test_pages_of_tables_that_are_not_there_are_none(desk):
    for name in ("table", "sheet"):
        assert desk.get(name, 1, 9).status_code == 404
        assert desk.get(name, 2, 1).status_code == 404


def test_a_reopened_session_does_not_hide_the_one_that_runs(desk):
    save_totals(desk.tournament, None, 1, 1, [0, 0, 0, 0])
    save_totals(desk.tournament, None, 1, 2, [0, 0, 0, 0, 0])
    close_session(desk.tournament, None, 1)
    draw_session(desk.tournament, None, 2)
    release_session(desk.tournament, None, 2)
    desk.post("reopen-session", 1, reason="Protest")
    page = desk.text("overview")
    assert "Runde 1 abschließen" in page
    assert desk.url("session", 2) in page


# Adjustments and the log


def test_points_off_are_given_listed_and_taken_back(desk):
    values = {"start_number": "2", "points": "−12", "reason": "unsportlich", "given_by": "Brandt"}
    assert desk.post("adjustments", **values, session="1", once="a").status_code == 302
    desk.post("adjustments", **values, session="1", once="a")
    given = Adjustment.objects.get()
    assert (given.points, given.session.number) == (-12, 1)
    page = desk.text("adjustments")
    assert "−12" in page
    assert "unsportlich" in page
    desk.post("withdraw-adjustment", given.pk, reason="doch nicht")
    assert not Adjustment.objects.exists()


@pytest.mark.parametrize("typed", ODD)
@pytest.mark.parametrize("field", ["start_number", "points", "session", "reason", "given_by"])
def test_odd_adjustments_keep_what_was_typed(desk, field, typed):
    values = {"start_number": "2", "points": "-1", "session": "", "reason": "a", "given_by": "b"}
    response = desk.post("adjustments", **{**values, field: typed})
    if response.status_code != 302:
        assert response.status_code == 422
        assert not Adjustment.objects.exists()


def test_the_log_tells_in_sentences(desk):
    start_session(desk.tournament, None, 1)
    save_totals(desk.tournament, None, 1, 1, [3, -3, 0, 0])
    save_totals(desk.tournament, None, 1, 1, [6, -6, 0, 0])
    page = desk.text("log")
    for wanted in (
        "hat Runde 1 ausgelost",
        "hat Runde 1 freigegeben",
        "hat die Uhr von Runde 1 gestartet",
        "hat die Endstände von Tisch 1, Runde 1, getippt",
        "<del>+3 / −3 / 0 / 0</del> → +6 / −6 / 0 / 0",
        "hat das Turnier angelegt",
    ):
        assert wanted in page


def test_the_log_names_a_seat_at_its_table_once(desk):
    access = TableAccess.objects.get(table__session__tournament=desk.tournament, number=1)
    played = Played(kind="normal", soloist=None, winners=(1, 2), value=2)
    record_deal(access, seat=4, played=played, after=EMPTY, key="a")
    wanted = "<strong>Platz 4</strong> hat an Tisch 1, Runde 1, ein Spiel eingetragen"
    assert wanted in desk.text("log")
    assert wanted in desk.text("undo", desk.tournament.log.first().revision)


def test_every_sentence_of_the_log_is_in_one_tense():
    with override("de"):
        told = {action: str(text) for action, text in SENTENCES.items()}
    assert {action for action, text in told.items() if not text.startswith("hat ")} == set()


def test_the_log_tells_values_as_the_pages_do(desk):
    page = desk.text("log")
    assert "Datum: 3. Oktober 2026" in page
    assert "Regelwerk: DDV<" in page
    law = penalty_for(4, breach="minor", offender=1)
    give_penalty(
        desk.tournament, None, 1, 1, by_law=law, offender=1, given_by="Adler", reason="Karte"
    )
    assert "−3 / +1 / +1 / +1" in desk.text("log")


def test_the_log_keeps_what_is_no_date(desk):
    for odd in ("2026-13-45", "bald", 7):
        entry = LogEntry(action="change_settings", after={"starts_on": odd})
        assert [one["after"] for one in changes(entry)] == [str(odd)]


def test_every_action_that_is_logged_has_a_sentence():
    from pathlib import Path

    import tournaments.actions

    folder = Path(tournaments.actions.__file__).parent
    logged = set()
    for module in folder.rglob("*.py"):
        logged |= set(re.findall(r'change\(\s*\w[\w.]*, actor, "(\w+)"', module.read_text()))
    assert len(logged) > 15
    assert logged - set(SENTENCES) == set()


def test_the_log_is_paged_and_takes_as_many_queries_for_1_as_for_3_rows(client):
    counts = []
    for extra in (0, 2):
        tournament = factories.tournament()
        factories.entries(tournament, extra)
        desk = Desk(client, tournament)
        counts.append(queries(client, desk.url("log")))
    assert counts[0] == counts[1] <= 8
    factories.entries(desk.tournament, 55)
    first, second = desk.text("log"), desk.get("log", page="2").content.decode()
    assert first.count("<tr") == 51
    assert second.count("<tr") < 51
    for page in ODD:
        assert desk.get("log", page=page, sort=page).status_code == 200


def test_adjustments_take_as_many_queries_for_1_as_for_3_rows(client):
    from tournaments.actions.adjustments import adjust

    counts = []
    for rows in (1, 3):
        tournament = factories.tournament()
        factories.entries(tournament, 3)
        for number in range(1, rows + 1):
            adjust(tournament, None, start_number=number, points=-1, reason="a", given_by="b")
        desk = Desk(client, tournament)
        counts.append(queries(client, desk.url("adjustments")))
    assert counts[0] == counts[1] <= 9


def test_a_helper_types_but_does_not_release(client):
    desk = Desk(client, drawn(release=False), role="helper")
    response = client.post(desk.url("release-session", 1), follow=True)
    assert "Rolle" in response.content.decode()
    release_session(desk.tournament, None, 1)
    seen = desk.seen("table", 1, 1)
    assert desk.post("table", 1, 1, **totals("1", "-1", "0", "0", seen=seen)).status_code == 302


def test_the_address_in_a_code_leads_to_the_table_and_only_here(client):
    desk = Desk(client, drawn(8))
    access = TableAccess.objects.get(session__tournament=desk.tournament, number=2)
    address = f"https://doko.example{access.get_absolute_url()}"
    assert desk.get("jump-to-table", table=address).url == desk.url("table", 1, 2)
    other = Desk(client, drawn(4))
    for typed in (address, "https://doko.example/", "/", f"/{'x' * 999}/"):
        assert other.get("jump-to-table", table=typed).url == other.url("overview")
    access.table = None
    access.save()
    desk.client.force_login(desk.tournament.staff.first().user)
    answer = client.get(desk.url("jump-to-table"), {"table": address}, follow=True)
    assert "neu ausgelost" in answer.content.decode()


def test_what_is_unchecked_in_a_closed_session_stays_on_the_desk(desk):
    for number, size in desk.tournament.sessions.get(number=1).tables.values_list("number", "size"):
        save_totals(desk.tournament, None, 1, number, [0] * size)
    close_session(desk.tournament, None, 1)
    page = " ".join(desk.text("overview").split())
    assert "Runde 1: Tisch 1 und 2." in page
    assert desk.url("check-next", 1) in page
    assert desk.url("check-next", 1) in desk.text("session", 1)
    verify_table(desk.tournament, None, 1, 1)
    assert "Runde 1: Tisch 2." in " ".join(desk.text("overview").split())
