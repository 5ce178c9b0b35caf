"""Links of lists: the address of this page with another order or another page of rows."""

from typing import Any

from django import template
from django.http import QueryDict

register = template.Library()


def _address(context: Any, **changes: str) -> str:
    query: QueryDict = context["request"].GET.copy()
    for name in [name for name, value in changes.items() if value == ""]:
        query.pop(name, None)
        changes.pop(name)
    for name, value in changes.items():
        query[name] = value
    return f"?{query.urlencode()}"


@register.simple_tag(takes_context=True)
def sort_link(context: Any, table: Any, column: Any) -> str:
    """The list in the order of ``column``: turned round if it is in that order already."""
    alias = column.order_by_alias
    if column.is_ordered:
        wanted = alias.next
    elif column.name in getattr(table, "best_first", ()):
        wanted = f"-{column.name}"
    else:
        wanted = column.name
    return _address(
        context, **{table.prefixed_order_by_field: str(wanted), table.prefixed_page_field: ""}
    )


@register.simple_tag(takes_context=True)
def page_link(context: Any, table: Any, page: int) -> str:
    """The given page of the list."""
    return _address(context, **{table.prefixed_page_field: str(page)})
