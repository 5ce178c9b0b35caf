"""The draw: who sits where. Pure Python: no Django, no input or output, no clock.

``draw`` seats one session on the sessions before it, ``ranked`` seats by standing, ``plan``
makes all sessions beforehand. Each returns a draft with its reasons; none of them changes
anything. ``docs/seating.md`` says how it works and what is promised.
"""

from tournaments.seating.draft import Draft, Plan, Repeat
from tournaments.seating.draw import draw, ranked
from tournaments.seating.plan import plan
from tournaments.seating.reasons import Reason, SeatingRefused
from tournaments.seating.sizes import table_sizes

__all__ = [
    "Draft",
    "Plan",
    "Reason",
    "Repeat",
    "SeatingRefused",
    "draw",
    "plan",
    "ranked",
    "table_sizes",
]
