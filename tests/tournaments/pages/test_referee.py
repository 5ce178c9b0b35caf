"""The referee's pages: what a breach costs, given by a click more; disqualification; protests."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.tournaments.actions.play import drawn, legal_rows, stored_points
from tests.tournaments.pages.test_desk_play import ODD, Desk, hidden
from tournaments.actions.results import save_sheet, save_totals
from tournaments.actions.sessions import close_session
from tournaments.actions.tournaments import change_settings
from tournaments.models import Deal, Entry, Session

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(client):
    return Desk(client, drawn(9), role="referee")


def breach(**more):
    return {
        "breach": "minor",
        "offender": "2",
        "reason": "Karte gezeigt",
        "given_by": "Schiri Adler",
        **more,
    }


def test_points_are_computed_shown_and_then_given(desk):
    save_sheet(desk.tournament, None, 1, 1, legal_rows(4, penalties=False))
    assert 'data-key="R"' in desk.text("sheet", 1, 1)
    page = desk.post("penalty", 1, 1, **breach()).content.decode()
    assert 'name="points-2" value="-3"' in page
    assert "Das Spiel geht weiter" in page
    law = {"law": hidden(page, "law"), "seen": hidden(page, "seen")}
    points = {f"points-{n}": p for n, p in enumerate(("1", "−3", "1", "1"), start=1)}
    page = desk.post("penalty", 1, 1, **breach(breach="serious"), **law, **points).content.decode()
    assert 'name="points-2" value="-12"' in page  # another breach: its points first
    response = desk.post("penalty", 1, 1, **breach(after="99"), **law, **points)
    assert response.status_code == 422
    response = desk.post("penalty", 1, 1, **breach(after="3"), **law, **points)
    assert response.url == desk.url("sheet", 1, 1)
    assert Deal.objects.filter(table__number=1, kind="penalty").get().scores == [1, -3, 1, 1]
    page = desk.text("sheet", 1, 1)
    assert "Schiri Adler: Karte gezeigt (TSR 9.3)" in page
    assert "Strafpunkte" in desk.text("log")


def test_at_a_table_of_five_the_dealer_is_asked_for(desk):
    response = desk.post("penalty", 1, 2, **breach())
    assert response.status_code == 422
    assert "setzt der Geber aus" in response.content.decode()
    page = desk.post("penalty", 1, 2, **breach(sits_out="1")).content.decode()
    assert 'name="points-1" value="0"' in page
    for typed in ODD:
        answer = desk.post("penalty", 1, 2, **breach(sits_out=typed, absagen=typed, after=typed))
        assert answer.status_code in (200, 422)


def test_helpers_find_no_button_and_are_refused(client):
    desk = Desk(client, drawn(4), role="helper")
    assert 'data-key="R"' not in desk.text("table", 1, 1)
    page = desk.post("penalty", 1, 1, **breach()).content.decode()
    points = {f"points-{n}": p for n, p in enumerate(("1", "-3", "1", "1"), start=1)}
    response = desk.post("penalty", 1, 1, **breach(), law=hidden(page, "law"), **points)
    assert response.status_code == 422
    assert stored_points(desk.tournament)[1] == [None] * 4


def test_disqualified_is_a_word_on_every_list(desk):
    save_totals(desk.tournament, None, 1, 1, [9, -3, -3, -3])
    seat = Session.objects.get(tournament=desk.tournament, number=1).seats.first()
    number = seat.entry.start_number
    for typed in (*ODD, "9999"):
        response = desk.post("disqualify", start_number=typed, reason="x", given_by="y")
        assert response.status_code == 422
    response = desk.post("disqualify", start_number=number, reason="Betrug", given_by="Adler")
    assert response.url == desk.url("adjustments")
    assert Entry.objects.get(disqualified=True).start_number == number
    assert "Disqualifiziert" in desk.text("adjustments")
    public = desk.client.get(reverse("standings", args=(desk.tournament.slug,))).content.decode()
    assert "disqualifiziert, ohne Rang" in public
    assert "Betrug" not in public


def test_results_are_provisional_while_protests_are_heard(client):
    desk = Desk(client, drawn(4))
    save_totals(desk.tournament, None, 1, 1, [9, -3, -3, -3])
    close_session(desk.tournament, None, 1)
    public = reverse("standings", args=(desk.tournament.slug,))
    assert "Einsprüche" not in client.get(public).content.decode()
    change_settings(desk.tournament, None, protest_minutes=20)
    assert "so lange sind Einsprüche möglich" in client.get(public).content.decode()
    assert "so lange sind Einsprüche möglich" in desk.text("desk-standings")
    an_hour_ago = timezone.now() - timedelta(hours=1)
    Session.objects.filter(tournament=desk.tournament, number=1).update(closed_at=an_hour_ago)
    assert "Einsprüche" not in desk.text("desk-standings")
