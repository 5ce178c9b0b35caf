"""Correcting a result that stands: what it changes is shown first, then it is asked again."""

import hashlib
import json
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest

from tournaments.actions.corrections import correct_table
from tournaments.actions.foresight import Effect, foresee
from tournaments.models import Tournament
from tournaments.pages.support import once_key


@dataclass(frozen=True)
class Preview:
    """What a correction would do; ``mark`` names the values that it was computed for."""

    effect: Effect
    mark: str


def correct(
    request: HttpRequest, tournament: Tournament, session: int, table: int, **keyed: Any
) -> Preview | None:
    """Correct the table if these very values were looked at before; else what they would do.

    ``keyed`` are the totals or rows as ``correct_table`` takes them. Raises what it raises.
    """
    reason = request.POST.get("reason", "")

    def act(key: str | None = None) -> None:
        correct_table(
            tournament,
            request.user,
            session,
            table,
            **keyed,
            reason=reason,
            seen=request.POST.get("seen", ""),
            key=key,
        )

    mark = hashlib.sha256(json.dumps([keyed, reason]).encode()).hexdigest()[:16]
    if request.POST.get("looked_at") != mark:
        return Preview(foresee(tournament, act, session=session), mark)
    act(once_key(request))
    return None
