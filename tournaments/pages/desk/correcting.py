"""Correcting a result that stands: what it changes is shown first, then it is asked again."""

import hashlib
import json
from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from tournaments.actions.corrections import correct_table
from tournaments.actions.foresight import Effect, foresee
from tournaments.actions.referee_kept import dropped_rulings
from tournaments.actions.sheets import rows_from_records
from tournaments.pages.desk.table_at_desk import TableAtDesk
from tournaments.pages.support import once_key


@dataclass(frozen=True)
class Preview:
    """What a correction would do; ``mark`` names the values that it was computed for."""

    effect: Effect
    mark: str


def correct(request: HttpRequest, desk: TableAtDesk, **keyed: Any) -> Preview | None:
    """Correct the table if these very values were looked at before; else what they would do.

    ``keyed`` are the totals or rows as ``correct_table`` takes them. Raises what it raises.
    """
    session = desk.session.number
    reason = request.POST.get("reason", "")

    def act(key: str | None = None) -> None:
        correct_table(
            desk.tournament,
            request.user,
            session,
            desk.table.number,
            **keyed,
            reason=reason,
            seen=request.POST.get("seen", ""),
            key=key,
        )

    mark = hashlib.sha256(json.dumps([keyed, reason]).encode()).hexdigest()[:16]
    if request.POST.get("looked_at") != mark:
        effect = foresee(desk.tournament, act, session=session)
        return Preview(replace(effect, notes=[*_taken_back(desk, keyed), *effect.notes]), mark)
    act(once_key(request))
    return None


def _taken_back(desk: TableAtDesk, keyed: dict[str, Any]) -> list[str]:
    """What the correction takes away of the referee's."""
    if "rows" not in keyed:
        return []
    size = desk.table.size
    sheet = rows_from_records(size, keyed["rows"])
    return [
        _("This takes back what the referee gave: %(ruling)s.") % {"ruling": noted}
        for noted in dropped_rulings(size, desk.deals, sheet)
    ]
