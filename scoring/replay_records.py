"""The records of ``replay_deals``, read strictly (see docs/formats.md).

Checked here: that a record can be understood. What it says is judged by :mod:`rules.replay`.
"""

from __future__ import annotations

from typing import Any, Final

from rules import session_faults
from rules.announcements import CALL_NAMES, Call
from rules.cards import CARD_POINTS
from rules.contracts import MARRIAGE, NORMAL
from rules.game import KINDS, SOLI, VORFUEHRUNG, Game, Party
from rules.refusal import bad_input, gettext_noop
from rules.replay import DealRecord
from rules.reservations import WANTS, Reservation, rank
from rules.ruleset import Ruleset, is_known_elsewhere
from scoring.fields import Record, integer, one_of, only_keys, present, shown, wrong
from scoring.records import ruleset_named, seats_playing

_CARDS_IN_DEAL: Final = 48

_KEYS: Final = frozenset(
    {"id", "seats", "dealer", "ruleset", "hands", "game", "reservations", "pflichtsolo_done"}
    | {"calls", "plays", "stands", "ends"}
)
_GAME_KEYS: Final = {
    NORMAL: frozenset({"kind"}),
    MARRIAGE: frozenset({"kind", "seat"}),
    **{kind: frozenset({"kind", "seat", "contract"}) for kind in SOLI},
}
_HEALTHY: Final = frozenset({"seat", "says"})
_RESERVATION: Final = frozenset({"seat", "says", "wants", "contract"})
_CALL_KEYS: Final = frozenset({"seat", "call", "after"})
_ENDS_KEYS: Final = frozenset({"after", "rest"})
_SAYS: Final = ("gesund", "vorbehalt")


def read_replay(record: Record, *, finished: bool = True) -> DealRecord:
    """A ``replay_deals`` record as the record of a deal.

    One that is still being keyed (``finished=False``) may lack cards of its hands and of its
    plays. Refused with ``bad_input``, or by the ruleset for a game it does not have.
    """
    only_keys(record, _KEYS, "")
    ruleset = ruleset_named(record)
    seats = seats_playing(record)
    dealer = integer(record, "dealer", 1, 5)
    game: Game | None = None
    reservations: tuple[Reservation, ...] = ()
    if ("game" in record) == ("reservations" in record):
        raise bad_input(gettext_noop("Give either “game” or “reservations”."))
    if "game" in record:
        game = _game(record["game"], seats, dealer, ruleset)
    else:
        reservations = _reservations(record["reservations"], seats, ruleset)
    done = None
    if "pflichtsolo_done" in record:
        table_size = 5 if dealer == 5 or 5 in seats else 4
        done = _positions(record["pflichtsolo_done"], "pflichtsolo_done", 1, table_size)
    hands = _hands(record, seats)
    plays = _cards(present(record, "plays"), "plays", "")
    rest = _ends(record["ends"], len(plays)) if "ends" in record else None
    if finished and len(plays) != _CARDS_IN_DEAL and rest is None:
        raise bad_input(
            gettext_noop("“plays” must be the 48 cards in the order played, not %(found)d."),
            found=len(plays),
        )
    calls = _calls(record["calls"], seats, len(plays)) if "calls" in record else ()
    stands: frozenset[int] = frozenset()
    if "stands" in record:
        stands = frozenset(_positions(record["stands"], "stands", 0, len(plays) - 1))
    return DealRecord(
        dealer, hands, plays, game, reservations, done, calls, stands, rest, seats, ruleset
    )


def _game(value: object, seats: tuple[int, ...], dealer: int, ruleset: Ruleset) -> Game:
    if type(value) is not dict:
        raise wrong("game", gettext_noop("an object"), value)
    kind = present(value, "kind", "game.")
    _check_kind(kind, "game.kind", KINDS, ruleset)
    only_keys(value, _GAME_KEYS[kind], "game.")
    if kind == NORMAL:
        return Game(NORMAL)
    seat = integer(value, "seat", 1, 5, "game.")
    if seat == dealer and seat not in seats:
        raise session_faults.soloist_sits_out(seat)
    if seat not in seats:
        raise _not_playing("game.seat", seat)
    if kind == MARRIAGE:
        return Game(MARRIAGE, seat)
    contract = present(value, "contract", "game.")
    _check_kind(contract, "game.contract", ruleset.solo_contracts, ruleset)
    return Game(kind, seat, contract)


def _check_kind(word: object, key: str, known: tuple[str, ...], ruleset: Ruleset) -> None:
    """Refuse a word that is not known; by name if other circles play it (Armut, Schweinchen)."""
    if type(word) is str:
        if word in known:
            return
        if is_known_elsewhere(word):
            ruleset.require_game(word)
    raise one_of(key, known, word)


