"""The facts of a line at the desk: explained, compared, and nothing of the sheet is lost."""

import html
import json
import re

import pytest

from tests.tournaments.actions.play import drawn, legal_rows, with_facts
from tests.tournaments.pages.test_desk_play import Desk, hidden, queries
from tests.tournaments.pages.test_desk_sheet import fields_of
from tournaments.actions.results import save_sheet, verify_table
from tournaments.models import Deal, Table

pytestmark = pytest.mark.django_db

# Re with a called Re, 151 card points and a fox: won 1, under 90 1, Re 2, fox 1.
FIVE = {
    "game": "normal",
    "re": "13",
    "card_points": "151",
    "call_re": "announced",
    "call_kontra": "none",
    "fox_re": "1",
}


@pytest.fixture
def desk(client):
    return Desk(client, drawn(4))


def ask(desk, line="n1", do="compute", sheet=None, **facts):
    data = {"once": "a", "seen": desk.seen("sheet", 1, 1), **(sheet or {}), **facts}
    return desk.post("sheet-facts", 1, 1, **data, facts=line, do=do)


def text_of(response) -> str:
    """What stands on the page, without its markup."""
    plain = re.sub(r"<[^>]*>", " ", response.content.decode())
    return " ".join(html.unescape(plain).split())


def test_the_value_is_computed_with_every_reason_and_compared(desk):
    page = text_of(ask(desk, sheet={"n1w": "13", "n1v": "4"}, **FIVE))
    assert "Re gewinnt: 5" in page
    assert "Verlierer unter 90 TSR 7.2.2 a 1" in page
    assert "Fuchs gefangen TSR 7.2.3 1" in page
    assert "Nach den Angaben +5 −5 +5 −5" in page
    assert "Getippt +4" in page
    assert "Getippt ist etwas anderes" in page
    assert "Der getippte Wert stimmt" in text_of(ask(desk, sheet={"n1w": "13", "n1v": "5"}, **FIVE))
    assert not Deal.objects.exists()  # nothing is stored before the sheet is


def test_what_is_taken_stands_in_the_line_and_the_rest_of_the_sheet_is_as_it_was(desk):
    sheet = {"n1w": "24", "n1v": "3", "n2w": "nonsense", "p1s": "2", "p1v": "-1", "p1a": "1"}
    response = ask(desk, "n3", "take", {**sheet, "time_up": "on", "x1_2": "−3"}, **FIVE)
    page = response.content.decode()
    fields = fields_of(page)
    assert sheet.items() <= fields.items()
    assert (fields["n3w"], fields["n3v"], fields["x1_2"]) == ("13", "5", "−3")
    assert json.loads(fields["n3f"])["extras"]["fox"] == [1, 0]
    assert 'name="time_up" checked' in page
    assert "data-unsaved" in page
    assert re.search(r'name="n4w"[^>]*autofocus', page)
    fields = {name: text for name, text in fields.items() if name[0] != "x"} | {"n2w": "0"}
    desk.post("sheet", 1, 1, **fields, seen=hidden(page, "seen"), once=hidden(page, "once"))
    deal = Deal.objects.exclude(outcome=None).get()
    assert (deal.scores, deal.outcome["card_points"]) == ([5, -5, 5, -5], 151)
    again = desk.text("sheet", 1, 1)
    assert re.search(r'class="btn ghost small known" id="n3-facts"', again)
    noted = text_of(ask(desk, "n3", "", fields_of(again)))
    assert "Re gewinnt: 5" in noted  # opened again, they are explained at once


def test_what_is_typed_may_stay_and_the_difference_is_a_warning(desk):
    response = ask(desk, "n1", "keep", {"n1w": "13", "n1v": "4"}, **FIVE)
    fields = fields_of(response.content.decode())
    assert fields["n1v"] == "4"
    assert "Hinweis: Nach den Angaben kommt das Spiel auf andere Punkte" in text_of(response)
    left = ask(desk, "n1", "forget", fields)
    assert fields_of(left.content.decode())["n1f"] == ""
    assert "Hinweis" not in text_of(left)
    back = ask(desk, "n1", "back", fields, **{**FIVE, "card_points": "7"})
    assert fields_of(back.content.decode()) == fields


def test_games_played_alone_become_lines_of_their_kind(desk):
    alone = {"re": "2", "card_points": "119", "call_re": "none"}
    lost = ask(desk, "n1", "take", game="silent_marriage", **alone)
    assert fields_of(lost.content.decode())["n1w"] == "134"
    assert fields_of(lost.content.decode())["n1v"] == "1"
    assert re.search(r'value="silent_marriage" selected', lost.content.decode())
    solo = {**alone, "contract": "hearts", "card_points": "160"}
    won = ask(desk, "p1", "take", {"n1w": "13", "n1v": "1", "p1a": "1"}, **solo)
    fields = fields_of(won.content.decode())
    assert (fields["p1s"], fields["p1v"], fields["p1a"]) == ("2", "2", "1")
    assert json.loads(fields["p1f"])["contract"] == "hearts"


