"""The table's page: opened by its token, works as plain forms, breaks for nobody."""

import re

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from tests.tournaments.actions.play import drawn, legal_rows, stored_points
from tournaments.actions.draws import recall_session
from tournaments.actions.results import save_sheet, save_totals, verify_table
from tournaments.actions.sessions import close_session
from tournaments.actions.substitutes import set_substitute
from tournaments.models import Seat, Table, TableAccess

pytestmark = pytest.mark.django_db
JSON = {"Accept": "application/json"}


@pytest.fixture
def tournament(db):
    return drawn(9)


@pytest.fixture
def address(tournament):
    return TableAccess.objects.get(table__number=1).get_absolute_url()


@pytest.fixture
def phone():
    """A phone without an account, whose browser's forms carry no CSRF token."""
    return Client(enforce_csrf_checks=True)


def form(phone, address, **fields):
    """The fields of the page's form as it is now, with these changed."""
    context = phone.get(address).context
    sent = {
        "do": "deal", "kind": "normal", "winner": ["1", "3"], "value": "2", "seat": "4",
        "after": context["shown"]["mark"], "key": context["key"],
    }  # fmt: skip
    return {**sent, **fields}


def send(phone, address, **fields):
    return phone.post(address, form(phone, address, **fields))


def test_the_token_opens_the_page_without_an_account(phone, address):
    response = phone.get(address)
    text = response.content.decode()
    assert response.status_code == 200
    assert "Spiel 1 von 24" in text
    assert "Adler, Ute" in text
    assert response["Cache-Control"] == "private, no-store"
    assert "noindex" in response["X-Robots-Tag"]
    assert "default-src 'self'" in response["Content-Security-Policy"]
    assert not response.cookies
    assert phone.get("/table/not-a-token-of-ours/").status_code == 404


def test_every_table_has_its_own_token(tournament):
    tokens = list(TableAccess.objects.values_list("token", flat=True))
    assert len(tokens) == len(set(tokens)) == 2
    assert min(map(len, tokens)) >= 22  # 128 bits in base 64


def test_a_deal_by_a_plain_form(phone, address, tournament):
    response = send(phone, address)
    assert (response.status_code, response["Location"]) == (302, address)
    assert stored_points(tournament)[1] == [2, -2, 2, -2]
    assert "Spiel 2 von 24" in phone.get(address).content.decode()
    response = send(
        phone, address, kind="pflichtsolo", soloist="2", won="yes", typed="3", winner=[]
    )
    assert stored_points(tournament)[1] == [-1, 7, -1, -5]
    response = phone.post(address, form(phone, address, do="undo"))
    assert stored_points(tournament)[1] == [2, -2, 2, -2]


def test_what_is_refused_comes_back_as_it_was_typed(phone, address):
    response = send(phone, address, winner=["1"], value="", typed="7")
    text = response.content.decode()
    assert "antippen" in text
    assert 'value="7"' in text
    assert response.context["typed"]["winners"] == [1]


def test_the_script_gets_answers_it_can_read(phone, address):
    told = form(phone, address)
    first = phone.post(address, told, headers={"Accept": "application/json"}).json()
    again = phone.post(address, told, headers={"Accept": "application/json"}).json()
    assert first["ok"]
    assert again["ok"]
    assert [row["scores"] for row in again["state"]["rows"]] == [[2, -2, 2, -2]]
    late = phone.post(
        address, {**told, "key": "another"}, headers={"Accept": "application/json"}
    ).json()
    assert (late["ok"], late["code"]) == (False, "conflict")
    assert late["state"]["mark"] == told["key"]


def test_the_state_is_only_sent_when_it_changed(phone, address, tournament):
    state = f"{address}state/"
    etag = phone.get(state)["ETag"]
    assert phone.get(state, headers={"If-None-Match": etag}).status_code == 304
    save_totals(tournament, None, 1, 2, [3, -3, 0, 0, 0])  # another table's matter
    assert phone.get(state, headers={"If-None-Match": etag}).status_code == 304
    send(phone, address)
    assert phone.get(state, headers={"If-None-Match": etag}).status_code == 200


def test_asking_for_the_state_is_cheap(phone, address, tournament, django_assert_num_queries):
    for deals in (1, 3):
        rows = legal_rows(4)[:deals]
        save_sheet(tournament, None, 1, 1, rows, complete=False)
        with django_assert_num_queries(3):  # the token, the seats, the deals
            assert len(phone.get(f"{address}state/").json()["rows"]) == deals


def test_asking_for_a_finished_sheet_asks_the_log_who_keyed_it_once(
    phone, address, tournament, django_assert_num_queries
):
    *rows, last = legal_rows(4)
    assert last["kind"] == "normal"
    save_sheet(tournament, None, 1, 1, rows, complete=False)
    send(phone, address)
    with django_assert_num_queries(4):
        state = phone.get(f"{address}state/").json()
    assert (state["state"], state["confirming"]) == ("entered", [1, 2, 3])


