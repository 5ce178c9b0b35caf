"""The shortest way to type a sheet, key by key, and what helps on the way."""

import re

import pytest
from playwright.sync_api import expect

from rules.ruleset import DDV
from tests.browser.keys import sheet_keys
from tests.tournaments.actions.play import drawn, legal_rows
from tournaments.actions.results import save_sheet, verify_table
from tournaments.actions.sheets import rows_from_records
from tournaments.models import Deal, TableAccess
from tournaments.pages.desk.sheet_stored import from_rows

pytestmark = pytest.mark.django_db(transaction=True)
MOST_KEYS = 110


def sheet(desk):
    page = desk(drawn(4), "sessions/1/tables/1/sheet/")
    expect(page.locator("input[name=n1w]")).to_be_focused()
    return page


@pytest.mark.parametrize("seed", [2, 4])
def test_a_real_sheet_of_24_deals_takes_at_most_110_keys(desk, seed):
    rows = legal_rows(4, seed=seed, penalties=False)
    assert len(rows) == 24
    assert not {row["kind"] for row in rows} & {"silent_marriage", "marriage_solo"}
    page = sheet(desk)
    typed = from_rows(rows_from_records(4, rows), 4, DDV)
    keys = [*sheet_keys(typed), "Control+Enter"]
    assert len(keys) <= MOST_KEYS
    for key in keys:
        page.keyboard.press(key)
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("abschließen"))
    assert [d.scores for d in Deal.objects.order_by("row")] == [r["scores"] for r in rows]


def test_enter_out_of_habit_does_no_harm(desk):
    page = sheet(desk)
    for key in ("1", "3", "Enter", "2", "Enter", "2", "4", " ", "1", "Enter", "0", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("input[name=n4w]")).to_be_focused()
    expect(page.locator("#n2-2r")).to_have_text("−1")
    expect(page.locator("#n3-1")).to_have_text("0")


def test_running_totals_are_turned_back_into_points(desk):
    page = sheet(desk)
    page.keyboard.type("132")
    page.keyboard.type(">5 -3 -1 -1")
    page.keyboard.press("Enter")
    page.keyboard.type(">8 -4 -2 -2")
    page.keyboard.press("Enter")
    expect(page.locator("#n2-1")).to_have_text("+3")
    expect(page.locator("#n3-1")).to_have_text("+3")
    expect(page.locator("#n3-2")).to_have_text("−1")
    expect(page.locator("input[name=n4w]")).to_be_focused()


def test_p_moves_an_early_lustsolo_to_the_pflichtsoli(desk):
    page = sheet(desk)
    page.keyboard.type("132")
    page.keyboard.press("4")
    page.keyboard.press("Enter")
    page.keyboard.press("3")
    page.keyboard.type("243")
    expect(page.locator("#n2-f")).to_contain_text("Als Pflichtsolo eintragen")
    page.keyboard.press("p")
    expect(page.locator("input[name=p1s]")).to_have_value("4")
    expect(page.locator("input[name=p1v]")).to_have_value("3")
    expect(page.locator("input[name=p1a]")).to_have_value("1")
    expect(page.locator("input[name=n2w]")).to_have_value("24")
    expect(page.locator("input[name=n3w]")).to_be_focused()
    expect(page.locator("#p1-4")).to_have_text("+9")
    expect(page.locator("#n2-f")).to_be_hidden()


def test_a_scanned_code_leads_to_the_form_of_its_table(desk, site):
    tournament = drawn(8)
    page = desk(tournament)
    access = TableAccess.objects.get(session__tournament=tournament, number=2)
    page.keyboard.press("t")
    page.keyboard.type(f"{site}{access.get_absolute_url()}")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Tisch 2")
    expect(page.locator("#seat-1")).to_be_focused()
    page.keyboard.press("Escape")
    page.keyboard.press("m")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Tisch 1")


def test_f_opens_the_facts_of_a_line_and_enter_brings_the_value_back(desk):
    page = sheet(desk)
    page.keyboard.type("132244")  # seats 1 and 3 with 2, seats 2 and 4 with 4
    page.keyboard.press("f")  # the line just typed is meant, though the next one has been entered
    expect(page.get_by_role("heading", level=2).first).to_contain_text("Zeile 2")
    expect(page.get_by_label("Re: Plätze")).to_be_focused()
    page.keyboard.type("24")
    page.keyboard.press("Tab")
    page.keyboard.type("151")
    page.keyboard.press("Tab")
    page.keyboard.type("R")  # Re said
    expect(page.locator("#answer")).to_contain_text("Re gewinnt: 4")
    expect(page.locator("#answer")).to_contain_text("Der getippte Wert stimmt")
    page.get_by_label("Fuchs gefangen Re").fill("1")
    page.keyboard.press("Enter")
    keep = page.get_by_role("button", name="Getipptes lassen")
    expect(keep).to_be_focused()  # Enter out of habit overwrites nothing
    page.get_by_role("button", name="Wert in die Liste übernehmen").press("Enter")
    expect(page.locator("input[name=n3w]")).to_be_focused()
    expect(page.locator("input[name=n2v]")).to_have_value("5")
    expect(page.locator("#n2-2r")).to_have_text("3")
    expect(page.locator("#n2-facts")).to_have_class(re.compile("known"))
    page.locator("input[name=n2v]").fill("4")
    page.keyboard.press("Enter")
    expect(page.locator("#n2-f")).to_contain_text("Nach den Angaben")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("angefangen")).to_be_visible()
    assert [deal.outcome is None for deal in Deal.objects.order_by("row")] == [True, False]


