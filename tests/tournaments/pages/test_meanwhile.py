"""What happens at a table between a form and its sending: nothing typed is lost, nothing of others
is overwritten unseen.
"""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournaments import factories
from tests.tournaments.actions.play import drawn, legal_rows, stored_points
from tests.tournaments.pages.test_desk_play import Desk, hidden, queries, totals
from tests.tournaments.pages.test_desk_sheet import fields_of, form_of
from tournaments.actions.corrections import correct_table
from tournaments.actions.deal_again import deal_again
from tournaments.actions.draws import draw_session, recall_session, release_session
from tournaments.actions.keyings import key_again
from tournaments.actions.penalties import give_penalty, penalty_for
from tournaments.actions.results import clear_table, save_sheet, save_totals, verify_table
from tournaments.actions.sessions import close_session
from tournaments.actions.substitutes import set_substitute
from tournaments.models import Deal, LogEntry, Table

pytestmark = pytest.mark.django_db
GIVEN = {"given_by": "Schiri Adler", "reason": "Karte gezeigt"}
NOTE = "Schiri Adler: Karte gezeigt (TSR 9.3)"
PLAIN = ("12", "-5", "-7", "0")


@pytest.fixture
def desk(client):
    return Desk(client, drawn(4), role="helper")


def other(desk, name="Ute"):
    account = factories.staff(desk.tournament, "helper")
    account.first_name = name
    account.save()
    return account


def form(desk, page="table", query=""):
    """The hidden fields of a table's form as it is now."""
    text = desk.client.get(desk.url(page, 1, 1) + query).content.decode()
    return {name: hidden(text, name) for name in ("seen", "seated")}


def penalty(desk, **more):
    law = penalty_for(4, breach="minor", offender=2)
    give_penalty(desk.tournament, None, 1, 1, by_law=law, offender=2, **GIVEN, **more)


def table():
    return Table.objects.get()


# The referee


def test_a_penalty_before_the_totals_is_shown_and_asked_for(desk):
    penalty(desk)
    page = desk.text("table", 1, 1)
    assert NOTE in page
    assert "+1 / −3 / +1 / +1" in page
    assert "Spiel für Spiel getippt" not in page
    assert page.count('type="radio"') == page.count("required>") == 2
    typed = totals("10", "-10", "0", "0", **form(desk))
    response = desk.post("table", 1, 1, **typed)
    assert response.status_code == 422
    assert 'value="-10"' in response.content.decode()
    assert Deal.objects.get().kind == "penalty"
    assert desk.post("table", 1, 1, **typed, penalties="added").status_code == 302
    assert stored_points(desk.tournament)[1] == [11, -13, 1, 1]
    page = desk.text("table", 1, 1)
    assert "darin enthalten: +1 / −3 / +1 / +1" in page
    assert 'type="radio"' not in page


def test_a_penalty_while_totals_are_typed_is_shown_before_they_are_saved(desk):
    before = form(desk)
    penalty(desk)
    response = desk.post("table", 1, 1, **totals(*PLAIN, **before))
    page = response.content.decode()
    assert response.status_code == 409
    assert "hat der Schiedsrichter an diesem Tisch etwas eingetragen" in page
    assert NOTE in page
    assert 'value="-5"' in page
    assert "darüber speichern" not in page
    again = totals(*PLAIN, seen=hidden(page, "seen"), penalties="included")
    assert desk.post("table", 1, 1, **again).status_code == 302
    assert stored_points(desk.tournament)[1] == [12, -5, -7, 0]


def test_deals_keyed_while_totals_are_typed_are_shown_before_they_are_replaced(desk):
    before = form(desk)
    rows = legal_rows(4, penalties=False)[:2]
    save_sheet(desk.tournament, None, 1, 1, rows, complete=False)
    penalty(desk)
    response = desk.post("table", 1, 1, **totals(*PLAIN, **before))
    page = response.content.decode()
    assert response.status_code == 409
    assert "wurden Spiele dieses Tisches eingegeben" in page
    assert NOTE in page
    assert "darüber speichern" not in page
    again = totals(*PLAIN, seen=hidden(page, "seen"), penalties="included")
    assert desk.post("table", 1, 1, **again).status_code == 422
    assert desk.post("table", 1, 1, **again, over_sheet="1").status_code == 302
    assert stored_points(desk.tournament)[1] == [12, -5, -7, 0]


