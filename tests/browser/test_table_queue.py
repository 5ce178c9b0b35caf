"""What waits on a phone: refused, corrected, taken back, overtaken by others, never lost."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.test_table_phone import key, open_at, stored
from tests.tournaments.actions.play import drawn, legal_rows, with_facts
from tournaments.actions.deal_again import deal_again
from tournaments.actions.draws import discard_draft, recall_session
from tournaments.actions.results import clear_table, save_sheet, save_totals
from tournaments.actions.sessions import close_session, reopen_session
from tournaments.models import Deal, TableAccess

pytestmark = pytest.mark.django_db(transaction=True)
PHONE = {"width": 390, "height": 844}


def refused(page):
    return page.get_by_role("alert")


def button(page, name):
    return page.get_by_role("button", name=name)


def is_sent(page):
    page.evaluate("look()")
    expect(page.locator("#net")).to_be_hidden(timeout=20_000)


def offline(page):
    page.context.set_offline(True)


def online(page):
    page.context.set_offline(False)
    page.evaluate("look()")


def facts(page, *re_seats, card_points):
    if not page.get_by_label("Augen von Re").is_visible():
        page.get_by_text("Ansagen, Augen, Sonderpunkte …").click()
    for seat in re_seats:
        page.locator(f"label:has([name=re][value='{seat}'])").click()
    page.get_by_label("Augen von Re").fill(str(card_points))


def test_a_refused_deal_on_one_phone(new_page, address):
    page = new_page(**PHONE)
    open_at(page, address, 4)
    key(page, 1, 3, value=2)
    is_sent(page)

    # Half of the facts: asked for before anything is sent. Then facts nobody computed: compared.
    facts(page, 1, card_points=151)
    key(page, 1, 4, value=5)
    expect(page.locator("#preview")).to_contain_text("wer Re war")
    page.locator("label:has([name=re][value='4'])").click()
    button(page, "Eintragen").click()
    expect(refused(page)).to_contain_text("andere Punkte")
    expect(page.locator("#net")).to_have_text("1 Spiel wartet auf dem Handy")  # not "sending"

    # A reload in the middle of a correction loses nothing.
    button(page, "Korrigieren").click()
    expect(page.get_by_label("Augen von Re")).to_have_value("151")
    expect(page.get_by_label("Augen von Re")).to_have_attribute("aria-invalid", "true")
    page.reload()
    expect(refused(page)).to_contain_text("+5 −5 −5 +5")
    expect(button(page, "Korrigieren")).to_be_visible()

    # Taking it back removes it alone; the deal before it was stored and stays.
    button(page, "Spiel 2 zurücknehmen").click()
    expect(refused(page)).to_be_hidden()
    expect(page.get_by_label("Augen von Re")).to_have_value("151")
    expect(page.locator("#preview")).to_have_text("1: +5  2: −5  3: −5  4: +5")
    assert stored() == [[2, -2, 2, -2]]
    button(page, "Wert ausrechnen").click()
    expect(page.locator("#preview")).to_have_text("1: +2  2: −2  3: −2  4: +2")
    page.get_by_label("Fuchs gefangen Re").fill("1")  # the value was of other facts
    expect(page.get_by_label("Anderer Wert")).to_have_value("")
    page.get_by_label("Anderer Wert").fill("3")
    button(page, "Eintragen").click()
    is_sent(page)
    assert stored() == [[2, -2, 2, -2], [3, -3, -3, 3]]
    assert Deal.objects.last().outcome["extras"]["fox"] == [1, 0]

    # A double tap takes one deal back, and its facts return to the form.
    button(page, "Spiel 2 zurücknehmen").dblclick()
    is_sent(page)
    assert stored() == [[2, -2, 2, -2]]
    expect(page.get_by_label("Fuchs gefangen Re")).to_have_value("1")
    button(page, "Angaben leeren").click()
    page.get_by_label("Anderer Wert").fill("60")
    button(page, "Eintragen").click()
    expect(page.locator("#preview")).to_contain_text("Wirklich 60 Punkte?")
    page.get_by_label("Anderer Wert").fill("6")
    button(page, "Eintragen").click()
    is_sent(page)
    assert stored() == [[2, -2, 2, -2], [6, -6, -6, 6]]
    assert Deal.objects.last().outcome is None


def test_two_phones_that_overtake_each_other(new_page, address):
    one, two = new_page(**PHONE), new_page(**PHONE)
    open_at(one, address, 4)
    open_at(two, address, 2)
    button(two, "Auf diesem Handy eintippen").click()

    # Both key the same first deal: it counts once, and what waits behind it goes on.
    offline(one)
    key(one, 1, 3, value=2)
    key(one, 2, 3, value=1)
    key(two, 1, 3, value=2)
    is_sent(two)
    online(one)
    expect(refused(one)).to_contain_text("zählt einmal")
    is_sent(one)
    assert stored() == [[2, -2, 2, -2], [-1, 1, 1, -1]]
    button(one, "Verstanden").click()
    expect(refused(one)).to_be_hidden()

    # One corrects deal 2 without the net while the other goes on: told, nothing half done.
    is_sent(two)
    offline(one)
    button(one, "Spiel 2 zurücknehmen").click()
    expect(one.locator("#net")).to_contain_text("1 Eingabe wartet")
    one.get_by_label("Anderer Wert").fill("4")
    button(one, "Eintragen").click()
    key(two, 1, 2, value=3)
    is_sent(two)
    online(one)
    expect(refused(one)).to_contain_text("nicht zurückgenommen")
    expect(refused(one)).to_contain_text("Jetzt auf der Liste: Spiel 2 Normalspiel −1 +1 +1 −1")
    expect(refused(one)).to_contain_text("Auf diesem Handy eingetippt: Normalspiel −4 +4 +4 −4")
    expect(button(one, "Danach anfügen")).to_be_hidden()
    expect(button(one, "Eintragen")).to_be_hidden()  # first the question
    button(one, "Verwerfen").click()
    expect(refused(one)).to_be_hidden()
    assert stored() == [[2, -2, 2, -2], [-1, 1, 1, -1], [3, 3, -3, -3]]

    # A choice for every deal: the first is the other's in other words, the second is new.
    is_sent(one)
    button(one, "Auf diesem Handy eintippen").click()
    offline(one)
    key(one, 1, 4, value=1)
    key(one, 2, 4, value=2)
    key(two, 1, 4, value=3)
    is_sent(two)
    online(one)
    expect(refused(one)).to_contain_text("Jetzt auf der Liste: Spiel 4 Normalspiel +3 −3 −3 +3")
    expect(refused(one)).to_contain_text("Dahinter warten: Normalspiel −2 +2 −2 +2")
    button(one, "Verwerfen").click()
    expect(refused(one)).to_be_hidden()
    is_sent(one)
    assert stored()[3:] == [[3, -3, -3, 3], [-2, 2, -2, 2]]

    # The question goes when the others take back what it was about.
    is_sent(two)
    offline(one)
    key(one, 1, 4, value=1)
    key(two, 1, 3, value=1)
    is_sent(two)
    online(one)
    expect(button(one, "Danach anfügen")).to_be_visible()
    button(two, re.compile("zurücknehmen$")).click()
    is_sent(two)
    one.evaluate("look()")
    expect(refused(one)).to_be_hidden()
    is_sent(one)
    assert stored()[5:] == [[1, -1, -1, 1]]

    # An undo that comes too late says so, for as long as it takes to read it.
    is_sent(two)
    offline(one)  # it has not seen the other's deal when it takes its own back
    key(two, 1, 2, value=1)
    is_sent(two)
    button(one, re.compile("zurücknehmen$")).click()
    online(one)
    expect(refused(one)).to_contain_text("nicht zurückgenommen")
    one.reload()
    expect(refused(one)).to_contain_text("nicht zurückgenommen")
    assert len(stored()) == 7


def test_what_the_referee_did_meanwhile_is_told_in_words(new_page, address, tournament):
    page = new_page(**PHONE)
    open_at(page, address, 4)
    offline(page)
    key(page, 2, 3, value=4)
    key(page, 1, 3, value=1)
    deal_again(tournament, None, 1, 1, given_by="Schiri Adler", reason="13 Karten")
    online(page)
    expect(refused(page)).to_contain_text("Liste: Schiri Adler: 13 Karten; das Spiel neu gegeben")
    expect(refused(page)).not_to_contain_text("Strafe")
    button(page, "Danach anfügen").click()
    is_sent(page)
    assert stored() == [[0, 0, 0, 0], [-4, 4, 4, -4], [1, -1, 1, -1]]


def test_a_table_that_takes_nothing_for_a_while(new_page, address, tournament):
    page = new_page(**PHONE)
    open_at(page, address, 4)
    offline(page)
    key(page, 2, 3, value=4)
    key(page, 1, 3, value=1)
    save_totals(tournament, None, 1, 1, [3, -3, 0, 0])
    close_session(tournament, None, 1)
    online(page)
    expect(refused(page)).to_contain_text("abgeschlossen")
    expect(refused(page)).to_contain_text("−4 +4 +4 −4 · Normalspiel +1 −1 +1 −1")
    page.reload()
    expect(page.locator("#unsent li")).to_have_text(
        ["Normalspiel −4 +4 +4 −4", "Normalspiel +1 −1 +1 −1"]
    )
    reopen_session(tournament, None, 1, reason="protest")
    page.reload()  # the sheet is the desk's now
    expect(refused(page)).to_contain_text("oder von der Turnierleitung geändert")
    expect(button(page, "Alles verwerfen")).to_be_visible()
    expect(button(page, "Korrigieren")).to_be_hidden()
    expect(page.locator("#rows tr")).to_have_count(0)
    clear_table(tournament, None, 1, 1, reason="typed at the wrong table")
    page.evaluate("look()")
    expect(refused(page)).to_be_hidden()
    is_sent(page)
    assert stored() == [[-4, 4, 4, -4], [1, -1, 1, -1]]

    # A page the server knows nothing of any more keeps what it has.
    offline(page)
    key(page, 1, 2, value=1)
    TableAccess.objects.all().delete()
    online(page)
    expect(refused(page)).to_contain_text("kennt diese Seite nicht mehr")
    expect(refused(page)).to_contain_text("+1 +1 −1 −1")
    expect(page.locator("#net")).to_have_text("1 Spiel wartet auf dem Handy")


def test_a_question_ends_with_the_draw(new_page, address, tournament):
    page = new_page(**PHONE)
    open_at(page, address, 4)
    offline(page)
    key(page, 2, 3, value=4)
    rows = [{"kind": "normal", "scores": [2, -2, 2, -2]}]
    save_sheet(tournament, None, 1, 1, rows, complete=False)
    online(page)
    expect(button(page, "Danach anfügen")).to_be_visible()
    clear_table(tournament, None, 1, 1, reason="drawn again")
    recall_session(tournament, None, 1, reason="someone left")
    discard_draft(tournament, None, 1)
    page.evaluate("look()")
    expect(refused(page)).to_contain_text("zurückgenommen oder ersetzt")
    expect(refused(page)).to_contain_text("Nicht gespeichert: Normalspiel −4 +4 +4 −4")
    expect(button(page, "Danach anfügen")).to_be_hidden()
    expect(button(page, "Eintragen")).to_be_hidden()
    button(page, "Verwerfen").click()
    expect(page.get_by_role("heading", name="Hier wird nichts eingetippt")).to_be_visible()


def test_a_refused_pflichtsolo_at_a_table_of_five_is_corrected(new_page, site):
    access = TableAccess.objects.get(table__session__tournament=drawn(5))
    page = new_page(**PHONE)
    open_at(page, site + access.get_absolute_url(), 5)
    page.get_by_label("Pflichtsolo", exact=True).check()
    page.locator("label:has([name=soloist][value='2'])").click()
    page.get_by_label("gewonnen").check()
    facts(page, card_points=151)
    page.locator("label:has([name=value][value='4'])").click()
    button(page, "Eintragen").click()
    expect(refused(page)).to_contain_text("andere Punkte")
    key(page, 3, 4, value=1)  # behind it: seat 1 deals on, for a Pflichtsolo moves no deal
    button(page, "Korrigieren").click()
    expect(page.get_by_label("Pflichtsolo", exact=True)).to_be_checked()
    expect(page.locator("[name=soloist][value='2']")).to_be_checked()
    button(page, "Wert ausrechnen").click()
    expect(page.locator("#computed li").first).to_be_visible()
    button(page, "Eintragen").click()
    is_sent(page)
    (solo, normal) = Deal.objects.order_by("row")
    assert (solo.kind, solo.soloist, solo.score_1) == ("pflichtsolo", 2, 0)
    assert normal.scores == [0, -1, 1, 1, -1]


def test_a_confirmation_that_is_refused_says_why(new_page, address, tournament):
    rows = legal_rows(4)
    with_facts(rows, value=4)
    save_sheet(tournament, None, 1, 1, rows)
    page = new_page(**PHONE)
    open_at(page, address, 4)
    button(page, "Platz 2,").click()
    expect(refused(page)).to_contain_text("Warnungen")
    expect(refused(page)).to_contain_text("Turnierleitung")
    button(page, "Verstanden").click()
    expect(refused(page)).to_be_hidden()