def _reservations(
    value: object, seats: tuple[int, ...], ruleset: Ruleset
) -> tuple[Reservation, ...]:
    if type(value) is not list:
        raise wrong("reservations", gettext_noop("a list"), value)
    said = tuple(
        _reservation(item, f"reservations[{index}]", seats, ruleset)
        for index, item in enumerate(value)
    )
    ranked = sorted((item for item in said if item.wants in WANTS), key=rank)
    if ranked and ranked[0].wants != MARRIAGE:
        plays = ranked[0]
        if plays.contract is None:
            raise bad_input(
                gettext_noop("“reservations[%(index)d].contract” is missing: seat %(seat)d plays."),
                index=said.index(plays),
                seat=plays.seat,
            )
    return said


def _reservation(
    value: object, where: str, seats: tuple[int, ...], ruleset: Ruleset
) -> Reservation:
    if type(value) is not dict:
        raise wrong(where, gettext_noop("an object"), value)
    says = present(value, "says", where + ".")
    if says not in _SAYS:
        raise one_of(where + ".says", _SAYS, says)
    only_keys(value, _HEALTHY if says == "gesund" else _RESERVATION, where + ".")
    seat = _seat(value, where + ".", seats)
    if says == "gesund":
        return Reservation(seat)
    wants = present(value, "wants", where + ".")
    _check_kind(wants, where + ".wants", (*WANTS, VORFUEHRUNG), ruleset)
    contract = value.get("contract")
    if contract is None:
        return Reservation(seat, wants)
    if wants == MARRIAGE:
        raise bad_input(gettext_noop("“%(where)s.contract” is only for a solo."), where=where)
    _check_kind(contract, where + ".contract", ruleset.solo_contracts, ruleset)
    return Reservation(seat, wants, contract)


def _hands(record: Record, seats: tuple[int, ...]) -> dict[int, tuple[str, ...]]:
    hands = present(record, "hands")
    if type(hands) is not dict:
        raise wrong("hands", gettext_noop("an object"), hands)
    only_keys(hands, frozenset(map(str, seats)), "hands.")
    return {
        seat: _cards(present(hands, str(seat), "hands."), "hands.", str(seat)) for seat in seats
    }


def _cards(value: object, where: str, key: str) -> tuple[str, ...]:
    if type(value) is not list or len(value) > _CARDS_IN_DEAL:
        raise wrong(where + key, gettext_noop("a list of at most 48 cards"), value)
    for index, card in enumerate(value):
        if type(card) is not str or card not in CARD_POINTS:
            raise bad_input(
                gettext_noop("“%(where)s[%(index)d]” must be a card such as H10, not %(found)s."),
                where=where + key,
                index=index,
                found=shown(card),
            )
    return tuple(value)


def _calls(value: object, seats: tuple[int, ...], cards: int) -> tuple[Call, ...]:
    if type(value) is not list:
        raise wrong("calls", gettext_noop("a list"), value)
    calls = []
    for index, item in enumerate(value):
        where = f"calls[{index}]"
        if type(item) is not dict:
            raise wrong(where, gettext_noop("an object"), item)
        where += "."
        only_keys(item, _CALL_KEYS, where)
        call = present(item, "call", where)
        if type(call) is not str or call not in CALL_NAMES:
            raise one_of(where + "call", CALL_NAMES, call)
        after = integer(item, "after", 0, cards, where)
        calls.append(Call(_seat(item, where, seats), call, after))
    return tuple(calls)


def _ends(value: object, cards: int) -> Party:
    if type(value) is not dict:
        raise wrong("ends", gettext_noop("an object"), value)
    only_keys(value, _ENDS_KEYS, "ends.")
    after = integer(value, "after", 0, _CARDS_IN_DEAL - 1, "ends.")
    if after != cards:
        raise bad_input(
            gettext_noop("“ends.after” is %(after)d, but “plays” holds %(cards)d cards."),
            after=after,
            cards=cards,
        )
    rest: Any = present(value, "rest", "ends.")
    if rest != "re" and rest != "kontra":
        raise one_of("ends.rest", ("re", "kontra"), rest)
    found: Party = rest
    return found


def _seat(record: Record, where: str, seats: tuple[int, ...]) -> int:
    seat = integer(record, "seat", 1, 5, where)
    if seat not in seats:
        raise _not_playing(where + "seat", seat)
    return seat


def _not_playing(key: str, seat: int) -> Exception:
    return bad_input(
        gettext_noop("“%(key)s”: seat %(seat)d does not play in this deal."), key=key, seat=seat
    )


def _positions(value: object, key: str, low: int, high: int) -> tuple[int, ...]:
    if (
        type(value) is list
        and all(type(number) is int and low <= number <= high for number in value)
        and len(set(value)) == len(value)
    ):
        return tuple(value)
    raise bad_input(
        gettext_noop(
            "“%(key)s” must be a list of different whole numbers from %(low)d to %(high)d, "
            "not %(found)s."
        ),
        key=key,
        low=low,
        high=high,
        found=shown(value),
    )
