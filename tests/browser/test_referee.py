"""A referee's evening at one table, in a real browser: by keyboard, with the phone looking on."""

import json

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PASSWORD
from tests.rules.table import hands_with
from tests.tournaments import factories
from tests.tournaments.actions.play import drawn, legal_rows
from tournaments.actions.results import save_sheet
from tournaments.models import Deal, Table, TableAccess

pytestmark = pytest.mark.django_db(transaction=True)
HANDS = hands_with({1: ["H10", "SA"], 2: ["SK", "DA"], 3: ["SQ"], 4: ["SJ"]})
# Seat 1 leads the ace of spades; seat 2 has the king and plays the ace of diamonds.
RECORD = {
    "dealer": 4,
    "hands": {str(seat): list(hand) for seat, hand in HANDS.items()},
    "game": {"kind": "normal"},
    "plays": ["SA", "DA"],
}


@pytest.fixture
def tournament(db):
    tournament = drawn(4)
    rows = legal_rows(4, penalties=False)[:3]
    save_sheet(tournament, None, 1, 1, rows, complete=False)
    return tournament


@pytest.fixture
def referee(tournament):
    account = factories.staff(tournament, "referee")
    account.first_name, account.last_name = "Toni", "Beispiel"
    account.set_password(PASSWORD)
    account.save()
    return account


def kinds():
    return [deal.kind for deal in Deal.objects.order_by("row")]


def test_enter_held_down_does_not_give_a_penalty_unseen(
    new_page, site, sign_in, tournament, referee
):
    page = new_page()
    sign_in(page, referee)
    page.goto(f"{site}/desk/{tournament.slug}/sessions/1/tables/1/penalty/")
    page.get_by_label("Verstoß").select_option("minor")
    page.get_by_label("Wer", exact=True).select_option("2")
    page.get_by_label("Grund").fill("Karte gezeigt")
    page.get_by_label("Grund").focus()
    page.keyboard.down("Enter")
    give = page.get_by_role("button", name="Strafe geben")
    expect(give).to_be_focused()
    for _repeat in range(3):
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    assert kinds() == ["normal"] * 3
    page.keyboard.press("Enter")
    expect(page.get_by_text("Die Strafe steht auf der Liste.")).to_have_count(1)
    assert kinds() == ["normal"] * 3 + ["penalty"]


def test_a_referees_evening(new_page, site, sign_in, tournament, referee):
    page = new_page()
    sign_in(page, referee)
    at_table = f"{site}/desk/{tournament.slug}/sessions/1/tables/1/"

    # A breach, shown by replaying the deal; the form knows breach, seat and reason.
    page.goto(f"{at_table}sheet/")
    page.get_by_role("link", name="Ein Spiel dieses Tisches nachspielen").click()
    page.get_by_text("Ganze Mitschrift einfügen").click()
    page.locator("#pasted").fill(json.dumps(RECORD))
    page.get_by_role("button", name="Nachspielen").click()
    expect(page.get_by_role("heading", name="Nicht erlaubt")).to_be_visible()
    page.keyboard.press("s")
    expect(page.get_by_label("Verstoß")).to_have_value("serious")
    expect(page.get_by_label("Wer", exact=True)).to_have_value("2")
    expect(page.get_by_label("Grund")).to_have_value("nicht bedient, Stich 1")
    expect(page.get_by_label("Vergeben von")).to_have_value("Toni Beispiel")
    page.get_by_label("Grund").press("Enter")
    expect(page.get_by_text("Spiel 4 (Zeile 4, Geber: Platz 4) neu gegeben.")).to_be_visible()
    expect(page.get_by_role("button", name="Strafe geben")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Die Strafe steht auf der Liste.")).to_be_visible()
    assert Deal.objects.last().scores == [4, -12, 4, 4]

    # A misdeal: R for the referee, N to deal again.
    page.keyboard.press("Escape")  # out of the field of the sheet, so that keys are keys again
    page.keyboard.press("r")
    expect(page.get_by_role("heading", name="Schiedsrichter")).to_be_visible()
    page.keyboard.press("n")
    page.get_by_label("Grund").fill("13 Karten aufgenommen")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Es steht mit Namen und Grund auf der Liste.")).to_be_visible()
    expect(page.get_by_text("13 Karten aufgenommen; Spiel 4 (Zeile 4")).to_be_visible()

    # More minutes, then time is up all the same.
    page.goto(f"{at_table}referee/")
    page.keyboard.press("e")
    page.get_by_label("Minuten insgesamt").fill("5")
    page.get_by_label("Grund").fill("Feueralarm")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Tisch 1 hat 5 Zusatzminuten.")).to_be_visible()
    page.goto(f"{at_table}referee/")
    page.keyboard.press("z")
    expect(page.get_by_text("17 Normalspiele werden gestrichen.")).to_be_visible()
    page.get_by_label("Grund").press("Enter")
    expect(page.get_by_text("Vorführung 1: 1 ")).to_be_visible()
    assert kinds() == ["normal"] * 3 + ["penalty"] * 2 + ["struck"] * 17
    assert Table.objects.get().note == "Toni Beispiel: Feueralarm"

    # The phone at the table goes on with the Vorführungen, and says why.
    phone = new_page(width=390, height=844)
    access = TableAccess.objects.get(table__session__tournament=tournament)
    phone.goto(site + access.get_absolute_url())
    phone.locator("#choose-seat button").nth(3).click()
    expect(phone.locator("#notice")).to_contain_text("Vorführung: 1")
    expect(phone.locator("#rows")).to_contain_text("Toni Beispiel: 13 Karten aufgenommen")
    expect(phone.locator("#rows .noted")).to_have_count(3)
    expect(phone.locator("#undo")).to_be_hidden()
    for _vorfuehrung in range(4):
        phone.get_by_label("verloren").check()
        phone.locator("label:has([name=value][value='1'])").click()
        phone.get_by_role("button", name="Eintragen").click()
    expect(phone.locator("#where")).to_have_text("Alle Spiele sind eingetragen")
    phone.get_by_role("button", name="Platz 2,").click()
    expect(phone.get_by_role("heading", name="Die Liste ist bestätigt")).to_be_visible()
    assert Table.objects.get().state == Table.State.VERIFIED