def test_a_penalty_while_a_sheet_is_typed_comes_along_into_it(desk):
    rows = legal_rows(4, penalties=False)
    before = form(desk, "sheet")
    penalty(desk)
    deal_again(desk.tournament, None, 1, 1, given_by="Schiri Adler", reason="13 Karten")
    response = desk.post("sheet", 1, 1, **form_of(rows, 4), **before)
    page = response.content.decode()
    assert response.status_code == 409
    assert NOTE in page
    assert "13 Karten" in page
    assert "darüber speichern" not in page
    assert "data-save" in page
    fields = fields_of(page)
    assert [fields[f"x1_{seat}"] for seat in range(1, 5)] == ["1", "-3", "1", "1"]
    data = {**form_of(rows, 4), **fields, "seen": hidden(page, "seen")}
    assert desk.post("sheet", 1, 1, **data).status_code == 302
    assert Deal.objects.count() == len(rows) + 2
    assert NOTE in {deal.note for deal in Deal.objects.filter(kind="penalty")}
    assert any("13 Karten" in deal.note for deal in Deal.objects.all())


def test_a_penalty_comes_after_the_last_line_of_a_sheet_only_begun(desk):
    before = form(desk, "sheet")
    penalty(desk)
    page = desk.post("sheet", 1, 1, n1w="13", n1v="2", **before).content.decode()
    fields = fields_of(page)
    assert (fields["x1a"], fields["x1_2"]) == ("1", "-3")
    assert "ausgelassen" not in page
    desk.post("sheet", 1, 1, **fields, seen=hidden(page, "seen"))
    assert [deal.kind for deal in Deal.objects.order_by("row")] == ["normal", "penalty"]


def test_a_penalty_that_was_typed_too_counts_once(desk):
    rows = legal_rows(4, penalties=False)
    before = form(desk, "sheet")
    penalty(desk)
    data = form_of(rows, 4) | {"x1a": "3", "x1_1": "1", "x1_2": "-3", "x1_3": "1", "x1_4": "1"}
    page = desk.post("sheet", 1, 1, **data, **before).content.decode()
    assert fields_of(page)["x2_2"] == ""
    assert desk.post("sheet", 1, 1, **data, seen=hidden(page, "seen")).status_code == 302
    assert Deal.objects.get(row=4).note == NOTE
    assert Deal.objects.filter(kind="penalty").count() == 1


def test_who_saves_over_anothers_sheet_keeps_the_referees_rows(desk):
    rows = legal_rows(4, penalties=False, struck=2)
    before = form(desk, "sheet")
    noted = [{**r, "note": "Schiri: Zeit um"} if r["kind"] == "struck" else r for r in rows]
    save_sheet(desk.tournament, other(desk), 1, 1, noted)
    penalty(desk, after=3)
    data = form_of(rows, 4) | {"n1w": "12", "n1v": "77"}
    page = desk.post("sheet", 1, 1, **data, **before).content.decode()
    assert "Vom Schiedsrichter in Deine Eingabe übernommen" in page
    fields = fields_of(page)
    assert (fields["x1_2"], fields["x1a"]) == ("-3", "3")
    data |= {**fields, "seen": hidden(page, "seen"), "over_totals": "1"}
    assert desk.post("sheet", 1, 1, **data).status_code == 302
    assert Deal.objects.get(row=1).scores == [77, 77, -77, -77]
    notes = [deal.note for deal in Deal.objects.exclude(note="").order_by("row")]
    assert notes == [NOTE, "Schiri: Zeit um", "Schiri: Zeit um"]


