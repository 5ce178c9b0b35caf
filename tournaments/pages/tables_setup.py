"""The lists of setting up: tournaments of a desk, players of a tournament."""

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from tournaments.models import Entry, Staff, Tournament
from tournaments.pages.lists import List
from tournaments.pages.support import new_key

_STATUS_TAGS = {
    Entry.Status.REGISTERED: "warn",
    Entry.Status.PRESENT: "good",
    Entry.Status.WITHDRAWN: "",
}
_NUMBER = {"th": {"class": "num"}, "td": {"class": "num"}}
_HIDE_SMALL = {"th": {"class": "hide-small"}, "td": {"class": "hide-small"}}


class TournamentsTable(List):
    """``roles`` tells the user's role by tournament; the office has none and may everything."""

    name = tables.Column(
        verbose_name=_("Tournament"), linkify=("overview", {"slug": tables.A("slug")})
    )
    starts_on = tables.DateColumn(verbose_name=_("Date"), short=True)
    place = tables.Column(
        verbose_name=_("Place"),
        attrs=_HIDE_SMALL,
    )
    players = tables.Column(verbose_name=_("Players"), attrs=_NUMBER)
    role = tables.Column(
        verbose_name=_("Your role"),
        empty_values=(),
        orderable=False,
        attrs=_HIDE_SMALL,
    )
    closed_at = tables.Column(verbose_name=_("State"), empty_values=())

    class Meta(List.Meta):
        attrs = {"class": "list", "id": "tournaments"}

    def __init__(self, *args: object, roles: dict[int, str], **kwargs: object) -> None:
        self.roles = roles
        super().__init__(*args, **kwargs)

    def render_role(self, record: Tournament) -> str:
        role = self.roles.get(record.pk)
        return Staff.Role(role).label if role else _("office")

    def render_closed_at(self, record: Tournament) -> SafeString:
        if record.is_closed:
            return format_html('<span class="tag">{}</span>', _("closed"))
        return format_html('<span class="tag good">{}</span>', _("open"))


class PlayersTable(List):
    """Entries with one button each: there, or not there after all."""

    start_number = tables.Column(verbose_name=_("No."), attrs=_NUMBER)
    name = tables.Column(
        verbose_name=_("Name"),
        accessor="player__list_name",
        order_by=("player__sort_key", "start_number"),
    )
    club = tables.Column(
        verbose_name=_("Club"),
        accessor="player__club",
        order_by=("club_key", "player__sort_key"),
        default="",
        attrs=_HIDE_SMALL,
    )
    ddv_number = tables.Column(
        verbose_name=_("DDV number"),
        accessor="player__ddv_number",
        default="",
        attrs={"th": {"class": "num hide-small"}, "td": {"class": "num hide-small"}},
    )
    status = tables.Column(
        verbose_name=_("Status"), order_by=("status", "start_number"), attrs=_HIDE_SMALL
    )
    check_in = tables.TemplateColumn(
        template_name="desk/check_in_button.html",
        verbose_name=_("Check-in"),
        orderable=False,
        attrs={"td": {"class": "act"}},
    )

    class Meta(List.Meta):
        attrs = {"class": "list players"}
        row_attrs = {
            "id": lambda record: f"n{record.start_number}",
            "class": lambda record: f"status-{record.status}",
        }

    def __init__(self, *args: object, tournament: Tournament, **kwargs: object) -> None:
        self.tournament = tournament
        super().__init__(*args, **kwargs)

    def render_name(self, record: Entry, value: str) -> SafeString:
        address = reverse("entry", args=[self.tournament.slug, record.start_number])
        small = [str(record.player.club)] if record.player.club else []
        if record.status == Entry.Status.WITHDRAWN:
            small.append(record.get_status_display())
        return format_html(
            '<a href="{}">{}</a><span class="soft small show-small">{}</span>',
            address,
            value,
            " · ".join(small),
        )

    def render_status(self, record: Entry) -> SafeString:
        return format_html(
            '<span class="tag {}">{}</span>',
            _STATUS_TAGS[record.status],
            record.get_status_display(),
        )

    @staticmethod
    def once() -> str:
        return new_key()
