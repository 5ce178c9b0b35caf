"""The demo: what is in fixtures/ is what its maker makes, and it is sound."""

import json
import os
import subprocess
import sys
from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from tournaments.management import demo
from tournaments.models import Entry, Player, Session, Table, Tournament

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def loaded(db) -> Tournament:
    call_command("load_demo", stdout=StringIO())
    return Tournament.objects.get()


def test_the_file_is_what_the_maker_makes(tmp_path):
    kept = {k: v for k, v in os.environ.items() if k not in {"DATABASE_URL", "REDIS_URL"}}
    environment = {
        **kept,
        "DATA_DIR": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "TZ": "Pacific/Auckland",  # another machine, on the other side of the world
    }
    for args in (["migrate", "-v0"], ["make_demo", "--output", str(tmp_path / "demo.json")]):
        subprocess.run(
            [sys.executable, "manage.py", *args], cwd=ROOT, env=environment, check=True, timeout=120
        )
    made = (tmp_path / "demo.json").read_bytes()
    assert made == demo.FILE.read_bytes(), "the demo has changed: make demo"


def test_another_seed_makes_another_day(db, tmp_path):
    call_command("make_demo", seed=2, output=tmp_path / "other.json", stdout=StringIO())
    made = json.loads((tmp_path / "other.json").read_text())
    kept = json.loads(demo.FILE.read_text())
    assert made["players"] == kept["players"]
    assert made["sessions"] != kept["sessions"]
    assert not Tournament.objects.exists()
    assert not Player.objects.exists()


def test_it_is_a_day_in_full_swing(loaded):
    assert loaded.entries.filter(status=Entry.Status.PRESENT).count() == 37
    states = loaded.sessions.values_list("state", flat=True)
    assert list(states) == [Session.State.CLOSED, Session.State.CLOSED, Session.State.RUNNING]
    for session in loaded.sessions.all():
        sizes = list(session.tables.values_list("size", flat=True))
        assert sizes == [4] * 8 + [5]
    running = loaded.sessions.get(number=3).tables
    assert running.exclude(state=Table.State.OPEN).count() == 5


def test_it_is_going_on_now(loaded):
    assert loaded.starts_on == timezone.localdate()
    latest = loaded.log.order_by("revision").last()
    assert timedelta(0) < timezone.now() - latest.at < timedelta(minutes=5)
    session = loaded.sessions.get(number=3)
    assert timezone.now() - session.started_at < timedelta(minutes=session.minutes)


def test_it_is_sound(loaded):
    out = StringIO()
    call_command("check_tournament", loaded.slug, stdout=out)


def test_it_is_loaded_into_an_empty_database_only(loaded):
    with pytest.raises(CommandError):
        call_command("load_demo", stdout=StringIO())
    call_command("load_demo", if_empty=True, stdout=StringIO())
    assert Tournament.objects.count() == 1
