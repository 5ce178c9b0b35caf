"""One parser of numbers for everything that is typed, pasted or uploaded."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.numbers import NotANumber, parse_number, shown, signed


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0),
        ("-0", 0),
        ("7", 7),
        ("007", 7),
        ("+12", 12),
        ("-12", -12),
        ("−12", -12),
        ("–12", -12),
        ("\uff0d12", -12),
        ("  12\t", 12),
        ("\u00a0-3\u202f", -3),
        ("− 12", -12),
        ("999999999", 999_999_999),
    ],
)
def test_what_people_type_is_read(text, number):
    assert parse_number(text) == number


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "1,5", "1.5", "1.000", "1e3", "--3", "+-3", "3-", "-", "+", "1 2", "0x10", "1_000",
        "\uff11\uff12", "٣", "²", "½", "NaN", "inf", "zwölf", "1\x00", "\ud800",
        "1000000000", "9" * 5000,
    ],
)  # fmt: skip
def test_everything_else_is_refused_with_a_sentence(text):
    with pytest.raises(NotANumber) as caught:
        parse_number(text)
    assert str(caught.value).endswith(".")
    assert len(str(caught.value)) < 120


@pytest.mark.parametrize(("text", "low", "high"), [("-1", 0, None), ("10", None, 9), ("0", 1, 9)])
def test_bounds_are_said(text, low, high):
    with pytest.raises(NotANumber, match="9" if text == "10" else str(low)):
        parse_number(text, low=low, high=high)


def test_bounds_are_included():
    assert parse_number("1", low=1, high=1) == 1


def test_a_negative_bound_is_written_with_a_true_minus():
    with pytest.raises(NotANumber, match="−999"):
        parse_number("-1000", low=-999)


@given(st.integers(-999_999_999, 999_999_999))
def test_a_number_written_is_read_back(number):
    assert parse_number(signed(number)) == parse_number(f"{number:+}") == number


@given(st.text())
def test_nothing_but_its_own_refusal_comes_out(text):
    with contextlib.suppress(NotANumber):
        assert isinstance(parse_number(text), int)


def test_a_quoted_text_is_short_and_printable():
    assert shown("a" * 100) == "a" * 39 + "…"
    assert shown("a\x00b") == "a\ufffdb"
