"""``replay_deals`` record by record: the worked cases, strict reading, and what must hold."""

import json
from copy import deepcopy
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.game import Game
from rules.refusal import Refusal
from rules.replay import DealRecord, replay
from rules.simulator import simulate_deal
from scoring.answers import answer_line, score_deal
from scoring.replay_answers import outcome_of, replay_deal, replay_record
from scoring.replay_records import read_replay
from tests.examples import worked_cases
from tests.rules.table import MASTER, hands_with

CASES = [case.values[0] for case in worked_cases("replays.jsonl")]
LEGAL = [case["in"] for case in CASES if case["out"]["ok"]]
RESERVED = next(record for record in LEGAL if "reservations" in record)
SOLO = next(record for record in LEGAL if record.get("game", {}).get("kind") == "pflichtsolo")
NORMAL = next(record for record in LEGAL if record.get("game", {}).get("kind") == "normal")


def answered(record, by=replay_deal):
    text, ok = answer_line(json.dumps(record), by)
    found = json.loads(text)
    assert found["ok"] is ok
    if not ok:
        assert set(found["error"]) == {"code", "rule", "at", "message"}
    return found


@pytest.mark.parametrize("case", worked_cases("replays.jsonl"))
def test_worked_case(case):
    found, expected = answered(case["in"]), case["out"]
    assert found["ok"] is expected["ok"]
    if expected["ok"]:
        assert {key: found[key] for key in expected} == expected
        assert "needs_decision" not in found
    elif expected["rule"]:
        assert found["error"]["rule"] in expected["rule"]
    else:
        assert found["error"]["code"] == "bad_input"


def test_refusals_name_code_and_index():
    refused = [answered(case["in"])["error"] for case in CASES if not case["out"]["ok"]]
    assert [(error["code"], error["at"]) for error in refused] == [
        ("must_follow_suit", 9),
        ("card_not_in_hand", 24),
        ("hand_size", None),
        ("hand_size", None),
        ("too_late", 4),
        ("wrong_party", 0),
        ("no_announcement", 0),
        ("skipped", 2),
        ("repeated", 5),
        ("before_clarified", 0),
        ("absage_after_late_reply", 2),
        ("reply_too_late", 1),
        ("game_not_in_ruleset", None),
        ("marriage_without_queens", None),
        ("lustsolo_before_pflichtsolo", 1),
        ("bad_input", None),
    ]


def test_a_silent_marriage_is_told_as_one_and_scored_as_a_solo():
    hands = hands_with({1: MASTER})
    record = {"dealer": 4, "hands": {str(seat): list(hand) for seat, hand in hands.items()}}
    found = answered({**record, "game": {"kind": "normal"}, **claimed()})
    assert found["game"] == {"kind": "silent_marriage", "seat": 1}
    assert (found["deal"]["game"], found["re"]) == ("silent_marriage", [1])
    assert (found["deal"]["trickless"], found["result"]["scores"]["1"]) == ("kontra", 15)
    assert "extras" not in found["deal"]
    assert found["needs_decision"][0]["rule"] == "5.4"


def claimed(rest="re"):
    return {"plays": [], "ends": {"after": 0, "rest": rest}}


def test_a_soloist_who_gives_up_loses_the_tricks_that_were_not_played():
    found = answered({**SOLO, "plays": SOLO["plays"][:10], "ends": {"after": 10, "rest": "kontra"}})
    assert len(found["tricks"]) == 2
    assert (found["deal"]["card_points"], found["deal"]["trickless"]) == (0, "re")


def test_a_deal_by_another_ruleset_is_scored_by_it():
    found = answered({**NORMAL, "ruleset": "ddv_older"})
    assert found["deal"]["ruleset"] == "ddv_older"
    assert score_deal(found["deal"])["value"] == found["result"]["value"]


