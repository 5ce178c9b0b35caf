"""Two people at once: real connections, a database of its own, no luck involved."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

URL = os.environ.get("DATABASE_URL", "")
DATABASES = ["sqlite", *(["postgresql"] if URL.startswith(("postgres:", "postgresql:")) else [])]


@pytest.fixture(params=DATABASES)
def place(request, tmp_path) -> Iterator[dict[str, str]]:
    """The environment of a program with an empty database: a file, or one on the server."""
    environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    environment |= {"DATA_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "config.settings"}
    if request.param == "sqlite":
        yield environment
        return
    import psycopg

    name, at = f"at_once_{os.getpid()}", URL.rpartition("/")[0]
    with psycopg.connect(f"{at}/postgres", autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}")
        try:
            yield {**environment, "DATABASE_URL": f"{at}/{name}"}
        finally:
            server.execute(f"DROP DATABASE {name} WITH (FORCE)")


def told_by(program: str, environment: dict[str, str]) -> dict:
    run = subprocess.run(
        [sys.executable, "-m", f"tests.tournaments.actions.{program}"],
        env=environment,
        capture_output=True,
        text=True,
        timeout=240,
    )
    assert run.returncode == 0, run.stderr[-2000:]
    return json.loads(run.stdout)


def test_two_at_once(place):
    told = told_by("two_at_once", place)
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
    assert told["same_club"] in (["done", "taken"], ["conflict", "done"])
    assert told["new_club"] == ["done", "done"]
    assert told["clubs"] == 2
    # The same table from two devices: one is told, nothing is overwritten unseen.
    assert told["two_sheets"] == ["conflict", "done"]
    assert told["check_and_save"] == ["conflict", "done"]
    assert told["checked_is_what_was_keyed"]
    assert told["two_verify"] == ["conflict", "done"]
    assert told["two_correct"] == ["conflict", "done"]
    # The same form open twice: unseen, the last one wins; seen, the second is told.
    assert told["settings_unseen"] == told["players_unseen"] == ["done", "done"]
    assert told["settings"] == told["players"] == ["conflict", "done"]


def test_what_was_acknowledged_is_there_after_every_kill(place):
    told = told_by("killed_server", place)
    assert told["kills"] == 50  # of the whole server, at the desk's and the phones' entries
    assert all(told["cut_off"])  # every device lost requests that died with it: the kills hit
    assert min(told["acknowledged"]) > 10
    assert not told["refused"]
    # Every acknowledged entry is there, once, in the order sent; and nothing else is.
    assert all(told["logged_as_sent"])
    assert all(told["stored_as_sent"])
    assert told["unsound"] == []
