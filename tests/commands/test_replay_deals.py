"""``replay_deals`` as a program: the worked cases through the pipe."""

from tests.commands.test_json_lines import lines, run
from tests.examples import worked_cases


def test_the_worked_cases_in_order():
    cases = [case.values[0] for case in worked_cases("replays.jsonl")]
    status, answers, errors = run("replay_deals", lines(*[case["in"] for case in cases]))
    assert (status, errors) == (1, "")
    assert [answer["ok"] for answer in answers] == [case["out"]["ok"] for case in cases]


def test_status_0_when_every_deal_is_legal_and_ids_come_back():
    good = [case.values[0]["in"] for case in worked_cases("replays.jsonl")][:2]
    status, answers, _ = run("replay_deals", lines(*[{**deal, "id": 7} for deal in good]))
    assert (status, [answer["id"] for answer in answers]) == (0, [7, 7])
