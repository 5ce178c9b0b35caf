"""Typing as a director does, key by key."""

from playwright.sync_api import Page

from rules.session import dealer_of_line
from tournaments.pages.desk.sheet_typed import NormalLine, Typed


def sheet_keys(typed: Typed) -> list[str]:
    """The documented keys for a whole sheet, without penalties and without the saving.

    Two winners and a value go on by themselves; a game played alone is its soloist, Enter and
    the value, with a minus if it was lost.
    """
    keys: list[str] = []
    for number, line in enumerate(typed.normal, start=1):
        keys += _normal_keys(line, typed.size, dealer_of_line(number, typed.size))
    for solo in typed.solos:
        keys += [*solo.s, *solo.v, "Enter", *solo.a]
        if solo.a in ("", "1", "2"):
            keys.append("Enter")
    return keys


def type_sheet(page: Page, typed: Typed) -> None:
    """Type a sheet; a game played alone is a Lustsolo unless its kind is chosen."""
    for key in sheet_keys(typed):
        page.keyboard.press(key)
    for number, line in enumerate(typed.normal, start=1):
        if line.k not in ("", "lustsolo"):
            page.locator(f"select[name=n{number}k]").select_option(line.k)


def _normal_keys(line: NormalLine, size: int, dealer: int) -> list[str]:
    if line.is_blank:
        return ["Enter", "Enter"]
    if line.w.startswith(("=", "x")) or line.v == "0":
        return [*(line.w or "0"), "Enter"]
    if len(line.w) == 2:
        return [*line.w, *_value_keys(line.v)]
    if len(line.w) == 1:
        return [line.w, "Enter", *_value_keys(line.v)]
    playing = [str(seat) for seat in range(1, size + 1) if size == 4 or seat != dealer]
    soloist = next(seat for seat in playing if seat not in line.w)
    return [soloist, "Enter", *_value_keys(f"-{line.v}")]


def _value_keys(value: str) -> list[str]:
    if int(value) >= 20:
        return ["+", *value, "Enter"]
    return [*value, "Enter"] if value.lstrip("-") == "1" else [*value]
