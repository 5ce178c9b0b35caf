"""People and clubs in the office: corrected, added, erased by actions.

A refusal becomes the form's error.
"""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db import transaction
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.actions import office
from tournaments.actions.address_book import correct_player, erase_player
from tournaments.actions.core import AlreadyApplied, Refused
from tournaments.models import Club, Player
from tournaments.models.text import fold
from tournaments.pages.support import bound_key, new_key


class ActionForm(forms.ModelForm):
    """A form whose values an action stores; what the action refuses is the form's error.

    The action runs when everything else about the form is right, inside the transaction that
    the admin opens for the page.
    """

    once = forms.CharField(widget=forms.HiddenInput, required=False, initial=new_key)
    actor: Any = None

    @property
    def key(self) -> str:
        return bound_key(self.data)

    @property
    def values(self) -> dict[str, Any]:
        return {name: value for name, value in self.cleaned_data.items() if name != "once"}

    def store(self) -> Any:
        """Run the action with ``values`` and return what it stored; each form says which."""
        raise NotImplementedError

    def clean(self) -> None:
        super().clean()
        if self.errors:
            return
        try:
            with transaction.atomic():
                self.instance = self.store()
        except AlreadyApplied:
            self.add_error(None, _("This was saved already; look at the list."))
        except Refused as refusal:
            where = {"club_name": "club"}.get(str(refusal.where), refusal.where)
            self.add_error(where if where in self.fields else None, str(refusal))


class ActionAdmin(admin.ModelAdmin):
    """Changes by an ``ActionForm``; deleting one at a time, by an action as well."""

    def get_form(self, request: HttpRequest, obj: Any = None, **kwargs: Any) -> Any:
        form = super().get_form(request, obj, **kwargs)
        return type(form.__name__, (form,), {"actor": request.user})

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """The action has stored it."""

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """There is nothing besides."""

    def get_actions(self, request: HttpRequest) -> Any:
        actions = super().get_actions(request)
        actions.pop("delete_selected", None)
        return actions


class PlayerForm(ActionForm):
    class Meta:
        model = Player
        fields = ["last_name", "first_name", "club", "ddv_number", "publish_name"]

    def store(self) -> Player:
        values = self.values
        club = values.pop("club")
        values["club_name"] = club.name if club else ""
        if self.instance.pk is None:
            return office.add_player(self.actor, **values, key=self.key)
        player = Player.objects.get(pk=self.instance.pk)
        return correct_player(self.actor, player, **values, key=self.key)


@admin.register(Player)
class PlayerAdmin(ActionAdmin):
    form = PlayerForm
    list_display = ["name", "club", "ddv_number", "publish_name", "erased_at"]
    list_select_related = ["club"]
    list_filter = ["publish_name", ("erased_at", admin.EmptyFieldListFilter)]
    search_fields = ["sort_key"]
    search_help_text = gettext_lazy("Name or club; case and accents do not matter")
    autocomplete_fields = ["club"]
    actions = ["erase"]

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet, search_term: str
    ) -> tuple[QuerySet, bool]:
        found = queryset.search(search_term) | queryset.filter(ddv_number=search_term.strip())
        return (found if search_term.strip() else queryset), False

    @admin.display(description=gettext_lazy("name"), ordering="sort_key")
    def name(self, player: Player) -> str:
        return player.list_name

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        if obj is not None and obj.erased_at:
            return False
        return super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        if obj is not None and obj.entries.exists():
            return False  # whoever played can only be erased
        return super().has_delete_permission(request, obj)

    def delete_model(self, request: HttpRequest, obj: Player) -> None:
        office.delete_player(request.user, obj)

    @admin.action(
        description=gettext_lazy("Erase the names (results stay)"), permissions=["change"]
    )
    def erase(self, request: HttpRequest, queryset: QuerySet) -> HttpResponse | None:
        people = list(queryset.filter(erased_at=None).select_related("club"))
        if "confirmed" not in request.POST:
            context = {
                **self.admin_site.each_context(request),
                "title": _("Erase the names?"),
                "opts": self.model._meta,
                "people": people,
            }
            return TemplateResponse(request, "admin/erase_players.html", context)
        for player in people:
            try:
                erase_player(request.user, player)
            except Refused as refusal:
                messages.error(request, f"{player.list_name}: {refusal}")
            else:
                message = _("Erased; the results are under %(number)s now.")
                messages.success(request, message % {"number": player.list_name})
        return None


class ClubForm(ActionForm):
    class Meta:
        model = Club
        fields = ["name", "city"]

    def store(self) -> Club:
        club = Club.objects.get(pk=self.instance.pk) if self.instance.pk else None
        return office.save_club(self.actor, club, key=self.key, **self.values)


@admin.register(Club)
class ClubAdmin(ActionAdmin):
    form = ClubForm
    list_display = ["name", "city", "members"]
    search_fields = ["sort_key"]

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        return super().get_queryset(request).annotate(members=Count("players"))

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet, search_term: str
    ) -> tuple[QuerySet, bool]:
        for word in search_term.split():
            queryset = queryset.filter(sort_key__contains=fold(word))
        return queryset, False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        if obj is not None and obj.players.exists():
            return False
        return super().has_delete_permission(request, obj)

    def delete_model(self, request: HttpRequest, obj: Club) -> None:
        office.delete_club(request.user, obj)

    @admin.display(description=gettext_lazy("players"), ordering="members")
    def members(self, club: Any) -> int:
        return club.members
