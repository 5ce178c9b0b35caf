"""Tournaments in the office: their staff is changed by actions, all else is only looked at."""

from typing import Any

from django import forms
from django.contrib import admin
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from tournaments.actions.core import Refused
from tournaments.actions.staff import remove_staff, set_staff
from tournaments.models import (
    Adjustment,
    Deal,
    Document,
    Entry,
    LogEntry,
    Seat,
    Session,
    Staff,
    Table,
    Tournament,
    Wish,
)


class ReadOnly:
    """To be looked at: changes are made at the desk."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ReadOnlyInline(ReadOnly, admin.TabularInline):
    extra = 0
    show_change_link = True


class StaffFormSet(forms.BaseInlineFormSet):
    """Roles at a desk, given and taken by actions; refused as a whole."""

    actor: Any = None

    def clean(self) -> None:
        super().clean()
        if any(self.errors):
            return
        try:
            with transaction.atomic():
                self._store()
        except Refused as refusal:
            raise forms.ValidationError(str(refusal)) from refusal

    def _store(self) -> None:
        leaving = [form.instance for form in self.deleted_forms if form.instance.pk]
        for form in self.forms:
            if form.has_changed() and form not in self.deleted_forms:
                username = form.cleaned_data["user"].get_username()
                set_staff(
                    self.instance, self.actor, username=username, role=form.cleaned_data["role"]
                )
        for member in leaving:
            remove_staff(self.instance, self.actor, username=member.user.get_username())


class StaffInline(admin.TabularInline):
    model = Staff
    formset = StaffFormSet
    extra = 1
    autocomplete_fields = ["user"]

    def get_formset(self, request: HttpRequest, obj: Any = None, **kwargs: Any) -> Any:
        formset = super().get_formset(request, obj, **kwargs)
        return type(formset.__name__, (formset,), {"actor": request.user})


class SessionInline(ReadOnlyInline):
    model = Session
    fields = ["number", "state", "minutes", "minutes_five", "seed", "released_at", "closed_at"]
    show_change_link = False


@admin.register(Tournament)
class TournamentAdmin(admin.ModelAdmin):
    """Only the staff can be changed here."""

    list_display = ["name", "starts_on", "place", "visibility", "revision", "closed_at"]
    list_filter = ["visibility", ("closed_at", admin.EmptyFieldListFilter)]
    date_hierarchy = "starts_on"
    search_fields = ["name", "place", "slug"]
    fields = readonly_fields = [
        "name",
        "slug",
        "place",
        "starts_on",
        "ruleset",
        "visibility",
        "club_mates",
        "tie_breaks",
        "protest_minutes",
        "lot_seed",
        "revision",
        "closed_at",
    ]
    inlines = [StaffInline, SessionInline]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """Nothing of the tournament itself changes here."""

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        """The actions have stored it."""
        formset.new_objects, formset.changed_objects, formset.deleted_objects = [], [], []


@admin.register(Entry)
class EntryAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["start_number", "player", "tournament", "status"]
    list_select_related = ["player", "tournament"]
    list_filter = ["status", "tournament"]
    ordering = ["-tournament__starts_on", "start_number"]
    search_fields = ["player__sort_key"]


class SeatInline(ReadOnlyInline):
    model = Seat
    fields = ["position", "entry", "substitute", "points", "solos_won"]
    show_change_link = False

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        seats = super().get_queryset(request)
        return seats.select_related("entry__player", "substitute", "table__session__tournament")


class DealInline(ReadOnlyInline):
    model = Deal
    fields = ["row", "kind", "soloist", "score_1", "score_2", "score_3", "score_4", "score_5"]
    show_change_link = False

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        return super().get_queryset(request).select_related("table__session__tournament")


@admin.register(Table)
class TableAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["tournament", "session_number", "number", "size", "state", "extra_minutes"]
    list_display_links = ["number"]
    list_select_related = ["session__tournament"]
    list_filter = ["state", "size", "session__tournament"]
    ordering = ["-session__tournament__starts_on", "session__number", "number"]
    inlines = [SeatInline, DealInline]

    @admin.display(description=gettext_lazy("tournament"))
    def tournament(self, table: Table) -> Tournament:
        return table.session.tournament

    @admin.display(description=gettext_lazy("session"), ordering="session__number")
    def session_number(self, table: Table) -> int:
        return table.session.number


@admin.register(Wish)
class WishAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["tournament", "kind", "name", "table", "hard"]
    list_display_links = ["kind"]
    list_select_related = ["tournament"]
    list_filter = ["kind", "hard", "tournament"]


@admin.register(Adjustment)
class AdjustmentAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["entry", "tournament", "points", "reason", "given_by", "created_at"]
    list_select_related = ["entry__player", "entry__tournament"]
    list_filter = ["entry__tournament"]

    @admin.display(description=gettext_lazy("tournament"))
    def tournament(self, adjustment: Adjustment) -> Tournament:
        return adjustment.entry.tournament


@admin.register(LogEntry)
class LogEntryAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["at", "tournament", "revision", "actor_name", "action", "subject", "reason"]
    list_select_related = ["tournament"]
    list_filter = ["action", "tournament"]
    date_hierarchy = "at"
    search_fields = ["subject", "actor_name", "reason"]


@admin.register(Document)
class DocumentAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["kind", "tournament", "state", "language", "revision", "created_at"]
    list_select_related = ["tournament"]
    list_filter = ["state", "kind"]
    exclude = ["content"]

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        return super().get_queryset(request).defer("content")