def test_a_second_keyer_knows_what_the_paper_does_not_say(desk):
    save_totals(desk.tournament, other(desk), 1, 1, [10, -10, 0, 0])
    penalty(desk)
    included = "darin enthalten: +1 / −3 / +1 / +1"
    assert included in desk.text("second-keying", 1, 1)
    clear_table(desk.tournament, None, 1, 1, reason="Liste ist da")
    save_sheet(desk.tournament, other(desk), 1, 1, legal_rows(4, penalties=False))
    penalty(desk)
    by_totals = desk.get("second-keying", 1, 1, by="totals").content.decode()
    assert by_totals.count(included) == 1


# The session: taken back, drawn anew


@pytest.mark.parametrize("name", ["table", "sheet", "second-keying", "sheet-facts"])
def test_what_was_typed_outlives_a_release_that_was_taken_back(desk, name):
    before = form(desk)
    ute = factories.staff(desk.tournament, "director")
    ute.first_name = "Ute"
    ute.save()
    recall_session(desk.tournament, ute, 1, reason="Gast kam")
    typed = {"n1w": "13", "n1v": "2"} if "sheet" in name else totals(*PLAIN, seen="")
    response = desk.post(name, 1, 1, **typed | before)
    page = response.content.decode()
    assert response.status_code == 409
    assert "Ute hat die Freigabe von Runde 1 zurückgenommen. Grund: „Gast kam“." in page
    assert ("13 · 2" if "sheet" in name else ">-5<") in page
    assert "Adler, Ute" in page
    for field, value in typed.items():
        assert f'name="{field}" value="{value or before["seen"]}"' in page


def test_released_again_for_the_same_it_can_be_sent(desk):
    before = form(desk)
    recall_session(desk.tournament, None, 1, reason="Gast kam")
    page = desk.post("table", 1, 1, **totals(*PLAIN, **before)).content.decode()
    assert "Noch einmal abschicken" in page
    release_session(desk.tournament, None, 1)
    assert desk.post("table", 1, 1, **totals(*PLAIN, **before)).status_code == 302
    assert stored_points(desk.tournament)[1] == [12, -5, -7, 0]


@pytest.mark.parametrize("name", ["table", "sheet", "second-keying"])
def test_nothing_typed_for_others_is_offered_to_who_sits_there_now(desk, name):
    before = form(desk)
    recall_session(desk.tournament, None, 1, reason="Gast kam")
    draw_session(desk.tournament, None, 1, seed=8)
    release_session(desk.tournament, None, 1)
    now = form(desk)
    assert now["seated"] != before["seated"]
    typed = {"n1w": "13", "n1v": "2"} if name == "sheet" else totals(*PLAIN, seen="")
    response = desk.post(name, 1, 1, **typed | before)
    page = response.content.decode()
    assert response.status_code == 409
    assert "An Tisch 1 sitzen inzwischen andere." in page
    assert "darüber speichern" not in page
    assert "Noch einmal abschicken" not in page
    assert page.count("Adler, Ute") == 2  # typed for, and now
    assert ("13 · 2" if name == "sheet" else ">-5<") in page
    assert stored_points(desk.tournament)[1] == [None] * 4


@pytest.mark.parametrize("odd", ["", "1,2,3", "a,b,c,d", "²,1,2,3", "1,2,3,9999999999", "9,8,7,6"])
def test_odd_seats_are_never_a_broken_page(desk, odd):
    typed = totals("1", "", "", "", seen=form(desk)["seen"], seated=odd)
    for name in ("table", "sheet"):
        assert desk.post(name, 1, 1, **typed).status_code in (409, 422)
        assert desk.post(name, 9, 9, **typed).status_code in (404, 409)


# Two who type


