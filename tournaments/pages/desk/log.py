"""The log: who changed what and when, with before and after."""

from collections.abc import Mapping
from typing import Any

import django_tables2 as tables
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path, reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.actions.roles import allows
from tournaments.actions.undo import can_undo, does_again
from tournaments.models import LogEntry, Tournament, undone_by
from tournaments.pages.desk.log_text import changes, sentence, who
from tournaments.pages.lists import List, show_page
from tournaments.pages.support import desk_view


class LogTable(List):
    revision = tables.Column(
        verbose_name=gettext_lazy("No."), attrs={"th": {"class": "num"}, "td": {"class": "num"}}
    )
    at = tables.DateTimeColumn(
        verbose_name=gettext_lazy("When"), format="d.m. H:i:s", attrs={"td": {"class": "log-when"}}
    )
    what = tables.Column(
        verbose_name=gettext_lazy("What"), accessor="pk", orderable=False, empty_values=()
    )
    may_undo = False
    is_closed = False
    slug = ""
    undone: Mapping[int, int] = {}

    class Meta(List.Meta):
        model = LogEntry
        fields = ("revision", "at", "what")
        empty_text = gettext_lazy("Nothing has been changed yet.")

    def render_what(self, record: LogEntry) -> SafeString:
        return format_html(
            '<div class="log-what"><div><strong>{}</strong> {}{}{}</div>{}</div>',
            who(record),
            sentence(record),
            format_html(" – {}", record.reason) if record.reason else "",
            _changes(changes(record)),
            self._undoing(record),
        )

    def _undoing(self, record: LogEntry) -> SafeString | str:
        """The way to undo it; or that it is undone, and by which change."""
        if by := self.undone.get(record.revision or 0):
            return format_html(
                '<span class="small soft">{}</span>', _("undone by %(n)s") % {"n": by}
            )
        if not self.may_undo or not can_undo(record, closed=self.is_closed):
            return ""
        address = reverse("undo", args=(self.slug, record.revision))
        words = _("Undo") if does_again(record) else _("Do again")
        return format_html('<a class="small" href="{}">{}</a>', address, words)


def _changes(found: list[dict[str, Any]]) -> SafeString | str:
    if not found:
        return ""
    return format_html(
        '<ul class="log-changes">{}</ul>',
        format_html_join("", "<li>{}{}</li>", ((_label(one), _before_after(one)) for one in found)),
    )


def _label(one: dict[str, Any]) -> str:
    return f"{one['label']}: " if one["label"] else ""


def _before_after(one: dict[str, Any]) -> SafeString:
    if one["before"] and one["after"]:
        return format_html("<del>{}</del> → {}", one["before"], one["after"])
    if one["before"]:
        return format_html("<del>{}</del>", one["before"])
    return format_html("{}", one["after"] or "–")


@desk_view
def log(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    table = LogTable(tournament.log.all())
    table.slug = tournament.slug
    table.may_undo = allows(request.role, "undo")  # type: ignore[attr-defined]
    table.is_closed = tournament.is_closed
    table.undone = undone_by(tournament)
    show_page(table, request, per_page=50)
    return render(
        request, "desk/log.html", {"tournament": tournament, "tab": "log", "table": table}
    )


urlpatterns = [path("log/", log, name="log")]