def test_11_an_older_reading_changes_scores_only_where_nobody_won():
    for case in CASES:
        if case["out"]["ok"]:
            older = answered({**case["in"], "ruleset": "ddv_older"})
            assert older["deal"]["card_points"] == case["out"]["deal"]["card_points"]
            if case["out"]["result"]["winner"] is not None:
                assert older["result"]["scores"] == case["out"]["result"]["scores"]


@pytest.mark.parametrize("record", LEGAL)
def test_seats_may_be_listed_from_any_of_them(record):
    plain, turned = answered(record), answered({**record, "seats": [3, 4, 1, 2]})
    assert turned["deal"].pop("seats") == [3, 4, 1, 2]
    assert plain["deal"].pop("seats") == [1, 2, 3, 4]
    assert turned == plain


def moved_answer(answer, moved):
    """An answer to ``replay_deals`` with every seat number put through ``moved``."""
    deal, game = dict(answer["deal"]), dict(answer["game"])
    del deal["seats"]  # in whatever rotation it was asked
    if "seat" in game:
        game["seat"] = moved(game["seat"])
    return {
        **answer,
        "game": game,
        "re": sorted(map(moved, answer["re"])),
        "tricks": [
            {**trick, "leader": moved(trick["leader"]), "winner": moved(trick["winner"])}
            for trick in answer["tricks"]
        ],
        "extras": [{**extra, "seat": moved(extra["seat"])} for extra in answer["extras"]],
        "deal": {**deal, "re": sorted(map(moved, deal["re"]))},
        "result": {
            **answer["result"],
            "scores": {str(moved(int(s))): n for s, n in answer["result"]["scores"].items()},
        },
    }


@settings(max_examples=80)
@given(
    st.integers(0, 100_000),
    st.sampled_from([((1, 2, 3, 4), 2, 4), ((1, 2, 4, 5), 3, 5), ((2, 3, 4, 5), 1, 5)]),
    st.integers(1, 4),
)
def test_answers_add_up_and_do_not_depend_on_which_seat_number_is_which(seed, table, turned):
    seats, dealer, size = table
    made = simulate_deal(Random(seed), seats, dealer, owing=seats[:2], urgency=0.5)

    def moved(seat):
        return (seat - 1 + turned) % size + 1

    record = replay_record(made.record)
    there = {
        **record,
        "seats": sorted(map(moved, seats)),
        "dealer": moved(dealer),
        "hands": {str(moved(int(seat))): hand for seat, hand in record["hands"].items()},
        "calls": [{**call, "seat": moved(call["seat"])} for call in record["calls"]],
        "reservations": [{**said, "seat": moved(said["seat"])} for said in record["reservations"]],
        "pflichtsolo_done": [moved(seat) for seat in record["pflichtsolo_done"]],
    }
    answer, other = answered(record), answered(there)
    questions = [found.pop("needs_decision", []) for found in (answer, other)]
    assert len(questions[0]) == len(questions[1])  # their sentences name seats
    assert sum(answer["result"]["scores"].values()) == 0
    if "ends" not in record:
        assert sum(trick["card_points"] for trick in answer["tricks"]) == 240
    assert answer["result"] == answered(answer["deal"], score_deal)
    assert moved_answer(other, lambda seat: seat) == moved_answer(answer, moved)


def test_a_deal_that_is_not_over_has_no_outcome():
    deal = replay(read_replay(NORMAL), 20)
    with pytest.raises(Refusal, match="20 of 48 cards") as caught:
        outcome_of(deal)
    assert caught.value.code == "deal_unfinished"
    marriage = DealRecord(4, hands_with({1: MASTER}), (), Game("marriage", 1))
    with pytest.raises(Refusal):
        outcome_of(replay(marriage))


@pytest.mark.parametrize("record", LEGAL)
def test_a_record_is_written_as_it_was_read(record):
    read = read_replay(record)
    assert read_replay(replay_record(read)) == read


