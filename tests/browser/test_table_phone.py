"""The table's page on phones: keyed with the thumb, through a dead network, seen by the others."""

import random

import pytest
from playwright.sync_api import expect

from rules.ruleset import DDV, DDV_OLDER
from rules.session import ALONE, DealKind, start_session
from tests.tournaments.actions.play import stored_points
from tournaments.actions.draws import recall_session
from tournaments.models import Deal, Table

pytestmark = pytest.mark.django_db(transaction=True)


def open_at(page, address, seat):
    page.goto(address)
    page.locator("#choose-seat button").nth(seat - 1).click()


def key(page, *winners, value):
    for seat in winners:
        page.locator(f"label:has([name=winner][value='{seat}'])").click()
    page.locator(f"label:has([name=value][value='{value}'])").click()
    page.get_by_role("button", name="Eintragen").click()


def stored():
    return [deal.scores for deal in Deal.objects.order_by("row")]


def test_deals_are_keyed_with_the_thumb_and_seen_by_the_others(new_page, address, tournament):
    keeper, other = new_page(width=390, height=844), new_page(width=390, height=844)
    open_at(keeper, address, 4)
    open_at(other, address, 2)
    expect(keeper.locator("#where")).to_have_text("Spiel 1 von 24")
    expect(other.get_by_role("button", name="Eintragen")).to_be_hidden()
    key(keeper, 1, 3, value=2)
    expect(keeper.locator("#where")).to_have_text("Spiel 2 von 24")
    expect(keeper.locator("#due")).to_contain_text("Geber: 2")
    expect(keeper.locator("#net")).to_be_hidden()
    expect(other.locator("#where")).to_have_text("Spiel 2 von 24")
    expect(other.locator("#rows tr").first).to_contain_text("+2")
    expect(other.locator("tr.totals td")).to_have_text(["+2", "−2", "+2", "−2"])
    assert stored() == [[2, -2, 2, -2]]

    keeper.get_by_label("Pflichtsolo", exact=True).check()
    keeper.locator("label:has([name=soloist][value='2'])").click()
    keeper.get_by_label("verloren").check()
    keeper.get_by_label("Anderer Wert").fill("3")
    keeper.keyboard.press("Enter")
    expect(keeper.locator("#due")).to_contain_text("Pflichtsolo offen: 1, 3, 4")
    expect(keeper.locator("#net")).to_be_hidden()
    assert stored()[1] == [3, -9, 3, 3]

    keeper.get_by_role("button", name="Spiel 2 zurücknehmen").click()
    expect(keeper.locator("#net")).to_be_hidden()
    other.evaluate("look()")  # without waiting for it
    expect(other.locator("#where")).to_have_text("Spiel 2 von 24")
    assert stored() == [[2, -2, 2, -2]]


@pytest.mark.parametrize("size", [(320, 568), (360, 640), (390, 664)])
def test_nothing_lies_on_the_seats_of_a_small_phone(new_page, address, size):
    page = new_page(width=size[0], height=size[1])
    open_at(page, address, 4)
    expect(page.locator("label:has([name=winner])")).to_have_count(4)
    page.evaluate("scrollTo(0, 0)")
    covered = page.evaluate(
        """[...document.querySelectorAll("label:has([name=winner])")].filter((one) => {
          const { left, top, bottom } = one.getBoundingClientRect();
          const isOn = (y) => y < 0 || y >= innerHeight ||
            one.contains(document.elementFromPoint(left + 9, y));
          return !isOn(top + 9) || !isOn(bottom - 9);
        }).length"""
    )
    assert covered == 0


def test_what_is_keyed_without_a_network_is_stored_once_when_it_is_back(
    new_page, address, tournament
):
    first = new_page(width=390, height=844)
    context = first.context
    open_at(first, address, 4)
    first.wait_for_function("navigator.serviceWorker.controller && caches.has('table')")
    first.wait_for_function(
        "caches.open('table').then(c => c.keys()).then(keys => keys.length >= 6)"
    )
    context.set_offline(True)
    key(first, 1, 3, value=1)
    key(first, 2, 3, value=4)
    expect(first.locator("#net")).to_have_text("Kein Netz · 2 Spiele warten auf dem Handy")
    expect(first.locator("#where")).to_have_text("Spiel 3 von 24")
    assert stored() == []
    first.close()

    again = context.new_page()
    again.goto(address)  # from the phone itself
    expect(again.locator("#net")).to_have_text("Kein Netz · 2 Spiele warten auf dem Handy")
    expect(again.locator("#rows tr")).to_have_count(2)
    context.set_offline(False)
    expect(again.locator("#net")).to_be_hidden(timeout=20_000)
    assert stored() == [[1, -1, 1, -1], [-4, 4, 4, -4]]
    assert stored_points(tournament) == {1: [-3, 3, 5, -5]}
    again.reload()
    expect(again.locator("#rows tr")).to_have_count(2)
    assert len(stored()) == 2


