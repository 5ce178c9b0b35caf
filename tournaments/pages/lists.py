"""Lists: what every django-tables2 table of the application does the same way."""

from typing import Any

import django_tables2 as tables
from django.core.paginator import EmptyPage
from django.http import HttpRequest

from tournaments.models.text import fold

PER_PAGE = 100


class List(tables.Table):
    """A list with a caption; ``best_first`` columns start with the highest on the first click.

    Render it with ``{% render_table table %}`` or ``{% include table.template_name %}``.
    """

    caption = ""
    best_first: frozenset[str] = frozenset()

    class Meta:
        template_name = "tables/table.html"
        attrs = {"class": "list"}


class RowsInMemory(tables.data.TableListData):
    """Rows that are sorted by a plain function; a missing value comes last in either direction.

    The rows need a method ``sort_value(column_name)``.
    """

    def order_by(self, aliases: Any) -> None:
        for alias in reversed(aliases):
            name, backwards = alias.bare, alias.is_descending
            keyed = [(row.sort_value(name), row) for row in self.data]
            known = [pair for pair in keyed if pair[0] is not None]
            known.sort(key=lambda pair: pair[0], reverse=backwards)
            self.data = [row for _, row in known] + [row for value, row in keyed if value is None]


def answers_search(text: str, start_number: int, *shown: str) -> bool:
    """Does a row answer a search? A number alone is a start number, words must all be shown."""
    if text.isdecimal():
        return int(text) == start_number
    key = fold(" ".join(shown))
    return all(fold(word) in key for word in text.split())


def show_page(table: tables.Table, request: HttpRequest, *, per_page: int = PER_PAGE) -> None:
    """Sort and page ``table`` as ``?sort=`` and ``?page=`` ask, whatever they hold.

    An unknown column sorts nothing; a page that is no number is the first, one too far the last.
    The number of rows on a page is ours to choose, not the address's.
    """
    table.request = request
    if wanted := request.GET.get(table.prefixed_order_by_field, ""):
        table.order_by = [wanted]
    try:
        page = int(request.GET.get(table.prefixed_page_field, "1")[:9])
    except ValueError:
        page = 1
    try:
        table.paginate(per_page=per_page, page=max(page, 1))
    except EmptyPage:
        table.page = table.paginator.page(table.paginator.num_pages)