def test_who_keeps_pressing_enter_keeps_what_is_saved(desk):
    before = form(desk)
    save_totals(desk.tournament, other(desk), 1, 1, [3, -3, 0, 0])
    page = desk.post("table", 1, 1, **totals(*PLAIN, **before)).content.decode()
    buttons = page[page.index('id="totals"') :]
    assert buttons.index('<button class="sr" disabled>') < buttons.index("btn danger")
    assert "autofocus>Gespeichertes behalten" in page
    assert page.count("autofocus") == 1
    assert "Blind noch einmal" not in page
    page = desk.post("sheet", 1, 1, **form_of(legal_rows(4), 4), **before).content.decode()
    assert 'aria-hidden="true" disabled' in page
    assert "autofocus>Gespeichertes behalten" in page
    assert page.count("autofocus") == 1
    assert "Blind noch einmal" not in page


@pytest.mark.parametrize("name", ["table", "sheet"])
def test_where_nothing_is_stored_any_more_there_is_nothing_to_save_over(desk, name):
    save_totals(desk.tournament, None, 1, 1, [3, -3, 0, 0])
    typed = totals(*PLAIN, seen="") if name == "table" else form_of(legal_rows(4), 4)
    typed |= form(desk)
    clear_table(desk.tournament, None, 1, 1, reason="falscher Tisch")
    response = desk.post(name, 1, 1, **typed)
    page = response.content.decode()
    assert response.status_code == 409
    assert "geleert oder neu ausgelost" in page
    assert "darüber speichern" not in page
    typed["seen"] = hidden(page, "seen")
    assert desk.post(name, 1, 1, **typed).status_code == 302
    assert table().state == "entered"


def test_two_who_type_the_same_totals_at_once_have_checked_each_other(desk):
    before = form(desk)
    ute = other(desk)
    save_totals(desk.tournament, ute, 1, 1, [12, -5, -7, 0])
    response = desk.client.post(desk.url("table", 1, 1), totals(*PLAIN, **before), follow=True)
    assert "Ute hat für Tisch 1 gleichzeitig dasselbe getippt" in response.content.decode()
    assert (table().state, table().entered_by) == ("verified", ute)
    assert LogEntry.objects.first().after["how"] == "second_keying"


def test_two_who_type_the_same_sheet_at_once_have_checked_each_other(desk):
    rows = legal_rows(4)
    before = form(desk, "sheet")
    save_sheet(desk.tournament, other(desk), 1, 1, rows)
    assert desk.post("sheet", 1, 1, **form_of(rows, 4), **before).status_code == 302
    assert table().state == "verified"


def test_the_same_again_is_no_second_keying_by_who_saw_the_first(desk):
    ute = other(desk)
    save_totals(desk.tournament, ute, 1, 1, [3, -3, 0, 0])
    before = form(desk)
    save_totals(desk.tournament, ute, 1, 1, [12, -5, -7, 0])
    response = desk.client.post(desk.url("table", 1, 1), totals(*PLAIN, **before), follow=True)
    assert "genau das schon gespeichert" in response.content.decode()
    assert table().state == "entered"


def test_ones_own_in_two_windows_is_no_second_keying(desk):
    before = form(desk)
    desk.post("table", 1, 1, **totals(*PLAIN, **before, once="a"))
    assert desk.post("table", 1, 1, **totals(*PLAIN, **before, once="b")).status_code == 302
    assert table().state == "entered"


def test_a_sheet_against_anothers_totals_stops_once_and_shows_both(desk):
    save_totals(desk.tournament, other(desk), 1, 1, [37, -41, 4, 0])
    rows = legal_rows(4)
    data = form_of(rows, 4) | form(desk, "sheet")
    response = desk.post("sheet", 1, 1, **data)
    page = response.content.decode()
    assert response.status_code == 409
    assert "andere Endstände getippt" in page
    differing = page[page.index('class="differing"') :].split("</table>")[0]
    assert "−41" in differing
    assert stored_points(desk.tournament)[1] == [37, -41, 4, 0]
    assert desk.post("sheet", 1, 1, **data, over_totals="1").status_code == 302
    assert Deal.objects.count() == len(rows)


