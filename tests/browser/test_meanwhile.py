"""What happens at a table while it is typed, in a real browser: keys chosen out of habit choose
nothing dangerous, and who is signed out elsewhere loses nothing.
"""

import pytest
from playwright.sync_api import expect

from rules.ruleset import DDV
from tests.browser.keys import type_sheet
from tests.tournaments import factories
from tests.tournaments.actions.play import drawn, legal_rows, stored_points
from tournaments.actions.penalties import give_penalty, penalty_for
from tournaments.actions.results import save_sheet, save_totals
from tournaments.actions.sheets import rows_from_records
from tournaments.models import Deal, Table
from tournaments.pages.desk.sheet_stored import from_rows

pytestmark = pytest.mark.django_db(transaction=True)

TOTALS = ("12", "-12", "3", "-3")


@pytest.fixture
def tournament(transactional_db):
    return drawn(4)


def type_totals(page):
    for total in TOTALS:
        page.keyboard.type(total)
        page.keyboard.press("Enter")


def values(page):
    return tuple(page.locator(f"#seat-{n}").input_value() for n in (1, 2, 3, 4))


def test_enter_out_of_habit_keeps_what_the_other_saved(desk, tournament):
    page = desk(tournament, "sessions/1/tables/1/")
    save_totals(tournament, None, 1, 1, [5, -5, 0, 0])
    type_totals(page)
    keep = page.get_by_role("link", name="Gespeichertes behalten")
    expect(keep).to_be_focused()
    page.locator("#seat-1").focus()
    for _time in range(5):  # in a field Enter goes on, and at the last it does nothing
        page.keyboard.press("Enter")
    expect(keep).to_be_visible()
    assert values(page) == TOTALS
    keep.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#seat-1")).to_have_value("5")
    assert stored_points(tournament) == {1: [5, -5, 0, 0]}


def test_enter_and_ctrl_enter_do_not_choose_on_the_sheets_conflict(desk, tournament):
    rows = legal_rows(4, penalties=False)
    page = desk(tournament, "sessions/1/tables/1/sheet/")
    save_sheet(tournament, None, 1, 1, rows)
    page.locator("[name=n1w]").focus()
    page.keyboard.type("127")
    page.keyboard.press("Control+Enter")
    keep = page.get_by_role("link", name="Gespeichertes behalten")
    expect(keep).to_be_focused()
    page.locator("[name=n1w]").focus()
    for key in ("Enter", "Enter", "Control+Enter"):
        page.keyboard.press(key)
    expect(keep).to_be_visible()
    assert Deal.objects.get(row=1).scores == rows[0]["scores"]


def test_a_penalty_before_the_totals_is_answered_by_keys(desk, tournament):
    law = penalty_for(4, breach="minor", offender=2)
    give_penalty(
        tournament, None, 1, 1, by_law=law, offender=2, given_by="Adler", reason="Karte gezeigt"
    )
    page = desk(tournament, "sessions/1/tables/1/")
    type_totals(page)
    included = page.get_by_label("Ja, sie sind in diesen Endständen schon enthalten")
    expect(included).to_be_focused()  # the browser says that a choice is missing
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Tisch 1 ist gespeichert.")).to_be_visible()
    assert stored_points(tournament) == {1: [13, -15, 4, -2]}


def test_a_penalty_while_a_sheet_is_typed_needs_one_more_key(desk, tournament):
    rows = legal_rows(4, penalties=False)
    page = desk(tournament, "sessions/1/tables/1/sheet/")
    type_sheet(page, from_rows(rows_from_records(4, rows), 4, DDV))
    law = penalty_for(4, breach="minor", offender=2)
    give_penalty(
        tournament, None, 1, 1, by_law=law, offender=2, given_by="Adler", reason="Karte gezeigt"
    )
    page.keyboard.press("Control+Enter")
    expect(page.locator("[name=x1_2]")).to_have_value("-3")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("Tisch 1 ist gespeichert.")).to_be_visible()
    assert Deal.objects.count() == len(rows) + 1
    assert Table.objects.get().state == "entered"


def test_who_is_signed_out_in_another_tab_loses_nothing(desk, tournament, site, director):
    page = desk(tournament, "sessions/1/tables/1/")
    other = page.context.new_page()
    other.goto(f"{site}/desk/")
    other.get_by_role("button", name="Abmelden").click()
    expect(other).not_to_have_url(f"{site}/desk/")
    type_totals(page)
    warning = page.get_by_text("Du bist nicht mehr angemeldet")
    expect(warning).to_be_visible()
    assert values(page) == TOTALS
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="Melde Dich in einem neuen Tab an").click()
    sign_in = opened.value
    someone = factories.user()
    sign_in.get_by_label("Benutzername").fill(someone.get_username())
    sign_in.get_by_label("Passwort").fill(factories.PASSWORD)
    sign_in.keyboard.press("Enter")
    expect(sign_in).to_have_url(f"{site}/desk/")
    page.locator("#seat-4").press("Enter")
    expect(page.get_by_text("ist inzwischen jemand anders angemeldet")).to_be_visible()
    sign_in.get_by_role("button", name="Abmelden").click()
    sign_in.goto(f"{site}/sign-in/")
    sign_in.get_by_label("Benutzername").fill(director.get_username())
    sign_in.get_by_label("Passwort").fill("kreuz-dame-sticht")
    sign_in.keyboard.press("Enter")
    expect(sign_in).to_have_url(f"{site}/desk/")
    page.locator("#seat-4").press("Enter")
    expect(page.get_by_text("Tisch 1 ist gespeichert.")).to_be_visible()
    assert stored_points(tournament) == {1: [12, -12, 3, -3]}
