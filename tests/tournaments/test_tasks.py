"""Documents made by tasks: at once without Redis, by a real worker with it."""

import json
import os
import subprocess
import sys
import uuid
from pathlib import Path

import pytest
import redis

from tests.tournaments import factories
from tests.tournaments.actions.play import drawn
from tournaments.actions.core import Refused
from tournaments.actions.documents import (
    KEPT,
    begin_document,
    note_progress,
    request_document,
    retry_document,
)
from tournaments.actions.draws import recall_session
from tournaments.models import Document, LogEntry
from tournaments.tasks import make_document

ROOT = Path(__file__).resolve().parents[2]


def asked(tournament, **wanted):
    document, _ = request_document(tournament, None, **{"kind": "entries", **wanted})
    return document


@pytest.mark.django_db
class TestAtOnce:
    def test_a_waiting_document_becomes_a_pdf_and_nothing_else_changes(self):
        tournament = drawn(5)
        before, logged = tournament.revision, LogEntry.objects.count()
        document = asked(tournament, kind="sheets", parameters={"session": "1"})
        assert (document.state, document.revision) == ("waiting", before)
        make_document.delay(document.pk)
        document.refresh_from_db()
        assert (document.state, document.done, document.total) == ("ready", 2, 2)
        assert bytes(document.content).startswith(b"%PDF")
        tournament.refresh_from_db()
        assert (tournament.revision, LogEntry.objects.count()) == (before, logged)

    def test_the_same_wish_is_the_same_document_until_something_changes(self):
        tournament = factories.tournament()
        first, to_start = request_document(tournament, None, kind="entries")
        assert to_start
        assert request_document(tournament, None, kind="entries") == (first, False)
        assert asked(tournament, language="en") != first
        factories.entries(tournament, 1)
        assert asked(tournament) != first

    def test_a_document_that_cannot_be_made_any_more_says_why_and_is_made_later(self):
        tournament = drawn(5)
        document = asked(tournament, kind="seats", parameters={"session": 1})
        recall_session(tournament, None, 1, reason="Tisch vergessen")
        make_document.delay(document.pk)
        document.refresh_from_db()
        assert document.state == "failed"
        assert document.error == "Runde 1 hat noch keine Plätze. Erst auslosen und freigeben."
        tournament.sessions.filter(number=1).update(state="released")
        assert retry_document(document)
        make_document.delay(document.pk)
        document.refresh_from_db()
        assert (document.state, document.error) == ("ready", "")
        assert not retry_document(document)

    def test_what_the_task_does_not_expect_becomes_a_reason_too(self):
        document = asked(factories.tournament())
        Document.objects.filter(pk=document.pk).update(kind="a kind of older days")
        make_document.delay(document.pk)
        document.refresh_from_db()
        assert document.state == "failed"
        assert document.error == "Das Programm ist gescheitert (KeyError)."

    def test_a_task_for_a_document_that_is_gone_or_ready_does_nothing(self):
        make_document.delay(4711)
        document = asked(factories.tournament())
        make_document.delay(document.pk)
        document.refresh_from_db()
        assert begin_document(document.pk) is None
        note_progress(document.pk, 7)
        assert Document.objects.get().done == document.done

    def test_only_the_latest_are_kept(self):
        tournament = factories.tournament()
        other = asked(factories.tournament())
        for _ in range(KEPT + 2):
            type(tournament).objects.filter(pk=tournament.pk).update(
                revision=tournament.revision + 1
            )
            tournament.refresh_from_db()
            last = asked(tournament)
        assert tournament.documents.count() == KEPT
        assert tournament.documents.first() == last
        assert Document.objects.filter(pk=other.pk).exists()

    def test_only_the_desk_may_ask(self):
        tournament = factories.tournament()
        helper = factories.staff(tournament, "helper")
        assert request_document(tournament, helper, kind="entries")[1]
        with pytest.raises(Refused, match="Rolle"):
            request_document(tournament, factories.user(), kind="entries")

    def test_nonsense_is_refused_with_a_sentence_and_leaves_nothing(self):
        tournament = factories.tournament()
        for kind, parameters, words in [
            ("nonsense", {}, "Ein Dokument der Art „nonsense“ gibt es nicht."),
            ("sheets", {"session": "1e9"}, "„1e9“ ist kein Wert"),
            ("sheets", {"session": 1}, "noch keine Plätze"),
            ("results", {"names": "secret"}, "„secret“ ist kein Wert"),
            ("results", {}, "noch keine Ergebnisse"),
        ]:
            with pytest.raises(Refused, match=words):
                request_document(tournament, None, kind=kind, parameters=parameters)
        assert not Document.objects.exists()


