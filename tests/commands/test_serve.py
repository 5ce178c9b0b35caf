"""``make run`` as a newcomer meets it: a real server, started twice on the same data."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FRESH = {"DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE", "DEBUG", "SECRET_KEY"}


def environment(folder: Path) -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if key not in FRESH}
    return {**kept, "DATA_DIR": str(folder)}


def run(folder: Path, *args: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "manage.py", *args],
        cwd=ROOT,
        env=environment(folder),
        capture_output=True,
        text=True,
        timeout=120,
    )


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def get(url: str, **headers: str) -> tuple[int, str]:
    try:
        request = urllib.request.Request(url, headers=headers)
        with urllib.request.urlopen(request, timeout=60) as response:
            return response.status, response.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


@contextmanager
def serving(folder: Path, *args: str):
    """The server's address while it runs; afterwards ``said`` holds what it printed."""
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "manage.py", "serve", "--port", str(port), *args],
        cwd=ROOT,
        env=environment(folder),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    running = Running(process, port)
    try:
        running.wait_until_it_answers()
        yield running
    finally:
        process.send_signal(signal.SIGINT)
        running.said = process.communicate(timeout=60)[0]


class Running:
    said = ""

    def __init__(self, process: subprocess.Popen, port: int):
        self.process = process
        self.port = port
        self.url = f"http://127.0.0.1:{port}"

    def wait_until_it_answers(self) -> None:
        until = time.monotonic() + 120
        while time.monotonic() < until:
            if self.process.poll() is not None:
                raise AssertionError(self.process.stdout.read())
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
            except OSError:
                time.sleep(0.1)
            else:
                return
        raise AssertionError("nothing answers after two minutes")


@pytest.fixture(scope="module")
def installation(tmp_path_factory):
    """A first run, its pages, and what it printed."""
    folder = tmp_path_factory.mktemp("var")
    with serving(folder) as server:
        pages = {path: get(server.url + path) for path in ("/", "/nowhere/", "/sign-in/")}
        style = re.search(r'href="(/static/css/base\.[0-9a-f]{12}\.css)"', pages["/"][1])
        pages["style"] = get(server.url + style[1])
    return folder, server, pages


def password(said: str) -> list[str]:
    return re.findall(r"\b[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}\b", said)


def test_the_first_run_serves_pages_and_prints_where(installation):
    _, server, pages = installation
    assert pages["/"][0] == 200
    assert f"{server.url}/" in server.said
    assert server.process.returncode == 0


def test_it_serves_the_demo(installation):
    _, server, pages = installation
    assert "Demo" in server.said
    assert 'href="/t/' in pages["/"][1]


def test_it_serves_its_static_files_by_their_hash(installation):
    status, text = installation[2]["style"]
    assert status == 200
    assert "{" in text


def test_a_missing_page_shows_no_debug_page(installation):
    status, text = installation[2]["/nowhere/"]
    assert status == 404
    assert "DEBUG" not in text
    assert "urlpatterns" not in text
    assert '<main id="main"' in text


def test_the_password_is_printed_once_and_kept(installation):
    folder, server, _ = installation
    assert len(password(server.said)) == 1
    key = (folder / "secret_key").read_text()
    with serving(folder) as again:
        assert get(f"{again.url}/")[0] == 200
    assert password(again.said) == []
    assert (folder / "secret_key").read_text() == key
    assert (folder / "secret_key").stat().st_mode & 0o077 == 0


def test_a_lost_password_is_replaced(installation):
    folder, server, _ = installation
    done = run(folder, "new_password")
    assert done.returncode == 0
    assert len(password(done.stdout)) == 1
    assert password(done.stdout) != password(server.said)


def test_an_account_that_is_not_there_gets_no_password(installation):
    done = run(installation[0], "new_password", "niemand")
    assert done.returncode == 1
    assert "niemand" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_taken_port_is_said_in_a_sentence(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = run(tmp_path, "serve", "--port", str(port))
    assert done.returncode == 1
    assert str(port) in done.stderr
    assert f"PORT={port + 1}" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "tournaments.sqlite3").exists()


def test_the_hall_gets_an_address_and_a_qr_code(installation):
    folder = installation[0]
    with serving(folder, "--lan", "--address", "127.0.0.2") as server:
        there = get(f"http://127.0.0.2:{server.port}/")
        here = get(f"{server.url}/")
        elsewhere = get(f"{server.url}/", Host="elsewhere.example")
    assert there[0] == here[0] == 200
    assert elsewhere[0] == 400
    assert f"http://127.0.0.2:{server.port}/" in server.said
    assert "█" in server.said


def test_a_missing_pango_is_named_with_its_package(tmp_path, monkeypatch):
    """A machine without the library: there, importing WeasyPrint fails like this."""
    (tmp_path / "weasyprint.py").write_text("raise OSError('cannot load library libpango-1.0-0')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    done = run(tmp_path / "var", "serve", "--port", str(free_port()))
    assert done.returncode == 1
    assert "apt install libpango-1.0-0" in done.stderr
    assert "Traceback" not in done.stderr


def test_an_old_python_is_said_in_a_sentence(tmp_path):
    for name in ("Makefile", "requirements.txt"):
        shutil.copy(ROOT / name, tmp_path)
    programs = tmp_path / "bin"
    programs.mkdir()
    old = programs / "python3"
    old.write_text('#!/bin/sh\n[ "$1" = --version ] && echo "Python 3.9.2"\n')
    old.chmod(0o755)
    done = subprocess.run(
        [shutil.which("make"), "run"],
        cwd=tmp_path,
        env={"PATH": str(programs)},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode != 0
    assert "needs Python 3.11 or newer; found: Python 3.9.2" in done.stdout
    assert not (tmp_path / ".venv").exists()
