"""A director runs a whole tournament in the browser, from signing in to closing it.

The sheets are legal ones, made by the rules. What the browser shows in the end is compared with
a ranking that the test computes for itself from the same sheets: plain sums, shared ranks.
"""

import csv
import io
import re
from collections import defaultdict
from collections.abc import Mapping

import pytest
from playwright.sync_api import Download, Page, expect
from pypdf import PdfReader

from rules.ruleset import DDV
from scoring.simulated_sheets import PlayedSheet, simulated_sheet
from tests.browser.keys import type_sheet
from tournaments.actions.sheets import rows_from_records
from tournaments.pages.desk.sheet_stored import from_rows

pytestmark = pytest.mark.django_db(transaction=True)

# 13 players: two tables of four and one of five.
PEOPLE = """Nachname;Vorname;Verein;DDV-Nummer
Ährenfeld;Öznur;Fuchs & Co. Probestadt;9001
Beispiel;Ute;Herz Zehn Musterhausen;
Beispielmann-Übermut;Karl-Theodor;;
Çelik-Probe;Mina;Fuchs & Co. Probestadt;9004
Dummy;Dörte;;
Erfunden;Emil;Herz Zehn Musterhausen;
Fiktiv;Franka;;
Groß;Gösta;;
Muster;Max;;
von der Probe-Lüneburg;Konstanze;;
Platzhalter;Pia;;
Ungenannt;Uwe;;
Zufall;Zoë;;
"""
SEED = {1: 11, 2: 23}


def heading(page: Page):
    return page.get_by_role("heading", level=1)


def seats_at(page: Page) -> list[str]:
    """The names at the table whose totals page is open, in seat order."""
    return page.locator("form.totals tbody label").all_inner_texts()


def download(page: Page, button: str) -> Download:
    with page.expect_download() as waiting:
        page.get_by_role("button", name=button).first.click()
    return waiting.value


def text_of(pdf: Download) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(pdf.path()).pages)


def type_totals(page: Page, totals: tuple[int, ...]) -> None:
    for total in totals:
        expect(page.locator("form.totals input:focus")).to_have_value("")
        page.keyboard.type(str(total))
        page.keyboard.press("Enter")


def play_session(page: Page, number: int) -> dict[str, int]:
    """Type every table's result: the first deal by deal, the others as totals. Points by name."""
    points: dict[str, int] = {}
    page.keyboard.press("e")
    for table in (1, 2, 3):
        if table == 2:  # after a sheet the next table waits for a sheet: this one has totals
            expect(page.locator("input[name=n1w]")).to_be_focused()
            page.keyboard.press("Escape")
            page.keyboard.press("g")
        expect(page.locator("#seat-1")).to_be_focused()
        names = seats_at(page)
        sheet = simulated_sheet(len(names), SEED[number] + table, penalties=table == 2)
        points |= dict(zip(names, sheet.totals, strict=True))
        if table == 1:
            type_deal_by_deal(page, sheet)
        else:
            type_totals(page, sheet.totals)
        if table < 3:
            expect(heading(page)).to_contain_text(f"Tisch {table + 1}")
    expect(heading(page)).to_have_text(re.compile("abschließen"))
    return points


def type_deal_by_deal(page: Page, sheet: PlayedSheet) -> None:
    page.keyboard.press("Escape")
    page.keyboard.press("l")
    expect(page.locator("input[name=n1w]")).to_be_focused()
    rows = rows_from_records(sheet.table_size, sheet.record()["rows"])
    type_sheet(page, from_rows(rows, sheet.table_size, DDV))
    for seat, total in enumerate(sheet.totals, start=1):
        expect(page.locator(f"#total-{seat}")).to_have_text(str(total).replace("-", "−"))
    page.keyboard.press("Control+Enter")


def ranking(points: Mapping[str, list[int]]) -> list[tuple[int, str, int]]:
    """(rank, name, sum), best first: equal sums share a rank and the next rank skips."""
    sums = {name: sum(sessions) for name, sessions in points.items()}
    return [
        (1 + sum(other > total for other in sums.values()), name, total)
        for name, total in sorted(sums.items(), key=lambda item: -item[1])
    ]


