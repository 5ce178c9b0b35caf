"""Two who have the same form open: nothing is overwritten unseen, nothing typed is lost."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments import factories
from tournaments.actions.undo import undo
from tournaments.models import LogEntry, Player

pytestmark = pytest.mark.django_db


class Browser:
    """A director's window with one form open."""

    def __init__(self, account, address):
        self.client, self.address = Client(), address
        self.client.force_login(account)
        self.open()

    def open(self):
        self.answer = self.client.get(self.address, headers={"accept-language": "en"})
        return self

    def send(self, **typed):
        """Send the form as it stands on the page, with what is typed over it."""
        form = self.answer.context["form"]
        values = {}
        for field in form:
            values[field.html_name] = field.value()
            if field.field.show_hidden_initial:
                values[field.html_initial_name] = hidden(self.page, field.html_initial_name)
        values = {name: value for name, value in {**values, **typed}.items() if value is not None}
        ticked = {name: value for name, value in values.items() if value is not False}
        self.answer = self.client.post(self.address, ticked, headers={"accept-language": "en"})
        return self.answer.status_code

    @property
    def page(self):
        return self.answer.content.decode()

    @property
    def faults(self):
        return self.answer.context["form"].errors

    def shown(self, name):
        return str(self.answer.context["form"][name].value())


def hidden(page, name):
    found = re.search(rf'<input type="hidden" name="{name}"(?: value="([^"]*)")?', page)
    return (found[1] or "") if found else None


@pytest.fixture
def anna():
    return factories.user("anna", first_name="Anna", last_name="Muster")


@pytest.fixture
def bert():
    return factories.user("bert", first_name="Bert", last_name="Beispiel", is_superuser=True)


@pytest.fixture
def tournament(anna):
    return factories.tournament(anna)


@pytest.fixture
def settings_of_both(anna, bert, tournament):
    address = reverse("settings", args=[tournament.slug])
    return Browser(anna, address), Browser(bert, address)


def test_a_form_without_a_mark_overwrites_the_race_that_the_mark_ends(tournament, settings_of_both):
    first, second = settings_of_both
    assert first.send(place="Celle") == 302
    assert second.send(place="Peine", seen="") == 302
    tournament.refresh_from_db()
    assert tournament.place == "Peine"


def test_the_second_is_told_who_changed_what_and_keeps_what_was_typed(tournament, settings_of_both):
    first, second = settings_of_both
    assert first.send(place="Celle", minutes="90") == 302
    assert second.send(place="Peine", name="Pokal") == 409, second.faults
    tournament.refresh_from_db()
    assert (tournament.name, tournament.place) == ("Herbstturnier", "Celle")
    [told] = second.faults["__all__"]
    assert "Anna Muster changed place: “Hameln” → “Celle”" in told
    assert "minutes at a table of four" in told
    assert second.faults["place"] == ["Stored now: Celle"]
    # What only the first touched stays as it is stored; what the second typed is there.
    assert [second.shown(n) for n in ("place", "name", "minutes")] == ["Peine", "Pokal", "90"]
    assert second.send() == 302
    tournament.refresh_from_db()
    assert (tournament.name, tournament.place) == ("Pokal", "Peine")
    assert {session.minutes for session in tournament.sessions.all()} == {90}


def test_the_second_may_leave_it(tournament, settings_of_both):
    first, second = settings_of_both
    first.send(place="Celle")
    second.send(place="Peine")
    assert "Keep what is stored" in second.page
    assert second.open().shown("place") == "Celle"
    assert LogEntry.objects.filter(action="change_settings").count() == 1


def test_who_saves_again_after_a_third_is_told_again(tournament, settings_of_both):
    first, second = settings_of_both
    first.send(place="Celle")
    second.send(place="Peine")
    first.open().send(place="Uelzen")
    assert second.send() == 409
    assert "“Celle” → “Uelzen”" in second.faults["__all__"][0]
    assert "“Hameln”" not in second.faults["__all__"][0]


def test_other_changes_of_the_tournament_are_no_conflict(tournament, settings_of_both):
    factories.entries(tournament, 3)
    assert settings_of_both[1].send(place="Peine") == 302


def test_an_undo_meanwhile_counts_as_a_change(anna, tournament, settings_of_both):
    first, second = settings_of_both
    first.send(place="Celle")
    second.open()
    undo(tournament, anna, LogEntry.objects.get(action="change_settings").revision, reason="nein")
    assert second.send(place="Peine") == 409
    assert "“Celle” → “Hameln”" in second.faults["__all__"][0]


def test_a_fault_comes_before_the_conflict_and_loses_nothing(tournament, settings_of_both):
    first, second = settings_of_both
    first.send(place="Celle")
    assert second.send(place="Peine", minutes="viele") == 200
    assert second.shown("minutes") == "viele"
    assert second.send(minutes="95") == 409
    assert [second.shown(n) for n in ("place", "minutes")] == ["Peine", "95"]


@pytest.fixture
def person_of_both(anna, bert, tournament):
    factories.entries(tournament, 1)
    address = reverse("entry", args=[tournament.slug, 1])
    return Browser(anna, address), Browser(bert, address)


def test_two_who_correct_a_player(person_of_both):
    first, second = person_of_both
    assert first.send(last_name="Habicht", publish_name="on") == 302
    assert second.send(last_name="Falke", ddv_number="0815") == 409
    assert Player.objects.get().list_name == "Habicht, Ute"
    assert "Anna Muster changed last name: “Adler” → “Habicht”" in second.faults["__all__"][0]
    assert second.faults["last_name"] == ["Stored now: Habicht"]
    assert second.send() == 302
    player = Player.objects.get()
    assert (player.list_name, player.ddv_number) == ("Falke, Ute", "0815")
    assert player.publish_name  # the second never touched it


def test_a_player_s_consent_is_told_in_words(person_of_both):
    first, second = person_of_both
    first.send(publish_name="on")
    second.open()
    first.open().send(publish_name=None)
    assert second.send(last_name="Falke") == 409
    assert "“yes” → “no”" in second.faults["__all__"][0]


def test_only_this_player_s_changes_are_told(tournament, person_of_both):
    first, second = person_of_both
    factories.entries(tournament, 1)
    other = Browser(factories.user(is_superuser=True), reverse("entry", args=[tournament.slug, 2]))
    assert other.send(last_name="Specht") == 302
    assert second.send(ddv_number="0815") == 302
    first.open().send(last_name="Habicht")
    second.open()
    other.open().send(last_name="Kauz")
    first.open().send(last_name="Milan")
    assert second.send(last_name="Falke") == 409
    assert "Kauz" not in second.faults["__all__"][0]
