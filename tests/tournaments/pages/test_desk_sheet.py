"""A sheet typed at the desk: stored exactly, checked while typing, nothing typed is lost."""

import html
import re

import pytest
from django.urls import reverse

from rules.ruleset import DDV
from tests.tournaments.actions.play import drawn, legal_rows, stored_points, with_facts
from tests.tournaments.pages.test_desk_play import Desk, hidden, queries
from tournaments.actions.results import save_sheet, save_totals
from tournaments.actions.sheets import rows_from_records
from tournaments.models import Deal, Table
from tournaments.pages.desk.sheet_stored import from_rows

pytestmark = pytest.mark.django_db


def form_of(records, size):
    """What one types for a legal sheet, field by field."""
    typed = from_rows(rows_from_records(size, records), size, DDV)
    data = {"time_up": "on"} if typed.time_up else {}
    for section, lines in (("n", typed.normal), ("p", typed.solos)):
        for number, line in enumerate(lines, start=1):
            data |= {f"{section}{number}{name}": value for name, value in vars(line).items()}
            if section == "n":  # a browser always sends what a list shows, seen or not
                data[f"n{number}k"] = line.k or "lustsolo"
    for number, line in enumerate(typed.penalties, start=1):
        data[f"x{number}a"] = line.a
        data |= {f"x{number}_{seat}": text for seat, text in enumerate(line.points, start=1)}
    return data


def fields_of(page: str) -> dict[str, str]:
    """Every line's text fields on the page, as a browser would send them."""
    found = re.findall(
        r'<input (?:class="num[^"]*"|type="hidden") name="([npx]\d[^"]*)" value="([^"]*)"', page
    )
    return {name: html.unescape(value) for name, value in found}


@pytest.fixture(params=[4, 5])
def desk(request, client):
    desk = Desk(client, drawn(request.param))
    desk.size = request.param
    return desk


@pytest.mark.parametrize("struck", [0, 4])
def test_a_sheet_goes_in_and_comes_back_as_it_was(desk, struck):
    rows = legal_rows(desk.size, seed=5, struck=struck)
    typed = form_of(rows, desk.size)
    response = desk.post("sheet", 1, 1, **typed, seen=desk.seen("sheet", 1, 1), once="a")
    assert response.status_code == 302
    deals = list(Deal.objects.order_by("row"))
    assert [(d.kind, d.soloist, d.scores) for d in deals] == [
        (row["kind"], row.get("soloist"), row.get("scores")) for row in rows
    ]
    points = [sum(d.scores[seat] for d in deals if d.scores) for seat in range(desk.size)]
    assert stored_points(desk.tournament)[1] == points
    page = desk.text("sheet", 1, 1)
    shown = fields_of(page)
    assert {name: value for name, value in typed.items() if name in shown} == {
        name: value for name, value in shown.items() if name in typed
    }
    seen = hidden(page, "seen")
    assert desk.post("sheet", 1, 1, **typed, seen=seen, once="b").status_code == 302
    assert [d.scores for d in Deal.objects.order_by("row")] == [d.scores for d in deals]


def test_running_totals_and_findings_stand_at_their_line(client):
    desk = Desk(client, drawn(4))
    data = {"n1w": "13", "n1v": "2", "n2w": "2", "n2v": "3", "n3w": "19", "n3v": "1"}
    live = desk.client.post(desk.url("check-sheet", 1, 1), data, headers={"hx-request": "true"})
    page = live.content.decode()
    assert "<html" not in page
    assert re.search(r'id="n1-1r"[^>]*>2<', page)
    assert re.search(r'id="n2-2"[^>]*>\+9<', page)
    assert re.search(r'id="n2-f"[^>]*>.*?vor seinem Pflichtsolo kein Lustsolo.*?TSR 4\.3\.1', page)
    assert "keinen Platz 9" in page
    whole = desk.post("check-sheet", 1, 1, **data).content.decode()
    assert "<html" in whole
    assert 'value="19"' in whole
    assert not Deal.objects.exists()


def test_while_typing_a_line_just_begun_is_not_called_wrong(client):
    desk = Desk(client, drawn(4))
    url = desk.url("check-sheet", 1, 1)
    live = desk.client.post(url, {"n1w": "13"}, headers={"hx-request": "true"})
    assert "Der Wert fehlt" not in live.content.decode()
    assert "Der Wert fehlt" in desk.post("check-sheet", 1, 1, n1w="13").content.decode()


