"""Keying again at the desk: blind, in the order of the pile, stopping where it differs."""

import pytest

from tests.tournaments import factories
from tests.tournaments.actions.play import drawn, legal_rows
from tests.tournaments.pages.test_desk_play import Desk, hidden, totals
from tests.tournaments.pages.test_desk_sheet import form_of
from tournaments.actions.results import save_sheet, save_totals
from tournaments.models import Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(client):
    return Desk(client, drawn(12), role="helper")


def typist(desk, name):
    account = factories.staff(desk.tournament, "helper")
    account.first_name = name
    account.save()
    return account


def test_the_pile_is_by_typist_in_the_order_typed(desk):
    ute, bo = typist(desk, "Ute"), typist(desk, "Bo")
    save_totals(desk.tournament, ute, 1, 3, [1, -1, 0, 0])
    save_totals(desk.tournament, bo, 1, 1, [1, -1, 0, 0])
    save_totals(desk.tournament, ute, 1, 2, [1, -1, 0, 0])
    page = desk.text("pile", 1)
    at = [page.index(f">{text}<") for text in ("Tisch 3", "Tisch 2", "Tisch 1")]
    assert at == sorted(at)
    assert "Nächste prüfen" in desk.text("overview")
    order = []
    for _sheet in range(3):
        where = desk.get("check-next", 1).url
        order.append(int(where.split("/")[-3]))
        response = desk.client.post(
            where, totals("1", "-1", "0", "0", seen=desk.seen("second-keying", 1, order[-1]))
        )
        assert response.url == desk.url("check-next", 1)
    assert order == [3, 2, 1]
    assert set(Table.objects.values_list("state", flat=True)) == {"verified"}
    assert desk.get("check-next", 1).url == desk.url("overview")


def test_nobody_is_sent_to_a_sheet_of_ones_own(desk):
    me = Desk(desk.client, desk.tournament, role="helper")
    user = desk.tournament.staff.order_by("-pk").first().user
    save_totals(me.tournament, user, 1, 1, [1, -1, 0, 0])
    assert me.get("check-next", 1).url == me.url("pile", 1)
    assert "selbst getippt" in me.text("pile", 1)


def test_totals_are_blind_until_a_difference_is_asked_for(desk):
    save_totals(desk.tournament, typist(desk, "Ute"), 1, 1, [37, -41, 4, 0])
    page = desk.text("second-keying", 1, 1)
    assert "−41" not in page
    assert ">37<" not in page
    seen = hidden(page, "seen")
    typed = totals("37", "-41", "0", "4", seen=seen, once="k")
    response = desk.post("second-keying", 1, 1, **typed)
    page = response.content.decode()
    assert response.status_code == 409
    assert page.count("weicht von der ersten Eingabe ab") == 2
    assert "Erste Eingabe</th>" not in page
    page = desk.post("second-keying", 1, 1, **typed, reveal="1").content.decode()
    assert "Erste Eingabe</th>" in page
    assert "Meine stimmt" in page
    response = desk.post("second-keying", 1, 1, **totals("x", "", "1", "1", seen=seen))
    assert response.status_code == 422
    desk.post("table", 1, 1, **totals("37", "-41", "0", "4", seen=hidden(page, "seen")))
    assert [s.points for s in Table.objects.get(number=1).seats.all()] == [37, -41, 0, 4]


def test_a_sheet_that_is_keyed_without_its_last_line_differs_at_the_end(desk):
    rows = legal_rows(4, penalties=False)
    save_sheet(desk.tournament, typist(desk, "Ute"), 1, 1, rows)
    data = form_of(rows, 4)
    seen = hidden(desk.text("second-keying", 1, 1), "seen")
    without = {name: value for name, value in data.items() if not name.startswith("n20")}
    response = desk.post("second-keying", 1, 1, **without, seen=seen)
    assert response.status_code == 409
    assert "weichen am Ende der Liste voneinander ab" in response.content.decode()


def test_a_sheet_stops_at_the_first_line_that_differs(desk):
    rows = legal_rows(4, penalties=False)
    save_sheet(desk.tournament, typist(desk, "Ute"), 1, 1, rows)
    page = desk.text("second-keying", 1, 1)
    assert 'name="n1w" value=""' in page
    data = form_of(rows, 4)
    right = data["n2w"]
    data["n2w"] = "34" if right != "34" else "12"
    live = desk.post("check-second", 1, 1, n1w=data["n1w"], n1v=data["n1v"]).content.decode()
    assert "weicht von der ersten" not in live
    live = desk.post("check-second", 1, 1, **data).content.decode()
    assert live.count("weicht von der ersten") == 1
    seen = hidden(page, "seen")
    response = desk.post("second-keying", 1, 1, **data, seen=seen)
    page = response.content.decode()
    assert response.status_code == 409
    assert "in Zeile 2 voneinander ab" in page
    assert 'class="differing"' not in page
    page = desk.post("second-keying", 1, 1, **data, seen=seen, reveal="1").content.decode()
    assert 'class="differing"' in page
    data["n2w"] = right
    assert desk.post("second-keying", 1, 1, **data, seen=seen).status_code == 302
    assert Table.objects.get(number=1).state == "verified"


def test_a_sheet_can_be_checked_by_its_totals(desk):
    rows = legal_rows(4)
    save_sheet(desk.tournament, typist(desk, "Ute"), 1, 1, rows)
    points = [str(s.points) for s in Table.objects.get(number=1).seats.all()]
    seen = desk.seen("second-keying", 1, 1)
    url = desk.url("second-keying", 1, 1) + "?by=totals"
    assert desk.client.post(url, totals(*points, seen=seen)).status_code == 302
    assert Table.objects.get(number=1).state == "verified"
