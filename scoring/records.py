"""The records of ``score_deals`` and ``check_sheet``, read strictly (see docs/formats.md).

Checked here: that a record can be understood. What it says is judged by ``deal`` and ``sheet``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.contracts import SOLO, TWO_AGAINST_TWO
from rules.game import Party
from rules.refusal import bad_input, gettext_noop
from rules.ruleset import DDV, Ruleset, get_ruleset, is_known_elsewhere
from rules.session import ALONE, DealKind
from scoring.deal import DealOutcome
from scoring.fields import Record, integer, nested, one_of, only_keys, present, shown, wrong
from scoring.sheet import Sheet, SheetRow

MAX_SCORE: Final = 9_999  # far beyond any deal or penalty; keeps slips of the keyboard out
MAX_TOTAL: Final = 99_999

_DEAL_KEYS: Final = frozenset(
    {"id", "seats", "game", "contract", "re", "calls", "card_points", "trickless", "extras"}
    | {"ruleset"}
)
_SHEET_KEYS: Final = frozenset({"id", "table_size", "rows", "totals", "complete"})
_ROW_KEYS: Final = frozenset({"kind", "soloist", "scores", "breach"})
_PARTIES: Final = frozenset({"re", "kontra"})
_EXTRAS: Final = frozenset({"doppelkopf", "fox", "charlie"})
_MOST: Final = {"doppelkopf": 4, "fox": 2}  # 16 cards make four tricks of 40; there are two ♦A


# --- score_deals -----------------------------------------------------------------------------


def read_deal(record: Record) -> tuple[DealOutcome, Ruleset]:
    """A ``score_deals`` record as an outcome and the ruleset to value it by.

    Refused with ``bad_input``, or by the ruleset for a game it does not have.
    """
    only_keys(record, _DEAL_KEYS, "")
    ruleset = ruleset_named(record)
    game = _game(record, ruleset)
    contract = _contract(record, game, ruleset)
    seats = seats_playing(record)
    re = _re(record, seats, game)
    call_re, call_kontra = _calls(record, ruleset)
    points = integer(record, "card_points", 0, 240)
    trickless = _party(record, "trickless", "")
    if trickless is not None and points != (0 if trickless == "re" else 240):
        raise bad_input(
            gettext_noop("“trickless”: a party without a trick has no card points, %(party)s has."),
            party="Re" if trickless == "re" else "Kontra",
        )
    doppelkopf, fox, charlie = (0, 0), (0, 0), None
    if "extras" in record:
        extras = nested(record, "extras", _EXTRAS)
        doppelkopf, fox = _pair(extras, "doppelkopf"), _pair(extras, "fox")
        charlie = _party(extras, "charlie", "extras.")
        if game not in TWO_AGAINST_TWO and (any(doppelkopf) or any(fox) or charlie):
            raise bad_input(
                gettext_noop("“extras”: %(game)s has no special points (TSR 7.2.3)."), game=game
            )
    return DealOutcome(
        game,
        re,
        points,
        seats,
        call_re,
        call_kontra,
        trickless,
        contract,
        doppelkopf,
        fox,
        charlie,
    ), ruleset


def ruleset_named(record: Record) -> Ruleset:
    """The ruleset a record names, DDV if none."""
    if "ruleset" not in record:
        return DDV
    name = record["ruleset"]
    if type(name) is not str:
        raise wrong("ruleset", gettext_noop("the name of a ruleset"), name)
    return get_ruleset(name)


def _game(record: Record, ruleset: Ruleset) -> str:
    game = present(record, "game")
    if type(game) is str:
        if game in ruleset.games:
            return game
        if is_known_elsewhere(game):
            ruleset.require_game(game)
    raise one_of("game", ruleset.games, game)


def _contract(record: Record, game: str, ruleset: Ruleset) -> str | None:
    if game != SOLO:
        if "contract" in record:
            raise bad_input(
                gettext_noop("“contract” is only for a solo, not for %(game)s."), game=game
            )
        return None
    contract = present(record, "contract")
    if type(contract) is not str or contract not in ruleset.solo_contracts:
        raise one_of("contract", ruleset.solo_contracts, contract)
    return contract


def seats_playing(record: Record) -> tuple[int, ...]:
    """The four positions that play, in the order given; 1-4 if nothing is said."""
    if "seats" not in record:
        return (1, 2, 3, 4)
    seats = record["seats"]
    if type(seats) is list and len(seats) == 4 and all(type(seat) is int for seat in seats):
        falls = sum(seats[index - 1] >= seats[index] for index in range(4))
        if falls == 1 and min(seats) >= 1 and max(seats) <= 5:
            return tuple(seats)
    raise wrong("seats", gettext_noop("four different positions from 1 to 5, clockwise"), seats)


def _re(record: Record, seats: tuple[int, ...], game: str) -> tuple[int, ...]:
    re = present(record, "re")
    size = 2 if game in TWO_AGAINST_TWO else 1
    if (
        type(re) is list
        and len(re) == size
        and all(type(seat) is int and seat in seats for seat in re)
        and len(set(re)) == size
    ):
        return tuple(re)
    if size == 2:
        raise wrong("re", gettext_noop("two different positions that play"), re)
    raise wrong("re", gettext_noop("one position that plays"), re)


def _calls(record: Record, ruleset: Ruleset) -> tuple[str, str]:
    if "calls" not in record:
        return "none", "none"
    calls = nested(record, "calls", _PARTIES)
    for party, call in calls.items():
        if type(call) is not str or call not in ruleset.calls:
            raise one_of(f"calls.{party}", ruleset.calls, call)
    return calls.get("re", "none"), calls.get("kontra", "none")


def _party(record: Record, key: str, where: str) -> Party | None:
    party = record.get(key)
    if party is None or party == "re" or party == "kontra":
        return party
    raise wrong(where + key, gettext_noop("“re”, “kontra” or null"), party)


def _pair(extras: Record, key: str) -> tuple[int, int]:
    if key not in extras:
        return 0, 0
    pair = extras[key]
    if type(pair) is list and len(pair) == 2:
        re, kontra = pair
        whole = type(re) is int and type(kontra) is int
        if whole and re >= 0 and kontra >= 0 and re + kontra <= _MOST[key]:
            return re, kontra
    raise bad_input(
        gettext_noop(
            "“extras.%(key)s” must be two whole numbers, Re's and Kontra's, "
            "together at most %(most)d; not %(found)s."
        ),
        key=key,
        most=_MOST[key],
        found=shown(pair),
    )


# --- check_sheet -----------------------------------------------------------------------------


def read_sheet(record: Record) -> Sheet:
    """A ``check_sheet`` record as a sheet; refused with ``bad_input``."""
    only_keys(record, _SHEET_KEYS, "")
    size = integer(record, "table_size", 4, 5)
    rows = present(record, "rows")
    if type(rows) is not list:
        raise wrong("rows", gettext_noop("a list"), rows)
    totals = None
    if "totals" in record:
        totals = _numbers(record["totals"], "totals", size, MAX_TOTAL)
    complete = record.get("complete", False)
    if type(complete) is not bool:
        raise wrong("complete", gettext_noop("true or false"), complete)
    return Sheet(
        size,
        tuple(_row(row, f"rows[{index}]", size) for index, row in enumerate(rows)),
        totals,
        complete,
    )


_KINDS: Final[Mapping[str, DealKind]] = {kind.value: kind for kind in DealKind}


def _row(row: object, where: str, size: int) -> SheetRow:
    if type(row) is not dict:
        raise wrong(where, gettext_noop("an object"), row)
    only_keys(row, _ROW_KEYS, where + ".")
    name = present(row, "kind", where + ".")
    if type(name) is not str or name not in _KINDS:
        raise one_of(where + ".kind", tuple(_KINDS), name)
    kind = _KINDS[name]
    soloist = None
    if kind in ALONE:
        soloist = integer(row, "soloist", 1, size, where + ".")
    elif "soloist" in row:
        raise bad_input(
            gettext_noop("“%(where)s.soloist”: a row of kind %(kind)s has no soloist."),
            where=where,
            kind=name,
        )
    scores = None
    if "scores" in row:
        scores = _numbers(row["scores"], where + ".scores", size, MAX_SCORE)
        if kind is DealKind.STRUCK and any(scores):
            raise bad_input(
                gettext_noop("“%(where)s.scores”: a struck deal brings no points."), where=where
            )
    breach = row.get("breach", False)
    if type(breach) is not bool:
        raise wrong(where + ".breach", gettext_noop("true or false"), breach)
    if breach and kind not in ALONE:
        raise bad_input(
            gettext_noop("“%(where)s.breach” is only for a solo (TSR 9.4.4), not for %(kind)s."),
            where=where,
            kind=name,
        )
    return SheetRow(kind, soloist, scores, breach)


def _numbers(value: object, where: str, size: int, limit: int) -> tuple[int, ...]:
    if (
        type(value) is list
        and len(value) == size
        and all(type(number) is int and -limit <= number <= limit for number in value)
    ):
        return tuple(value)
    raise bad_input(
        gettext_noop(
            "“%(where)s” must be %(size)d whole numbers from -%(limit)d to %(limit)d, one for "
            "each seat; not %(found)s."
        ),
        where=where,
        size=size,
        limit=limit,
        found=shown(value),
    )
