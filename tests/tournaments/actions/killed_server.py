"""A server killed fifty times while results are saved: run as a program, prints what came of it.

A real gunicorn serves a database of its own. Two devices at the desk save totals without a pause
and two phones key deals and take them back, each at its own table, and note what the server
acknowledged. What was cut off is sent again with the same key, as a phone's queue and a reloaded
form do. Meanwhile the whole server (arbiter and worker, by their process group) is killed with
SIGKILL at random moments, and started again by ``warm_server``: what it knows then is what the
database kept. A power cut may in addition take what the system had not yet written to the disk;
against that stands ``synchronous=FULL`` (config/settings.py), which no test here can show.

Usage: ``python -m tests.tournaments.actions.killed_server`` with DATA_DIR set to an empty folder,
or DATABASE_URL to an empty database of PostgreSQL.
"""

import hashlib
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
from abc import ABC, abstractmethod
from urllib.parse import urlencode

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.conf import settings  # noqa: E402
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY  # noqa: E402
from django.contrib.sessions.backends.db import SessionStore  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connections  # noqa: E402

from tests.tournaments import factories  # noqa: E402
from tests.tournaments.actions.play import drawn  # noqa: E402
from tournaments.models import Deal, TableAccess, Tournament  # noqa: E402
from tournaments.transfer.check import check_tournament  # noqa: E402

LAUNCHER = "tests.tournaments.actions.warm_server"
KILLS = 50
LONGEST = 120  # seconds for all of it
CSRF = "x" * 32
DESKS, PHONES = (1, 2), (3, 4)  # tables
MOST_DEALS = 7  # a phone then takes them back


