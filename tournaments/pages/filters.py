"""Filters above the lists."""

import django_filters
from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from tournaments.models import Entry, Player
from tournaments.numbers import NotANumber, parse_number


class EntryFilter(django_filters.FilterSet):
    """Players by name, club or start number (``q``), and by status."""

    q = django_filters.CharFilter(
        method="search",
        label=_("Name, club or number"),
        widget=forms.TextInput(attrs={"type": "search", "maxlength": 100}),
    )
    status = django_filters.ChoiceFilter(
        choices=Entry.Status.choices, label=_("Status"), empty_label=_("all")
    )

    class Meta:
        model = Entry
        fields: list[str] = []

    def search(self, entries: QuerySet[Entry], _name: str, text: str) -> QuerySet[Entry]:
        """Every word must stand in the name or the club, whatever its case and accents."""
        try:
            return entries.filter(start_number=parse_number(text, low=0, high=9999))
        except NotANumber:
            pass
        return entries.filter(player__in=Player.objects.search(text[:100]))
