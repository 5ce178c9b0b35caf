"""Finding the game (TSR 4): who is asked, what wins, who may play which solo."""

import pytest

from rules.game import Game
from rules.refusal import Refusal
from rules.reservations import Reservation, settle
from tests.rules.table import hands_with

HANDS = hands_with({3: ["CQ", "CQ"]})
ORDER = (1, 2, 3, 4)
GESUND = tuple(Reservation(seat) for seat in ORDER)


def asked(**said):
    """All four asked from seat 1; ``s2="pflichtsolo"`` gives seat 2's reservation."""
    return tuple(
        Reservation(
            seat, said.get(f"s{seat}"), "jacks" if "solo" in said.get(f"s{seat}", "") else None
        )
        for seat in ORDER
    )


def refused(reservations, done=()):
    with pytest.raises(Refusal) as caught:
        settle(reservations, ORDER, HANDS, done)
    return caught.value.code, caught.value.rule, caught.value.at


def test_4_1_all_healthy_is_a_normal_game():
    assert settle(GESUND, ORDER, HANDS) == Game("normal")


@pytest.mark.parametrize(
    ("said", "kind", "seat"),
    [
        ({"s3": "marriage"}, "marriage", 3),
        ({"s4": "pflichtsolo"}, "pflichtsolo", 4),
        ({"s2": "lustsolo", "s4": "pflichtsolo"}, "pflichtsolo", 4),
        ({"s1": "pflichtsolo", "s4": "pflichtsolo"}, "pflichtsolo", 1),
        ({"s2": "lustsolo", "s3": "lustsolo"}, "lustsolo", 2),
    ],
)
def test_4_1_a_pflichtsolo_beats_a_lustsolo_and_the_one_asked_earlier_its_equals(said, kind, seat):
    game = settle(asked(**said), ORDER, HANDS, pflichtsolo_done=(2, 3))
    assert (game.kind, game.seat) == (kind, seat)


@pytest.mark.parametrize("solo", ["pflichtsolo", "lustsolo"])
def test_4_1_with_two_reservations_a_marriage_never_comes_about(solo):
    done = (4,) if solo == "lustsolo" else ()
    assert settle(asked(s3="marriage", s4=solo), ORDER, HANDS, done) == Game(solo, 4, "jacks")


def test_4_1_all_are_asked_once_from_the_dealers_left():
    assert refused(GESUND[1:]) == ("asked_out_of_turn", "4.1.1", 0)
    assert refused(GESUND[:3]) == ("asked_out_of_turn", "4.1.1", 3)
    assert refused((*GESUND[:2], GESUND[3], GESUND[2])) == ("asked_out_of_turn", "4.1.1", 2)
    assert refused((*GESUND, GESUND[0])) == ("asked_out_of_turn", "4.1.1", 4)


def test_4_2_there_is_only_one_pflichtsolo():
    assert refused(asked(s2="pflichtsolo"), done=(2,)) == ("second_pflichtsolo", "8.6", 1)


def test_4_2_3_nobody_is_asked_before_a_vorfuehrung():
    assert refused(asked(s2="vorfuehrung")) == ("no_asking_before_vorfuehrung", "4.2.3", 1)


def test_4_3_1_a_lustsolo_before_ones_own_pflichtsolo_is_refused_even_when_outranked():
    said = asked(s1="pflichtsolo", s2="lustsolo")
    assert refused(said, done=(3, 4)) == ("lustsolo_before_pflichtsolo", "4.3.1", 1)


def test_4_4_1_a_marriage_needs_both_queens_so_two_of_them_cannot_meet():
    assert refused(asked(s2="marriage", s3="marriage")) == ("marriage_without_queens", "4.4.1", 1)