def test_what_the_referee_wrote_is_not_taken_back_here_and_the_page_says_so(
    phone, address, tournament
):
    rows = [{"kind": "penalty", "scores": [-3, 1, 1, 1]}]
    save_sheet(tournament, None, 1, 1, rows, complete=False)
    shown = phone.get(address).context["shown"]
    assert (shown["undo"], shown["last_is_fixed"]) == (None, True)


def test_computed_from_facts_without_a_script(phone, address):
    facts = {
        "do": "compute", "re": ["1", "4"], "card_points": "151", "call_re": "announced",
        "call_kontra": "none", "winner": [], "value": "",
    }  # fmt: skip
    response = send(phone, address, **facts)
    assert "Re gewinnt: 4" in response.content.decode()
    typed = response.context["typed"]
    assert (typed["typed"], typed["winners"]) == ("4", [1, 4])
    wrong = send(phone, address, **{**facts, "card_points": "241"})
    assert "241" in wrong.content.decode()


FACTS = {"re": ["1", "3"], "card_points": "151", "call_re": "announced", "fox_re": "1"}


def test_facts_typed_are_stored_though_the_value_was_not_computed(phone, address):
    refused = phone.post(address, form(phone, address, **FACTS, value="4"), headers=JSON).json()
    assert (refused["code"], refused["where"]) == ("facts_differ", "facts")
    stored = phone.post(address, form(phone, address, **FACTS, value="5"), headers=JSON).json()
    assert stored["ok"]
    facts = stored["state"]["rows"][0]["facts"]  # for the form, when the deal is taken back
    assert (facts["re"], facts["card_points"], facts["fox_re"]) == (["1", "3"], "151", "1")


def test_an_answer_that_got_lost_is_no_refusal_whatever_came_after(phone, address, tournament):
    told = form(phone, address, **FACTS, value="5")
    assert phone.post(address, told, headers=JSON).json()["ok"]
    save_sheet(tournament, None, 1, 1, legal_rows(4))  # the sheet is full meanwhile
    assert phone.post(address, told, headers=JSON).json()["ok"]


def test_under_the_same_key_another_deal_does_not_look_stored(phone, address):
    told = form(phone, address)
    phone.post(address, told, headers=JSON)
    for other in ({"value": "3"}, {"winner": ["1", "2"]}, {"do": "undo"}, {"do": "strike"}):
        answer = phone.post(address, {**told, **other}, headers=JSON).json()
        assert (answer["ok"], answer["code"]) == (False, "key")


def test_facts_that_cannot_be_are_refused_in_the_words_of_the_form(phone, address):
    for facts, words in [
        ({"fox_re": "2", "fox_kontra": "1"}, "Fuchs gefangen"),
        ({"doppelkopf_re": "3", "doppelkopf_kontra": "2"}, "Doppelkopf"),
        ({"trickless": "kontra", "fox_re": ""}, "Ohne Stich"),
    ]:
        told = form(phone, address, **{**FACTS, **facts, "do": "compute"})
        answer = phone.post(address, told, headers=JSON).json()
        assert answer["message"].startswith(words)
        assert answer["where"] in told


def test_time_is_up_is_offered_when_it_can_be(phone, address, tournament):
    send(phone, address)
    assert phone.get(address).context["shown"]["strike"] == 0
    save_sheet(tournament, None, 1, 1, legal_rows(4)[:13], complete=False)
    assert phone.get(address).context["shown"]["strike"] > 0


TAMPERED = [
    {"do": "nonsense"},
    {"do": ""},
    {"seat": "9"},
    {"seat": "\u0664"},
    {"seat": ""},
    {"key": ""},
    {"key": "x" * 65},
    {"key": "a\x00b"},
    {"after": "nonsense"},
    {"kind": "penalty"},
    {"kind": "total"},
    {"kind": "armut"},
    {"winner": ["1", "x"]},
    {"winner": ["5", "1"]},
    {"winner": ["1", "2", "3"]},
    {"value": "-3"},
    {"value": "1e3"},
    {"value": "9" * 4000},
    {"typed": "\x00"},
    {"kind": "pflichtsolo", "soloist": "0", "won": "yes"},
    {"kind": "pflichtsolo", "soloist": "5", "won": "yes"},
    {"kind": "pflichtsolo", "soloist": "1", "won": "maybe"},
    {"kind": "vorfuehrung", "soloist": "2", "won": "no"},
    {"key": "start"},  # the mark of a sheet without rows
    {"call_re": "announced"},
    {"re": ["1", "1"], "card_points": "x"},
    {"re": ["1", "2"], "card_points": "120", "call_re": "shout"},
    {"re": ["1", "2"], "card_points": "120", "fox_re": "3"},
    {"re": ["1", "2"], "card_points": "120", "fox_re": "2", "fox_kontra": "1"},
    {"re": ["1", "2"], "card_points": "120", "trickless": "re"},
    {"do": "compute"},
    {"do": "compute", "re": ["1", "9"], "card_points": "1"},
    {"do": "compute", "kind": "lustsolo", "soloist": "1", "card_points": "90", "contract": "?"},
    {"do": "strike", "after": ""},
    {"do": "confirm", "seat": "1"},
    {"do": "undo"},
]


