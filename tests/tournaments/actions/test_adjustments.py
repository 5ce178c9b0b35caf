"""Points off outside the sheets: who gave them, why, and taken back without a trace lost."""

import pytest

from tests.tournaments import factories
from tournaments.actions.adjustments import adjust, withdraw_adjustment
from tournaments.actions.core import AlreadyApplied, Refused
from tournaments.models import Adjustment, LogEntry

pytestmark = pytest.mark.django_db
GIVEN = {"start_number": 2, "points": -12, "reason": "unsportlich", "given_by": "Schiri Brandt"}


@pytest.fixture
def tournament():
    tournament = factories.tournament()
    factories.entries(tournament, 4)
    return tournament


def test_a_referee_takes_points_off_and_the_log_tells(tournament):
    referee = factories.staff(tournament, "referee")
    revision = tournament.revision
    given = adjust(tournament, referee, **GIVEN, session=1, key="a")
    assert (given.points, given.session.number) == (-12, 1)
    assert tournament.revision == revision + 1
    entry = LogEntry.objects.first()
    assert {**entry.after, "given_at": None} == {
        "given_at": None,
        "points": -12, "reason": "unsportlich", "given_by": "Schiri Brandt", "session": 1
    }  # fmt: skip
    assert entry.subject.startswith("2 ")
    with pytest.raises(AlreadyApplied):
        adjust(tournament, referee, **GIVEN, key="a")
    assert Adjustment.objects.count() == 1


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"points": 0}, "points"),
        ({"points": 1000}, "points"),
        ({"reason": "  "}, "reason"),
        ({"given_by": " "}, "given_by"),
        ({"given_by": "\u202e\u200b"}, "given_by"),
        ({"reason": "\u200b"}, "reason"),
        ({"start_number": 99}, "start_number"),
        ({"session": 42}, None),
    ],
)
def test_what_is_missing_is_named(tournament, change, where):
    with pytest.raises(Refused) as refusal:
        adjust(tournament, None, **{**GIVEN, **change})
    assert refusal.value.where == where
    assert not Adjustment.objects.exists()


def test_a_helper_may_not(tournament):
    with pytest.raises(Refused) as refusal:
        adjust(tournament, factories.staff(tournament, "helper"), **GIVEN)
    assert refusal.value.code == "role"


def test_taken_back_with_a_reason_once_and_only_here(tournament):
    given = adjust(tournament, None, **GIVEN)
    with pytest.raises(Refused):
        withdraw_adjustment(tournament, None, given.pk, reason="")
    with pytest.raises(Refused):
        withdraw_adjustment(factories.tournament(), None, given.pk, reason="fremd")
    helper = factories.staff(tournament, "helper")
    with pytest.raises(Refused):
        withdraw_adjustment(tournament, helper, given.pk, reason="doch nicht")
    referee = factories.staff(tournament, "referee")
    withdraw_adjustment(tournament, referee, given.pk, reason="Protest stattgegeben")
    assert not Adjustment.objects.exists()
    log = LogEntry.objects.first()
    assert (log.before["points"], log.reason) == (-12, "Protest stattgegeben")
    with pytest.raises(Refused):
        withdraw_adjustment(tournament, None, given.pk, reason="zweimal")
