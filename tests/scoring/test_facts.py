"""Facts belong to a row: its game, its table, its soloist."""

import pytest

from rules.session import DealKind as K
from scoring.facts import ANOTHER_GAME, ANOTHER_SOLOIST, misfit
from scoring.records import read_deal

EVERYONE = (1, 2, 3, 4)
AGAINST_TWO = {"game": "normal", "re": [1, 2], "card_points": 121}
ALONE = {"game": "solo", "contract": "queens", "re": [2], "card_points": 130}
SILENT = {"game": "silent_marriage", "re": [3], "card_points": 130}


def said(kind, soloist, record, playing=EVERYONE):
    return misfit(kind, soloist, playing, read_deal(record)[0])


@pytest.mark.parametrize(
    ("kind", "soloist", "record"),
    [
        (K.NORMAL, None, AGAINST_TWO),
        (K.PFLICHTSOLO, 2, ALONE),
        (K.LUSTSOLO, 2, ALONE),
        (K.VORFUEHRUNG, 2, ALONE),
        (K.SILENT_MARRIAGE, 3, SILENT),
    ],
)
def test_facts_of_the_row(kind, soloist, record):
    assert said(kind, soloist, record) is None


@pytest.mark.parametrize(
    ("kind", "soloist", "record"),
    [
        (K.NORMAL, None, ALONE),
        (K.LUSTSOLO, 3, SILENT),
        (K.SILENT_MARRIAGE, 2, ALONE),
        (K.MARRIAGE_SOLO, 3, SILENT),
        (K.PENALTY, None, AGAINST_TWO),
        (K.STRUCK, None, AGAINST_TWO),
    ],
)
def test_facts_of_another_game(kind, soloist, record):
    assert said(kind, soloist, record) == ANOTHER_GAME


def test_facts_of_another_soloist():
    assert said(K.PFLICHTSOLO, 4, ALONE) == ANOTHER_SOLOIST


def test_facts_of_who_sat_out():
    five = {**AGAINST_TWO, "seats": [1, 2, 4, 5]}
    assert said(K.NORMAL, None, five, playing=(1, 2, 4, 5)) is None
    assert said(K.NORMAL, None, five, playing=(2, 3, 4, 5)) == ANOTHER_GAME
