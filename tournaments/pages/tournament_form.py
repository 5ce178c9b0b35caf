"""The form of a tournament's settings: for a new one and for one that exists."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from rules.ruleset import RULESETS
from tournaments.actions.tournaments import MAX_MINUTES, MAX_SESSIONS
from tournaments.models import Session, TieBreak, Tournament
from tournaments.pages.fields import NumberField
from tournaments.pages.seen_form import SeenForm

# The titles of the rulesets that are words, so that they get translated.
gettext_noop("DDV (older descriptions)")
_PLACES = range(1, len(TieBreak) + 1)


def tie_break_field(place: int) -> str:
    return f"tie_break_{place}"


class TournamentForm(SeenForm):
    """``tie_breaks`` is an ordered choice: one select for each place."""

    name = forms.CharField(label=_("Name"), max_length=120)
    starts_on = forms.DateField(
        label=_("Date"),
        input_formats=["%Y-%m-%d", "%d.%m.%Y"],
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    place = forms.CharField(label=_("Place"), max_length=120, required=False)
    sessions = NumberField(label=_("Sessions"), low=1, high=MAX_SESSIONS, initial=3)
    minutes = NumberField(
        label=_("Minutes at tables of four"), low=1, high=MAX_MINUTES, initial=100
    )
    minutes_five = NumberField(
        label=_("Minutes at tables of five"), low=1, high=MAX_MINUTES, initial=125
    )
    ruleset = forms.ChoiceField(
        label=_("Rules"), choices=[(name, _(rules.title)) for name, rules in RULESETS.items()]
    )
    visibility = forms.ChoiceField(
        label=_("Who sees standings and seats"),
        choices=[
            (Tournament.Visibility.PUBLIC, _("Everyone; the tournament is listed")),
            (Tournament.Visibility.UNLISTED, _("Everyone who has the link")),
            (Tournament.Visibility.DESK, _("Only the desk")),
        ],
    )

    protest_minutes = NumberField(
        label=_("Minutes for protests"),
        low=0,
        high=MAX_MINUTES,
        required=False,
        initial=0,
        help_text=_("After a session is closed its results are marked provisional so long."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for place in _PLACES:
            self.fields[tie_break_field(place)] = forms.ChoiceField(
                label=_("%(place)s. tie-break") % {"place": place},
                choices=[("", _("none: the rank is shared")), *TieBreak.choices],
                required=False,
            )

    @property
    def tie_break_fields(self) -> list[forms.BoundField]:
        return [self[tie_break_field(place)] for place in _PLACES]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        chosen: list[str] = []
        for place in _PLACES:
            value = cleaned.get(tie_break_field(place))
            if value and value in chosen:
                self.add_error(tie_break_field(place), _("Each tie-break can be chosen once."))
            elif value:
                chosen.append(value)
        cleaned["tie_breaks"] = chosen
        return cleaned

    def settings(self) -> dict[str, Any]:
        """The values as the actions take them."""
        names = "name starts_on place sessions minutes minutes_five ruleset visibility tie_breaks"
        values = {name: self.cleaned_data[name] for name in names.split()}
        return {**values, "protest_minutes": self.cleaned_data["protest_minutes"] or 0}


def settings_of(tournament: Tournament) -> dict[str, Any]:
    """What the form shows for a tournament as it stands."""
    sessions = list(tournament.sessions.all())
    coming = [s for s in sessions if s.started_at is None] or sessions or [Session()]
    return {
        "name": tournament.name,
        "starts_on": tournament.starts_on,
        "place": tournament.place,
        "sessions": len(sessions),
        "minutes": coming[0].minutes,
        "minutes_five": coming[0].minutes_five,
        "ruleset": tournament.ruleset,
        "visibility": tournament.visibility,
        "protest_minutes": tournament.protest_minutes,
        **{
            tie_break_field(place): tie_break
            for place, tie_break in enumerate(tournament.tie_breaks, start=1)
        },
    }
