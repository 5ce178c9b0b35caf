"""A draft by keyboard: tables that stay, two swapped, released; then somebody does not come."""

import re

import pytest
from playwright.sync_api import expect

from tests.tournaments.actions.play import drawn, seating
from tournaments.actions.entries import check_in

pytestmark = pytest.mark.django_db(transaction=True)


def test_from_the_draft_to_a_no_show(page, site, sign_in, director):
    tournament = drawn(17, release=False)
    sign_in(page, director)
    page.goto(f"{site}/desk/{tournament.slug}/sessions/1/")
    keys = page.keyboard

    # Table 2 stays, the others are drawn again.
    before = seating(tournament)
    page.locator("input[name=lock][value='2']").focus()
    keys.press("Space")
    seed = page.locator("summary .num").inner_text()
    keys.press("n")
    expect(page.locator("summary .num")).not_to_have_text(seed)
    expect(page.locator("input[name=lock][value='2']")).to_be_checked()
    after = seating(tournament)
    assert after[1] == before[1]
    assert after != before

    # Two swapped by typing; the meaning stands there first.
    one, other = after[0][0], after[2][3]
    keys.press("t")
    keys.type(str(one))
    keys.press("Tab")
    keys.type(str(other))
    keys.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("zwei tauschen")
    expect(page.get_by_role("button", name="Tauschen")).to_be_focused()
    assert seating(tournament) == after
    keys.press("Enter")
    expect(page.locator(".messages").first).to_contain_text("getauscht")
    assert seating(tournament)[0][0] == other
    # The tick of a table that stays has survived the way there and back.
    expect(page.locator("input[name=lock][value='2']")).to_be_checked()

    # The same by two clicks, given up by Escape.
    page.locator(f"[data-swap='{one}']").click()
    expect(page.locator("li.picked")).to_have_count(1)
    page.locator(f"[data-swap='{other}']").click()
    expect(page).to_have_url(re.compile(r"/swap/\?one=\d+&other=\d+"))
    keys.press("Escape")
    expect(page.get_by_role("button", name="Freigeben")).to_be_visible()

    # Released; somebody does not come; the cheapest way is the first.
    keys.press("f")
    expect(page.get_by_role("button", name="Uhr starten")).to_be_visible()
    gone = seating(tournament)[0][1]
    check_in(tournament, None, [gone], present=False)
    page.goto(f"{site}/desk/{tournament.slug}/sessions/1/")
    keys.press("u")
    expect(page.locator(".way-to-mend").first).to_contain_text("1 Spieler wird umgesetzt")
    keys.press("1")
    expect(page.locator(".messages").first).to_contain_text("Umgesetzt")
    mended = seating(tournament)
    assert [len(table) for table in mended] == [4, 4, 4, 4]
    assert gone not in sum(mended, [])
