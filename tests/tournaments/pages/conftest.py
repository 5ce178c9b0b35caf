"""What the tests of pages share."""

import pytest

from tests.tournaments import factories


@pytest.fixture
def director(client):
    """The account that is signed in and directs ``tournament``."""
    account = factories.director()
    client.force_login(account)
    return account


@pytest.fixture
def tournament(director):
    return factories.tournament(director)