@pytest.mark.parametrize("name", ["table", "sheet"])
def test_a_helper_reads_what_happened_and_who_may_correct(desk, name):
    typed = form_of(legal_rows(4), 4) if name == "sheet" else totals(*PLAIN, seen="")
    typed |= form(desk)
    save_totals(desk.tournament, None, 1, 1, [3, -3, 0, 0])
    ute = factories.staff(desk.tournament, "director")
    ute.first_name = "Ute"
    ute.save()
    verify_table(desk.tournament, ute, 1, 1)
    response = desk.post(name, 1, 1, **typed)
    page = response.content.decode()
    assert response.status_code == 409
    assert "Tisch 1 ist inzwischen geprüft, von Ute." in page
    assert "Berichtigen können es Turnierleitung oder Schiedsrichter" in page
    assert ("-5" if name == "table" else 'name="n1w"') in page
    assert stored_points(desk.tournament)[1] == [3, -3, 0, 0]
    correct_table(desk.tournament, None, 1, 1, totals=[4, -4, 0, 0], reason="so")
    close_session(desk.tournament, None, 1)
    page = desk.post(name, 1, 1, **typed).content.decode()
    assert "Runde 1 ist inzwischen abgeschlossen." in page


@pytest.mark.parametrize("closed", [False, True])
def test_a_result_that_stands_is_shown_without_fields(desk, closed):
    rows = legal_rows(4)
    save_sheet(desk.tournament, None, 1, 1, rows)
    if closed:
        close_session(desk.tournament, None, 1)
    else:
        verify_table(desk.tournament, None, 1, 1)
    page = desk.text("table", 1, 1)
    assert "werden damit verglichen" not in page
    assert 'name="seat-1"' not in page
    assert 'id="seat-1"' in page


# The second keying


@pytest.mark.parametrize("by", ["totals", "sheet"])
def test_a_second_keying_of_a_table_that_was_cleared_can_be_saved_as_the_first(desk, by):
    rows = legal_rows(4)
    if by == "totals":
        save_totals(desk.tournament, other(desk), 1, 1, [3, -3, 0, 0])
        typed = totals(*PLAIN, seen="")
    else:
        save_sheet(desk.tournament, other(desk), 1, 1, rows)
        typed = form_of(rows, 4)
    typed |= form(desk, "second-keying")
    clear_table(desk.tournament, None, 1, 1, reason="falscher Tisch")
    response = desk.post("second-keying", 1, 1, **typed)
    page = response.content.decode()
    assert response.status_code == 409
    assert "Grund: „falscher Tisch“." in page
    assert "Als erste Eingabe speichern" in page
    save = "table" if by == "totals" else "sheet"
    assert f'formaction="{desk.url(save, 1, 1)}"' in page
    assert ('value="-5"' if by == "totals" else f'name="n1w" value="{typed["n1w"]}"') in page
    typed["seen"] = hidden(page, "seen")
    assert desk.post(save, 1, 1, **typed).status_code == 302
    assert table().state == "entered"


def test_a_second_keying_of_a_table_that_was_verified_says_by_whom(desk):
    ute, bo = other(desk), other(desk, "Bo")
    save_totals(desk.tournament, ute, 1, 1, [3, -3, 0, 0])
    typed = totals(*PLAIN, **form(desk, "second-keying"))
    key_again(desk.tournament, bo, 1, 1, totals=[3, -3, 0, 0])
    response = desk.post("second-keying", 1, 1, **typed)
    page = response.content.decode()
    assert response.status_code == 409
    assert "Bo hat die Liste von Tisch 1, Runde 1, noch einmal getippt" in page
    assert 'value="-5"' in page
    assert "speichern" not in page[page.index('id="totals"') :]


def test_a_second_keying_goes_on_with_a_first_that_was_changed(desk):
    ute = other(desk)
    save_totals(desk.tournament, ute, 1, 1, [3, -3, 0, 0])
    typed = totals(*PLAIN, **form(desk, "second-keying"))
    save_totals(desk.tournament, ute, 1, 1, [12, -5, -7, 0])
    page = desk.post("second-keying", 1, 1, **typed).content.decode()
    assert "Der Tisch wurde geändert" in page
    assert 'value="-5"' in page
    typed["seen"] = hidden(page, "seen")
    assert desk.post("second-keying", 1, 1, **typed).status_code == 302
    assert table().state == "verified"


