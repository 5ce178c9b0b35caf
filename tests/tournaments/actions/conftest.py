"""What the tests of actions share."""

from contextlib import contextmanager

import pytest

from tests.tournaments import factories
from tournaments.models import LogEntry, Tournament


@pytest.fixture
def director():
    """The account that directs ``tournament``."""
    return factories.director()


@pytest.fixture
def tournament(director):
    return factories.tournament(director)


@pytest.fixture
def one_change():
    """A context in which a tournament changes by exactly one revision and one log entry.

    Yields the entry after the block: ``with one_change(t) as log: …; log().before``.
    """

    @contextmanager
    def watch(tournament, action):
        revision = Tournament.objects.get(pk=tournament.pk).revision
        logged = tournament.log.count()
        yield lambda: tournament.log.first()
        assert Tournament.objects.get(pk=tournament.pk).revision == revision + 1
        assert tournament.log.count() == logged + 1
        entry = tournament.log.first()
        assert (entry.action, entry.revision) == (action, revision + 1)

    return watch


@pytest.fixture
def no_change():
    """A context in which nothing is logged anywhere and no revision rises."""

    @contextmanager
    def watch(tournament):
        revision = Tournament.objects.get(pk=tournament.pk).revision
        logged = LogEntry.objects.count()
        yield
        assert Tournament.objects.get(pk=tournament.pk).revision == revision
        assert LogEntry.objects.count() == logged

    return watch
