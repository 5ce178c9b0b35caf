"""Take the screenshots of README.md: ``make screenshots``. Plays in a folder of its own."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

HERE = Path(__file__).resolve().parent
TOURNAMENT = "demo-turnier-musterstadt"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def take(page: Page, site: str, password: str) -> None:
    page.goto(f"{site}/t/{TOURNAMENT}/")
    page.screenshot(path=HERE / "standings.png")
    page.goto(f"{site}/sign-in/")
    page.get_by_label("Benutzername").fill("turnierleitung")
    page.get_by_label("Passwort").fill(password)
    page.keyboard.press("Enter")
    page.wait_for_url(f"{site}/desk/")
    page.set_viewport_size({"width": 1200, "height": 600})
    page.goto(f"{site}/desk/{TOURNAMENT}/")
    page.screenshot(path=HERE / "desk.png")


def main() -> None:
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        server = subprocess.Popen(  # noqa: S603
            [sys.executable, "manage.py", "serve", "--port", str(port)],
            cwd=HERE.parent.parent,
            env={**os.environ, "DATA_DIR": folder},
            stdout=log.open("w"),
        )
        try:
            while "Strg-C" not in log.read_text():
                if server.poll() is not None:
                    sys.exit(log.read_text())
                time.sleep(0.2)
            time.sleep(2)
            password = re.search(r"\w{4}-\w{4}-\w{4}", log.read_text())
            assert password
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(
                    executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
                )
                page = browser.new_page(
                    viewport={"width": 1200, "height": 760}, locale="de-DE", color_scheme="light"
                )
                take(page, f"http://127.0.0.1:{port}", password[0])
                browser.close()
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(20)


if __name__ == "__main__":
    main()