def test_totals_keyed_again_are_not_lost_when_the_sheet_was_typed_meanwhile(desk):
    rows = legal_rows(4)
    ute = other(desk)
    save_totals(desk.tournament, ute, 1, 1, [3, -3, 0, 0])
    typed = totals(*PLAIN, **form(desk, "second-keying"))
    save_sheet(desk.tournament, ute, 1, 1, rows)
    page = desk.post("second-keying", 1, 1, **typed).content.decode()
    assert 'name="seat-2" value="-5"' in page


def test_who_was_shown_the_first_keying_is_logged_as_such(desk):
    save_totals(desk.tournament, other(desk), 1, 1, [3, -3, 0, 0])
    before = form(desk, "second-keying")
    page = desk.post("second-keying", 1, 1, **totals(*PLAIN, **before), reveal="1").content.decode()
    assert hidden(page, "revealed") == "1"
    again = totals("3", "-3", "0", "0", **before, revealed="1")
    assert desk.post("second-keying", 1, 1, **again).status_code == 302
    assert LogEntry.objects.first().after["how"] == "after_reveal"


# Signed out


OWN = {"Origin": "http://testserver"}


def test_what_was_sent_signed_out_or_with_an_old_token_can_be_sent_again(desk):
    """Without a script: sign in in another tab, press the button here, twice if need be."""
    browser = Client(enforce_csrf_checks=True, headers={"Accept-Language": "de"})
    account = factories.staff(desk.tournament, "helper")
    address = desk.url("table", 1, 1)
    browser.force_login(account)
    page = browser.get(address).content.decode()
    fields = ("seen", "seated", "once", "csrfmiddlewaretoken")
    typed = totals(*PLAIN, **{name: hidden(page, name) for name in fields})
    browser.logout()
    browser.get("/sign-in/")
    response = browser.post(address, typed, headers=OWN)
    page = response.content.decode()
    assert response.status_code == 403
    assert "abgelaufen" in page
    for expected in ("Du bist nicht mehr angemeldet", "Noch einmal abschicken"):
        typed["csrfmiddlewaretoken"] = hidden(page, "csrfmiddlewaretoken")
        page = browser.post(address, typed, headers=OWN).content.decode()
        assert expected in page
        assert 'name="seat-2" value="-5"' in page
    assert 'target="_blank"' in page
    browser.force_login(account)
    page = browser.post(address, typed, headers=OWN).content.decode()
    if 'name="seat-2"' in page:
        typed["csrfmiddlewaretoken"] = hidden(page, "csrfmiddlewaretoken")
        browser.post(address, typed, headers=OWN)
    assert stored_points(desk.tournament)[1] == [12, -5, -7, 0]


@pytest.mark.parametrize("origin", ["https://elsewhere.example", "null", None])
def test_what_another_site_sent_is_not_offered_to_be_sent_again(desk, origin):
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(factories.staff(desk.tournament, "helper"))
    headers = {"Origin": origin} if origin else {}
    response = browser.post(desk.url("table", 1, 1), totals(*PLAIN, seen=""), headers=headers)
    assert response.status_code == 403
    assert "seat-2" not in response.content.decode()


def test_a_password_is_not_kept_in_a_page(desk):
    browser = Client(enforce_csrf_checks=True)
    typed = {"username": "ute", "password": "streng-geheim"}
    page = browser.post("/sign-in/", typed, headers=OWN).content.decode()
    assert "geheim" not in page
    assert 'name="username"' not in page


def test_a_page_asks_who_is_signed_in(desk):
    told = desk.client.get("/sign-in/who/")
    assert told.json()["user"] == str(desk.client.session["_auth_user_id"])
    assert f'data-user="{told.json()["user"]}"' in desk.text("table", 1, 1)
    assert "no-store" in told["Cache-Control"]
    desk.client.logout()
    assert desk.client.get("/sign-in/who/").json()["user"] == ""


