"""Cards as players write them."""

import pytest
from django.conf import settings
from django.utils import translation

from rules.cards import CARDS
from rules.deal_refusals import must_follow_trump
from tournaments.management.card_drawing import drawing
from tournaments.pages.cards import (
    NotACard,
    card_name,
    card_text,
    cards_text,
    read_cards,
    refusal_text,
)


@pytest.mark.parametrize(
    ("typed", "cards"),
    [
        ("h10 cq da", ["H10", "CQ", "DA"]),
        ("H10,KRD;kab", ["H10", "CQ", "DJ"]),
        ("ka kk kd kb k9", ["DA", "DK", "DQ", "DJ", "D9"]),  # K before a rank is Karo
        ("dd hd pd", ["DQ", "HQ", "SQ"]),  # D after a suit is Dame
        ("♥️10 ♣D ♠Q", ["H10", "CQ", "SQ"]),
        ("Herz-Zehn Kreuz Dame\nKaro-König Pik-As", ["H10", "CQ", "DK", "SA"]),
        ("Kreuz-Ass, Karo-As, Pik 9", ["CA", "DA", "S9"]),
        ("  ", []),
    ],
)
def test_what_players_type(typed, cards):
    assert read_cards(typed) == cards


@pytest.mark.parametrize("typed", ["h11", "10", "kreuz", "h10cq", "H10 ?", "q", "d amen"])
def test_what_is_no_card_is_named(typed):
    with pytest.raises(NotACard, match="keine Karte"):
        read_cards(typed)


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("card", CARDS)
def test_every_card_is_read_as_it_is_written(card, language):
    with translation.override(language):
        assert read_cards(card_text(card)) == read_cards(card.lower()) == [card]
        if language == "de":
            assert read_cards(card_name(card)) == [card]


def test_names_in_both_languages():
    assert (card_name("CQ"), card_text("CQ"), card_name("H10")) == ("Kreuz-Dame", "♣D", "Herz-10")
    with translation.override("en"):
        assert (card_name("CQ"), card_text("CQ")) == ("queen of clubs", "♣Q")


def test_the_laws_sentences_name_cards_in_german():
    said = refusal_text(must_follow_trump(3, "CA", ["CQ", "DJ", "H10"]))
    assert "♣D ♦B ♥10" in said
    assert cards_text(["CQ", "DJ", "H10"]) == "♣D ♦B ♥10"


def test_the_cards_in_use_are_those_that_are_drawn():
    written = (settings.BASE_DIR / "static" / "cards.svg").read_text(encoding="utf-8")
    assert written == drawing(), "run manage.py make_cards"
    assert all(f'id="{card}"' in written for card in CARDS)
