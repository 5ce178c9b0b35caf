"""What holds for every change: the database has the last word, and it is a sentence."""

import pytest

from tests.tournaments import factories
from tournaments.actions.core import Refused, change, office_change
from tournaments.models import Club, LogEntry, Tournament

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("office", [True, False])
def test_what_the_database_refuses_is_a_sentence_and_changes_nothing(office):
    tournament = factories.tournament()
    Club.objects.create(name="Herz 10 Hameln")
    before = LogEntry.objects.count()

    def the_same_club_again():
        opened = office_change(None, "add_club") if office else change(tournament, None, "add_club")
        with opened:
            Tournament.objects.update(name="half a change")
            Club.objects.create(name="HERZ 10 Hameln")

    with pytest.raises(Refused) as refused:
        the_same_club_again()
    assert refused.value.code == "conflict"
    assert Tournament.objects.get().name == "Herbstturnier"
    assert LogEntry.objects.count() == before
