"""A real browser against a live server.

``page`` is a fresh browser window at laptop width that fails the test when the page's own code
fails or its Content-Security-Policy is broken; ``site`` is the server's address; ``director`` an
account with its password; ``sign_in`` signs an account in.
"""

import os
import shutil
from collections.abc import Callable, Iterator

import pytest
from django.contrib.auth import get_user_model
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.tournaments.actions.play import drawn
from tournaments.models import TableAccess

# Playwright runs an event loop in this thread; the tests themselves are not asynchronous.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

PASSWORD = "kreuz-dame-sticht"
CHROMIUM = (
    shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
)
# Quiet: no sandbox for root in CI, and no calls to anywhere.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
TIMEOUT = 10_000  # milliseconds; a shared machine may be slow

expect.set_options(timeout=TIMEOUT)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/browser/" in item.path.as_posix():
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="package")  # an idle browser takes time from the tests that follow
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        reason = "Chromium is not installed (Debian: apt install chromium)"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def new_page(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Open windows: ``new_page(width=390, height=844)`` is a phone; each has its own cookies."""
    contexts = []
    faults: list[str] = []

    def open_page(width: int = 1280, height: int = 800, **options: object) -> Page:
        options.setdefault("locale", "de-DE")
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        contexts.append(context)
        context.set_default_timeout(TIMEOUT)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(f"{page.url}: {error}"))
        page.on(
            "console",
            lambda message: (
                faults.append(f"{page.url}: {message.text}")
                if "Content Security Policy" in message.text
                else None
            ),
        )
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert faults == []


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    return new_page()


@pytest.fixture
def site(live_server) -> str:
    return live_server.url


@pytest.fixture
def tournament(transactional_db):
    """One table of four whose seats are released."""
    return drawn(4)


@pytest.fixture
def address(tournament, site: str) -> str:
    """The page of the tournament's one table, as the code on its sheet has it."""
    return site + TableAccess.objects.get(session__tournament=tournament).get_absolute_url()


@pytest.fixture
def director(transactional_db):
    return get_user_model().objects.create_superuser("turnierleitung", password=PASSWORD)


@pytest.fixture
def sign_in(site: str) -> Callable[..., None]:
    def sign_in(page: Page, user) -> None:
        page.goto(f"{site}/sign-in/")
        page.get_by_label("Benutzername").fill(user.get_username())
        page.get_by_label("Passwort").fill(PASSWORD)
        page.keyboard.press("Enter")
        expect(page).to_have_url(f"{site}/desk/")

    return sign_in


@pytest.fixture
def desk(page: Page, site: str, sign_in: Callable[..., None], director) -> Callable[..., Page]:
    """The director's window, signed in: ``desk(tournament, "sessions/1/")`` opens a page there."""

    def at(tournament, path: str = "") -> Page:
        page.goto(f"{site}/desk/{tournament.slug}/{path}")
        return page

    sign_in(page, director)
    return at