def test_what_is_typed_around_a_line_survives_the_facts_page(desk):
    page = sheet(desk)
    page.keyboard.type("132")
    page.keyboard.type("nonsense")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("f")
    expect(page.get_by_label("Re: Plätze")).to_be_focused()
    page.context.set_offline(True)
    page.keyboard.press("Escape")
    expect(page.get_by_text("Keine Verbindung")).to_be_visible()
    page.context.set_offline(False)
    page.keyboard.press("Escape")
    expect(page.locator("input[name=n1w]")).to_have_value("13")
    expect(page.locator("input[name=n2w]")).not_to_have_value("")
    expect(page.locator("input[name=n1w]")).to_be_focused()


def test_a_key_hit_twice_is_marked_before_the_rest_of_the_sheet_lands_in_the_field(desk):
    page = sheet(desk)
    page.keyboard.type("113")
    field = page.locator("input[name=n1w]")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#n1-f")).to_contain_text("doppelt")
    field.fill("13")
    expect(field).to_have_attribute("aria-invalid", "false")
    expect(page.locator("#n1-f")).to_be_hidden()


def test_points_after_an_equals_sign_tell_who_played_alone(desk):
    page = sheet(desk)
    page.keyboard.type("=3 -1 -1 -1")
    page.keyboard.press("Enter")
    expect(page.locator("#n1")).to_have_class(re.compile("alone"))
    expect(page.locator("#n1-f")).not_to_contain_text("Zwei Spieler")


def test_the_penalties_have_one_line_more_than_are_used(desk):
    page = sheet(desk)
    for line in (1, 2, 3):
        for seat, points in enumerate(("-3", "1", "1", "1"), start=1):
            page.locator(f"input[name=x{line}_{seat}]").fill(points)
    page.locator("input[name=x3_4]").press("Enter")
    expect(page.locator("#x3-1r")).to_have_text("−9")
    expect(page.locator("#total-1")).to_have_text("−9")
    expect(page.locator("input[name=x4_1]")).to_have_value("")


def test_from_any_field_t_goes_to_another_table_and_a_scanner_too(desk, site):
    tournament = drawn(8)
    page = desk(tournament, "sessions/1/tables/1/sheet/")
    page.keyboard.press("t")
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Tisch 2")
    expect(page.locator("input[name=n1w]")).to_be_focused()
    page.keyboard.press("Escape")
    page.keyboard.press("g")
    expect(page.locator("#seat-1")).to_be_focused()
    access = TableAccess.objects.get(session__tournament=tournament, number=1)
    page.keyboard.type(f"{site}{access.get_absolute_url()}")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Tisch 1")


def test_a_row_copied_from_a_spreadsheet_is_spread_over_the_seats(desk):
    page = desk(drawn(4), "sessions/1/tables/1/")
    page.locator("#seat-1").evaluate(
        """(field) => {
            const data = new DataTransfer();
            data.setData("text", "12\\t-5\\t-7\\t0\\n");
            field.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true}));
        }"""
    )
    values = [page.locator(f"#seat-{seat}").input_value() for seat in (1, 2, 3, 4)]
    assert values == ["12", "-5", "-7", "0"]
    expect(page.locator("[data-sum-out]")).to_have_text("0")


def test_a_correction_by_keyboard_asks_for_its_reason_and_shows_what_it_changes(desk):
    tournament = drawn(4)
    save_sheet(tournament, None, 1, 1, legal_rows(4, penalties=False))
    verify_table(tournament, None, 1, 1)
    page = desk(tournament, "sessions/1/tables/1/sheet/")
    page.locator("input[name=n1v]").fill("9")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#correct-reason")).to_be_focused()
    page.keyboard.type("Verlesen")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("heading", name="Was die Korrektur ändert")).to_be_in_viewport()
    expect(page.get_by_role("button", name="Korrigieren")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Tisch 1 ist korrigiert")).to_be_visible()


def test_a_second_keying_that_differs_stops_at_the_line(desk):
    tournament = drawn(4)
    rows = legal_rows(4, penalties=False)
    save_sheet(tournament, None, 1, 1, rows)
    page = desk(tournament, "sessions/1/tables/1/second/")
    typed = from_rows(rows_from_records(4, rows), 4, DDV)
    last = next(n for n in range(20, 0, -1) if typed.normal[n - 1].w not in ("", "0"))
    keys = sheet_keys(typed)
    for key in keys:
        page.keyboard.press(key)
    page.locator(f"input[name=n{last}v]").fill("14")
    page.keyboard.press("Control+Enter")
    expect(page.locator(f"input[name=n{last}w]")).to_be_focused()
    expect(page.locator(f"input[name=n{last}w]")).to_be_in_viewport()