def test_at_a_table_of_five_the_dealer_has_no_part(client):
    desk = Desk(client, drawn(5))
    refused = ask(desk, "n3", **FIVE)  # seat 3 deals line 3
    assert refused.status_code == 422
    assert "Wer war Re?" in text_of(refused)
    taken = ask(desk, "n3", "take", {"n1w": "0", "n2w": "0"}, **{**FIVE, "re": "15"})
    fields = fields_of(taken.content.decode())
    assert (fields["n3w"], fields["n3v"]) == ("15", "5")
    assert json.loads(fields["n3f"])["seats"] == [4, 5, 1, 2]


@pytest.mark.parametrize(
    ("change", "field", "told"),
    [
        ({"re": ""}, "re", "Wer war Re?"),
        ({"re": "11"}, "re", "Wer war Re?"),
        ({"re": "17"}, "re", "Wer war Re?"),
        ({"card_points": "241"}, "card_points", "Augen von Re"),
        ({"card_points": "viele"}, "card_points", "Augen von Re"),
        ({"call_re": "no10"}, "call_re", "Re hat gesagt"),
        ({"game": "armut"}, "game", "gespielt"),
        ({"trickless": "kontra"}, "trickless", "Augen"),
        ({"doppelkopf_re": "5"}, "doppelkopf_re", "Doppelkopf Re"),
    ],
)
def test_what_cannot_be_is_said_and_stays_as_typed(desk, change, field, told):
    response = ask(desk, sheet={"n2w": "24"}, **{**FIVE, **change})
    assert response.status_code == 422
    assert told in text_of(response)
    page = response.content.decode()
    assert f'name="{field}"' in page
    assert 'name="n2w" value="24"' in page
    if field in ("re", "card_points"):
        assert f'value="{change[field]}"' in page


def test_facts_of_another_game_are_a_fault_of_their_line_with_the_way_out(desk):
    fields = fields_of(ask(desk, "n1", "take", **FIVE).content.decode())
    response = desk.post("sheet", 1, 1, **{**fields, "n1w": "2", "n1v": "1"})
    assert response.status_code == 422
    assert "einem anderen Spiel" in text_of(response)
    assert not Deal.objects.exists()
    assert 'value="Leave' not in text_of(response)
    opened = ask(desk, "n1", "", {**fields, "n1w": "2", "n1v": "1"})
    assert 'value="forget"' in opened.content.decode()


def test_of_a_verified_sheet_helpers_see_why_but_change_nothing(client):
    tournament = drawn(4)
    rows = legal_rows(4, penalties=False)
    with_facts(rows)
    save_sheet(tournament, None, 1, 1, rows)
    verify_table(tournament, None, 1, 1)
    desk = Desk(client, tournament, "helper")
    fields = fields_of(desk.text("sheet", 1, 1))
    line = next(name for name, text in fields.items() if name[-1] == "f" and text)[:-1]
    page = ask(desk, line, "", fields).content.decode()
    assert "Re gewinnt: 5" in page
    assert 'value="take"' not in page
    assert ask(desk, line, "take", fields, **FIVE).content.decode().count("data-live-form") == 0
    assert Table.objects.get().state == Table.State.VERIFIED


def test_a_sheet_that_its_facts_speak_against_is_doubtful_until_somebody_says_why_it_stands(client):
    tournament = drawn(4)
    rows = legal_rows(4, penalties=False)
    with_facts(rows, value=4)
    save_sheet(tournament, None, 1, 1, rows)
    desk = Desk(client, tournament)
    assert "Hinweis: Nach den Angaben" in text_of(desk.get("overview"))
    seen = desk.seen("sheet", 1, 1)
    desk.post("verify-table", 1, 1, seen=seen, once="a")
    assert Table.objects.get().state == Table.State.ENTERED
    desk.post("verify-table", 1, 1, seen=seen, once="b", reason="So am Tisch vereinbart")
    assert Table.objects.get().state == Table.State.VERIFIED
    assert "Hinweis: Nach den Angaben" not in text_of(desk.get("overview"))


def test_the_page_itself_is_only_a_step_of_the_sheet(desk):
    response = desk.get("sheet-facts", 1, 1)
    assert response.status_code == 302
    assert ask(desk, "n99", "compute", **FIVE).status_code == 404
    assert ask(desk, "x1", "compute", **FIVE).status_code == 404
    assert ask(desk, "", "compute", **FIVE).status_code == 404


def test_a_sheet_with_facts_asks_no_more_of_the_database(client):
    counts = []
    for with_some in (False, True):
        desk = Desk(client, drawn(4))
        rows = legal_rows(4, penalties=False)
        if with_some:
            with_facts(rows)
        save_sheet(desk.tournament, None, 1, 1, rows)
        counts.append(queries(client, desk.url("sheet", 1, 1)))
    assert counts[0] == counts[1]