def test_a_deal_that_is_still_being_keyed_may_lack_cards():
    begun = {**NORMAL, "hands": dict.fromkeys("1234", []), "plays": [], "calls": []}
    with pytest.raises(Refusal, match="48 cards"):
        read_replay(begun)
    record = read_replay(begun, finished=False)
    assert (record.hands[1], record.plays) == ((), ())


def test_writing_keeps_breaches_that_stand_and_how_the_deal_ended():
    record = {**SOLO, **claimed(), "plays": SOLO["plays"][:9], "ends": {"after": 9, "rest": "re"}}
    read = read_replay({**record, "stands": [5, 2]})
    assert replay_record(read)["stands"] == [2, 5]
    assert read_replay(replay_record(read)) == read


def changed(path, value):
    """A good record with one value replaced, or removed by ``...``."""
    record = deepcopy(RESERVED if path[0] in ("reservations", "pflichtsolo_done") else SOLO)
    at = record
    for key in path[:-1]:
        at = at[key]
    if value is ...:
        del at[path[-1]]
    else:
        at[path[-1]] = value
    return record


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("dealer",), 0, "“dealer” must be a whole number from 1 to 5, not 0."),
        (("dealer",), ..., "The key “dealer” is missing."),
        (("ruleset",), 3, "“ruleset” must be the name of a ruleset"),
        (("seats",), [1, 3, 2, 4], "“seats” must be four different positions"),
        (("hands",), [], "“hands” must be an object"),
        (("hands", "5"), [], 'There is no key "hands.5" here.'),
        (("hands", "1"), ..., "The key “hands.1” is missing."),
        (("hands", "1"), "CA", "“hands.1” must be a list of at most 48 cards"),
        (("hands", "1", 3), "C8", '“hands.1[3]” must be a card such as H10, not "C8".'),
        (("plays", 7), ["CA"], '“plays[7]” must be a card such as H10, not ["CA"].'),
        (("plays",), ["CA"] * 47, "“plays” must be the 48 cards in the order played, not 47."),
        (("plays",), ["CA"] * 49, "“plays” must be a list of at most 48 cards"),
        (("game",), ..., "Give either “game” or “reservations”."),
        (("reservations",), ..., "Give either “game” or “reservations”."),
        (("game",), "normal", "“game” must be an object"),
        (("game", "kind"), "solo", "“game.kind” must be one of normal, marriage, pflichtsolo"),
        (("game", "kind"), 1, "“game.kind” must be one of"),
        (("game", "kind"), "normal", 'There is no key "game.contract" here.'),
        (("game", "kind"), "marriage", 'There is no key "game.contract" here.'),
        (("game", "seat"), 5, "“game.seat”: seat 5 does not play in this deal."),
        (("game", "contract"), "trump", "“game.contract” must be one of clubs, spades"),
        (("game", "contract"), ..., "The key “game.contract” is missing."),
        (("reservations",), {}, "“reservations” must be a list"),
        (("reservations", 0), 4, "“reservations[0]” must be an object"),
        (("reservations", 0, "says"), "yes", "“reservations[0].says” must be one of gesund"),
        (("reservations", 0, "says"), [], "“reservations[0].says” must be one of gesund"),
        (("reservations", 0, "wants"), "x", 'There is no key "reservations[0].wants" here.'),
        (("reservations", 0, "seat"), 5, "“reservations[0].seat”: seat 5 does not play"),
        (("reservations", 1, "wants"), ..., "The key “reservations[1].wants” is missing."),
        (("reservations", 1, "wants"), "x", "“reservations[1].wants” must be one of pflichtsolo"),
        (("reservations", 1, "contract"), "aces", "“reservations[1].contract” is only for a solo."),
        (("reservations", 1, "wants"), "lustsolo", "“reservations[1].contract” is missing: seat 4"),
        (("pflichtsolo_done",), [1, 1], "“pflichtsolo_done” must be a list of different whole"),
        (("pflichtsolo_done",), [5], "“pflichtsolo_done” must be a list of different whole"),
        (("pflichtsolo_done",), 3, "“pflichtsolo_done” must be a list"),
        (("calls",), {}, "“calls” must be a list"),
        (("calls",), [3], "“calls[0]” must be an object"),
        (("calls",), [{"seat": 1, "call": "re", "at": 1}], 'There is no key "calls[0].at" here.'),
        (("calls",), [{"seat": 1, "call": "no9", "after": 1}], "“calls[0].call” must be one of re"),
        (("calls",), [{"seat": 1, "call": "re", "after": 49}], "“calls[0].after” must be a whole"),
        (("calls",), [{"seat": 5, "call": "re", "after": 1}], "“calls[0].seat”: seat 5 does not"),
        (("stands",), [48], "“stands” must be a list of different whole numbers from 0 to 47"),
        (("stands",), [True], "“stands” must be a list"),
        (("ends",), 5, "“ends” must be an object"),
        (
            ("ends",),
            {"after": 48, "rest": "re"},
            "“ends.after” must be a whole number from 0 to 47",
        ),
        (("ends",), {"after": 9, "rest": "re"}, "“ends.after” is 9, but “plays” holds 48 cards."),
    ],
)
def test_what_is_not_in_the_documented_form(path, value, message):
    error = answered(changed(path, value))["error"]
    assert (error["code"], error["rule"]) == ("bad_input", None)
    assert error["message"].startswith(message)


