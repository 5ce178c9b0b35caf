"""The form of a person: name, club, number, consent."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.models import Club, Player
from tournaments.pages.seen_form import SeenForm


class PersonForm(SeenForm):
    last_name = forms.CharField(label=gettext_lazy("Last name"), max_length=60)
    first_name = forms.CharField(label=gettext_lazy("First name"), max_length=60, required=False)
    club_name = forms.CharField(
        label=gettext_lazy("Club"),
        max_length=100,
        required=False,
        widget=forms.TextInput(attrs={"list": "clubs", "autocomplete": "off"}),
    )
    ddv_number = forms.CharField(label=gettext_lazy("DDV number"), max_length=20, required=False)
    publish_name = forms.BooleanField(
        label=gettext_lazy("The full name may be published"),
        required=False,
        help_text=gettext_lazy("Without consent public pages show initials only."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("last_name", "first_name", "ddv_number"):
            self.fields[name].widget.attrs["autocomplete"] = "off"

    def person(self) -> dict[str, Any]:
        names = ("last_name", "first_name", "club_name", "ddv_number", "publish_name")
        return {name: self.cleaned_data[name] for name in names}


def club_names() -> list[str]:
    """The clubs that are offered while one is typed."""
    return list(Club.objects.values_list("name", flat=True)[:500])


def person_of(player: Player) -> dict[str, Any]:
    return {
        "last_name": player.last_name,
        "first_name": player.first_name,
        "club_name": player.club_name,
        "ddv_number": player.ddv_number,
        "publish_name": player.publish_name,
    }
