"""Text is stored clean and comes back in German order, the same from every database."""

import random
import unicodedata

import pytest
from django.db import IntegrityError, transaction
from hypothesis import given
from hypothesis import strategies as st

from tournaments.models import Club, Player
from tournaments.models.text import clean_text, fold

pytestmark = pytest.mark.django_db

IN_ORDER = [
    "1. DC Celle",
    "Adler",
    "Ähre",
    "Ährenfeld",
    "Çelik",
    "Muller",
    "Müller-Adler",
    "Müller Berg",
    "Müllerin",
    "Özdemir",
    "Ozean",
    "Straße",
    "Strassen",
    "von der Heide",
    "von Dohlen",
    "Vondel",
    "Zander",
    "Zzyx",
    "Ωmega",
    "Громов",
    "Петров",
    "♠ ♣",
    "🦊",
]


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_german_order(form):
    names = [unicodedata.normalize(form, name) for name in IN_ORDER]
    random.Random(7).shuffle(names)
    Player.objects.bulk_create(Player(last_name=name) for name in names)
    assert [player.last_name for player in Player.objects.all()] == IN_ORDER


def test_equal_last_names_are_ordered_by_first_name():
    for first, last in [("Zoë", "Müller"), ("Änne", "Mueller"), ("Änne", "Müller")]:
        Player.objects.create(first_name=first, last_name=last)
    names = [str(player) for player in Player.objects.all()]
    assert names == ["Mueller, Änne", "Müller, Änne", "Müller, Zoë"]


def test_names_of_signs_alone_are_told_apart():
    Club.objects.create(name="♠♥")
    Club.objects.create(name="♠♦")
    with pytest.raises(IntegrityError), transaction.atomic():
        Club.objects.create(name=" ♠♥ ")


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("  Ute \t Adler\n", "Ute Adler"),
        ("O\u0308zdemir", "Özdemir"),
        ("Ad\u00adler", "Adler"),
        ("\ufeffAdler\u200b", "Adler"),
        ("\u202eAdler", "Adler"),
        ("Ad\x00ler", "Ad ler"),
        ("👩\u200d🌾", "👩\u200d🌾"),
        ("\ud800Adler", "Adler"),
        ("\u200d \u200d", ""),
    ],
)
def test_text_is_stored_clean(typed, stored):
    assert clean_text(typed) == stored
    if stored:
        player = Player.objects.create(last_name=typed)
        assert player.last_name == Player.objects.get().last_name == stored


@given(st.text(max_size=60))
def test_cleaning_twice_changes_nothing_more(text):
    once = clean_text(text)
    assert clean_text(once) == once
    assert bool(fold(once)) == bool(once) or not once.strip()


@pytest.mark.parametrize(
    ("name", "key"), [("𝑨dler", "adler"), ("Ǿre", "ore"), ("STRAẞE", "strasse"), ("İnce", "ince")]
)
def test_unusual_letters_are_sorted_like_their_plain_ones(name, key):
    assert fold(name) == key


@given(st.text(max_size=60))
def test_a_sort_key_is_plain(text):
    key = fold(text)
    assert key.isascii()
    assert key == key.lower()
    assert not key or key.isalnum()


@pytest.mark.parametrize(
    ("searched", "found"),
    [
        ("muller", ["Müller-Lüdenscheidt, Käthe"]),
        ("KÄTHE mül", ["Müller-Lüdenscheidt, Käthe"]),
        ("Müller-Lü", ["Müller-Lüdenscheidt, Käthe"]),
        ("hameln", ["Petrow, Ute"]),
        ("1890", ["Petrow, Ute"]),
        ("1809", []),
        ("петров", ["Петров, Олег"]),
        ("вортеп", []),
        ("", ["Müller-Lüdenscheidt, Käthe", "Petrow, Ute", "Петров, Олег"]),
    ],
)
def test_search(searched, found):
    Player.objects.create(first_name="Käthe", last_name="Müller-Lüdenscheidt")
    hameln = Club.objects.create(name="DC 1890 Hameln")
    Player.objects.create(first_name="Ute", last_name="Petrow", club=hameln)
    Player.objects.create(first_name="Олег", last_name="Петров")
    assert [player.list_name for player in Player.objects.search(searched)] == found


def test_saving_a_name_alone_saves_its_place_in_the_list():
    player = Player.objects.create(last_name="Zander")
    player.last_name = "Adler"
    player.save(update_fields=["last_name"])
    assert Player.objects.get().sort_key == "adler"
