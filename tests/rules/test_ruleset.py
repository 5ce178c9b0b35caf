import dataclasses

import pytest

from rules.refusal import Refusal, bad_input
from rules.ruleset import DDV, RULESETS, get_ruleset


def test_a_ddv_session_at_four_and_at_five():
    four, five = DDV.table(4), DDV.table(5)
    assert (four.deals, four.normal_deals, four.pflichtsoli, four.minutes) == (24, 20, 4, 100)
    assert (five.deals, five.normal_deals, five.pflichtsoli, five.minutes) == (30, 25, 5, 125)
    assert not four.dealer_sits_out
    assert five.dealer_sits_out


def test_older_descriptions_have_25_deals_at_five():
    assert get_ruleset("ddv_older").table(5).deals == 25
    assert get_ruleset("ddv_older").table(4) == DDV.table(4)


def test_rulesets_are_frozen():
    with pytest.raises(dataclasses.FrozenInstanceError):
        DDV.name = "mine"
    with pytest.raises(TypeError):
        DDV.tables[6] = DDV.tables[5]


def test_every_ruleset_is_found_by_its_name():
    assert {name: get_ruleset(name) for name in RULESETS} == dict(RULESETS)


def test_an_unknown_ruleset_is_refused_and_the_known_are_named():
    with pytest.raises(Refusal) as refused:
        get_ruleset("sunday")
    assert refused.value.code == "unknown_ruleset"
    assert refused.value.message == (
        "There is no ruleset called “sunday”; known are: ddv, ddv_older."
    )


def test_an_unknown_ruleset_of_a_very_long_name_leaves_the_sentence_readable():
    with pytest.raises(Refusal) as refused:
        get_ruleset("x" * 5000)
    assert len(refused.value.message) < 150


@pytest.mark.parametrize("seats", [0, 3, 6, 7])
def test_a_table_size_without_rules_is_refused(seats):
    with pytest.raises(Refusal, match=f"no table of {seats} players") as refused:
        DDV.table(seats)
    assert (refused.value.code, refused.value.rule) == ("table_size", "8.3")


def test_a_game_the_ruleset_lacks_is_refused_by_name_and_rule():
    DDV.require_game("marriage")
    with pytest.raises(Refusal, match="DDV has no game called “armut”") as refused:
        DDV.require_game("armut")
    assert (refused.value.code, refused.value.rule) == ("game_not_in_ruleset", "4.1.4")


def test_a_refusal_can_be_read_translated_and_sent():
    refusal = bad_input("“%(key)s” is wrong.", key="re")
    assert refusal.template % refusal.params == refusal.message == "“re” is wrong."
    assert refusal.as_dict() == {
        "code": "bad_input",
        "rule": None,
        "at": None,
        "message": "“re” is wrong.",
    }
