"""What one deal is worth (TSR 7.1, 7.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from rules.cards import TOTAL_CARD_POINTS
from rules.contracts import TWO_AGAINST_TWO
from rules.game import Party
from rules.ruleset import CALLS, DDV, Ruleset

# The height of a call: its place in CALLS. From NO90 up it is an Absage.
ANNOUNCED: Final = CALLS.index("announced")
NO90: Final = CALLS.index("no90")
SCHWARZ: Final = CALLS.index("schwarz")

# What a party needs for its own Absage, and against the other's; a schwarz turns on tricks.
_NEEDED_FOR: Final = {NO90: 151, NO90 + 1: 181, NO90 + 2: 211}
_NEEDED_AGAINST: Final = {NO90: 90, NO90 + 1: 60, NO90 + 2: 30}
# Card points that earn a point of their own against an Absage (7.2.2 e, f).
_BEATEN: Final = {NO90: 120, NO90 + 1: 90, NO90 + 2: 60, SCHWARZ: 30}


@dataclass(frozen=True, slots=True)
class DealOutcome:
    """How a deal ended, as far as its value depends on it. All numbers are card points (Augen).

    ``re`` are the positions of the Re party, ``seats`` the four that play. ``call_re`` and
    ``call_kontra`` are names from :data:`rules.ruleset.CALLS`, each party's highest call.
    ``trickless`` is the party that took no trick at all. ``doppelkopf`` and ``fox`` count what
    (Re, Kontra) earned, ``charlie`` is the party that earned it.
    Values are trusted here; :func:`scoring.records.read_deal` checks them.
    """

    game: str
    re: tuple[int, ...]
    card_points: int
    seats: tuple[int, ...] = (1, 2, 3, 4)
    call_re: str = "none"
    call_kontra: str = "none"
    trickless: Party | None = None
    contract: str | None = None
    doppelkopf: tuple[int, int] = (0, 0)
    fox: tuple[int, int] = (0, 0)
    charlie: Party | None = None


class Item(NamedTuple):
    """One reason for points: ``points`` are positive and belong to ``party``."""

    name: str
    rule: str
    party: Party
    points: int


class DealValue(NamedTuple):
    """The value of a deal.

    ``value`` is what one Kontra player loses, so positive when Re gains. ``scores`` has the game
    points of every position that plays; a lone Re player's are three times the value.
    """

    winner: Party | None
    value: int
    breakdown: list[Item]
    scores: dict[int, int]

    def on_sheet(self, size: int) -> tuple[int, ...]:
        """The points as a sheet of a table of that size holds them; who sits out has 0."""
        return tuple(self.scores.get(position, 0) for position in range(1, size + 1))


def deal_value(outcome: DealOutcome, ruleset: Ruleset = DDV) -> DealValue:
    """The value of a deal with the reasons for it (TSR 7.1, 7.2)."""
    call_re, call_kontra = CALLS.index(outcome.call_re), CALLS.index(outcome.call_kontra)
    re_points = outcome.card_points
    kontra_points = TOTAL_CARD_POINTS - re_points
    winner = winner_of(re_points, call_re, call_kontra, outcome.trickless)

    items: list[Item] = []
    if winner is not None:
        items.append(_WON[winner])
    if winner == "re" or (winner is None and ruleset.thresholds_without_winner):
        items += _thresholds("re", kontra_points, outcome.trickless == "kontra")
    if winner == "kontra" or (winner is None and ruleset.thresholds_without_winner):
        items += _thresholds("kontra", re_points, outcome.trickless == "re")
    if call_kontra >= NO90:
        items += _beaten("re", re_points, call_kontra)
    if call_re >= NO90:
        items += _beaten("kontra", kontra_points, call_re)
    if winner is not None:
        items += _CALLS_MADE[winner][call_re][call_kontra]
    if outcome.game in TWO_AGAINST_TWO:
        items += _special_points(outcome, winner, ruleset.special_points)

    value = 0
    for item in items:
        value += item.points if item.party == "re" else -item.points
    return DealValue(winner, value, items, _scores(outcome, value))


def winner_of(
    re_points: int, call_re: int, call_kontra: int, trickless: Party | None
) -> Party | None:
    """Who won, None if nobody did (TSR 7.1). Calls are heights in ``CALLS``."""
    if call_re < NO90 and call_kontra < NO90:
        # Only Kontra was called: then Kontra is who has to get past 120.
        needed = 120 if call_kontra == ANNOUNCED and call_re < ANNOUNCED else 121
        return "re" if re_points >= needed else "kontra"
    if _reaches(re_points, call_re, call_kontra, "re", trickless):
        return "re"
    if _reaches(TOTAL_CARD_POINTS - re_points, call_kontra, call_re, "kontra", trickless):
        return "kontra"
    return None


def _reaches(points: int, own: int, other: int, party: Party, trickless: Party | None) -> bool:
    """Whether a party reaches what it needs, once at least one party made an Absage."""
    if own == SCHWARZ:
        return trickless is not None and trickless != party
    if own >= NO90:
        return points >= _NEEDED_FOR[own]
    if other == SCHWARZ:
        return trickless != party
    return points >= _NEEDED_AGAINST[other]


def _thresholds(party: Party, losing_points: int, losers_trickless: bool) -> list[Item]:
    """7.2.2 a: how far the other side was held down."""
    reached = (losing_points < 90) + (losing_points < 60) + (losing_points < 30) + losers_trickless
    return _UNDER[party][:reached]


def _beaten(party: Party, points: int, absage: int) -> list[Item]:
    """7.2.2 e, f: what a party reached against the other's Absage and each level below it."""
    entries = _AGAINST[party]
    return [entries[level] for level in range(NO90, absage + 1) if points >= _BEATEN[level]]