def test_a_whole_tournament(page, new_page, site, sign_in, director):
    sign_in(page, director)

    # Create the tournament.
    page.get_by_role("link", name="Turnier anlegen").click()
    page.get_by_label("Name").fill("Probepokal")
    page.get_by_label("Datum").fill("2026-10-03")
    page.get_by_label("Ort").fill("Gasthof Zur Probe, Musterhausen")
    page.get_by_label("Spielrunden").fill("2")
    page.get_by_role("button", name="Turnier anlegen").click()
    expect(page.locator("header strong")).to_have_text("Probepokal")
    desk = f"{site}/desk/probepokal/"

    # Players: pasted, looked at, entered, checked in.
    page.goto(f"{desk}players/import/")
    page.locator("textarea").fill(PEOPLE)
    page.get_by_role("button", name="Zeigen, was geschieht").click()
    expect(page.locator("table.preview tbody tr")).to_have_count(13)
    page.get_by_role("button", name="13 Personen").click()
    page.get_by_role("button", name="Alle sind da").click()
    expect(page.locator(".counts")).to_contain_text("13 anwesend")

    points: dict[str, list[int]] = defaultdict(list)
    for number in (1, 2):
        # Draw, look at it, draw again, release; before that the public sees no seat.
        page.goto(desk)
        page.keyboard.press("d")
        expect(page).to_have_url(f"{desk}sessions/{number}/")
        expect(page.locator(".tile")).to_have_count(3)
        first_seed = page.locator(".next .what .num").last.inner_text()
        page.keyboard.press("n")
        expect(page.locator(".next .what .num").last).not_to_have_text(first_seed)
        visitor = new_page(width=390, height=844)
        visitor.goto(f"{site}/t/probepokal/seats/{number}/")
        expect(visitor.locator("body")).not_to_contain_text("Tisch 1")
        page.keyboard.press("f")
        expect(page.get_by_role("button", name="Uhr starten")).to_be_visible()
        visitor.goto(f"{site}/t/probepokal/seats/{number}/")
        expect(visitor.locator("body")).to_contain_text("Tisch 1")

        # Print: a sheet for every table.
        page.goto(f"{desk}print/")
        sheets = PdfReader(download(page, "Spiellisten").path())
        assert len(sheets.pages) == 3

        # Play: start the clock, type the results, close the session.
        page.goto(f"{desk}sessions/{number}/")
        page.keyboard.press("c")
        expect(page.locator(".clock b").first).to_have_text(re.compile(r"^\d+:\d\d$"))
        page.goto(desk)
        for name, total in play_session(page, number).items():
            points[name].append(total)
        page.goto(f"{desk}sessions/{number}/")
        page.get_by_role("button", name="Runde abschließen").click()
        page.wait_for_load_state()

    expected = ranking(points)
    assert len(expected) == 13

    # The final list: on the desk, in the spreadsheet, on paper.
    page.goto(f"{desk}standings/")
    rows = page.locator("table tbody tr")
    expect(rows).to_have_count(13)
    page.goto(f"{desk}print/")
    with page.expect_download() as waiting:
        page.locator("a[href$='standings.csv']").click()
    listed = list(
        csv.reader(io.StringIO(waiting.value.path().read_text("utf-8-sig")), delimiter=";")
    )
    header, body = listed[0], [row for row in listed[1:] if row and row[0].strip("=").isdigit()]
    rank, last, first, total = map(header.index, ("Rang", "Nachname", "Vorname", "Summe"))
    shown = {
        (int(row[rank]), ", ".join(filter(None, (row[last], row[first]))), int(row[total]))
        for row in body
    }
    assert shown == set(expected)

    final = text_of(download(page, "Endstand"))
    lines = [line.replace("\u2212", "-") for line in final.splitlines()]
    for rank, name, total in expected:
        found = [line for line in lines if name in line]
        assert len(found) == 1, (name, final)
        numbers = [int(n) for n in re.findall(r"(?<![\w.])-?\d+", found[0].replace(name, " "))]
        assert rank in numbers
        assert total in numbers

    # Close. The public still sees the standings, and without consent initials only.
    page.goto(f"{desk}settings/")
    page.get_by_role("button", name="Turnier abschließen").click()
    expect(page.locator("header")).to_contain_text("abgeschlossen")
    visitor.goto(f"{site}/t/probepokal/")
    expect(visitor.locator("body")).to_contain_text("Probepokal")
    expect(visitor.locator("body")).not_to_contain_text("Ährenfeld")
    best = re.sub(r"[^-\d]", "", str(expected[0][2]))
    expect(visitor.locator("table tbody tr").first).to_contain_text(best)
