"""What all tests share."""

import pytest
from django.core.cache import cache
from hypothesis import settings

# A slow machine is no failure of a property.
settings.register_profile("no_deadline", deadline=None)
settings.load_profile("no_deadline")


@pytest.fixture(autouse=True)
def _empty_cache():
    cache.clear()