def test_the_party_that_gets_the_rest_is_one_of_two():
    error = answered({**SOLO, "plays": [], "ends": {"after": 0, "rest": "all"}})["error"]
    assert error["message"] == '“ends.rest” must be one of re, kontra, not "all".'


@pytest.mark.parametrize(
    ("path", "value", "named"),
    [
        (("game",), {"kind": "armut", "seat": 1}, "armut"),
        (("game", "kind"), "schmeissen", "schmeissen"),
        (("game", "contract"), "kings", "kings"),
        (("reservations", 1, "wants"), "armut", "armut"),
    ],
)
def test_4_1_4_what_the_ruleset_does_not_have_is_refused_by_name(path, value, named):
    error = answered(changed(path, value))["error"]
    assert (error["code"], error["rule"]) == ("game_not_in_ruleset", "4.1.4")
    assert f"“{named}”" in error["message"]


def test_4_2_3_a_reservation_for_a_vorfuehrung():
    error = answered(
        changed(
            ("reservations", 1),
            {"seat": 4, "says": "vorbehalt", "wants": "vorfuehrung", "contract": "aces"},
        )
    )
    assert (error["error"]["code"], error["error"]["at"]) == ("no_asking_before_vorfuehrung", 1)


def test_10_1_the_dealer_of_a_five_table_is_no_soloist():
    record = {**SOLO, "seats": [1, 2, 3, 4], "dealer": 5}
    error = answered({**record, "game": {"kind": "vorfuehrung", "seat": 5, "contract": "aces"}})
    assert error["error"]["code"] == "soloist_sits_out"


words = st.sampled_from(
    sorted({*SOLO, *RESERVED, "stands", "ends", "after", "rest", "kind", "seat"})
)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 50) | st.floats() | words | st.just("CA"),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words, inner, max_size=4),
    max_leaves=12,
)


@given(st.sampled_from([SOLO, RESERVED]), words, values)
def test_one_strange_value_in_a_good_record_is_no_traceback(record, key, value):
    answered({**record, key: value})


@given(st.data(), values)
def test_one_strange_value_anywhere_in_a_good_record_is_no_traceback(data, value):
    record = deepcopy(data.draw(st.sampled_from([SOLO, RESERVED])))
    at = record
    while True:
        keys = sorted(at) if isinstance(at, dict) else range(len(at))
        key = data.draw(st.sampled_from(keys))
        if not isinstance(at[key], (dict, list)) or not at[key] or data.draw(st.booleans()):
            at[key] = value
            break
        at = at[key]
    answered(record)
