"""One line in, one line out: what is refused, how it is said, and that nothing stops the run."""

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.answers import answer_line, check_sheet_record, score_deal

DEAL = {"game": "normal", "re": [1, 3], "card_points": 130}
SHEET = {"table_size": 4, "rows": [{"kind": "lustsolo", "soloist": 2, "scores": [1, -3, 1, 1]}]}


def answered(record, answer=score_deal):
    line = record if isinstance(record, (bytes, str)) else json.dumps(record)
    text, ok = answer_line(line, answer)
    assert "\n" not in text
    found = json.loads(text)
    assert found["ok"] is ok
    if not ok:
        assert set(found["error"]) == {"code", "rule", "at", "message"}
    return found


def refused(record, answer=score_deal):
    """The sentence of a refusal with ``bad_input``."""
    found = answered(record, answer)
    assert found["ok"] is False
    assert found["error"]["code"] == "bad_input"
    assert (found["error"]["rule"], found["error"]["at"]) == (None, None)
    return found["error"]["message"]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"", "The line is empty."),
        (b"  \r\n", "The line is empty."),
        (b"{", "The line is not valid JSON"),
        (b'{"a": 1} x', "The line is not valid JSON: Extra data at character 10."),
        (b"\xff\n", "The line is not valid UTF-8 at byte 0."),
        (b'{"id": "\xed\xa0\x80"}', "The line is not valid UTF-8 at byte 8."),
        (b"[1, 2]", "The line must hold one JSON object, not [1, 2]."),
        (b"null", "The line must hold one JSON object, not null."),
        (b'{"card_points": NaN}', "NaN is not a number JSON can hold."),
        (b'{"id": -Infinity}', "-Infinity is not a number JSON can hold."),
        (b'{"id": 1e999}', "1e999 is not a number JSON can hold."),
        (b'{"id": 1, "id": 2}', 'The key "id" is given twice.'),
        (b'{"calls": {"re": "none", "re": "none"}}', 'The key "re" is given twice.'),
        (b'{"card_points": ' + b"1" * 5000 + b"}", "The line holds a number that is too long."),
        (b"[" * 100_000, "The line is nested too deeply."),
        (b'{"id":' * 100_000, "The line is nested too deeply."),
    ],
)
def test_what_is_no_json_object(line, message):
    assert refused(line).startswith(message)


@pytest.mark.parametrize("key", ["id", "seats"])
def test_no_depth_of_nesting_is_a_traceback(key):
    """Some depths can be read but not written again."""
    for depth in range(700, 1_000, 2):
        nested = "[" * depth + "]" * depth
        found = answered(json.dumps(DEAL)[:-1] + f', "{key}": {nested}}}')
        assert found["ok"] or found["error"]["code"] == "bad_input"


@pytest.mark.parametrize("name", ["ä", "deal 1", 7, 1.5, None, True, [1], {"a": "\ud800"}])
def test_an_id_is_echoed_whatever_comes_out(name):
    assert answered({**DEAL, "id": name})["id"] == name
    assert answered({"id": name})["id"] == name
    assert "id" not in answered(DEAL)


