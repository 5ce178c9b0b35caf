from rules.cards import CARD_POINTS, CARDS, PACK, TOTAL_CARD_POINTS, card_points, is_pack


def test_the_pack_has_24_cards_twice_worth_240():
    assert len(CARDS) == len(set(CARDS)) == 24
    assert len(PACK) == 48
    assert card_points(PACK) == TOTAL_CARD_POINTS


def test_card_points_by_rank():
    assert [CARD_POINTS["S" + rank] for rank in ("A", "10", "K", "Q", "J", "9")] == [
        11,
        10,
        4,
        3,
        2,
        0,
    ]
    assert card_points(["H10", "DA", "C9"]) == 21


def test_a_pack_is_recognised_in_any_order_and_only_whole():
    assert is_pack(reversed(PACK))
    assert not is_pack(PACK[:-1])
    assert not is_pack([*PACK[:-1], "CA"])
