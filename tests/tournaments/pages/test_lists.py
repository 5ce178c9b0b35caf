"""What every list of the application does the same way: captions, sort links, pages."""

import django_tables2 as tables
import pytest
from django.template.loader import render_to_string
from django.test import RequestFactory

from tournaments.pages.lists import List, RowsInMemory, show_page


class Card:
    def __init__(self, name, points):
        self.name, self.points = name, points

    def sort_value(self, column):
        return getattr(self, column)


class Cards(List):
    name = tables.Column(verbose_name="Karte")
    points = tables.Column(verbose_name="Augen", attrs={"th": {"class": "num"}})
    caption = "Alle Karten"
    best_first = frozenset({"points"})


CARDS = [("Fuchs", 11), ("Karlchen", 2), ("Alter", None), ("Dulle", 10)]


def page_of(query="", cards=CARDS, per_page=100):
    request = RequestFactory().get(f"/list/{query}")
    table = Cards(RowsInMemory([Card(*card) for card in cards]), empty_text="Keine Karten")
    show_page(table, request, per_page=per_page)
    return table, render_to_string(table._meta.template_name, {"table": table, "request": request})


def names(table):
    return [row.record.name for row in table.paginated_rows]


def test_a_table_names_itself_and_its_columns():
    _table, text = page_of()
    assert "<caption>Alle Karten</caption>" in text
    assert text.count('scope="col"') == 2
    assert "aria-sort" not in text


def test_a_click_sorts_the_next_turns_it_round():
    table, text = page_of("?sort=name&page=1&q=x")
    assert names(table) == ["Alter", "Dulle", "Fuchs", "Karlchen"]
    assert 'aria-sort="ascending"' in text
    assert 'href="?sort=-name&amp;q=x"' in text


def test_columns_of_points_begin_with_the_best():
    _table, text = page_of()
    assert 'href="?sort=-points"' in text
    assert 'href="?sort=name"' in text


@pytest.mark.parametrize(
    ("sort", "expected"),
    [
        ("points", ["Karlchen", "Dulle", "Fuchs", "Alter"]),
        ("-points", ["Fuchs", "Dulle", "Karlchen", "Alter"]),
    ],
)
def test_what_is_missing_comes_last_either_way(sort, expected):
    assert names(page_of(f"?sort={sort}")[0]) == expected


def test_pages_tell_which_rows_they_show():
    table, text = page_of("?page=2", per_page=3)
    assert names(table) == ["Dulle"]
    assert "4–4 von 4 Zeilen" in text
    assert 'rel="prev" href="?page=1"' in text
    assert 'rel="next"' not in text


@pytest.mark.parametrize(("page", "first"), [("x", "Fuchs"), ("-1", "Fuchs"), ("77", "Dulle")])
def test_odd_pages_are_the_first_or_the_last(page, first):
    assert names(page_of(f"?page={page}", per_page=3)[0])[0] == first


@pytest.mark.parametrize("sort", ["", "-", "__class__", "-nothing", "name,points"])
def test_what_is_no_column_sorts_nothing(sort):
    assert names(page_of(f"?sort={sort}")[0]) == [name for name, _points in CARDS]


def test_an_empty_list_says_so():
    _table, text = page_of(cards=[])
    assert "Keine Karten" in text
    assert "rel=" not in text
