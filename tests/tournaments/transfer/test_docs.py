"""The documentation of the tournament file names every key and every word that it may hold."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from tournaments.transfer.schema import FILE
from tournaments.transfer.shapes import Items, OneOf, Record, Shape

TEXT = (Path(settings.BASE_DIR) / "docs" / "data.md").read_text(encoding="utf-8")


def words_of(shape: Shape) -> Iterator[str]:
    match shape:
        case Record(fields):
            for key, field in fields.items():
                yield key
                yield from words_of(field)
        case Items(inner):
            yield from words_of(inner)
        case OneOf(words):
            yield from words


@pytest.mark.parametrize("word", sorted(set(words_of(FILE))))
def test_it_is_documented(word):
    assert f"`{word}`" in TEXT or f'`"{word}"`' in TEXT
