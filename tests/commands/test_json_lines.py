"""``score_deals`` and ``check_sheet`` as programs: pipes, exit status, no database."""

import contextlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DEAL = {"game": "normal", "re": [1, 3], "card_points": 121}
SHEET = {"table_size": 4, "rows": []}
# No database can be opened here: what needs one fails.
ENVIRONMENT = {**os.environ, "DATABASE_URL": "sqlite:////nowhere/there/is/none.sqlite3"}


def start(command, *arguments):
    return subprocess.Popen(
        [sys.executable, "manage.py", command, *arguments],
        cwd=ROOT,
        env=ENVIRONMENT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def run(command, data, *arguments):
    process = start(command, *arguments)
    out, err = process.communicate(data, timeout=60)
    return process.returncode, [json.loads(line) for line in out.splitlines()], err.decode()


def lines(*records):
    return b"".join(json.dumps(record).encode() + b"\n" for record in records)


@pytest.mark.parametrize(("command", "good"), [("score_deals", DEAL), ("check_sheet", SHEET)])
def test_answers_in_order_and_a_bad_line_stops_nothing(command, good):
    data = lines({**good, "id": "a"}) + b"\n\xff\n{]\n[]\n" + b"[" * 50_000 + b"\n"
    data += lines({"id": "b"}) + json.dumps({**good, "id": "c"}).encode()
    status, answers, errors = run(command, data)
    assert status == 1
    assert [answer["ok"] for answer in answers] == [True, *[False] * 6, True]
    assert [answer.get("id") for answer in answers] == ["a", *[None] * 5, "b", "c"]
    assert errors == ""


@pytest.mark.parametrize(("command", "good"), [("score_deals", DEAL), ("check_sheet", SHEET)])
def test_status_0_when_all_is_well_and_2_for_unusable_arguments(command, good):
    status, answers, _ = run(command, lines(good, good))
    assert (status, len(answers)) == (0, 2)
    status, answers, errors = run(command, b"", "--fast")
    assert (status, answers) == (2, [])
    assert "unrecognized arguments: --fast" in errors


def test_a_file_from_an_editor_that_marks_its_beginning():
    status, answers, _ = run("score_deals", b"\xef\xbb\xbf" + lines(DEAL, DEAL))
    assert status == 0
    assert [answer["ok"] for answer in answers] == [True, True]


def test_each_line_is_answered_before_the_next_is_read():
    process = start("score_deals")
    for points in (121, 120):
        process.stdin.write(lines({**DEAL, "card_points": points}))
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["ok"] is True
    process.communicate(timeout=60)
    assert process.returncode == 0


def test_a_reader_that_leaves_is_no_traceback():
    process = start("score_deals")
    process.stdout.close()
    with contextlib.suppress(BrokenPipeError):
        process.stdin.write(lines(*[DEAL] * 2_000))
    with contextlib.suppress(BrokenPipeError):
        process.stdin.close()
    assert process.stderr.read() == b""
    assert process.wait(timeout=60) == 1
