"""A server killed fifty times while results are saved: run as a program, prints what came of it.

A real gunicorn serves a database file of its own. Two devices save totals without a pause, each
at its own table, and note what the server acknowledged. Meanwhile the process that serves them is
killed (SIGKILL) at random moments; some of the times the whole server is, and started again.
Usage: ``python -m tests.tournaments.actions.killed_server`` with DATA_DIR set to an empty folder.
"""

import http.client
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlencode

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.conf import settings  # noqa: E402
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY  # noqa: E402
from django.contrib.sessions.backends.db import SessionStore  # noqa: E402
from django.core.management import call_command  # noqa: E402

from tests.tournaments import factories  # noqa: E402
from tests.tournaments.actions.play import drawn, stored_points  # noqa: E402
from tournaments.models import LogEntry, Tournament  # noqa: E402
from tournaments.transfer.check import check_tournament  # noqa: E402

APPLICATION = "tests.tournaments.actions.warm_server"
KILLS, WHOLE_SERVER = 50, 4
LONGEST = 120  # seconds for all of it
CSRF = "x" * 32
DEVICES = 2


class Server:
    """gunicorn with one worker, the application loaded once and forked."""

    def __init__(self) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "gunicorn", APPLICATION, "--preload", "--threads", "4"]
        options = ["--bind", f"127.0.0.1:{self.port}", "--log-level", "critical"]
        self.process = subprocess.Popen(
            [*command, *options], stdout=sys.stderr, start_new_session=True
        )

    def worker(self) -> int | None:
        pid = self.process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children")
        with suppress(OSError):
            found = children.read_text().split()
            return int(found[0]) if found else None
        return None

    def kill_worker(self) -> bool:
        pid = self.worker()
        if pid is None:
            return False
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
            return True
        return False

    def kill_all(self) -> None:
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


class Device(threading.Thread):
    """Saves ever new totals at one table; ``acknowledged`` are those that the server answered."""

    def __init__(self, port: int, slug: str, table: int, cookies: str) -> None:
        super().__init__()
        self.port, self.table, self.cookies = port, table, cookies
        self.path = f"/desk/{slug}/sessions/1/tables/{table}/"
        self.acknowledged: list[int] = []
        self.cut_off = 0
        self.is_done = False

    def run(self) -> None:
        points = 0
        while not self.is_done:
            points += 1
            try:
                self.save(points)
            except (OSError, http.client.HTTPException):
                self.cut_off += 1
                time.sleep(0.01)

    def save(self, points: int) -> None:
        page = self.ask("GET", "")
        seen = re.search(r'name="seen" value="([^"]*)"', page[1])
        if page[0] != 200 or seen is None:
            return
        body = {"seat-1": points, "seat-2": -points, "seat-3": 0, "seat-4": 0}
        form = {**body, "seen": seen[1], "once": f"{self.table}-{points}"}
        if self.ask("POST", urlencode({**form, "csrfmiddlewaretoken": CSRF}))[0] == 302:
            self.acknowledged.append(points)

    def ask(self, method: str, body: str) -> tuple[int, str]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        kind = {"Content-Type": "application/x-www-form-urlencoded"} if body else {}
        try:
            connection.request(method, self.path, body, {"Cookie": self.cookies, **kind})
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        finally:
            connection.close()


def signed_in(user) -> str:
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[-1]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return f"{settings.SESSION_COOKIE_NAME}={session.session_key}; csrftoken={CSRF}"


def wait_until(told) -> None:
    end = time.monotonic() + 30
    while not told() and time.monotonic() < end:
        time.sleep(0.005)


def torment(server: Server, devices: list[Device]) -> dict[str, int]:
    """Kill, wait until something is acknowledged again, kill at some moment of the next save."""
    chance = random.Random(5)
    kills = whole = 0
    end = time.monotonic() + LONGEST
    while kills < KILLS and time.monotonic() < end:
        before = sum(len(device.acknowledged) for device in devices)
        wait_until(lambda n=before: sum(len(d.acknowledged) for d in devices) > n)
        time.sleep(chance.random() * 0.06)
        if kills % (KILLS // WHOLE_SERVER) == 5:
            server.kill_all()
            server.start()
            whole += 1
            kills += 1
        else:
            kills += server.kill_worker()
    return {"kills": kills, "whole_server_kills": whole}


def main() -> None:
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    tournament = drawn(4 * DEVICES)
    cookies = signed_in(factories.staff(tournament, "director"))
    server = Server()
    devices = [
        Device(server.port, tournament.slug, number, cookies) for number in range(1, DEVICES + 1)
    ]
    try:
        for device in devices:
            device.start()
        told: dict[str, object] = {**torment(server, devices)}
        for device in devices:
            device.is_done = True
        for device in devices:
            device.join()
    finally:
        server.kill_all()
    told["acknowledged"] = sum(len(device.acknowledged) for device in devices)
    told["cut_off"] = sum(device.cut_off for device in devices)
    logged = LogEntry.objects.filter(tournament=tournament, action="save_totals")
    stored = {(e.subject, e.after["totals"][0]) for e in logged}
    told["lost"] = [
        [device.table, points]
        for device in devices
        for points in device.acknowledged
        if (f"1/{device.table}", points) not in stored
    ]
    points = stored_points(tournament)
    told["lost"] += [  # type: ignore[operator]
        [device.table, "last"]
        for device in devices
        if (points[device.table][0] or 0) < device.acknowledged[-1]
    ]
    faults = check_tournament(Tournament.objects.get(pk=tournament.pk))
    told["unsound"] = [str(fault) for fault in faults if fault.severity == "error"]
    print(json.dumps(told))


if __name__ == "__main__":
    main()