def test_seats_of_a_five_table_are_scored():
    assert answered({**DEAL, "seats": [3, 5, 1, 2]})["scores"] == {
        "3": 1,
        "5": -1,
        "1": 1,
        "2": -1,
    }


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"points": 3}, 'There is no key "points" here.'),
        ({"game": "skat"}, "“game” must be one of normal, marriage, marriage_solo,"),
        ({"game": 1}, "“game” must be one of"),
        ({"game": ["normal"]}, "“game” must be one of"),
        ({"contract": "jacks"}, "“contract” is only for a solo, not for normal."),
        ({"game": "solo", "re": [1]}, "The key “contract” is missing."),
        ({"game": "solo", "re": [1], "contract": "kings"}, "“contract” must be one of clubs,"),
        ({"game": "solo", "re": [1], "contract": None}, "“contract” must be one of clubs,"),
        ({"card_points": 241}, "“card_points” must be a whole number from 0 to 240, not 241."),
        ({"card_points": -1}, "“card_points” must be a whole number"),
        ({"card_points": 120.0}, "“card_points” must be a whole number"),
        ({"card_points": True}, "“card_points” must be a whole number from 0 to 240, not true."),
        ({"card_points": "120"}, "“card_points” must be a whole number"),
        ({"card_points": None}, "“card_points” must be a whole number"),
        ({"card_points": {"re": 1}}, "“card_points” must be a whole number from 0 to 240, not an"),
        ({"seats": [1, 2, 3]}, "“seats” must be four different positions from 1 to 5, clockwise"),
        ({"seats": [1, 2, 3, 6]}, "“seats” must be"),
        ({"seats": [0, 1, 2, 3]}, "“seats” must be"),
        ({"seats": [1, 3, 2, 4]}, "“seats” must be"),
        ({"seats": [1, 2, 2, 3]}, "“seats” must be"),
        ({"seats": [1, 2, 3, True]}, "“seats” must be"),
        ({"seats": None}, "“seats” must be"),
        ({"re": [1]}, "“re” must be two different positions that play, not [1]."),
        ({"re": [1, 1]}, "“re” must be two"),
        ({"re": [1, 5]}, "“re” must be two"),
        ({"re": [1, True]}, "“re” must be two"),
        ({"re": "13"}, "“re” must be two"),
        ({"re": list(range(20))}, "“re” must be two different positions that play, not a list."),
        ({"game": "silent_marriage"}, "“re” must be one position that plays, not [1, 3]."),
        ({"calls": []}, "“calls” must be an object, not []."),
        ({"calls": {"wir": "none"}}, 'There is no key "calls.wir" here.'),
        ({"calls": {"re": "re"}}, "“calls.re” must be one of none, announced, no90,"),
        ({"calls": {"kontra": None}}, "“calls.kontra” must be one of"),
        ({"trickless": "nobody"}, "“trickless” must be “re”, “kontra” or null, not"),
        ({"trickless": "re"}, "“trickless”: a party without a trick has no card points, Re has."),
        ({"trickless": "kontra"}, "“trickless”: a party without a trick has no card points, Kon"),
        ({"extras": None}, "“extras” must be an object, not null."),
        ({"extras": {"bock": 1}}, 'There is no key "extras.bock" here.'),
        ({"extras": {"fox": [2, 1]}}, "“extras.fox” must be two whole numbers"),
        ({"extras": {"fox": [-1, 1]}}, "“extras.fox” must be two whole numbers"),
        ({"extras": {"fox": [1]}}, "“extras.fox” must be two whole numbers"),
        ({"extras": {"fox": 1}}, "“extras.fox” must be two whole numbers"),
        ({"extras": {"fox": [True, 0]}}, "“extras.fox” must be two whole numbers"),
        ({"extras": {"doppelkopf": [3, 2]}}, "“extras.doppelkopf” must be two whole numbers"),
        ({"extras": {"charlie": True}}, "“extras.charlie” must be “re”, “kontra” or null, not"),
        ({"ruleset": None}, "“ruleset” must be the name of a ruleset, not null."),
        ({"x" * 500: 1}, 'There is no key "xxx'),
    ],
)
def test_a_deal_not_in_the_documented_form(change, message):
    sentence = refused({**DEAL, **change})
    assert sentence.startswith(message)
    assert len(sentence) < 200


@pytest.mark.parametrize("key", ["game", "re", "card_points"])
def test_a_deal_without_a_needed_key(key):
    assert refused({k: v for k, v in DEAL.items() if k != key}) == f"The key “{key}” is missing."


@pytest.mark.parametrize("extras", [{"fox": [0, 1]}, {"doppelkopf": [1, 0]}, {"charlie": "re"}])
@pytest.mark.parametrize("game", ["silent_marriage", "marriage_solo"])
def test_special_points_where_the_game_has_none(game, extras):
    record = {**DEAL, "game": game, "re": [1], "extras": extras}
    assert refused(record) == f"“extras”: {game} has no special points (TSR 7.2.3)."
    nothing = {"fox": [0, 0], "doppelkopf": [0, 0], "charlie": None}
    assert answered({**record, "extras": nothing})["ok"]


def test_a_game_the_ddv_does_not_have_is_refused_by_name():
    error = answered({**DEAL, "game": "armut"})["error"]
    assert (error["code"], error["rule"]) == ("game_not_in_ruleset", "4.1.4")
    assert error["message"] == "DDV has no game called “armut”."


def test_rulesets_by_name():
    lost = {**DEAL, "card_points": 175, "calls": {"re": "no60", "kontra": "no90"}}
    assert answered({**lost, "ruleset": "ddv"})["value"] == 2
    assert answered({**lost, "ruleset": "ddv_older"})["value"] == 1
    assert answered({**lost, "ruleset": "sunday"})["error"]["code"] == "unknown_ruleset"


@pytest.mark.parametrize("points", [1, 239])
def test_totals_that_cannot_occur_are_answered(points):
    assert answered({**DEAL, "card_points": points})["ok"]


