"""Rulesets are data: what is played, how long, and which reading of the rules applies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from rules.contracts import GAMES, SOLO_CONTRACTS
from rules.refusal import Refusal, gettext_noop

CALLS: Final = ("none", "announced", "no90", "no60", "no30", "schwarz")
SPECIAL_POINTS: Final = frozenset({"against_queens", "doppelkopf", "fox", "charlie"})

# Games and hands that some circles play and the TSR do not have, refused by name.
_FOREIGN_GAMES: Final = frozenset(
    {"armut", "schmeissen", "schweinchen", "bock", "misere", "kings", "mixed"}
)


@dataclass(frozen=True, slots=True)
class TableRules:
    """A session at a table of one size (TSR 8.5, 10.1)."""

    seats: int
    normal_deals: int
    pflichtsoli_per_player: int
    minutes: int
    dealer_sits_out: bool
    rule: str

    @property
    def pflichtsoli(self) -> int:
        """Pflichtsoli of all players together."""
        return self.seats * self.pflichtsoli_per_player

    @property
    def deals(self) -> int:
        """Deals of a whole session, Pflichtsoli included."""
        return self.normal_deals + self.pflichtsoli


@dataclass(frozen=True, slots=True)
class Ruleset:
    """What the law and the arithmetic need to know about the rules in force.

    ``thresholds_without_winner``: whether "under 90 …" counts when both parties' Absagen failed
    (TSR 7.1.3 says yes). ``vorfuehrung_dealer_due``: whether whoever is due deals a Vorführung
    (TSR 4.2.3); otherwise the seat to the soloist's right does.
    """

    name: str
    title: str
    tables: Mapping[int, TableRules]
    games: tuple[str, ...] = GAMES
    solo_contracts: tuple[str, ...] = SOLO_CONTRACTS
    calls: tuple[str, ...] = CALLS
    special_points: frozenset[str] = SPECIAL_POINTS
    thresholds_without_winner: bool = True
    vorfuehrung_dealer_due: bool = True

    def table(self, seats: int) -> TableRules:
        """The session at a table with so many players; refused with ``table_size`` if none."""
        found = self.tables.get(seats)
        if found is None:
            raise Refusal(
                "table_size",
                gettext_noop("%(ruleset)s has no table of %(seats)s players."),
                {"ruleset": self.title, "seats": seats},
                rule="8.3",
            )
        return found

    def require_game(self, game: str) -> None:
        """Refuse, by name and with ``game_not_in_ruleset``, a kind of game not played here."""
        if game not in self.games:
            raise Refusal(
                "game_not_in_ruleset",
                gettext_noop("%(ruleset)s has no game called “%(game)s”."),
                {"ruleset": self.title, "game": game},
                rule="4.1.4",
            )


def is_known_elsewhere(game: str) -> bool:
    """Whether a word names a game or custom that other circles play."""
    return game in _FOREIGN_GAMES


def _tables(*sizes: TableRules) -> Mapping[int, TableRules]:
    return MappingProxyType({size.seats: size for size in sizes})


_FOUR: Final = TableRules(4, 20, 1, 100, dealer_sits_out=False, rule="8.5")

DDV: Final = Ruleset(
    name="ddv",
    title="DDV",
    tables=_tables(_FOUR, TableRules(5, 25, 1, 125, dealer_sits_out=True, rule="10.1.5")),
)

# The readings of older descriptions, for results that were played by them.
DDV_OLDER: Final = Ruleset(
    name="ddv_older",
    title="DDV (older descriptions)",
    tables=_tables(_FOUR, TableRules(5, 20, 1, 125, dealer_sits_out=True, rule="10.1.5")),
    thresholds_without_winner=False,
    vorfuehrung_dealer_due=False,
)

RULESETS: Final[Mapping[str, Ruleset]] = MappingProxyType(
    {ruleset.name: ruleset for ruleset in (DDV, DDV_OLDER)}
)


def get_ruleset(name: str) -> Ruleset:
    """The ruleset of that name; refused with ``unknown_ruleset``, naming those there are."""
    found = RULESETS.get(name)
    if found is None:
        raise Refusal(
            "unknown_ruleset",
            gettext_noop("There is no ruleset called “%(name)s”; known are: %(known)s."),
            {"name": name[:60], "known": ", ".join(RULESETS)},
        )
    return found
