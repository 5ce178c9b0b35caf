"""Made-up deals keep every rule, and a deal with one thing changed is judged rightly."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.announcements import CALL_NAMES, Call
from rules.cards import CARDS
from rules.refusal import Refusal
from rules.replay import replay
from rules.ruleset import DDV_OLDER
from rules.session import ALONE, DealKind, start_session
from rules.simulator import simulate_deal, simulate_session
from tests.rules.referee import is_legal

seeds = st.integers(0, 100_000)
SEATINGS = [((1, 2, 3, 4), 2), ((1, 2, 4, 5), 3), ((2, 3, 4, 5), 1)]


def simulated(seed):
    """A deal of any kind: at tables of four and five, with Pflichtsoli open and due."""
    chance = Random(seed)
    seats, dealer = chance.choice(SEATINGS)
    owing = [seat for seat in seats if chance.random() < 0.5]
    due = chance.choice(owing) if owing and chance.random() < 0.2 else None
    return simulate_deal(
        chance, seats, dealer, owing=owing, urgency=chance.random(), vorfuehrung=due
    )


def judged(record):
    """What the law says: the deal at its end, or the code of the refusal."""
    try:
        return replay(record), None
    except Refusal as refusal:
        return None, refusal.code


@settings(max_examples=60)
@given(seeds)
def test_a_simulated_deal_replays_as_legal_and_to_the_same_end(seed):
    made = simulated(seed)
    deal = replay(made.record)
    assert is_legal(made.record)
    assert deal.is_over
    assert (deal.tricks, deal.re, deal.calls) == (made.deal.tricks, made.deal.re, made.deal.calls)
    assert deal.card_points("re") + deal.card_points("kontra") == 240
    if deal.rest is None:
        assert sum(trick.card_points for trick in deal.tricks) == 240
        assert all(not hand for hand in deal.hands.values())


@settings(max_examples=40)
@given(seeds, st.data())
def test_at_any_card_just_those_cards_and_calls_are_legal_that_are_not_refused(seed, data):
    record = simulated(seed).record
    cards = data.draw(st.integers(0, len(record.plays)))
    calls = tuple(call for call in record.calls if call.after <= cards)
    before = replace(record, plays=record.plays[:cards], calls=calls, rest=None)
    deal = replay(before)
    for card in {*deal.hands.get(deal.turn, ()), *data.draw(st.sets(st.sampled_from(CARDS)))}:
        tried = replace(before, plays=(*before.plays, card))
        assert (card in deal.legal_cards) == (judged(tried)[1] is None)
    seat = data.draw(st.sampled_from(record.seats))
    for name in CALL_NAMES:
        tried = replace(before, calls=(*calls, Call(seat, name, cards)))
        assert (name in deal.legal_calls(seat)) == (judged(tried)[1] is None)


def agrees(record):
    """The law and the second referee judge alike; the deal is legal or the code is told."""
    deal, code = judged(record)
    assert (code is None) == is_legal(record), code
    return code if deal is None else "legal"


@settings(max_examples=60)
@given(seeds, st.data())
def test_one_changed_card_is_refused_or_legal(seed, data):
    record = simulated(seed).record
    place = data.draw(st.integers(0, len(record.plays) - 1))
    plays = list(record.plays)
    if data.draw(st.booleans()):  # another card, or one that comes later anyway
        plays[place] = data.draw(st.sampled_from(CARDS))
    else:
        other = data.draw(st.integers(0, len(plays) - 1))
        plays[place], plays[other] = plays[other], plays[place]
    agrees(replace(record, plays=tuple(plays)))


@settings(max_examples=60)
@given(seeds, st.data())
def test_one_changed_or_added_call_is_refused_or_legal(seed, data):
    record = simulated(seed).record
    calls = list(record.calls)
    for _ in range(data.draw(st.integers(1, 4))):
        call = Call(
            data.draw(st.sampled_from(record.seats)),
            data.draw(st.sampled_from(CALL_NAMES)),
            data.draw(st.integers(0, min(30, len(record.plays)))),
        )
        calls.insert(data.draw(st.integers(0, len(calls))), call)
    agrees(replace(record, calls=tuple(calls)))


@settings(max_examples=60)
@given(seeds, st.data())
def test_one_changed_hand_is_refused_or_legal(seed, data):
    record = simulated(seed).record
    hands = {seat: list(hand) for seat, hand in record.hands.items()}
    one, two = data.draw(st.permutations(record.seats))[:2]
    mine, theirs = data.draw(st.integers(0, 11)), data.draw(st.integers(0, 11))
    if data.draw(st.booleans()):
        hands[one][mine], hands[two][theirs] = hands[two][theirs], hands[one][mine]
    else:
        hands[one][mine] = data.draw(st.sampled_from(CARDS))
    agrees(replace(record, hands={seat: tuple(hand) for seat, hand in hands.items()}))


@settings(max_examples=60)
@given(seeds, st.integers(1, 3))
def test_the_answer_does_not_depend_on_which_seat_number_is_which(seed, turned):
    chance = Random(seed)
    made = simulate_deal(chance, (1, 2, 3, 4), chance.randint(1, 4), owing=(1, 3))

    def moved(seat):
        return (seat - 1 + turned) % 4 + 1

    record = made.record
    there = replace(
        record,
        dealer=moved(record.dealer),
        hands={moved(seat): hand for seat, hand in record.hands.items()},
        game=record.game and replace(record.game, seat=moved(record.game.seat)),
        reservations=tuple(replace(said, seat=moved(said.seat)) for said in record.reservations),
        pflichtsolo_done=tuple(map(moved, record.pflichtsolo_done)),
        calls=tuple(call._replace(seat=moved(call.seat)) for call in record.calls),
    )
    deal, other = made.deal, replay(there)
    assert other.re == tuple(sorted(map(moved, deal.re)))
    assert [t.winner for t in other.tricks] == [moved(t.winner) for t in deal.tricks]
    assert other.special_points == [p._replace(seat=moved(p.seat)) for p in deal.special_points]
    assert (other.game.kind, other.card_points("re")) == (deal.game.kind, deal.card_points("re"))


# --- sessions ------------------------------------------------------------------------------------


@pytest.mark.parametrize("table_size", [4, 5])
def test_a_session_keeps_the_protocol_and_everyone_plays_a_pflichtsolo(table_size):
    rows = simulate_session(table_size, seed=7)
    assert len(rows) == start_session(table_size).table.deals
    assert all(row.step.faults == () for row in rows)
    assert rows[-1].step.after.is_over
    owed = [row.soloist for row in rows if row.step.pflichtsolo_section]
    assert sorted(owed) == list(range(1, table_size + 1))
    for row in rows:
        deal = row.played.deal
        assert (deal.dealer, deal.game.deal_kind) == (row.step.dealer, row.kind)
        assert (row.soloist is not None) == (row.kind in ALONE)
        assert deal.order[0] == row.step.forehand


def test_the_same_seed_makes_the_same_session_and_another_one_another():
    one, again, other = (
        [row.played.record for row in simulate_session(4, seed, deals=3)] for seed in (1, 1, 2)
    )
    assert one == again
    assert one != other
    assert len(one) == 3


def test_deals_struck_by_the_clock_are_the_last_normal_ones():
    rows = simulate_session(4, seed=3, struck=4)
    kinds = [row.kind for row in rows]
    assert kinds.count(DealKind.STRUCK) == 4
    first = kinds.index(DealKind.STRUCK)
    assert set(kinds[first:]) <= {DealKind.STRUCK, DealKind.VORFUEHRUNG}
    assert all(row.played is None for row in rows if row.kind is DealKind.STRUCK)
    assert rows[-1].step.after.is_over


def test_10_1_when_only_the_dealer_of_a_five_table_owes_the_next_seat_deals():
    rows = [row for seed in range(28, 34) for row in simulate_session(5, seed, struck=15)]
    offered = [row for row in rows if row.step.needs_decision]
    assert offered
    assert all(row.soloist != row.played.deal.dealer for row in offered)


def test_4_2_3_by_older_descriptions_the_seat_to_the_soloists_right_deals():
    rows = simulate_session(4, seed=5, struck=20, ruleset=DDV_OLDER)
    due = [row for row in rows if row.kind is DealKind.VORFUEHRUNG]
    assert due
    assert all(row.played.deal.dealer == (row.soloist - 2) % 4 + 1 for row in due)


def test_deals_are_plausible():
    """Everything that can happen does, and nothing all the time."""
    rows = [row for seed in range(12) for row in simulate_session(4 + seed % 2, seed)]
    kinds = Counter(row.played.deal.game.kind for row in rows)
    assert min(kinds.values()) >= 1
    assert set(kinds) == {
        "normal",
        "marriage",
        "marriage_solo",
        "silent_marriage",
        "pflichtsolo",
        "lustsolo",
        "vorfuehrung",
    }
    assert 0.6 < (kinds["normal"] + kinds["marriage"]) / len(rows) < 0.9
    contracts = {row.played.deal.game.contract for row in rows}
    assert len(contracts) == 8  # seven solos and none
    calls = Counter(call.call for row in rows for call in row.played.deal.calls)
    assert calls["re"] > calls["no60"] > calls["schwarz"]
    assert {row.played.deal.rest for row in rows} == {None, "re", "kontra"}
    extras = Counter(point.what for row in rows for point in row.played.deal.special_points)
    assert set(extras) == {"doppelkopf", "fox", "charlie"}
