"""A disputed deal keyed at the desk, from the hands to the verdict, in a real browser."""

import json

from playwright.sync_api import expect

from scoring.replay_answers import replay_deal
from tests.rules.table import hands_with
from tournaments.pages.cards import cards_text
from tournaments.templatetags.points import points_text

HANDS = hands_with({1: ["CQ", "H10"], 3: ["CQ", "DA"]})


def test_a_deal_is_keyed_played_and_judged(page, site, director, sign_in):
    sign_in(page, director)
    page.get_by_role("link", name="Spiel nachspielen").click()
    page.get_by_label("Geber").select_option("4")
    page.get_by_role("button", name="Weiter zu den Blättern").click()

    page.get_by_role("button", name="Herz-10, 2").click()  # a click gives a card to seat 1
    expect(page.get_by_role("button", name="Zurück: Herz-10")).to_be_visible()
    for seat in (1, 2, 3):
        page.locator(f"#hand{seat}").fill(cards_text(HANDS[seat]))
    page.keyboard.press("Enter")
    expect(page.locator("#hands-done")).to_be_focused()
    page.keyboard.press("Enter")

    expect(page.get_by_text("0 von 48 Karten")).to_be_visible()
    page.get_by_role("button", name="Platz 1: Re,").click()
    expect(page.locator(".felt").get_by_text("„Re“")).to_be_visible()
    for played in range(1, 48):
        page.locator("[data-card]:not([disabled])").first.click()
        expect(page.get_by_text(f"{played} von 48 Karten")).to_be_visible()
    page.locator("[data-card]:not([disabled])").first.click()

    verdict = page.locator(".verdict")
    expect(verdict).to_be_visible()
    expect(verdict).to_contain_text("Re angesagt")
    page.get_by_text("Zum Kopieren").click()
    record = json.loads(page.locator("#as-json").input_value())
    answer = replay_deal(record)
    for points in answer["result"]["scores"].values():
        expect(verdict).to_contain_text(points_text(points))

    page.keyboard.press("Escape")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("heading", name="Karte 47 von 48")).to_be_visible()
    page.keyboard.press("Home")
    expect(page.get_by_role("heading", name="Karte 0 von 48")).to_be_visible()


def test_leaving_a_deal_that_was_keyed_asks_first(page, site, director, sign_in):
    asked = []

    def answer(dialog):
        asked.append(dialog.type)
        dialog.dismiss()

    page.on("dialog", answer)
    sign_in(page, director)
    page.get_by_role("link", name="Spiel nachspielen").click()
    page.get_by_role("button", name="Weiter zu den Blättern").click()
    page.get_by_role("button", name="Herz-10, 2").click()
    taken = page.get_by_role("button", name="Zurück: Herz-10")
    expect(taken).to_be_visible()
    page.get_by_role("link", name="Turnierleitung").click(no_wait_after=True)
    expect(taken).to_be_visible()
    assert asked == ["beforeunload"]

    page.get_by_role("button", name="Alle zurück").click()  # the forms of the page never ask
    expect(taken).to_have_count(0)
    assert asked == ["beforeunload"]