class Server:
    """What is killed: a process group that ``warm_server`` forks anew each time."""

    def __init__(self) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.launcher = subprocess.Popen(
            [sys.executable, "-m", LAUNCHER, str(self.port)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.start()

    def start(self) -> None:
        assert self.launcher.stdin
        assert self.launcher.stdout
        self.launcher.stdin.write("start\n")
        self.launcher.stdin.flush()
        self.group = int(self.launcher.stdout.readline())

    def kill(self) -> None:
        os.killpg(self.group, signal.SIGKILL)

    def end(self) -> None:
        self.kill()
        self.launcher.communicate()


class Device(threading.Thread, ABC):
    """Sends one entry after the other, each until it is acknowledged.

    ``sent`` has a name for every entry that the server acknowledged, as ``logged`` tells it.
    """

    def __init__(self, port: int, table: int, path: str, cookies: str = "") -> None:
        super().__init__()
        self.port, self.table, self.path, self.cookies = port, table, path, cookies
        self.sent: list[str] = []
        self.cut_off = 0
        self.is_done = self.refused = False

    def run(self) -> None:
        while not self.is_done:
            name, form = self.entry(len(self.sent) + 1)
            while not self.save(form):
                time.sleep(0.01)
            self.sent.append(name)

    @abstractmethod
    def entry(self, number: int) -> tuple[str, dict[str, object]]:
        """The next entry: its name and the form that is sent."""

    @abstractmethod
    def logged(self, tournament: Tournament) -> list[str]:
        """The names of the table's entries, in the order of the log."""

    @abstractmethod
    def is_right(self) -> bool:
        """Does the table hold what the last entry left?"""

    def save(self, form: dict[str, object]) -> bool:
        try:
            status, text = self.ask("POST", urlencode(form, doseq=True))
        except (OSError, http.client.HTTPException):
            self.cut_off += 1
            return False
        if not self.acknowledges(status, text):
            self.refused = self.is_done = True
        return True

    @abstractmethod
    def acknowledges(self, status: int, text: str) -> bool:
        """Did the server take it? Here it has no reason to answer otherwise."""

    def ask(self, method: str, body: str = "") -> tuple[int, str]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        kind = {"Content-Type": "application/x-www-form-urlencoded"} if body else {}
        headers = {"Cookie": self.cookies, "Accept": "application/json", **kind}
        try:
            connection.request(method, self.path, body, headers)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        finally:
            connection.close()


class Desk(Device):
    """Types ever new totals of one table."""

    def entry(self, number: int) -> tuple[str, dict[str, object]]:
        form = {"seat-1": number, "seat-2": -number, "seat-3": 0, "seat-4": 0}
        hidden = {"seen": self.seen(), "once": f"{self.table}-{number}"}
        return str(number), {**form, **hidden, "csrfmiddlewaretoken": CSRF}

    def seen(self) -> str:
        while True:
            try:
                return re.findall(r'name="seen" value="([^"]*)"', self.ask("GET")[1])[0]
            except (OSError, http.client.HTTPException):
                time.sleep(0.01)

    def acknowledges(self, status: int, text: str) -> bool:
        return status == 302

    def logged(self, tournament: Tournament) -> list[str]:
        entries = tournament.log.filter(action="save_totals", subject=f"1/{self.table}")
        return [str(entry.after["totals"][0]) for entry in entries.order_by("revision")]

    def is_right(self) -> bool:
        points = Deal.objects.filter(table__number=self.table).values_list("score_1", flat=True)
        return [str(one) for one in points] == self.sent[-1:]


class Phone(Device):
    """Keys deals at one table, then takes them back one by one, and again."""

    def __init__(self, port: int, table: int, token: str) -> None:
        super().__init__(port, table, f"/table/{token}/")
        self.token = token
        self.sheet: list[str] = []

    def entry(self, number: int) -> tuple[str, dict[str, object]]:
        key = f"entry{number}"
        after = self.sheet[-1] if self.sheet else "start"
        form: dict[str, object] = {"key": key, "after": after, "seat": 4}
        if (number - 1) // MOST_DEALS % 2:
            self.sheet.pop()
            return key, {**form, "do": "undo"}
        self.sheet.append(key)
        return key, {**form, "do": "deal", "kind": "normal", "value": 2, "winner": [1, 2]}

    def acknowledges(self, status: int, text: str) -> bool:
        return status == 200 and json.loads(text)["ok"]

    def logged(self, tournament: Tournament) -> list[str]:
        entries = tournament.log.filter(subject=f"1/{self.table}").order_by("revision")
        names = {
            hashlib.sha256(f"{self.token}:{name}".encode()).hexdigest(): name for name in self.sent
        }
        return [names.get(key, "?") for key in entries.values_list("key", flat=True)]

    def is_right(self) -> bool:
        keys = Deal.objects.filter(table__number=self.table).order_by("row")
        return list(keys.values_list("client_key", flat=True)) == self.sheet


def signed_in(user) -> str:
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[-1]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return f"{settings.SESSION_COOKIE_NAME}={session.session_key}; csrftoken={CSRF}"


def torment(server: Server, devices: list[Device]) -> int:
    """Kill, wait until something is acknowledged again, kill at some moment of the next saves."""
    chance = random.Random(5)
    kills = 0
    end = time.monotonic() + LONGEST
    while kills < KILLS and time.monotonic() < end:
        before = sum(len(device.sent) for device in devices)
        while sum(len(device.sent) for device in devices) == before and time.monotonic() < end:
            time.sleep(0.002)
        time.sleep(chance.random() * 0.1)
        server.kill()
        server.start()
        kills += 1
    return kills


def main() -> None:
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    tournament = drawn(4 * len(DESKS + PHONES))
    cookies = signed_in(factories.staff(tournament, "director"))
    tokens = dict(TableAccess.objects.values_list("table__number", "token"))
    connections.close_all()  # after a kill nobody holds the database open
    server = Server()
    desk = f"/desk/{tournament.slug}/sessions/1/tables/"
    devices: list[Device] = [
        *(Desk(server.port, number, f"{desk}{number}/", cookies) for number in DESKS),
        *(Phone(server.port, number, tokens[number]) for number in PHONES),
    ]
    try:
        for device in devices:
            device.start()
        kills = torment(server, devices)
        for device in devices:
            device.is_done = True
        for device in devices:
            device.join(LONGEST)
    finally:
        server.end()
    faults = check_tournament(Tournament.objects.get(pk=tournament.pk))
    told = {
        "kills": kills,
        "acknowledged": [len(device.sent) for device in devices],
        "cut_off": [device.cut_off for device in devices],
        "refused": any(device.refused for device in devices),
        "logged_as_sent": [device.logged(tournament) == device.sent for device in devices],
        "stored_as_sent": [device.is_right() for device in devices],
        "unsound": [str(fault) for fault in faults if fault.severity == "error"],
    }
    print(json.dumps(told))


if __name__ == "__main__":
    main()
