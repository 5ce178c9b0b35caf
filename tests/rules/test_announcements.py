"""Every deadline of Re, Kontra and the Absagen (TSR 6)."""

import pytest

from rules.game import Game
from rules.refusal import Refusal
from tests.rules.table import MASTER, hands_with, marriage, play_on, play_trick, table

# Seat 1 plays alone against 2, 3 and 4, so that everybody's party is known; seat 1 leads.
SOLO = Game("pflichtsolo", 1, "diamonds")
LEVELS = ["no90", "no60", "no30", "schwarz"]


def solo():
    return table({1: MASTER}, SOLO)


def holding(deal, seat, cards):
    """Play until that seat holds so many cards."""
    while len(deal.hands[seat]) > cards:
        play_on(deal, 1)
    return deal


def refused(deal, seat, call):
    before = (dict(deal.announcements.heights), list(deal.calls))
    assert call not in deal.legal_calls(seat)
    with pytest.raises(Refusal) as caught:
        deal.call(seat, call)
    assert (deal.announcements.heights, deal.calls) == before
    return caught.value.code, caught.value.rule


def call(deal, seat, *calls):
    for one in calls:
        assert one in deal.legal_calls(seat)
        deal.call(seat, one)


@pytest.mark.parametrize(("seat", "first"), [(1, "re"), (3, "kontra")])
def test_6_2_2_re_and_kontra_need_eleven_cards(seat, first):
    call(holding(solo(), seat, 11), seat, first)
    assert refused(holding(solo(), seat, 10), seat, first) == ("too_late", "6.2.2")


def test_6_2_1_the_first_call_is_possible_before_the_first_card():
    deal = solo()
    assert deal.legal_calls(1) == ("re", *LEVELS)
    assert deal.legal_calls(4) == ("kontra", *LEVELS)


def test_a_table_can_be_told_how_long_each_call_stays_open():
    deal = solo()
    # An Absage needs Re, and every level that it skips, still to be open.
    assert [deal.fewest_cards(1, one) for one in ("re", *LEVELS)] == [11] * 5
    assert deal.fewest_cards(1, "kontra") is None
    call(deal, 4, "kontra")
    assert deal.fewest_cards(1, "re") == 10  # as a reply
    call(deal, 4, "no90")
    assert [deal.fewest_cards(4, one) for one in LEVELS] == [None, 9, 9, 9]
    assert table({1: MASTER}, Game("marriage", 1)).fewest_cards(1, "re") is None


def test_6_1_1_the_callers_own_cards_count_and_not_the_trick():
    deal = solo()
    play_on(deal, 5)  # seat 1 has led to the second trick, the others have not played to it
    assert (len(deal.hands[1]), len(deal.hands[4])) == (10, 11)
    call(deal, 4, "kontra")
    # Re is late now as a first call and still open as a reply, with one card fewer than Kontra.
    assert deal.legal_calls(1) == ("re",)


@pytest.mark.parametrize(
    ("level", "cards"), [("no90", 10), ("no60", 9), ("no30", 8), ("schwarz", 7)]
)
def test_6_3_4_each_absage_needs_one_card_fewer(level, cards):
    for held, late in ((cards, False), (cards - 1, True)):
        deal = solo()
        call(deal, 1, "re", *LEVELS[: LEVELS.index(level)])
        holding(deal, 1, held)
        if late:
            assert refused(deal, 1, level) == ("too_late", "6.3.4")
        else:
            call(deal, 1, level)


def test_6_3_2_an_absage_carries_re_or_kontra_only_while_that_is_open():
    deal = holding(solo(), 2, 11)
    call(deal, 2, "no90")
    assert deal.announcements.highest("kontra") == "no90"
    assert refused(holding(solo(), 2, 10), 2, "no90") == ("no_announcement", "6.3.2")


def test_6_4_3_levels_may_be_skipped_while_each_of_them_is_open():
    deal = solo()
    call(deal, 1, "re")
    holding(deal, 1, 10)
    call(deal, 1, "schwarz")  # no90 is open, so are the others
    assert deal.announcements.highest("re") == "schwarz"


def test_6_4_3_a_level_that_was_missed_cannot_be_made_up():
    deal = solo()
    call(deal, 1, "re")
    holding(deal, 1, 9)
    assert refused(deal, 1, "no60") == ("skipped", "6.4.3")
    assert deal.legal_calls(1) == ()


@pytest.mark.parametrize(("calls", "until"), [(["kontra"], 10), (["no90"], 9), (["no30"], 7)])
def test_6_4_4_a_reply_needs_one_card_fewer_than_the_call_it_answers(calls, until):
    for held, late in ((until, False), (until - 1, True)):
        deal = solo()
        call(deal, 3, *calls)
        holding(deal, 1, held)
        if late:
            assert refused(deal, 1, "re") == ("reply_too_late", "6.4.4")
        else:
            call(deal, 1, "re")


def test_6_4_4_every_further_call_opens_the_reply_anew():
    deal = solo()
    call(deal, 3, "kontra")
    holding(deal, 1, 9)  # too late to answer Kontra ...
    assert refused(deal, 1, "re") == ("reply_too_late", "6.4.4")
    call(deal, 3, "no90")  # ... seat 3 has not played to this trick and still holds ten
    call(deal, 1, "re")


