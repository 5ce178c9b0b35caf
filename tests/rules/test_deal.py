"""A deal card by card (TSR 2.4, 4.4, 5, 7.2.3): parties, turns, following, the end."""

from dataclasses import replace

import pytest

from rules.deal import Deal
from rules.game import Game
from rules.refusal import Refusal
from rules.ruleset import DDV
from rules.session import DealKind
from tests.rules.table import MASTER, hands_with, marriage, play, play_on, play_trick, table

TWO = {1: ["CQ"], 2: ["CQ"]}  # seats 1 and 2 are Re


def refused(act, *arguments, **options):
    with pytest.raises(Refusal) as caught:
        act(*arguments, **options)
    return caught.value.code, caught.value.rule


# --- dealing -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "dealer", "order"),
    [
        ((1, 2, 3, 4), 4, (1, 2, 3, 4)),
        ((3, 4, 1, 2), 2, (3, 4, 1, 2)),
        ((1, 2, 4, 5), 3, (4, 5, 1, 2)),
        ((1, 2, 3, 4), 5, (1, 2, 3, 4)),
    ],
)
def test_4_1_the_dealers_left_is_asked_first_and_leads(seats, dealer, order):
    deal = table(seats=seats, dealer=dealer)
    assert deal.order == order
    assert deal.turn == deal.leader == order[0]


@pytest.mark.parametrize("dealer", [1, 5])
def test_10_1_the_dealer_of_a_five_table_holds_no_cards(dealer):
    assert refused(table, seats=(1, 2, 4, 5), dealer=dealer) == ("dealer_holds_cards", "10.1")


def test_3_3_7_a_hand_of_thirteen():
    assert refused(table, {1: ["CQ", *MASTER]}) == ("hand_size", "3.3.7")


def wrong_pack():
    hands = {seat: list(hand) for seat, hand in hands_with({1: ["CA"]}).items()}
    hands[1][0] = "H9"
    return hands


def test_2_2_hands_that_are_not_the_pack_name_the_cards():
    with pytest.raises(Refusal) as caught:
        Deal((1, 2, 3, 4), 4, wrong_pack(), Game("normal"))
    assert (caught.value.code, caught.value.rule) == ("not_the_pack", "2.2")
    assert "too many ♥9, too few ♣A." in caught.value.message


# --- what is played ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "leader", "kind"),
    [
        (Game("normal"), 1, DealKind.NORMAL),
        (Game("pflichtsolo", 3, "aces"), 3, DealKind.PFLICHTSOLO),
        (Game("vorfuehrung", 4, "aces"), 4, DealKind.VORFUEHRUNG),
        (Game("lustsolo", 3, "aces"), 1, DealKind.LUSTSOLO),
    ],
)
def test_5_1_who_leads_to_the_first_trick(game, leader, kind):
    deal = table(TWO, game)
    assert deal.turn == leader
    assert deal.game.deal_kind is kind


def test_2_4_the_queens_of_clubs_make_the_parties_and_a_solo_its_own():
    assert table(TWO).re == (1, 2)
    assert table(TWO, Game("lustsolo", 4, "queens")).re == (4,)
    assert table({3: ["CQ", "CQ"]}).re == (3,)


def test_4_4_1_a_marriage_without_both_queens():
    assert refused(table, TWO, Game("marriage", 1)) == ("marriage_without_queens", "4.4.1")
    assert refused(table, {2: ["CQ", "CQ"]}, Game("marriage", 1))[0] == "marriage_without_queens"
    assert refused(table, {2: ["CQ", "CQ"]}, Game("marriage"))[0] == "marriage_without_queens"


@pytest.mark.parametrize("trick", [1, 2, 3])
def test_4_4_2_the_first_foreign_trick_of_three_finds_the_partner(trick):
    deal = marriage(clarified_in=trick)
    assert (deal.re, deal.party_of(1)) == (None, None)
    assert deal.card_points("re") is None
    play_trick(deal, "C9")
    assert (deal.game, deal.re) == (Game("marriage", 1), (1, 2))
    assert [deal.party_of(seat) for seat in (1, 2, 3, 4)] == ["re", "re", "kontra", "kontra"]
    assert deal.game.deal_kind is DealKind.NORMAL


def test_4_4_3_a_groom_who_takes_three_tricks_plays_a_diamonds_solo():
    deal = marriage(clarified_in=3)
    play_trick(deal, "CQ")
    assert (deal.game, deal.re) == (Game("marriage_solo", 1), (1,))
    assert deal.game.is_alone
    assert deal.game.deal_kind is DealKind.MARRIAGE_SOLO
    play_trick(deal, "C9")
    assert deal.re == (1,)  # too late for a partner


@pytest.mark.parametrize(
    ("lacks", "given", "game", "named"),
    [
        ("marriage", {1: MASTER}, Game("marriage", 1), "marriage"),
        ("silent_marriage", {1: MASTER}, None, "silent_marriage"),
        ("solo", TWO, Game("lustsolo", 1, "jacks"), "solo"),
    ],
)
def test_a_ruleset_decides_which_games_there_are(lacks, given, game, named):
    ruleset = replace(DDV, games=tuple(name for name in DDV.games if name != lacks))
    with pytest.raises(Refusal, match=f"“{named}”") as caught:
        table(given, game, ruleset=ruleset)
    assert (caught.value.code, caught.value.rule) == ("game_not_in_ruleset", "4.1.4")


