"""A sheet saved into a dead network: what was typed stays, and is sent when the network is back."""

import pytest
from playwright.sync_api import expect

from tests.tournaments.actions.play import drawn, stored_points
from tournaments.actions.staff import set_staff

pytestmark = pytest.mark.django_db(transaction=True)


def test_what_was_typed_outlives_a_dead_network(page, site, sign_in, director):
    tournament = drawn(4)
    set_staff(tournament, None, username=director.username, role="director")
    sign_in(page, director)
    page.goto(f"{site}/desk/{tournament.slug}/sessions/1/tables/1/")
    warning = page.get_by_text("Keine Verbindung")
    expect(warning).to_be_hidden()
    for total in ("12", "-12", "3", "-3"):
        page.keyboard.type(total)
        if total == "-3":
            page.context.set_offline(True)
        page.keyboard.press("Enter")
    expect(warning).to_be_visible()
    assert [page.locator(f"#seat-{n}").input_value() for n in (1, 2, 3, 4)] == [
        "12", "-12", "3", "-3",
    ]  # fmt: skip
    assert stored_points(tournament) == {1: [None] * 4}
    page.context.set_offline(False)
    page.keyboard.press("Enter")
    expect(page.get_by_text("Tisch 1 ist gespeichert.")).to_be_visible()
    assert stored_points(tournament) == {1: [12, -12, 3, -3]}