def test_a_sheet_that_does_not_add_up_is_not_stored_and_nothing_typed_is_lost(client):
    desk = Desk(client, drawn(4))
    data = {**form_of(legal_rows(4, penalties=False), 4), "n3w": "=3 -1 -1 2", "n3v": ""}
    response = desk.post("sheet", 1, 1, **data, seen=desk.seen("sheet", 1, 1))
    page = response.content.decode()
    assert response.status_code == 422
    assert "Zeile 3" in page
    assert "3 statt 0" in page
    shown = fields_of(page)
    assert {name: data[name] for name in shown if name in data} == {
        name: shown[name] for name in shown if name in data
    }
    assert not Deal.objects.exists()


def test_an_unreadable_line_is_marked_and_nothing_is_stored(client):
    desk = Desk(client, drawn(4))
    data = {"n1w": "13", "n1v": "zwei", "n2w": "99", "n2v": "1", "p1s": "x", "p1v": "1"}
    response = desk.post("sheet", 1, 1, **data, seen=desk.seen("sheet", 1, 1))
    page = response.content.decode()
    assert response.status_code == 422
    assert "3 Zeilen sind nicht lesbar" in page
    assert all(f'value="{value}"' in page for value in ("zwei", "99", "x"))
    empty = desk.post("sheet", 1, 1, seen=desk.seen("sheet", 1, 1))
    assert empty.status_code == 422
    assert "noch nichts getippt" in empty.content.decode()
    assert not Deal.objects.exists()


def test_a_sheet_begun_is_kept_and_goes_on_later(client):
    desk = Desk(client, drawn(4))
    data = {"n1w": "13", "n1v": "2", "n2w": "0", "p1s": "2", "p1v": "3"}
    response = desk.post("sheet", 1, 1, **data, seen=desk.seen("sheet", 1, 1))
    assert response.url == desk.url("sheet", 1, 1)
    assert Table.objects.get().state == "open"
    shown = fields_of(desk.text("sheet", 1, 1))
    assert (shown["n1w"], shown["n2v"], shown["p1s"], shown["p1a"]) == ("13", "0", "2", "")


def test_time_up_strikes_what_is_blank_at_the_end(client):
    desk = Desk(client, drawn(4))
    data = form_of(legal_rows(4, struck=6), 4)
    assert data["time_up"]
    desk.post("sheet", 1, 1, **data, seen=desk.seen("sheet", 1, 1))
    assert Deal.objects.filter(kind="struck").count() == 6
    assert Table.objects.get().state == "entered"


def test_faults_are_stored_said_and_keep_the_table_from_being_verified(client):
    desk = Desk(client, drawn(4))
    data = {**form_of(legal_rows(4, penalties=False), 4)}
    data |= {"p1s": "", "p1v": "", "p1a": "", "time_up": "on"}
    response = desk.client.post(
        desk.url("sheet", 1, 1), {**data, "seen": desk.seen("sheet", 1, 1)}, follow=True
    )
    page = response.content.decode()
    assert "fehlt das Pflichtsolo" in page
    assert Table.objects.get().state == "entered"
    verify = reverse("verify-table", args=(desk.tournament.slug, 1, 1))
    response = client.post(
        verify, {"seen": hidden(page, "seen"), "reason": "steht so da"}, follow=True
    )
    assert "kann also nicht geprüft werden" in response.content.decode()


def test_where_the_law_is_silent_the_sheet_says_so_and_offers_the_default(client):
    """Table of five: only the dealer still owes its Pflichtsolo, and the dealer has no cards."""
    desk = Desk(client, drawn(5))
    data = {f"n{n}w": "0" for n in range(1, 26)}
    for number, soloist in enumerate((2, 3, 4, 5), start=1):
        data |= {f"p{number}s": str(soloist), f"p{number}v": "1", f"p{number}a": "0"}
    data |= {"p5s": "1", "p5v": "2"}
    page = desk.post("check-sheet", 1, 1, **data).content.decode()
    assert "die TSR sagen nicht, wer dann gibt" in page
    assert re.search(r'id="p5-d"[^>]*>2<', page)
    desk.post("sheet", 1, 1, **data, seen=desk.seen("sheet", 1, 1))
    assert Deal.objects.get(row=30).scores == [6, 0, -2, -2, -2]
    desk.post("verify-table", 1, 1, seen=desk.seen("sheet", 1, 1))
    assert Table.objects.get().state == "verified"