def test_an_answer_that_got_lost_does_no_harm(new_page, address):
    page = new_page(width=390, height=844)
    open_at(page, address, 4)

    def lose(route):
        if route.request.method == "POST":
            route.fetch()
            route.abort()
        else:
            route.continue_()

    page.route("**/table/**", lose)
    key(page, 1, 2, value=1)
    expect(page.locator("#net")).to_contain_text("Kein Netz")
    page.unroute("**/table/**")
    expect(page.locator("#net")).to_be_hidden(timeout=20_000)
    assert stored() == [[1, 1, -1, -1]]


def test_the_second_of_two_phones_is_told_and_chooses(new_page, address):
    one, two = new_page(width=390, height=844), new_page(width=390, height=844)
    open_at(one, address, 4)
    open_at(two, address, 3)
    two.get_by_role("button", name="Auf diesem Handy eintippen").click()
    two.context.set_offline(True)
    key(two, 2, 4, value=3)
    key(one, 1, 3, value=2)
    expect(one.locator("#where")).to_have_text("Spiel 2 von 24")
    expect(one.locator("#net")).to_be_hidden()  # stored, not only kept on the phone
    two.context.set_offline(False)
    refused = two.get_by_role("alert")
    expect(refused).to_contain_text("auf einem anderen Gerät", timeout=20_000)
    expect(refused).to_contain_text("−3 +3 −3 +3")
    expect(two.locator("#rows")).to_contain_text("+2")  # the first's deal is shown
    assert stored() == [[2, -2, 2, -2]]
    two.get_by_role("button", name="Danach anfügen").click()
    expect(refused).to_be_hidden()
    expect(two.locator("#net")).to_be_hidden()
    assert stored() == [[2, -2, 2, -2], [-3, 3, -3, 3]]


def test_the_value_is_computed_from_the_facts(new_page, address):
    page = new_page(width=390, height=844)
    open_at(page, address, 4)
    page.get_by_text("Ansagen, Augen, Sonderpunkte …").click()
    for seat in (1, 4):
        page.locator(f"label:has([name=re][value='{seat}'])").click()
    page.get_by_label("Augen von Re").fill("151")
    page.get_by_label("Re hat gesagt").select_option("announced")
    page.get_by_role("button", name="Wert ausrechnen").click()
    expect(page.locator("#computed")).to_contain_text("Re gewinnt: 4")
    expect(page.locator("#computed li")).to_have_count(3)
    expect(page.locator("#preview")).to_have_text("1: +4  2: −4  3: −4  4: +4")
    page.get_by_role("button", name="Eintragen").click()
    expect(page.locator("#where")).to_have_text("Spiel 2 von 24")
    expect(page.locator("#net")).to_be_hidden()
    deal = Deal.objects.get()
    assert (deal.scores, deal.outcome["card_points"]) == ([4, -4, -4, 4], 151)


def test_what_the_server_refuses_comes_back_to_be_corrected(new_page, address):
    page = new_page(width=390, height=844)
    open_at(page, address, 4)
    page.get_by_text("Ansagen, Augen, Sonderpunkte …").click()
    for seat in (1, 4):
        page.locator(f"label:has([name=re][value='{seat}'])").click()
    page.get_by_label("Augen von Re").fill("151")
    page.get_by_role("button", name="Wert ausrechnen").click()
    expect(page.locator("#computed")).to_contain_text("Re gewinnt: 2")
    page.get_by_label("Anderer Wert").fill("5")
    page.get_by_role("button", name="Eintragen").click()
    refused = page.get_by_role("alert")
    expect(refused).to_contain_text("andere Punkte")
    key(page, 1, 2, value=1)  # waits behind what was refused
    assert stored() == []
    page.get_by_role("button", name="Korrigieren").click()
    page.get_by_label("Anderer Wert").fill("2")
    page.get_by_role("button", name="Eintragen").click()
    expect(refused).to_be_hidden()
    expect(page.locator("#net")).to_be_hidden()
    expect(page.locator("#where")).to_have_text("Spiel 3 von 24")
    assert stored() == [[2, -2, -2, 2], [1, 1, -1, -1]]