def _special_points(
    outcome: DealOutcome, winner: Party | None, known: frozenset[str]
) -> list[Item]:
    """7.2.3: the special points the ruleset knows, each for the party that earned it."""
    items = [_AGAINST_QUEENS] if winner == "kontra" and "against_queens" in known else []
    for name, (re, kontra) in (("doppelkopf", outcome.doppelkopf), ("fox", outcome.fox)):
        if re and name in known:
            items.append(Item(name, "7.2.3", "re", re))
        if kontra and name in known:
            items.append(Item(name, "7.2.3", "kontra", kontra))
    if outcome.charlie is not None and "charlie" in known:
        items.append(_CHARLIE[outcome.charlie])
    return items


def _scores(outcome: DealOutcome, value: int) -> dict[int, int]:
    """Game points of each position that plays; a lone player gets three times the value."""
    re = outcome.re
    gain = value if len(re) == 2 else 3 * value
    return {seat: gain if seat in re else -value for seat in outcome.seats}


def _calls_made(party: Party, call_re: int, call_kontra: int) -> list[Item]:
    """7.2.2 b–d: Re and Kontra 2 each, every Absage level 1, skipped ones too."""
    items = [
        Item(name, "7.2.2 b", party, 2)
        for name, call in (("re", call_re), ("kontra", call_kontra))
        if call >= ANNOUNCED
    ]
    for name, rule, call in (("re", "7.2.2 c", call_re), ("kontra", "7.2.2 d", call_kontra)):
        items += [Item(f"{name} {CALLS[level]}", rule, party, 1) for level in range(NO90, call + 1)]
    return items


# Everything that can stand in a breakdown, made once: valuing a deal only picks from it.
_PARTIES: Final[tuple[Party, Party]] = ("re", "kontra")
_WON: Final = {party: Item("won", "7.2.2 a", party, 1) for party in _PARTIES}
_UNDER: Final = {
    party: [
        Item(name, "7.2.2 a", party, 1) for name in ("under 90", "under 60", "under 30", "schwarz")
    ]
    for party in _PARTIES
}
_AGAINST: Final = {
    party: {
        level: Item(f"{_BEATEN[level]} against {CALLS[level]}", rule, party, 1)
        for level in range(NO90, SCHWARZ + 1)
    }
    for party, rule in zip(_PARTIES, ("7.2.2 e", "7.2.2 f"), strict=True)
}
_CHARLIE: Final = {party: Item("charlie", "7.2.3", party, 1) for party in _PARTIES}
_AGAINST_QUEENS: Final = Item("against the ♣Q", "7.2.3", "kontra", 1)
_LEVELS: Final = range(len(CALLS))
_CALLS_MADE: Final = {
    party: [[_calls_made(party, re, kontra) for kontra in _LEVELS] for re in _LEVELS]
    for party in _PARTIES
}
