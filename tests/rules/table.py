"""Deals made by hand for the tests of the law: some cards given, the rest dealt out evenly."""

from collections import Counter

from rules.cards import PACK
from rules.deal import Deal
from rules.game import Game

# Seat 1 with these takes what it wants to; leading ♣9 it gives a trick to seat 2.
MASTER = ["H10", "H10", "CQ", "CQ", "SQ", "SQ", "HQ", "HQ", "DQ", "DQ", "C9", "C9"]


def hands_with(given=None, seats=(1, 2, 3, 4)):
    """Four hands of twelve that hold the cards given; the rest is dealt out card by card."""
    hands = {seat: list((given or {}).get(seat, [])) for seat in seats}
    rest = Counter(PACK) - Counter(card for hand in hands.values() for card in hand)
    for card in rest.elements():
        seat = min((seat for seat in seats if len(hands[seat]) < 12), key=lambda s: len(hands[s]))
        hands[seat].append(card)
    return {seat: tuple(hand) for seat, hand in hands.items()}


def table(given=None, game=None, *, dealer=4, seats=(1, 2, 3, 4), **more):
    """A deal before its first card; seat 1 is forehand when seat 4 deals."""
    return Deal(seats, dealer, hands_with(given, seats), game or Game("normal"), **more)


def marriage(clarified_in=1):
    """Seat 1 holds both ♣Q; the trick it leads ♣9 to clarifies the marriage with seat 2."""
    deal = table({1: MASTER, 2: ["CA", "CA"]}, Game("marriage", 1))
    for _ in range(clarified_in - 1):
        play(deal, "H10")
        play_on(deal, 3)
    return deal


def play(deal, *cards):
    for card in cards:
        deal.play(card)


def play_on(deal, cards=48):
    """Play so many cards, the first legal one each time; stops at the end of the deal."""
    for _ in range(cards):
        if deal.is_over:
            return
        deal.play(deal.legal_cards[0])


def play_trick(deal, *cards):
    """Play a trick: the cards given, then the first legal ones."""
    play(deal, *cards)
    play_on(deal, 4 - len(cards))
