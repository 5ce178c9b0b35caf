"""People and clubs, corrected and erased across tournaments."""

import json

import pytest

from tests.tournaments import factories
from tournaments.actions.address_book import club_named, correct_player, erase_player
from tournaments.actions.closing import close_tournament
from tournaments.actions.core import AlreadyApplied, Refused
from tournaments.actions.entries import add_entry, withdraw
from tournaments.models import Club, LogEntry, Player, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def ute(tournament):
    return add_entry(
        tournament,
        None,
        first_name="Ute",
        last_name="Adlerhorst",
        club_name="Herz",
        ddv_number="1001",
        publish_name=True,
    ).player


def test_a_club_is_known_by_its_folded_name():
    club = club_named("Skat & Bär")
    assert club_named("  skat BAR ") == club
    assert club_named("") is None
    assert club_named(" \x00 ") is None
    assert Club.objects.count() == 1
    with pytest.raises(Refused) as caught:
        club_named("&&")
    assert caught.value.where == "club_name"


def test_a_correction_is_logged_before_and_after(ute, tournament, director, one_change):
    with one_change(tournament, "correct_player") as log:
        correct_player(director, ute, last_name="Adler", club_name="Neuer Club", publish_name=False)
    assert (ute.last_name, ute.first_name, ute.club.name) == ("Adler", "Ute", "Neuer Club")
    assert (log().before["last_name"], log().after["last_name"]) == ("Adlerhorst", "Adler")
    assert (log().before["publish_name"], log().after["publish_name"]) == (True, False)
    correct_player(director, ute, club_name="")
    assert ute.club is None


def test_every_tournament_of_the_person_logs_it_even_a_closed_one(ute, tournament, director):
    other, third = factories.tournament(), factories.tournament()
    add_entry(other, None, player=ute)
    close_tournament(other, None, drop_planned=True)
    before = {t.pk: t.revision for t in Tournament.objects.all()}
    correct_player(director, ute, first_name="Uta")
    after = {t.pk: t.revision for t in Tournament.objects.all()}
    assert after == {
        tournament.pk: before[tournament.pk] + 1,
        other.pk: before[other.pk] + 1,
        third.pk: before[third.pk],
    }
    assert LogEntry.objects.filter(action="correct_player").count() == 2


def test_a_taken_ddv_number_is_refused(ute, tournament, director, no_change):
    other = add_entry(tournament, None, last_name="Brandt").player
    with no_change(tournament), pytest.raises(Refused, match="Adlerhorst") as caught:
        correct_player(director, other, ddv_number="1001")
    assert caught.value.where == "ddv_number"
    correct_player(director, ute, ddv_number="1001")


@pytest.mark.parametrize("name", ["", "\x00", "=A1", "<i>", "x" * 61])
def test_a_bad_name_is_refused_and_the_old_one_stays(ute, tournament, director, name, no_change):
    with no_change(tournament), pytest.raises(Refused) as caught:
        correct_player(director, ute, last_name=name)
    assert caught.value.where == "last_name"
    assert Player.objects.get().last_name == "Adlerhorst"


@pytest.mark.parametrize("action", [correct_player, erase_player])
@pytest.mark.parametrize("role", ["helper", "referee", None])
def test_only_a_director_may(ute, tournament, action, role, no_change):
    actor = factories.staff(tournament, role) if role else factories.user()
    with no_change(tournament), pytest.raises(Refused) as caught:
        action(actor, ute)
    assert caught.value.code == "role"


def test_who_plays_nowhere_is_the_office_s(director):
    player = Player.objects.create(last_name="Frei")
    for action in (correct_player, erase_player):
        with pytest.raises(Refused):
            action(director, player)
    office = factories.user(is_superuser=True)
    correct_player(office, player, last_name="Freier")
    assert LogEntry.objects.get().tournament is None
    erase_player(office, player)
    assert player.last_name == f"#{player.pk}"


def test_the_same_key_is_applied_once(ute, tournament, director, one_change):
    with one_change(tournament, "correct_player"):
        correct_player(director, ute, first_name="Uta", key="k")
        with pytest.raises(AlreadyApplied):
            correct_player(director, ute, first_name="Uwe", key="k")
    assert Player.objects.get().first_name == "Uta"
    with one_change(tournament, "erase_player"):
        erase_player(director, ute, key="l")
        with pytest.raises(AlreadyApplied):
            erase_player(director, ute, key="l")


def test_erased_the_name_is_nowhere_any_more_and_the_entry_stays(ute, tournament, director):
    correct_player(director, ute, first_name="Uta")
    withdraw(tournament, director, 1, reason="Adlerhorst, Uta ist krank")
    revision = Tournament.objects.get().revision
    erase_player(director, ute)
    player = Player.objects.get()
    assert player.public_name == player.list_name == f"#{player.pk}"
    assert (player.club, player.ddv_number, player.sort_key) == (None, "", str(player.pk))
    assert player.erased_at
    assert tournament.entries.get().player == player
    assert Tournament.objects.get().revision == revision + 1
    for entry in LogEntry.objects.all():
        told = json.dumps([entry.subject, entry.before, entry.after, entry.reason])
        for word in ("Adlerhorst", "Uta", "Ute", "1001", "Herz"):
            assert word not in told
    with pytest.raises(Refused):
        correct_player(director, player, last_name="Adler")
    with pytest.raises(Refused):
        add_entry(factories.tournament(), None, player=player)


def test_who_played_elsewhere_too_is_erased_by_who_directs_everywhere(ute, tournament, director):
    other = factories.tournament(factories.director())
    add_entry(other, None, player=ute)
    with pytest.raises(Refused):
        erase_player(director, ute)
    erase_player(factories.user(is_superuser=True), ute)
    assert {t.log.first().action for t in (tournament, other)} == {"erase_player"}
