"""Two people at once: real connections, a database file, no luck involved."""

import json
import os
import subprocess
import sys


def test_two_at_once(tmp_path):
    environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    environment |= {"DATA_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "config.settings"}
    run = subprocess.run(
        [sys.executable, "-m", "tests.tournaments.actions.two_at_once"],
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert run.returncode == 0, run.stderr[-2000:]
    told = json.loads(run.stdout)
    # The race: who does not say what their form was made from overwrites the other.
    assert told["without_looking"] == ["done", "done"]
    # Its absence: one is told, and what is stored is one of the two, whole.
    assert told["with_a_look"] == ["conflict", "done"]
    assert told["whole"]
    assert told["revisions"]
    assert told["same_key"] == ["already", "done"]
    # Draws follow one another; the draft left is one of them.
    assert told["two_draws"] == ["done", "done", "done"]
    assert told["one_draft"]
    assert told["seats"] == 12
    # The race between two directors: each changes what the other has not seen.
    assert told["redraws_unseen"] == told["swaps_unseen"] == ["done", "done"]
    # Its absence: who says what was on the screen is told when it is no longer there; at every
    # moment everybody has one seat.
    assert told["redraws"] == told["swaps"] == ["done", "seats_changed", True]
    assert told["first_draws"] == ["done", "seats_changed"]
    assert told["double_click"] == ["already", "done", True]
    assert told["release_or_redraw"] in (
        ["done", "seats_changed", True],
        ["done", "state", True],
    )
    assert told["repairs"] == ["done", "seats_changed"]
    assert told["repaired_whole"]
    # Two phones at one table: never two deals where both saw the same sheet, never one twice.
    assert told["phones"] == ["conflict", "done"]
    assert told["resent"] == ["already", "already", "done"]
    assert told["rows"] == [1, 2]
    # One name, one club; who comes second is told, or joins it.
    assert told["same_club"] == ["done", "taken"]
    assert told["new_club"] == ["done", "done"]
    assert told["clubs"] == 2