# What a browser does, run as a process of its own: settings are read when it starts.
ASK = """
import json, sys, time
import django
django.setup()
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
call_command("migrate", verbosity=0)
from django.contrib.auth import get_user_model
from tests.tournaments.played import played
tournament = played(800, 1)
client = Client()
client.force_login(get_user_model().objects.create_superuser("director"))
address = reverse("make-document", args=[tournament.slug, "sheets"])
answer = client.post(address + "?session=1")
page = answer["Location"] + "?wait"
progress, deadline = [], time.monotonic() + 90
while time.monotonic() < deadline:
    document = tournament.documents.defer("content").get()
    step = [document.state, document.done, document.total]
    if step not in progress:
        progress.append(step)
        status = client.get(page).status_code
        assert status == 200, status
    if document.state in ("ready", "failed"):
        break
    time.sleep(0.1)
content = client.get(answer["Location"]).content
print(json.dumps({"progress": progress, "error": document.error, "size": len(content),
                  "start": content[:5].decode("latin-1")}))
"""


@pytest.fixture
def own_redis():
    """The address of a Redis database that is empty before and after; skips without a server."""
    address = os.environ.get("REDIS_URL") or "redis://localhost:6379"
    base = address.rsplit("/", 1)[0] if address.count("/") > 2 else address
    for number in range(15, 0, -1):
        client = redis.Redis.from_url(f"{base}/{number}", socket_connect_timeout=1)
        try:
            if client.dbsize() == 0:
                break
        except redis.exceptions.ConnectionError:
            pytest.skip("no Redis server answers")
    else:
        pytest.fail("every Redis database is in use")
    yield f"{base}/{number}"
    client.flushdb()
    client.close()


@pytest.mark.redis
def test_a_real_worker_makes_the_document_while_the_page_tells_how_far_it_is(own_redis, tmp_path):
    settings = {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATA_DIR": str(tmp_path),
        "REDIS_URL": own_redis,
        "CELERY_QUEUE": f"test-{uuid.uuid4().hex}",
        "ALLOWED_HOSTS": "testserver",
        "DEBUG": "1",
        "PYTHONPATH": str(ROOT),
    }
    environment = {k: v for k, v in os.environ.items() if k != "DATABASE_URL"} | settings
    log = tmp_path / "worker.log"
    with log.open("w") as out:
        worker = subprocess.Popen(
            [sys.executable, "-m", "celery", "-A", "config", "worker", "--pool", "solo"],
            cwd=ROOT,
            env=environment,
            stdout=out,
            stderr=out,
        )
        try:
            asker = subprocess.run(
                [sys.executable, "-c", ASK],
                cwd=ROOT,
                env=environment,
                capture_output=True,
                text=True,
                timeout=150,
                check=False,
            )
        finally:
            worker.terminate()
            worker.wait(timeout=30)
    assert asker.returncode == 0, asker.stderr + log.read_text()
    told = json.loads(asker.stdout)
    states = [state for state, _, _ in told["progress"]]
    assert states[-1] == "ready", (told, log.read_text())
    assert states[0] in ("waiting", "working")
    assert told["progress"][-1][1:] == [201, 201]
    # It was seen on its way: neither nothing nor everything done.
    assert any(0 < done < total for _, done, total in told["progress"])
    assert told["start"] == "%PDF-"