def test_who_comes_second_sees_the_lines_that_differ(client):
    desk = Desk(client, drawn(4))
    rows = legal_rows(4, penalties=False)
    seen = desk.seen("sheet", 1, 1)
    save_sheet(desk.tournament, None, 1, 1, rows)
    data = form_of(rows, 4)
    data |= {"n1w": "12", "n1v": "77"}
    response = desk.post("sheet", 1, 1, **data, seen=seen)
    page = response.content.decode()
    assert response.status_code == 409
    assert "12 · 77" in page
    differing = page[page.index('class="differing"') :].split("</table>")[0]
    assert differing.count("<tr>") == 2  # the head, and the one line
    assert Deal.objects.filter(score_1=77).count() == 0
    response = desk.post("sheet", 1, 1, **data, seen=hidden(page, "seen"))
    assert response.status_code == 302
    assert Deal.objects.get(row=1).scores == [77, 77, -77, -77]


def test_totals_typed_before_are_shown_and_verify_the_sheet(client):
    desk = Desk(client, drawn(4))
    rows = legal_rows(4)
    save_sheet(desk.tournament, None, 1, 1, rows)
    points = stored_points(desk.tournament)[1]
    Deal.objects.all().delete()
    Table.objects.update(state="open")
    save_totals(desk.tournament, None, 1, 1, points)
    page = desk.text("sheet", 1, 1)
    assert "nur Endstände getippt" in page
    desk.post("sheet", 1, 1, **form_of(rows, 4), seen=hidden(page, "seen"))
    assert Table.objects.get().state == "verified"


def test_facts_stay_with_their_lines_and_speak_up_when_the_points_change(client):
    desk = Desk(client, drawn(4))
    rows = legal_rows(4, penalties=False)
    first = with_facts(rows)
    second = with_facts(rows, start=first + 1)
    save_sheet(desk.tournament, None, 1, 1, rows)
    page = desk.text("sheet", 1, 1)
    data = fields_of(page)
    line = next(name for name, text in data.items() if name[-1] == "f" and text)[:-1]
    data |= {f"{line}w": "13", f"{line}v": "6"}
    desk.post("sheet", 1, 1, **data, seen=hidden(page, "seen"))
    deals = Deal.objects.order_by("row")
    assert [bool(deal.outcome) for deal in deals].count(True) == 2
    assert deals[first].scores == [6, -6, 6, -6]
    assert deals[second].outcome == rows[second]["outcome"]
    page = desk.text("sheet", 1, 1)
    assert "Nach den Angaben kommt das Spiel auf andere Punkte" in page
    assert 'name="reason"' in page  # what verifying it now needs


ODD = [
    "\x00",
    "²",
    "[" * 5_000,
    '{"re":[1],"calls":3,"extras":[]}',
    "=" * 60,
    "9" * 300,
    "<b>",
    "-",
    "P9",
    "1 2 3 4",
    "∞",
]
FIELDS = [f"n1{c}" for c in "wvksbf"] + [f"p1{c}" for c in "svabf"] + ["x1a", "x1_1", "x1_5"]
FIELDS += ["once", "seen", "time_up", "n60v", "p20v", "x30a", "n999w"]


def test_odd_input_is_never_a_broken_page(client):
    desk = Desk(client, drawn(5))
    for number, field in enumerate(FIELDS):
        for name, odd in (
            ("sheet", ODD[number % len(ODD)]),
            ("check-sheet", ODD[-number % len(ODD)]),
            ("sheet-facts", ODD[(number + 5) % len(ODD)]),
        ):
            data = {"n1w": "23", "n1v": "1", "p1s": "1", "p1v": "1", field: odd}
            assert desk.post(name, 1, 1, **data).status_code < 500
    for odd in ODD:
        assert desk.post("sheet", 1, 1, **dict.fromkeys(FIELDS, odd)).status_code < 500


def test_a_sheet_takes_as_many_queries_with_few_as_with_many_deals(client):
    counts = []
    for deals in (1, 24):
        desk = Desk(client, drawn(4))
        rows = legal_rows(4, deals=deals, penalties=False)
        save_sheet(desk.tournament, None, 1, 1, rows, complete=deals == 24)
        counts.append(queries(client, desk.url("sheet", 1, 1)))
    assert counts[0] == counts[1] <= 12