def test_6_4_4_a_reply_is_only_re_or_kontra():
    deal = solo()
    call(deal, 3, "kontra")
    holding(deal, 1, 10)
    assert refused(deal, 1, "no90") == ("no_announcement", "6.3.2")


def test_6_4_4_after_a_reply_in_time_as_a_first_call_absagen_are_open():
    deal = solo()
    call(deal, 3, "kontra")
    holding(deal, 1, 11)
    call(deal, 1, "re", "no90")


def test_6_4_4_after_a_late_reply_the_party_makes_no_absage():
    deal = solo()
    call(deal, 1, "re")
    holding(deal, 2, 10)
    call(deal, 2, "kontra")
    assert len(deal.hands[3]) == 11  # the partner too, although it could have called Kontra itself
    assert refused(deal, 3, "no90") == ("absage_after_late_reply", "6.4.4")
    assert deal.legal_calls(3) == ()


def test_6_4_5_a_call_belongs_to_the_party():
    deal = solo()
    call(deal, 2, "kontra")
    call(deal, 4, "no90")
    assert refused(deal, 3, "re") == ("wrong_party", "6.2.2")


def test_6_4_6_calling_early_shortens_nobodys_limits():
    deal = solo()
    call(deal, 1, "no30")
    call(holding(deal, 1, 7), 1, "schwarz")
    deal = solo()
    call(deal, 3, "no30")  # with twelve cards
    call(holding(deal, 1, 7), 1, "re")  # one fewer than no30 needs, not than seat 3 held


def test_6_4_7_a_party_repeats_no_call_and_says_none_that_is_implied():
    deal = solo()
    call(deal, 2, "no60")
    for seat, again in ((2, "no60"), (3, "kontra"), (4, "no90")):
        assert refused(deal, seat, again) == ("repeated", "6.4.7")
    call(deal, 3, "no30")


def test_both_parties_may_make_absagen():
    deal = solo()
    call(deal, 1, "no90")
    call(deal, 2, "no60")
    assert [deal.announcements.highest(party) for party in ("re", "kontra")] == ["no90", "no60"]


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_6_4_2_in_a_marriage_nobody_calls_before_the_clarifying_trick_is_complete(seat):
    deal = marriage()
    for card in ("C9", "CA"):
        assert refused(deal, seat, "kontra") == ("before_clarified", "6.4.2")
        deal.play(card)
    assert deal.legal_calls(seat) == ()
    play_on(deal, 2)
    call(deal, seat, "kontra" if seat == 3 else "re")


@pytest.mark.parametrize("trick", [1, 2, 3])
def test_6_4_2_a_marriage_clarified_later_moves_every_limit(trick):
    deal = marriage(clarified_in=trick)
    play_trick(deal, "C9")
    assert deal.re == (1, 2)
    assert {len(hand) for hand in deal.hands.values()} == {12 - trick}
    call(deal, 1, "re")  # with 11, 10 or 9 cards: just in time
    holding(deal, 1, 11 - trick)
    call(deal, 1, "no90")
    late = marriage(clarified_in=trick)
    play_trick(late, "C9")
    assert refused(holding(late, 1, 11 - trick), 1, "re") == ("too_late", "6.2.2")


def test_6_4_2_replies_move_with_the_limits():
    deal = marriage(clarified_in=3)
    play_trick(deal, "C9")
    call(deal, 3, "kontra")
    call(holding(deal, 1, 8), 1, "re")
    assert deal.legal_calls(2) == ()


def test_6_4_2_a_silent_marriage_moves_nothing():
    deal = table({1: MASTER})
    assert deal.game == Game("silent_marriage", 1)
    assert deal.legal_calls(1) == ("re", *LEVELS)
    assert deal.legal_calls(2) == ("kontra", *LEVELS)
    assert refused(holding(deal, 1, 10), 1, "re") == ("too_late", "6.2.2")


def test_6_4_2_open_calls_when_the_groom_took_three_tricks_are_for_the_director():
    deal = table({1: MASTER}, Game("marriage", 1))
    play_trick(deal, "H10")
    play_trick(deal, "H10")
    assert deal.legal_calls(1) == ()
    play_trick(deal, "CQ")
    assert deal.game == Game("marriage_solo", 1)
    assert deal.questions == []  # nothing was called, so nothing has to be decided
    call(deal, 2, "kontra")
    assert [(q.code, q.rule) for q in deal.questions] == [("calls_without_clarification", "6.4.2")]
    assert refused(holding(deal, 1, 7), 1, "re") == ("reply_too_late", "6.4.4")


def test_nobody_calls_after_the_deal():
    deal = solo()
    call(deal, 3, "kontra")
    play_on(deal)
    assert deal.is_over
    assert [deal.legal_calls(seat) for seat in (1, 2, 3, 4)] == [()] * 4
    assert refused(deal, 1, "re") == ("reply_too_late", "6.4.4")


def test_normal_game_party_by_the_queen_held():
    deal = table({2: ["CQ"], 4: ["CQ"]})
    assert hands_with({2: ["CQ"], 4: ["CQ"]})[1].count("CQ") == 0
    assert deal.legal_calls(2)[0] == deal.legal_calls(4)[0] == "re"
    assert deal.legal_calls(1)[0] == deal.legal_calls(3)[0] == "kontra"
