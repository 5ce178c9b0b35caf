"""The desk without a mouse: totals, a whole sheet and the way between them."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from rules.ruleset import DDV
from tests.browser.keys import type_sheet
from tests.tournaments.actions.play import drawn, legal_rows, stored_points
from tournaments.actions.sessions import start_session
from tournaments.actions.sheets import rows_from_records
from tournaments.models import Deal, Table
from tournaments.pages.desk.sheet_stored import from_rows

pytestmark = pytest.mark.django_db(transaction=True)


def test_totals_of_every_table_by_keyboard_alone(desk):
    tournament = drawn(9)
    page = desk(tournament)
    page.keyboard.press("c")
    expect(page.locator(".clock b").first).to_have_text(re.compile(r"^(99|100):\d\d$"))
    expect(page.get_by_role("heading", level=1)).to_contain_text("2 von 2 Tischen spielen")
    page.keyboard.press("e")
    for text in ("12", "-5", "−7", "1"):
        expect(page.locator("tbody input:focus")).to_be_visible()
        page.keyboard.type(text)
        if text != "1":
            page.keyboard.press("Enter")
    expect(page.locator("output.wrong")).to_have_text("+1")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("+1 statt 0")
    page.locator("#seat-4").fill("0")
    expect(page.locator("output.right")).to_have_text("0")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Tisch 2")
    for text in ("1", "1", "-1", "-1", "0"):
        page.keyboard.type(text)
        page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("abschließen"))
    assert stored_points(tournament) == {1: [12, -5, -7, 0], 2: [1, 1, -1, -1, 0]}
    page.keyboard.press("t")
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Tisch 2")
    page.keyboard.press("v")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Tisch 1")
    assert Table.objects.get(number=2).state == "verified"


@pytest.mark.parametrize("size", [4, 5])
def test_a_whole_sheet_by_keyboard_alone(desk, size):
    tournament = drawn(size)
    rows = legal_rows(size, seed=2, penalties=False)
    page = desk(tournament, "sessions/1/tables/1/")
    expect(page.locator("#seat-1")).to_be_focused()
    page.keyboard.press("Escape")
    page.keyboard.press("l")
    expect(page.locator("input[name=n1w]")).to_be_focused()
    type_sheet(page, from_rows(rows_from_records(size, rows), size, DDV))
    totals = [sum(row["scores"][seat] for row in rows) for seat in range(size)]
    for seat, total in enumerate(totals, start=1):
        expect(page.locator(f"#total-{seat}")).to_have_text(str(total).replace("-", "−"))
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("abschließen"))
    assert [d.scores for d in Deal.objects.order_by("row")] == [r["scores"] for r in rows]


def test_findings_appear_while_typing_and_the_kind_is_asked_only_there(desk):
    page = desk(drawn(4), "sessions/1/tables/1/sheet/")
    keys = page.keyboard
    kind = page.locator("select[name=n1k]")
    expect(kind).to_be_hidden()
    keys.type("2")
    keys.press("Space")
    keys.type("3")
    keys.press("Enter")
    keys.type("13")
    expect(page.locator("#n1-f")).to_contain_text("TSR 4.3.1")
    expect(page.locator("#n1-2")).to_have_text("+9")
    expect(kind).to_be_visible()
    expect(page.locator("input[name=n2w]")).to_have_value("13")
    expect(page.locator("input[name=n2v]")).to_be_focused()
    kind.select_option("silent_marriage")
    expect(page.locator("#n1-f")).to_be_hidden()
    page.locator("input[name=n3w]").focus()
    keys.press("ArrowUp")
    expect(page.locator("input[name=n2w]")).to_be_focused()


def test_when_time_is_up_the_desk_says_so_by_itself(desk):
    tournament = drawn(9)
    start_session(tournament, None, 1)
    nearly_up = timezone.now() - timedelta(minutes=99, seconds=57)
    tournament.sessions.filter(number=1).update(started_at=nearly_up)
    page = desk(tournament)
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_contain_text("2 von 2 Tischen spielen noch")
    expect(heading).to_have_text("1 von 2 Listen fehlen")
    page.get_by_role("link", name="Zu einem Tisch").click()
    expect(page.locator("#jump")).to_be_focused()
