import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cards import CARDS, PACK
from rules.contracts import SOLO_CONTRACTS, TRUMP, contract_of, get_contract
from rules.refusal import Refusal

ALL = ("normal", *SOLO_CONTRACTS)
contracts = st.sampled_from(ALL).map(get_contract)
cards = st.sampled_from(CARDS)


@pytest.mark.parametrize(
    ("name", "trumps"),
    [
        ("normal", "H10 CQ SQ HQ DQ CJ SJ HJ DJ DA D10 DK D9"),
        ("diamonds", "H10 CQ SQ HQ DQ CJ SJ HJ DJ DA D10 DK D9"),
        ("clubs", "H10 CQ SQ HQ DQ CJ SJ HJ DJ CA C10 CK C9"),
        ("spades", "H10 CQ SQ HQ DQ CJ SJ HJ DJ SA S10 SK S9"),
        ("hearts", "H10 CQ SQ HQ DQ CJ SJ HJ DJ HA HK H9"),
        ("queens", "CQ SQ HQ DQ"),
        ("jacks", "CJ SJ HJ DJ"),
        ("aces", ""),
    ],
)
def test_trumps_from_high_to_low(name, trumps):
    contract = get_contract(name)
    assert contract.trumps == tuple(trumps.split())
    for high, low in zip(contract.trumps, contract.trumps[1:], strict=False):
        assert contract.beats(high, low)
        assert not contract.beats(low, high)


def test_how_many_cards_are_trump():
    counts = {name: sum(map(get_contract(name).is_trump, PACK)) for name in ALL}
    assert counts == {
        "normal": 26,
        "diamonds": 26,
        "clubs": 26,
        "spades": 26,
        "hearts": 24,
        "queens": 8,
        "jacks": 8,
        "aces": 0,
    }


@pytest.mark.parametrize("name", ["queens", "jacks", "aces"])
def test_the_ten_of_hearts_is_a_plain_ten_without_a_suit_trump(name):
    contract = get_contract(name)
    assert contract.suit_of["H10"] == "H"
    assert contract.beats("HA", "H10")
    assert contract.beats("H10", "HK")


def test_plain_suits_rank_ace_ten_king_queen_jack_nine():
    aces = get_contract("aces")
    order = ["SA", "S10", "SK", "SQ", "SJ", "S9"]
    for high, low in zip(order, order[1:], strict=False):
        assert aces.beats(high, low)
    assert get_contract("jacks").beats("SQ", "S9")


def test_diamonds_become_plain_in_another_suit_solo():
    clubs = get_contract("clubs")
    assert clubs.suit_of["DA"] == "D"
    assert clubs.beats("C9", "DA")


@given(contracts, st.lists(cards, min_size=4, max_size=4))
def test_the_winner_of_a_trick_is_beaten_by_no_other_card(contract, trick):
    best = contract.winner(trick)
    assert not any(contract.beats(card, trick[best]) for card in trick)
    assert trick.index(trick[best]) == best, "of two identical cards the first wins (5.3.3)"
    led = contract.suit_of[trick[0]]
    assert contract.suit_of[trick[best]] in (led, TRUMP)


def test_the_first_ten_of_hearts_wins():
    assert get_contract("normal").winner(["DA", "H10", "D9", "H10"]) == 1


def test_a_card_of_another_plain_suit_never_wins():
    assert get_contract("normal").winner(["S9", "CA", "HA", "CA"]) == 0


def test_all_trumps_are_one_suit_to_follow():
    normal = get_contract("normal")
    hand = ["H10", "CQ", "DA", "HA", "S9"]
    assert normal.may_follow(hand, "DJ") == ("H10", "CQ", "DA")
    assert normal.may_follow(hand, "HK") == ("HA",)
    assert normal.may_follow(hand, "C9") == tuple(hand)
    assert normal.may_follow(hand, None) == tuple(hand)


def test_which_order_a_game_is_played_in():
    assert contract_of("silent_marriage").name == "normal"
    assert contract_of("solo", "jacks") is get_contract("jacks")


def test_an_unknown_contract_is_refused_by_name():
    with pytest.raises(Refusal, match="no contract called “kings”") as refused:
        get_contract("kings")
    assert refused.value.code == "unknown_contract"
    with pytest.raises(Refusal):
        contract_of("solo")
