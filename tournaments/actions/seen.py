"""What a form was made from: two who change the same thing at once are told of each other."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from tournaments.actions.at_table import Conflict


def mark_of(values: Mapping[str, Any]) -> str:
    """A short name of stored values: two forms made from the same have the same."""
    told = json.dumps(values, sort_keys=True, default=str)
    return hashlib.sha256(told.encode()).hexdigest()[:20]


def refuse_changed(seen: str | None, values: Mapping[str, Any]) -> None:
    """Raise Conflict if ``values``, as stored now, are not those that the form was made from.

    ``seen`` is the ``mark_of`` those; None to overwrite whatever is there.
    """
    if seen is not None and seen != mark_of(values):
        raise Conflict(
            _("Someone else changed this in the meantime. Nothing was overwritten."),
            code="conflict",
        )