def test_a_ruleset_decides_which_soli_calls_and_special_points_there_are():
    ruleset = replace(
        DDV, solo_contracts=("jacks",), calls=("none", "announced"), special_points=frozenset()
    )
    queens = Game("lustsolo", 1, "queens")
    assert refused(table, TWO, queens, ruleset=ruleset)[0] == "contract_not_in_ruleset"
    deal = table(TWO, ruleset=ruleset)
    assert deal.legal_calls(1) == ("re",)
    assert refused(deal.call, 1, "no90") == ("call_not_in_ruleset", "6.3.1")
    play_on(deal)
    assert deal.special_points == []


# --- playing -------------------------------------------------------------------------------------


def test_5_2_2_a_suit_must_be_followed_and_all_trumps_are_one():
    deal = table({1: ["CA", "DA"], 2: ["C9"], 3: ["SA"], 4: ["HA"]})
    play(deal, "CA")
    assert "C9" in deal.legal_cards
    assert all(card[0] == "C" and card[1:] not in ("Q", "J") for card in deal.legal_cards)
    other = next(card for card in deal.hands[2] if card not in deal.legal_cards)
    with pytest.raises(Refusal) as caught:
        deal.play(other)
    assert (caught.value.code, caught.value.rule) == ("must_follow_suit", "5.2.2")
    assert "on ♣, but could follow: ♣9" in caught.value.message
    trumped = table({1: ["DA"]})
    trumped.play("DA")
    with pytest.raises(Refusal, match="on a trump, but could follow") as caught:
        trumped.play(next(card for card in trumped.hands[2] if card not in trumped.legal_cards))
    assert caught.value.code == "must_follow_suit"
    assert trumped.played == 1


def test_5_2_3_who_cannot_follow_plays_any_card():
    deal = table({1: ["CA"], 2: ["SA", "SA", "S10", "S10", "SK", "SK", "S9", "S9", *["HA"] * 2]
                  + ["DA", "H9"]})  # fmt: skip
    deal.play("CA")
    assert set(deal.legal_cards) == set(deal.hands[2])


def test_5_2_1_a_card_that_is_not_in_the_hand():
    deal = table({1: MASTER})
    assert refused(deal.play, "DA") == ("card_not_in_hand", "5.2.1")
    assert refused(deal.play, "X9") == ("card_not_in_hand", "5.2.1")


def test_5_3_3_of_two_tens_of_hearts_the_first_wins():
    deal = table({1: ["H10"], 2: ["H10"]})
    play_trick(deal, "H10", "H10")
    assert deal.tricks[0].winner == deal.turn == 1


def test_9_6_3_a_breach_that_nobody_claimed_in_time_stands():
    deal = table({1: ["CA"], 2: ["C9", "DA"]})
    deal.play("CA")
    assert refused(deal.play, "DA") == ("must_follow_suit", "5.2.2")
    deal.play("DA", stands=True)
    assert deal.played == 2


def test_9_6_3_where_no_rule_was_broken_nothing_can_stand():
    deal = table({1: ["CA"], 2: ["C9"]})
    assert refused(deal.play, "CA", stands=True) == ("nothing_stands", "9.6.3")
    deal.play("CA")
    assert refused(deal.play, "C9", stands=True) == ("nothing_stands", "9.6.3")


def test_the_table_can_be_read_at_any_card():
    deal = table({1: MASTER})
    play_trick(deal, "H10")
    play(deal, "H10")
    assert (deal.played, deal.turn, deal.leader, deal.on_table) == (5, 2, 1, ["H10"])
    assert deal.taken(1) == deal.card_points("re") == deal.tricks[0].card_points
    assert (deal.taken(2), deal.card_points("kontra"), deal.trickless) == (0, 0, None)
    play_on(deal)
    assert (deal.is_over, deal.turn, deal.legal_cards) == (True, None, ())
    assert sum(trick.card_points for trick in deal.tricks) == 240
    assert refused(deal.play, "H10") == ("deal_is_over", "5.3")


# --- the end -------------------------------------------------------------------------------------

SOLO = Game("pflichtsolo", 1, "diamonds")


@pytest.mark.parametrize(
    ("rest", "points", "trickless"),
    [("re", 240, "kontra"), ("kontra", 0, "re")],
)
def test_5_4_a_soloist_cuts_a_deal_short(rest, points, trickless):
    deal = table({1: MASTER}, SOLO)
    deal.cut_short(rest)
    assert (deal.is_over, deal.card_points("re"), deal.trickless) == (True, points, trickless)
    assert deal.card_points("kontra") == 240 - points
    assert deal.questions == []