def test_a_deal_taken_back_stands_in_the_form_again(new_page, address):
    page = new_page(width=390, height=844)
    open_at(page, address, 4)
    key(page, 2, 3, value=4)
    expect(page.locator("#net")).to_be_hidden()
    page.get_by_role("button", name="Spiel 1 zurücknehmen").click()
    expect(page.locator("#preview")).to_have_text("1: −4  2: +4  3: +4  4: −4")
    page.get_by_label("Anderer Wert").fill("3")
    page.get_by_role("button", name="Eintragen").click()
    expect(page.locator("#rows tr").first).to_contain_text("+3")
    expect(page.locator("#net")).to_be_hidden()
    assert stored() == [[-3, 3, 3, -3]]


def test_a_page_that_is_dead_says_what_was_never_stored(new_page, address, tournament):
    page = new_page(width=390, height=844)
    open_at(page, address, 4)
    page.context.set_offline(True)
    key(page, 2, 3, value=4)
    recall_session(tournament, None, 1, reason="someone left")
    page.context.set_offline(False)
    expect(page.get_by_role("alert")).to_contain_text("−4 +4 +4 −4", timeout=20_000)
    page.reload()
    expect(page.get_by_text("1 Spiel auf diesem Handy wurde nie gespeichert")).to_be_visible()
    expect(page.get_by_role("link", name="Sitzplan")).to_be_visible()
    assert stored() == []


def test_the_last_step_is_another_seat(new_page, address, tournament):
    page = new_page(width=390, height=844)
    open_at(page, address, 4)
    for _ in range(20):
        key(page, 1, 3, value=1)
    expect(page.locator("#notice")).to_contain_text("Vorführung: 2")
    for _ in range(4):
        page.get_by_label("verloren").check()
        page.locator("label:has([name=value][value='1'])").click()
        page.get_by_role("button", name="Eintragen").click()
    expect(page.locator("#where")).to_have_text("Alle Spiele sind eingetragen")
    expect(page.get_by_role("button", name="Platz 4,")).to_be_hidden()
    page.get_by_role("button", name="Platz 2,").click()
    expect(page.get_by_role("heading", name="Die Liste ist bestätigt")).to_be_visible()
    table = Table.objects.get(session__tournament=tournament)
    assert table.state == Table.State.VERIFIED
    assert tournament.log.first().actor_name == "Tisch 1, Platz 2"


def sessions():
    """Legal sessions at random, each as its rows and what the law says before every one."""
    chance = random.Random(4)
    for ruleset in (DDV, DDV_OLDER):
        for size in (4, 5) * 6:
            state, rows, said = start_session(size, ruleset), [], []
            while not state.is_over:
                allowed = state.allowed()
                said.append([state.next_dealer, list(state.open_pflichtsoli), allowed])
                kind = chance.choice(list(allowed))
                soloist = chance.choice(allowed[kind]) if kind in ALONE else None
                rows.append({"kind": kind, "soloist": soloist})
                state = state.step(DealKind(kind), soloist).after
            owing = list(start_session(size, ruleset).open_pflichtsoli)
            rules = {
                "seats": size,
                "deals": ruleset.table(size).deals,
                "sits_out": size == 5,
                "due_deals": ruleset.vorfuehrung_dealer_due,
                "owing": owing,
            }
            yield {"rules": rules, "rows": rows, "said": said}


def test_the_phone_knows_the_protocol_as_the_law_has_it(new_page, address):
    page = new_page(width=390, height=844)
    page.goto(address)
    for session in sessions():
        on_phone = page.evaluate(
            """({rules, rows}) => rows.map((row, index) => {
                const {at} = tableRules.walk(rules, rows.slice(0, index));
                return [tableRules.dealer(rules, at), at.open, tableRules.offers(rules, at)];
            })""",
            session,
        )
        assert on_phone == session["said"]
