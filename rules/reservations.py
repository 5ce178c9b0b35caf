"""Finding the game: who was asked what, and which game comes of it (TSR 4.1-4.4)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rules import deal_refusals as say
from rules import session_faults
from rules.contracts import MARRIAGE, NORMAL
from rules.game import LUSTSOLO, OLD_WOMAN, PFLICHTSOLO, VORFUEHRUNG, Game
from rules.refusal import Refusal

# What a reservation can be for, the highest first (TSR 4.1).
WANTS: Final = (PFLICHTSOLO, LUSTSOLO, MARRIAGE)


@dataclass(frozen=True, slots=True)
class Reservation:
    """What one player answered: ``wants`` is None for *gesund*.

    Only whoever plays has to name the solo's contract, so it may be None for the others.
    """

    seat: int
    wants: str | None = None
    contract: str | None = None


def rank(answer: Reservation) -> int:
    """What plays first: the lower number (TSR 4.1)."""
    return len(WANTS) if answer.wants is None else WANTS.index(answer.wants)


def settle(
    asked: Sequence[Reservation],
    order: Sequence[int],
    hands: Mapping[int, Sequence[str]],
    pflichtsolo_done: Collection[int] = (),
) -> Game:
    """The game that comes of what the four answered.

    ``order`` is the order of asking. A Pflichtsolo beats a Lustsolo beats a marriage, among
    equals the one asked earlier plays (4.1). Two marriages cannot meet, so with two or more
    reservations a solo is played and a marriage never comes about.
    Refused, with the index of the answer: asking out of turn, and a reservation its player was
    not entitled to, also when another one outranks it.
    """
    for index, due in enumerate(order):
        if index == len(asked) or asked[index].seat != due:
            raise _at(index, say.asked_out_of_turn(due))
    if len(asked) > len(order):
        raise _at(len(order), say.asked_too_often())
    for index, answer in enumerate(asked):
        fault = _fault(answer, hands[answer.seat], pflichtsolo_done)
        if fault is not None:
            raise _at(index, fault)
    best = min(asked, key=rank)  # of equals the first, so the one asked earlier
    if best.wants is None:
        return Game(NORMAL)
    return Game(best.wants, best.seat, best.contract)


def check_turn_to_solo(game: Game, pflichtsolo_done: Collection[int]) -> None:
    """Refuse a solo that its player was not entitled to, by who has played a Pflichtsolo."""
    if game.seat is not None:
        fault = _solo_fault(game.kind, game.seat, pflichtsolo_done)
        if fault is not None:
            raise fault


def _fault(
    answer: Reservation, hand: Sequence[str], pflichtsolo_done: Collection[int]
) -> Refusal | None:
    if answer.wants == VORFUEHRUNG:
        return say.no_asking_before_vorfuehrung(answer.seat)
    if answer.wants == MARRIAGE and list(hand).count(OLD_WOMAN) < 2:
        return say.marriage_without_queens(answer.seat)
    return _solo_fault(answer.wants, answer.seat, pflichtsolo_done)


def _solo_fault(wants: str | None, seat: int, pflichtsolo_done: Collection[int]) -> Refusal | None:
    """A player's first solo is the Pflichtsolo, and there is only one (TSR 4.2, 4.3, 8.6)."""
    if wants == LUSTSOLO and seat not in pflichtsolo_done:
        return session_faults.lustsolo_before_pflichtsolo(seat)
    if wants in (PFLICHTSOLO, VORFUEHRUNG) and seat in pflichtsolo_done:
        return session_faults.second_pflichtsolo(seat)
    return None


def _at(index: int, refusal: Refusal) -> Refusal:
    refusal.at = index
    return refusal