@pytest.mark.parametrize("fields", TAMPERED, ids=str)
def test_tampered_requests_get_a_sentence_and_change_nothing(phone, address, tournament, fields):
    told = form(phone, address, **fields)
    for headers in ({}, {"Accept": "application/json"}):
        response = phone.post(address, told, headers=headers)
        assert response.status_code == 200
    assert response.json()["ok"] is False
    assert response.json()["message"]
    assert stored_points(tournament)[1] == [None] * 4


def test_the_desk_types_over_it_and_the_phone_is_told(phone, address, tournament):
    send(phone, address)
    save_sheet(tournament, None, 1, 1, legal_rows(4))
    text = phone.get(address).content.decode()
    assert "Alle Spiele sind eingetragen" in text
    assert "Platz 2" in text  # whoever did not key it may confirm


def test_the_desk_types_totals_over_a_sheet_only_begun(phone, address, tournament, client):
    send(phone, address)
    client.force_login(get_user_model().objects.create_superuser("chef"))
    page = reverse("table", args=[tournament.slug, 1, 1])
    form = client.get(page)
    assert [what for what, _scores in form.context["over_begun"]] == ["1 Normalspiel"]
    typed = {
        "seen": form.context["seen"], "once": form.context["once"],
        "seat-1": "3", "seat-2": "-3", "seat-3": "5", "seat-4": "-5",
    }  # fmt: skip
    asked = client.post(page, typed)
    assert "1 Spiel dieses Tisches ist schon eingetippt" in asked.content.decode()
    assert stored_points(tournament)[1] == [2, -2, 2, -2]
    assert client.post(page, {**typed, "over_sheet": "1"}).status_code == 302
    assert stored_points(tournament)[1] == [3, -3, 5, -5]


class TestDeadPages:
    def seats(self, response):
        return reverse("seats", args=[response.context["tournament"].slug])

    def assert_says(self, phone, address, sentence, *, status=410):
        response = phone.get(address)
        text = response.content.decode()
        assert response.status_code == status
        assert escape(sentence) in text
        assert self.seats(response) in text
        told = {"do": "undo", "seat": "4", "after": "start", "key": "abc"}
        answer = phone.post(address, told, headers={"Accept": "application/json"}).json()
        assert answer["code"] == "dead"
        assert answer["state"]["dead"]

    def test_a_draw_taken_back(self, phone, address, tournament):
        recall_session(tournament, None, 1, reason="someone left")
        self.assert_says(phone, address, "zurückgenommen oder ersetzt")

    def test_a_verified_table_shows_its_result(self, phone, address, tournament):
        save_totals(tournament, None, 1, 1, [3, -3, 5, -5])
        verify_table(tournament, None, 1, 1)
        self.assert_says(phone, address, "Diese Liste ist bestätigt", status=200)
        assert "−5" in phone.get(address).content.decode()

    def test_a_verified_table_names_who_played(self, phone, address, tournament):
        seat = Seat.objects.filter(table=TableAccess.objects.get(table__number=1).table).first()
        number = seat.entry.start_number
        set_substitute(tournament, None, 1, number, first_name="Ida", last_name="Einspringer")
        save_totals(tournament, None, 1, 1, [3, -3, 5, -5])
        verify_table(tournament, None, 1, 1)
        text = phone.get(address).content.decode()
        assert re.search(r"Einspringer, Ida <small class=.soft.>für ", text)

    def test_a_closed_session(self, phone, address, tournament):
        save_totals(tournament, None, 1, 1, [3, -3, 5, -5])
        save_totals(tournament, None, 1, 2, [3, -3, 5, -5, 0])
        close_session(tournament, None, 1)
        self.assert_says(phone, address, "Die Runde ist abgeschlossen")

    def test_a_table_deleted_with_its_draw(self, phone, address, tournament):
        recall_session(tournament, None, 1, reason="someone left")
        Table.objects.all().delete()
        self.assert_says(phone, address, "zurückgenommen oder ersetzt")


def test_english(phone, address):
    text = phone.get(address, headers={"Accept-Language": "en"}).content.decode()
    assert "Deal 1 of 24" in text
    assert "Who won?" in text


def test_the_worker_may_serve_the_tables_pages_only(phone):
    response = phone.get(reverse("table-worker"))
    assert response["Content-Type"].startswith("text/javascript")
    assert reverse("table-worker").startswith("/table/")