def test_5_4_the_trick_on_the_table_goes_with_the_rest():
    deal = table({1: MASTER}, SOLO)
    play_trick(deal, "H10")
    play(deal, "H10")
    deal.cut_short("kontra")
    first = deal.tricks[0].card_points
    assert (deal.card_points("re"), deal.card_points("kontra")) == (first, 240 - first)
    assert deal.trickless is None
    assert refused(deal.cut_short, "re") == ("deal_is_over", "5.3")
    assert refused(deal.stop, "re") == ("deal_is_over", "5.3")


@pytest.mark.parametrize("game", [None, Game("marriage", 1)])
def test_5_4_only_a_soloist_cuts_a_deal_short(game):
    deal = table({1: MASTER} if game else TWO, game)
    assert refused(deal.cut_short, "re") == ("only_a_soloist_ends", "5.4")


def test_5_4_whether_a_lone_player_of_a_marriage_may_is_for_the_director():
    deal = table({1: MASTER})
    deal.cut_short("re")
    assert [(question.code, question.rule) for question in deal.questions] == [
        ("marriage_cut_short", "5.4")
    ]


def test_9_5_a_decided_deal_is_stopped_and_the_rest_goes_to_the_other_side():
    deal = table({1: MASTER, 2: ["DA"], 3: ["DA"]}, Game("normal"))
    deal.stop("kontra")
    assert (deal.card_points("re"), deal.special_points, deal.questions) == (0, [], [])


def test_9_5_before_a_marriage_is_clarified_nobody_knows_the_other_side():
    assert refused(marriage().stop, "re") == ("parties_unknown", "9.5")


# --- special points ------------------------------------------------------------------------------


def earned(deal):
    return [tuple(point) for point in deal.special_points]


def test_7_2_3_a_trick_of_forty_is_a_doppelkopf_and_one_of_thirty_nine_is_not():
    hands = {1: ["CA", "CQ"], 2: ["CA"], 3: ["C10"], 4: ["C10", "CQ"]}
    deal = table(hands)
    play_trick(deal, "CA", "CA", "C10", "C10")
    assert earned(deal) == [("re", 1, "doppelkopf", 1)]
    deal = table({1: ["HA", "CQ"], 2: ["HA"], 3: ["HK"], 4: ["DA", "CQ", *["SA"] * 2, *["S10"] * 2]
                  + ["CA"] * 2 + ["C10"] * 2 + ["CK"] * 2})  # fmt: skip
    play_trick(deal, "HA", "HA", "HK", "DA")
    assert deal.tricks[0].card_points == 37
    assert earned(deal) == []


@pytest.mark.parametrize(("fox_of", "expected"), [(2, []), (3, [("re", 1, "fox", 1)])])
def test_7_2_3_a_fox_counts_when_the_other_party_takes_it(fox_of, expected):
    hands = {1: ["H10", "CQ"], 2: ["CQ"], 3: ["D9"], 4: ["D9"]}
    hands[fox_of].append("DA")
    deal = table(hands)
    play(deal, "H10", "DA" if fox_of == 2 else "CQ", "DA" if fox_of == 3 else "D9", "D9")
    assert earned(deal) == expected


def test_7_2_3_both_foxes_in_one_trick_count_each():
    deal = table({1: ["H10", "CQ"], 2: ["CQ"], 3: ["DA"], 4: ["DA"]})
    play(deal, "H10", deal.hands[2][0], "DA", "DA")
    assert earned(deal) == [("re", 1, "fox", 1)] * 2


def test_7_2_3_before_a_marriage_is_clarified_foxes_count_by_who_turned_out_to_play_together():
    deal = table({1: MASTER, 2: ["CA", "CA", "DA"], 3: ["DA"]}, Game("marriage", 1))
    play_trick(deal, "H10", "DA", "DA")
    assert deal.special_points == []  # nobody knows yet
    play_trick(deal, "C9")
    assert earned(deal) == [("re", 1, "fox", 1)]  # seat 3's; seat 2's was the partner's


STRONG = ["H10", "H10", "CQ", "SQ", "SQ", "HQ", "HQ", "DQ", "DQ", "CJ", "CJ", "SJ"]


@pytest.mark.parametrize(
    ("last", "expected"), [("CJ", [("re", 1, "charlie", 12)]), ("DQ", []), ("SJ", [])]
)
def test_7_2_3_the_jack_of_clubs_that_takes_the_last_trick_is_a_charlie(last, expected):
    deal = table({1: STRONG, 2: ["CQ"]})  # once the other ♣Q is gone, seat 1 takes every trick
    play_trick(deal, "H10", "CQ")
    cards = list(STRONG[1:])
    cards.remove(last)
    for card in (*cards, last):
        play_trick(deal, card)
    assert [trick.winner for trick in deal.tricks] == [1] * 12
    assert [point for point in earned(deal) if point[2] == "charlie"] == expected


def test_7_2_3_a_solo_and_a_marriage_played_alone_have_no_special_points():
    for game in (None, Game("marriage", 1), Game("lustsolo", 1, "diamonds")):
        deal = table({1: MASTER, 2: ["DA"], 3: ["DA"]}, game)
        play_trick(deal, "H10")
        play_trick(deal, "H10")
        play_trick(deal, "CQ")
        play_on(deal)
        assert deal.special_points == []