def row(**change):
    kept = {**SHEET["rows"][0], **change}
    return {"rows": [{key: value for key, value in kept.items() if value is not Ellipsis}]}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"ruleset": "ddv"}, 'There is no key "ruleset" here.'),
        ({"table_size": 6}, "“table_size” must be a whole number from 4 to 5, not 6."),
        ({"rows": {}}, "“rows” must be a list, not an object."),
        ({"rows": [3]}, "“rows[0]” must be an object, not 3."),
        ({"totals": [1, 2, 3]}, "“totals” must be 4 whole numbers from -99999 to 99999, one for"),
        ({"totals": None}, "“totals” must be 4 whole numbers"),
        ({"complete": 1}, "“complete” must be true or false, not 1."),
        (row(note="x"), 'There is no key "rows[0].note" here.'),
        (row(kind=...), "The key “rows[0].kind” is missing."),
        (row(kind="solo"), "“rows[0].kind” must be one of normal, marriage_solo,"),
        (row(kind=None), "“rows[0].kind” must be one of"),
        (row(soloist=...), "The key “rows[0].soloist” is missing."),
        (row(soloist=5), "“rows[0].soloist” must be a whole number from 1 to 4, not 5."),
        (row(kind="normal"), "“rows[0].soloist”: a row of kind normal has no soloist."),
        (row(scores=[1, -1, 1]), "“rows[0].scores” must be 4 whole numbers from -9999 to 9999"),
        (row(scores=[1, -1, 1, 10**30]), "“rows[0].scores” must be 4 whole numbers"),
        (row(scores=[1.0, -1, 1, -1]), "“rows[0].scores” must be 4 whole numbers"),
        (row(scores=[True, -1, 1, -1]), "“rows[0].scores” must be 4 whole numbers"),
        (row(breach="yes"), "“rows[0].breach” must be true or false"),
        (
            row(kind="normal", soloist=..., breach=True),
            "“rows[0].breach” is only for a solo (TSR 9.4.4), not for normal.",
        ),
        (
            row(kind="struck", soloist=..., scores=[1, -1, 0, 0]),
            "“rows[0].scores”: a struck deal brings no points.",
        ),
    ],
)
def test_a_sheet_not_in_the_documented_form(change, message):
    assert refused({**SHEET, **change}, check_sheet_record).startswith(message)


def test_a_sheet_in_the_documented_form():
    found = answered({**SHEET, **row(breach=False), "complete": False}, check_sheet_record)
    assert found["rows"][0] == {
        "deal": 1,
        "dealer": 1,
        "forehand": 2,
        "leader": 2,
        "running": [1, -3, 1, 1],
    }
    assert found["findings"] == [
        {
            "row": 1,
            "code": "lustsolo_before_pflichtsolo",
            "rule": "4.3.1",
            "severity": "error",
            "message": "Row 1: Seat 2 may not play a Lustsolo before its own Pflichtsolo.",
        }
    ]


def test_a_key_given_twice_among_very_many_is_found_at_once():
    keys = [f'"k{number}": 1' for number in range(100_000)]
    begun = time.process_time()
    message = refused("{" + ", ".join([*keys, keys[-1]]) + "}")
    assert message == 'The key "k99999" is given twice.'
    assert time.process_time() - begun < 5  # comparing each key with all takes minutes


words = st.sampled_from(
    sorted(DEAL | SHEET | SHEET["rows"][0])
    + ["id", "seats", "contract", "kontra", "calls", "trickless", "extras", "ruleset", "totals"]
    + ["complete", "breach", "doppelkopf", "fox", "charlie", "normal", "marriage", "solo", "jacks"]
    + ["none", "no90", "schwarz", "pflichtsolo", "vorfuehrung", "penalty", "struck", "ddv"]
)
values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-300, 300)
    | st.integers()
    | st.floats()
    | words
    | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(words, inner, max_size=6),
    max_leaves=20,
)


@given(values, st.sampled_from([score_deal, check_sheet_record]))
def test_no_json_is_a_traceback(value, answer):
    answered(json.dumps(value), answer)


@given(st.sampled_from([(DEAL, score_deal), (SHEET, check_sheet_record)]), words, values)
def test_one_strange_value_in_a_good_record_is_no_traceback(good, key, value):
    record, answer = good
    answered(json.dumps({**record, key: value}), answer)


@given(st.sampled_from(["kind", "soloist", "scores", "breach", "re"]), values)
def test_one_strange_value_in_a_good_row_is_no_traceback(key, value):
    answered(json.dumps({**SHEET, **row(**{key: value})}), check_sheet_record)


@given(st.binary(max_size=80), st.sampled_from([score_deal, check_sheet_record]))
def test_no_bytes_are_a_traceback(line, answer):
    answered(line, answer)
