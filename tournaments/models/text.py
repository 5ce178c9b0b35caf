"""How text is stored and ordered: trimmed, in NFC, sorted the German way everywhere.

SQLite, PostgreSQL, browsers and spreadsheets each sort text their own way. So the order is
stored: a plain-ASCII key after DIN 5007-1 (ä like a, ß like ss), the same on every database.
"""

import unicodedata
from collections.abc import Iterable
from typing import Any

from django.db import models

_LETTERS = str.maketrans(
    {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ł": "l", "þ": "th", "ı": "i"}
)


# Joins the parts of an emoji or of an Arabic word; every other invisible character is dropped.
_JOINERS = "\u200c\u200d"


def clean_text(value: str) -> str:
    """``value`` in NFC, without control characters, with single blanks and none at the ends.

    Characters that nobody sees (soft hyphens, marks of writing direction, half surrogates) go:
    with them two equal names would differ, and an empty one look filled.
    """
    printable = "".join(
        " " if unicodedata.category(c) == "Cc" or c.isspace() else c
        for c in value
        if unicodedata.category(c) not in ("Cs", "Cf") or c in _JOINERS
    )
    words = (word.strip(_JOINERS) for word in printable.split())
    return unicodedata.normalize("NFC", " ".join(word for word in words if word))


def fold(value: str) -> str:
    """The key by which ``value`` is sorted and searched: ASCII letters, digits and single zeros.

    Words are parted by "0", which every database sorts before any letter and none ignores (a
    blank is ignored by some). Letters of other scripts follow "z" by their code point. A name
    without any letter or digit is told apart by its signs.
    """
    # Taken apart first: that can leave capitals (𝑨) and letters to be replaced (ǿ).
    decomposed = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", value).casefold())
    decomposed = decomposed.translate(_LETTERS)
    key: list[str] = []
    for char in decomposed:
        if unicodedata.combining(char):
            continue
        if char.isascii() and char.isalnum():
            key.append(char)
        elif char.isalnum():
            key.append(_beyond_z(char))
        else:
            key.append(" ")
    words = "".join(key).split()
    if not words:
        words = ["".join(_beyond_z(char) for char in decomposed if not char.isspace())]
    return "0".join(words)


def _beyond_z(char: str) -> str:
    """Three z, since a single one would put a Cyrillic name before "Zander"."""
    return f"zzz{ord(char):06x}"


class CleanCharField(models.CharField):
    """Text stored trimmed and in NFC, whoever writes it."""

    def get_prep_value(self, value: Any) -> Any:
        value = super().get_prep_value(value)
        return clean_text(value) if isinstance(value, str) else value

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        value = super().pre_save(model_instance, add)
        if isinstance(value, str):
            value = clean_text(value)
            setattr(model_instance, self.attname, value)
        return value


class SortKeyField(models.CharField):
    """The stored sort and search key of other fields of the same row (see ``fold``)."""

    def __init__(self, *args: Any, source: Iterable[str] = (), **kwargs: Any) -> None:
        self.source = tuple(source)
        kwargs.update(max_length=1600, editable=False, default="", db_index=True)
        super().__init__(*args, **kwargs)

    def deconstruct(self) -> Any:
        name, path, args, kwargs = super().deconstruct()
        for key in ("max_length", "editable", "default", "db_index"):
            kwargs.pop(key, None)
        kwargs["source"] = self.source
        return name, path, args, kwargs

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        words = (getattr(model_instance, name) or "" for name in self.source)
        key = fold(" ".join(words))[: self.max_length]
        setattr(model_instance, self.attname, key)
        return key


def with_sort_key(save_arguments: dict[str, Any]) -> dict[str, Any]:
    """The arguments of a ``save``, so that saving a name alone saves its sort key as well."""
    fields = save_arguments.get("update_fields")
    return (
        save_arguments if not fields else {**save_arguments, "update_fields": {*fields, "sort_key"}}
    )