# What the referee wrote is not typed away


def test_a_sheet_without_a_stored_penalty_gets_its_line_back(desk):
    rows = legal_rows(4, penalties=False)
    save_sheet(desk.tournament, None, 1, 1, rows)
    penalty(desk, after=3)
    data = form_of(rows, 4) | form(desk, "sheet")
    response = desk.post("sheet", 1, 1, **data)
    page = response.content.decode()
    assert response.status_code == 422
    assert f"„{NOTE}“ (+1 / −3 / +1 / +1)" in page
    assert fields_of(page)["x1_2"] == "-3"
    assert Deal.objects.get(row=4).note == NOTE
    sent = data | fields_of(page) | {"seen": hidden(page, "seen")}
    assert desk.post("sheet", 1, 1, **sent).status_code == 302
    assert Deal.objects.get(row=4).note == NOTE


def test_a_correction_shows_that_it_takes_a_penalty_back(client):
    desk = Desk(client, drawn(4), role="referee")
    rows = legal_rows(4, penalties=False)
    save_sheet(desk.tournament, None, 1, 1, rows)
    penalty(desk)
    verify_table(desk.tournament, None, 1, 1)
    data = form_of(rows, 4) | form(desk, "sheet") | {"reason": "Strafe war falsch"}
    page = desk.post("sheet", 1, 1, **data).content.decode()
    assert f"zurückgenommen, was der Schiedsrichter gegeben hat: „{NOTE}“" in page
    desk.post("sheet", 1, 1, **data, looked_at=hidden(page, "looked_at"))
    assert not Deal.objects.filter(kind="penalty").exists()


def test_who_keys_again_and_saves_instead_loses_no_note_of_the_referee(desk):
    rows = legal_rows(4, penalties=False)
    save_sheet(desk.tournament, other(desk), 1, 1, rows)
    deal_again(desk.tournament, None, 1, 1, after=3, **GIVEN)
    note = Deal.objects.get(row=4).note
    data = form_of(rows, 4) | {"n1w": "12", "n1v": "77", "revealed": "1", **form(desk, "sheet")}
    assert desk.post("second-keying", 1, 1, **data).status_code == 409
    assert desk.post("sheet", 1, 1, **data, over_totals="1").status_code == 302
    assert Deal.objects.get(row=1).scores == [77, 77, -77, -77]
    assert (Deal.objects.get(row=4).note, Deal.objects.get(row=4).is_note) == (note, True)


def test_a_begun_sheet_asks_before_it_replaces_ones_own_totals(desk):
    desk.post("table", 1, 1, **totals(*PLAIN, **form(desk)))
    data = {"n1w": "13", "n1v": "2", **form(desk, "sheet")}
    response = desk.post("sheet", 1, 1, **data)
    page = response.content.decode()
    assert response.status_code == 409
    assert "Liste ist erst angefangen" in page
    assert "Getippte Endstände" in page
    assert table().state == "entered"
    assert desk.post("sheet", 1, 1, **data, over_totals="1").status_code == 302
    assert table().state == "open"


@pytest.mark.parametrize("name", ["table", "sheet"])
def test_substitutes_take_no_query_each(desk, name):
    url = desk.url(name, 1, 1)
    without = queries(desk.client, url)
    for seat in table().seats.all():
        number = seat.entry.start_number
        set_substitute(desk.tournament, None, 1, number, last_name=f"Ersatz{number}")
    assert "Ersatz" in desk.text(name, 1, 1)
    assert queries(desk.client, url) == without


def test_after_something_changed_the_table_is_read_once_more_and_not_twice(desk):
    data = totals(*PLAIN, **form(desk))
    save_totals(desk.tournament, other(desk), 1, 1, [3, -3, 0, 0])
    with CaptureQueriesContext(connection) as caught:
        assert desk.post("table", 1, 1, **data).status_code == 409
    reads = [one for one in caught if 'FROM "tournaments_deal"' in one["sql"]]
    assert len(reads) == 3  # for the page, in the action, and after it
