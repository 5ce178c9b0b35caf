"""Made-up deals and sessions that keep every rule: for demos, load tests and our own tests.

Everything follows from the random numbers given: the same seed makes the same cards, calls and
plays.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from rules import plausible
from rules.cards import HAND_SIZE, PACK
from rules.contracts import MARRIAGE, get_contract
from rules.deal import Deal
from rules.dealing import asked_order
from rules.game import LUSTSOLO, OLD_WOMAN, PFLICHTSOLO, SOLI, VORFUEHRUNG, Game, Party
from rules.replay import DealRecord
from rules.reservations import Reservation, settle
from rules.ruleset import DDV, Ruleset
from rules.session import ALONE, DealKind, SessionState, Step, start_session

# By how many tricks a hand must be better than usual for a solo, a Pflichtsolo that can still wait.
_PFLICHTSOLO_FROM: Final = 2.6
_LUSTSOLO_FROM: Final = 3.1
_LESS_WHEN_URGENT: Final = 1.8
_SILENT: Final = 0.05  # how often both ♣Q are kept secret
_LAST_CALL: Final = 32  # nobody holds seven cards any more
_HOPELESS: Final = 160  # card points of the others at which a soloist may give up


@dataclass(frozen=True, slots=True)
class SimulatedDeal:
    """A deal as it was written down and as it ended."""

    record: DealRecord
    deal: Deal


@dataclass(frozen=True, slots=True)
class SimulatedRow:
    """A deal in its session; ``played`` is None for one struck by the clock."""

    kind: DealKind
    soloist: int | None
    step: Step
    played: SimulatedDeal | None


def simulate_deal(
    chance: Random,
    seats: Sequence[int],
    dealer: int,
    *,
    owing: Collection[int] = (),
    urgency: float = 0.0,
    vorfuehrung: int | None = None,
    ruleset: Ruleset = DDV,
) -> SimulatedDeal:
    """One whole legal deal.

    ``owing`` are the positions whose Pflichtsolo is open, ``urgency`` (0-1) how pressing that
    is. ``vorfuehrung`` is who must play a Vorführung; then nobody is asked (TSR 4.2.3).
    """
    order = asked_order(seats, dealer)
    cards = chance.sample(PACK, len(PACK))
    hands = {
        seat: tuple(cards[place * HAND_SIZE : (place + 1) * HAND_SIZE])
        for place, seat in enumerate(seats)
    }
    done = tuple(seat for seat in range(1, 6) if seat not in owing and seat in (*seats, dealer))
    if vorfuehrung is not None:
        said: tuple[Reservation, ...] = ()
        contract, _ = _best_solo(hands[vorfuehrung], ruleset)
        game = Game(VORFUEHRUNG, vorfuehrung, contract)
        given: Game | None = game
    else:
        said = tuple(_answer(chance, seat, hands[seat], owing, urgency, ruleset) for seat in order)
        game = settle(said, order, hands, done)
        given = None
    deal = Deal(seats, dealer, hands, game, ruleset)
    rest = _play(chance, deal)
    record = DealRecord(
        dealer=dealer,
        hands=hands,
        plays=_cards_played(deal),
        game=given,
        reservations=said,
        pflichtsolo_done=done,
        calls=tuple(deal.calls),
        rest=rest,
        seats=tuple(seats),
        ruleset=ruleset,
    )
    return SimulatedDeal(record, deal)


def simulate_session(
    table_size: int,
    seed: int,
    *,
    struck: int = 0,
    deals: int | None = None,
    ruleset: Ruleset = DDV,
) -> list[SimulatedRow]:
    """A session at one table, deal by deal, every Pflichtsolo among them.

    ``struck`` normal deals, the last ones, fall away by the clock (TSR 8.5); ``deals`` stops
    after so many deal numbers. Refused with ``table_size`` if the ruleset has no such table.
    """
    chance = Random(seed)  # noqa: S311 -- made-up cards, nothing to guess
    state = start_session(table_size, ruleset)
    until = state.table.deals if deals is None else min(deals, state.table.deals)
    rows: list[SimulatedRow] = []
    while state.played < until:
        row = _next_row(chance, state, struck, ruleset)
        rows.append(row)
        state = row.step.after
    return rows


def _next_row(chance: Random, state: SessionState, struck: int, ruleset: Ruleset) -> SimulatedRow:
    owing = state.open_pflichtsoli
    if state.vorfuehrung_is_due:
        # Only the dealer of a five-table owes one: by the default the next seat deals.
        soloist = state.vorfuehrung or owing[0]
        step = state.step(DealKind.VORFUEHRUNG, soloist)
        dealer = step.dealer or state.dealer
        played = _deal_at(chance, state, dealer, ruleset, vorfuehrung=soloist)
        return SimulatedRow(DealKind.VORFUEHRUNG, soloist, step, played)
    if state.remaining - len(owing) <= struck:
        return SimulatedRow(DealKind.STRUCK, None, state.step(DealKind.STRUCK), None)
    played = _deal_at(chance, state, state.dealer, ruleset)
    game = played.deal.game
    soloist_or_none = game.seat if game.deal_kind in ALONE else None
    step = state.step(game.deal_kind, soloist_or_none)
    return SimulatedRow(game.deal_kind, soloist_or_none, step, played)


def _deal_at(
    chance: Random,
    state: SessionState,
    dealer: int,
    ruleset: Ruleset,
    vorfuehrung: int | None = None,
) -> SimulatedDeal:
    return simulate_deal(
        chance,
        sorted(state.playing_with(dealer)),
        dealer,
        owing=state.open_pflichtsoli,
        urgency=len(state.open_pflichtsoli) / state.remaining,
        vorfuehrung=vorfuehrung,
        ruleset=ruleset,
    )


def _best_solo(hand: Sequence[str], ruleset: Ruleset) -> tuple[str, float]:
    """The solo that suits a hand best, and by how many tricks it is better than usual."""
    promised = {
        name: plausible.promise(hand, get_contract(name)) - plausible.USUAL[name]
        for name in ruleset.solo_contracts
    }
    best = max(promised, key=promised.__getitem__)
    return best, promised[best]


def _answer(
    chance: Random,
    seat: int,
    hand: Sequence[str],
    owing: Collection[int],
    urgency: float,
    ruleset: Ruleset,
) -> Reservation:
    """What a player says when asked (TSR 4.1)."""
    contract, better = _best_solo(hand, ruleset)
    hopes = better + chance.gauss(0, 0.4)
    if seat in owing:
        if hopes > _PFLICHTSOLO_FROM - _LESS_WHEN_URGENT * urgency:
            return Reservation(seat, PFLICHTSOLO, contract)
    elif hopes > _LUSTSOLO_FROM:
        return Reservation(seat, LUSTSOLO, contract)
    if hand.count(OLD_WOMAN) == 2 and chance.random() >= _SILENT:
        return Reservation(seat, MARRIAGE)
    return Reservation(seat)


def _play(chance: Random, deal: Deal) -> Party | None:
    """Play a deal to its end; the party that got the rest if the soloist cut it short."""
    promised = {seat: plausible.promise(hand, deal.contract) for seat, hand in deal.hands.items()}
    while not deal.is_over:
        if deal.played <= _LAST_CALL and chance.random() < 0.6:
            seat = chance.choice(deal.order)
            call = plausible.choose_call(chance, deal, seat, promised[seat])
            if call is not None:
                deal.call(seat, call)
        rest = _cut_short(chance, deal)
        if rest is not None:
            deal.cut_short(rest)
        else:
            deal.play(plausible.choose_card(chance, deal))
    return deal.rest


def _cut_short(chance: Random, deal: Deal) -> Party | None:
    """Whether a soloist between two tricks claims the rest or gives it up (TSR 5.4)."""
    if deal.game.kind not in SOLI or deal.on_table or deal.played < 24 or chance.random() < 0.7:
        return None
    if (deal.card_points("kontra") or 0) >= _HOPELESS:
        return "kontra"
    soloist, strength = deal.game.seat, deal.contract.strength
    others = [card for seat, hand in deal.hands.items() if seat != soloist for card in hand]
    high = max((strength[card] for card in others if deal.contract.is_trump(card)), default=0)
    own = [card for seat, hand in deal.hands.items() if seat == soloist for card in hand]
    sure = all(deal.contract.is_trump(card) and strength[card] >= high for card in own)
    return "re" if sure and deal.turn == soloist else None


def _cards_played(deal: Deal) -> tuple[str, ...]:
    cards = [card for trick in deal.tricks for card in trick.cards]
    return (*cards, *deal.on_table)
