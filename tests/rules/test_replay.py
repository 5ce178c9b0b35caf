"""A whole deal from its record: in which order faults are found, and stepping to any card."""

from dataclasses import replace

import pytest

from rules.announcements import Call
from rules.game import Game
from rules.refusal import Refusal
from rules.replay import DealRecord, replay
from rules.reservations import Reservation
from tests.rules.table import MASTER, hands_with, play_on, table


def record_of(deal, **changes):
    """The record of a deal that is played to its end here, card by card."""
    hands = {seat: tuple(hand) for seat, hand in deal.hands.items()}
    game = deal.game
    while not deal.is_over:
        play_on(deal, 1)
    plays = tuple(card for trick in deal.tricks for card in trick.cards)
    return replace(DealRecord(deal.dealer, hands, plays, game), **changes)


def solo_record(**changes):
    return record_of(table({1: MASTER}, Game("pflichtsolo", 1, "diamonds")), **changes)


def refused(record):
    with pytest.raises(Refusal) as caught:
        replay(record)
    return caught.value.code, caught.value.rule, caught.value.at


def test_a_record_can_be_seen_after_any_card():
    record = solo_record(calls=(Call(1, "re", 2), Call(2, "kontra", 2), Call(1, "no90", 5)))
    seen = [replay(record, cards) for cards in (0, 2, 5, 48, 99)]
    assert [deal.played for deal in seen] == [0, 2, 5, 48, 48]
    assert [len(deal.calls) for deal in seen] == [0, 2, 3, 3, 3]
    assert (seen[2].trickless, seen[3].trickless) == (None, "kontra")
    assert [call.call for call in seen[4].calls] == ["re", "kontra", "no90"]


def test_calls_count_by_when_they_were_made_and_then_by_their_order():
    late_first = (Call(1, "no90", 3), Call(1, "re", 0))
    assert replay(solo_record(calls=late_first)).announcements.highest("re") == "no90"
    swapped = (Call(1, "no90", 3), Call(1, "re", 3))
    assert refused(solo_record(calls=swapped)) == ("repeated", "6.4.7", 1)


def test_the_fault_that_came_first_is_named():
    record = solo_record(calls=(Call(1, "re", 0), Call(1, "re", 4)))
    plays = list(record.plays)
    plays[9] = plays[8]
    assert refused(replace(record, plays=tuple(plays))) == ("repeated", "6.4.7", 1)
    plays[2] = "H10"  # seat 1 holds both
    assert refused(replace(record, plays=tuple(plays))) == ("card_not_in_hand", "5.2.1", 2)


def test_5_4_a_deal_cut_short_is_over_after_its_last_card():
    whole = solo_record()
    record = replace(whole, plays=whole.plays[:6], rest="re")
    assert (replay(record).is_over, replay(record).trickless) == (True, "kontra")
    assert replay(record, 5).is_over is False


def test_9_6_3_a_breach_stands_at_its_index():
    hands = hands_with({1: ["CA"], 2: ["C9", "DA"]})
    record = DealRecord(4, hands, ("CA", "DA"), Game("normal"), stands=frozenset({1}))
    assert replay(record).played == 2
    assert refused(replace(record, stands=frozenset())) == ("must_follow_suit", "5.2.2", 1)


def test_4_1_reservations_settle_the_game():
    hands = hands_with({1: MASTER})
    said = (Reservation(1, "marriage"), Reservation(2), Reservation(3), Reservation(4))
    assert replay(DealRecord(4, hands, (), reservations=said)).game == Game("marriage", 1)
    solo = (*said[:3], Reservation(4, "lustsolo", "aces"))
    record = DealRecord(4, hands, (), reservations=solo, pflichtsolo_done=(4,))
    assert replay(record).game == Game("lustsolo", 4, "aces")
    assert refused(replace(record, pflichtsolo_done=None)) == (
        "lustsolo_before_pflichtsolo",
        "4.3.1",
        3,
    )


@pytest.mark.parametrize(
    ("kind", "done", "code"),
    [
        ("lustsolo", (), "lustsolo_before_pflichtsolo"),
        ("pflichtsolo", (1,), "second_pflichtsolo"),
        ("vorfuehrung", (1,), "second_pflichtsolo"),
    ],
)
def test_4_3_1_and_8_6_who_has_played_a_pflichtsolo_counts_for_a_given_game_if_it_is_told(
    kind, done, code
):
    record = DealRecord(4, hands_with({1: MASTER}), (), Game(kind, 1, "aces"))
    assert replay(record).game.kind == kind
    with pytest.raises(Refusal) as caught:
        replay(replace(record, pflichtsolo_done=done))
    assert caught.value.code == code
    other = (1,) if kind == "lustsolo" else ()
    assert replay(replace(record, pflichtsolo_done=other)).game.kind == kind


def test_who_has_played_a_pflichtsolo_does_not_matter_for_a_normal_game():
    record = DealRecord(4, hands_with(), (), Game("normal"), pflichtsolo_done=(1,))
    assert replay(record).is_over is False
