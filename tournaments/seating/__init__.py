"""The draw: who sits where. Pure Python: no Django, no input or output, no clock.

``draw`` seats one session on the sessions before it; ``ranked``, ``ranked_apart``,
``score_groups`` and ``ladder`` seat by standing; ``plan`` makes all sessions beforehand. Each
returns a draft with its reasons; none of them changes anything. ``assessed`` and ``swapped`` say
what tables made by hand would mean, ``repairs`` how to mend a released session with the fewest
moved. ``docs/seating.md`` says how it works and what is promised.
"""

from tournaments.seating.by_hand import Swap, assessed, swapped
from tournaments.seating.draft import Draft, Moved, Plan, Repeat
from tournaments.seating.draw import draw
from tournaments.seating.plan import plan
from tournaments.seating.reasons import Reason, SeatingRefused
from tournaments.seating.repair import Repair, repairs
from tournaments.seating.sizes import table_sizes
from tournaments.seating.standing import ladder, ranked, ranked_apart, score_groups
from tournaments.seating.wishes import Broken, Wish, club, fixed_table, keeper, pair, team

__all__ = [
    "Broken",
    "Draft",
    "Moved",
    "Plan",
    "Reason",
    "Repair",
    "Repeat",
    "SeatingRefused",
    "Swap",
    "Wish",
    "assessed",
    "club",
    "draw",
    "fixed_table",
    "keeper",
    "ladder",
    "pair",
    "plan",
    "ranked",
    "ranked_apart",
    "repairs",
    "score_groups",
    "swapped",
    "table_sizes",
    "team",
]
