"""The seat plan as a list: who sits where, by name."""

from typing import Any

import django_tables2 as tables
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.models.publication import Place
from tournaments.models.text import fold
from tournaments.pages.lists import List, RowsInMemory, answers_search


class SeatLine:
    """A place as the public sees it: names by consent."""

    def __init__(self, place: Place) -> None:
        self.name = place.entry.player.public_name
        self.start_number = place.entry.start_number
        self.club = place.entry.player.club_name
        self.table = place.table
        self.position = place.position
        self.substitute = place.substitute

    def sort_value(self, column: str) -> Any:
        if column == "name":
            return fold(self.name), self.start_number
        if column == "club":
            return fold(self.club) or None
        if column == "table":
            return self.table, self.position
        return getattr(self, column)

    def matches(self, text: str) -> bool:
        return answers_search(text, self.start_number, self.name, self.club)


class SeatsTable(List):
    name = tables.Column(verbose_name=gettext_lazy("Name"), attrs={"th": {"class": "who"}})
    start_number = tables.Column(
        verbose_name=pgettext_lazy("start number, short", "No."), attrs={"th": {"class": "num"}}
    )
    club = tables.Column(verbose_name=gettext_lazy("Club"), attrs={"th": {"class": "club"}})
    table = tables.Column(verbose_name=gettext_lazy("Table"), attrs={"th": {"class": "num"}})
    position = tables.Column(verbose_name=gettext_lazy("Seat"), attrs={"th": {"class": "num"}})

    class Meta(List.Meta):
        template_name = "tables/seats.html"
        attrs = {"class": "list seats"}
        order_by = "name"

    def __init__(self, lines: list[SeatLine], **kwargs: Any) -> None:
        super().__init__(RowsInMemory(list(lines)), **kwargs)
