"""What the referee says of a breach: which, by whom and in which game."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.penalties import MOST_ABSAGEN, Penalty
from tournaments.actions.penalties import PLAYED_ALONE, penalty_for
from tournaments.models import Deal
from tournaments.pages.desk.ruling_form import RulingForm
from tournaments.pages.desk.table_at_desk import TableAtDesk
from tournaments.pages.fields import NumberField

BREACHES = (
    ("minor", gettext_lazy("minor (9.3): 3 points off")),
    ("serious", gettext_lazy("serious (9.4): the deal stops")),
    ("decided", gettext_lazy("the deal was decided already (9.5)")),
    ("insignificant", gettext_lazy("insignificant (9.2): no points")),
)
# What a link may fill in beforehand, such as one from a replayed deal.
PREFILLED = ("breach", "offender", "soloist", "kind", "sits_out", "absagen", "reason")


class PenaltyForm(RulingForm):
    """What the referee decides; points and fate follow."""

    breach = forms.ChoiceField(label=gettext_lazy("Breach"), choices=BREACHES)
    offender = forms.TypedChoiceField(label=gettext_lazy("Who"), coerce=int)
    soloist = forms.TypedChoiceField(
        label=gettext_lazy("Played alone by"), coerce=int, empty_value=None, required=False
    )
    kind = forms.ChoiceField(label=gettext_lazy("as"), required=False)
    sits_out = forms.TypedChoiceField(
        label=gettext_lazy("Dealer, sits out"), coerce=int, empty_value=None, required=False
    )
    absagen = NumberField(
        label=gettext_lazy("Absagen of the other party"),
        low=0,
        high=MOST_ABSAGEN,
        required=False,
        help_text=gettext_lazy("no90 is 1 … schwarz is 4; skipped ones count"),
    )
    hurts_soloist = forms.BooleanField(
        label=gettext_lazy("It could hurt the soloist (9.3)"), required=False
    )
    time_is_up = forms.BooleanField(label=gettext_lazy("Time was up"), required=False)

    def __init__(self, desk: TableAtDesk, *args: Any, **kwargs: Any) -> None:
        super().__init__(desk, *args, **kwargs)
        seats = [(p.position, f"{p.position} {p.name}") for p in desk.places]
        self.fields["offender"].choices = [("", "–"), *seats]
        self.fields["soloist"].choices = [("", _("nobody: normal game or marriage")), *seats]
        self.fields["kind"].choices = [
            ("", "–"),
            *((kind, Deal.Kind(kind).label) for kind in PLAYED_ALONE),
        ]
        if desk.table.size == 5:
            self.fields["sits_out"].choices = [("", "–"), *seats]
        else:
            del self.fields["sits_out"]

    def by_law(self, size: int) -> Penalty:
        """The consequences by the law; raises Refused."""
        names = ("breach", "offender", "soloist", "kind", "hurts_soloist", "time_is_up")
        return penalty_for(
            size,
            **{name: self.cleaned_data[name] for name in names},
            absagen=self.cleaned_data["absagen"] or 0,
            sits_out=self.cleaned_data.get("sits_out"),
        )
