"""The public pages in a browser: they renew themselves, and a phone shows them without scrolling
sideways."""

import pytest
from playwright.sync_api import expect

from tests.tournaments.played import played
from tournaments.models import Player, Seat, Tournament

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_new_result_appears_by_itself_where_the_reader_is(page, site):
    tournament = played(60, 1)
    page.goto(f"{site}/t/herbst/")
    page.get_by_label("Name oder Startnummer").fill("halb getip")
    page.evaluate("scrollTo(0, 900)")
    Seat.objects.filter(entry__start_number=60).update(points=999)
    Tournament.objects.filter(pk=tournament.pk).update(revision=2)

    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")

    expect(page.locator("#n60 .total")).to_have_text("999")
    expect(page.get_by_role("status")).to_have_text("Die Seite wurde aktualisiert.")
    expect(page.get_by_label("Name oder Startnummer")).to_have_value("halb getip")
    assert page.evaluate("scrollY") == 900


def test_sorting_and_searching_by_keyboard(page, site):
    played(12, 2)
    page.goto(f"{site}/t/herbst/")
    page.get_by_role("link", name="Summe").focus()
    page.keyboard.press("Enter")
    expect(page.locator("th[aria-sort=descending]")).to_have_text("Summe ↓")
    page.get_by_label("Name oder Startnummer").fill("7")
    page.keyboard.press("Enter")
    expect(page.locator("tbody tr")).to_have_count(1)
    expect(page.locator("#n7")).to_be_visible()


@pytest.mark.parametrize("path", ["t/herbst/", "t/herbst/seats/", "t/herbst/seats/?by=name", ""])
def test_a_phone_needs_no_scrolling_sideways(new_page, site, path):
    played(9, 8, name="Ein Turnier mit einem ungewöhnlich langen Namen " * 2)
    Player.objects.update(
        first_name="Friederike-Charlotte",
        last_name="von-der-Marwitz-Lüneburg-Schwarzenberg-Sonderburg",
        publish_name=True,
    )
    page = new_page(width=360, height=700)
    page.goto(f"{site}/{path}")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if path == "t/herbst/":
        row = page.locator("#n5")
        for cell in (".rank", ".who", ".total"):
            box = row.locator(cell).bounding_box()
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= 360
