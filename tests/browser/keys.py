"""Typing as a director does, key by key."""

from playwright.sync_api import Page

from tournaments.pages.desk.sheet_typed import Typed


def type_sheet(page: Page, typed: Typed) -> None:
    """A sheet by the keys alone: winners, value; then soloist, value, after which line.

    A game played alone among the normal deals is a Lustsolo unless its kind is chosen.
    """
    keys = page.keyboard
    for number, line in enumerate(typed.normal, start=1):
        for text in (line.w, line.v):
            keys.type(text)
            keys.press("Enter")
        if line.k not in ("", "lustsolo"):
            page.locator(f"select[name=n{number}k]").select_option(line.k)
    for line in typed.solos:
        for text in (line.s, line.v, line.a):
            keys.type(text)
            keys.press("Enter")
