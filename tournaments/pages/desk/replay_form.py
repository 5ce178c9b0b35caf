"""How a deal to be replayed was set up: table, dealer, names, and how the game was found."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.contracts import MARRIAGE, NORMAL, SOLO_CONTRACTS
from rules.dealing import asked_order
from rules.game import KINDS, SOLI, Game
from rules.refusal import Refusal
from rules.replay import DealRecord
from rules.reservations import Reservation
from rules.ruleset import RULESETS
from scoring.replay_answers import replay_record
from scoring.replay_records import read_replay
from tournaments.pages.cards import refusal_text
from tournaments.pages.deal_words import CONTRACTS
from tournaments.pages.desk.replay_draft import MAX_NAME, Draft

ASKED = "asked"  # the game comes of what the four answered
SEATS = (1, 2, 3, 4, 5)
GAMES = {
    NORMAL: gettext_lazy("normal game"),
    MARRIAGE: gettext_lazy("marriage"),
    "silent_marriage": gettext_lazy("silent marriage"),
    "marriage_solo": gettext_lazy("marriage not clarified"),
    "pflichtsolo": gettext_lazy("Pflichtsolo"),
    "lustsolo": gettext_lazy("Lustsolo"),
    "vorfuehrung": gettext_lazy("Vorführung"),
}
WANTS = {name: GAMES[name] for name in ("pflichtsolo", "lustsolo", MARRIAGE)}
_CONTRACT_CHOICES = [("", "–"), *((name, CONTRACTS[name]) for name in SOLO_CONTRACTS)]
_ANSWERS = [("", gettext_lazy("gesund")), *WANTS.items()]
_KIND_CHOICES = [
    *((kind, GAMES[kind]) for kind in KINDS),
    (ASKED, gettext_lazy("as the four answered (Vorbehalt)")),
]


class SetUpForm(forms.Form):
    """The set-up of a deal; ``draft_from`` makes the record of it."""

    size = forms.TypedChoiceField(
        label=gettext_lazy("Table"),
        coerce=int,
        choices=[(4, gettext_lazy("of four")), (5, gettext_lazy("of five"))],
        widget=forms.RadioSelect,
    )
    dealer = forms.TypedChoiceField(
        label=gettext_lazy("Dealer"), coerce=int, choices=[(s, s) for s in SEATS]
    )
    ruleset = forms.ChoiceField(
        label=gettext_lazy("Rules"),
        choices=[(name, gettext_lazy(rules.title)) for name, rules in RULESETS.items()],
    )
    kind = forms.ChoiceField(label=gettext_lazy("Game"), choices=_KIND_CHOICES)
    seat = forms.TypedChoiceField(
        label=gettext_lazy("Whose"),
        coerce=int,
        choices=[(s, s) for s in SEATS],
        required=False,
        empty_value=None,
    )
    contract = forms.ChoiceField(
        label=gettext_lazy("Solo"), choices=_CONTRACT_CHOICES, required=False
    )
    done = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Have played their Pflichtsolo"),
        coerce=int,
        choices=[(s, s) for s in SEATS],
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("Only for a Lustsolo, or to check a Pflichtsolo."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for seat in SEATS:
            self.fields[f"name{seat}"] = forms.CharField(
                label=_("Name, seat %(seat)s") % {"seat": seat},
                max_length=MAX_NAME,
                required=False,
                widget=forms.TextInput(attrs={"autocomplete": "off"}),
            )
            self.fields[f"says{seat}"] = forms.ChoiceField(
                label=_("Answer, seat %(seat)s") % {"seat": seat}, choices=_ANSWERS, required=False
            )
            self.fields[f"solo{seat}"] = forms.ChoiceField(
                label=_("Solo, seat %(seat)s") % {"seat": seat},
                choices=_CONTRACT_CHOICES,
                required=False,
            )

    @property
    def lines(self) -> list[dict[str, Any]]:
        """Each seat with its fields."""
        return [
            {
                "seat": seat,
                "name": self[f"name{seat}"],
                "says": self[f"says{seat}"],
                "solo": self[f"solo{seat}"],
            }
            for seat in SEATS
        ]

    def clean(self) -> dict[str, Any]:
        values = super().clean()
        if "dealer" in values and "size" in values and values["dealer"] > values["size"]:
            self.add_error("dealer", _("There is no seat %(seat)s at this table.") % {"seat": 5})
        if values.get("kind") in (MARRIAGE, *SOLI) and not values.get("seat"):
            self.add_error("seat", _("Whose game was it?"))
        if values.get("kind") in SOLI and not values.get("contract"):
            self.add_error("contract", _("Which solo?"))
        return values

    def draft_from(self, before: Draft) -> Draft | None:
        """What was set up, with the hands, cards and calls of ``before`` as far as they fit.

        None, with errors on the form, if that is no deal.
        """
        values = self.cleaned_data
        try:
            record = self._record(values, before.record)
            record = read_replay(replay_record(record), finished=False)
        except Refusal as refusal:
            self.add_error(None, refusal_text(refusal))
            return None
        names = {s: values[f"name{s}"] for s in range(1, values["size"] + 1) if values[f"name{s}"]}
        return Draft(record, names, before.table)

    def _record(self, values: dict[str, Any], before: DealRecord) -> DealRecord:
        size, dealer = values["size"], values["dealer"]
        seats = tuple(s for s in range(1, size + 1) if size == 4 or s != dealer)
        game, reservations = None, ()
        if values["kind"] == ASKED:
            reservations = tuple(self._answer(s) for s in asked_order(seats, dealer))
        else:
            game = self._game(values)
        done = tuple(s for s in values["done"] if s <= size)
        hands = {seat: before.hands.get(seat, ()) for seat in seats}
        kept = before if seats == before.seats else replace(before, plays=(), calls=())
        unknown = not done and game is not None and before.pflichtsolo_done is None
        return replace(
            kept,
            dealer=dealer,
            seats=seats,
            hands=hands,
            game=game,
            reservations=reservations,
            pflichtsolo_done=None if unknown else done,
            stands=kept.stands if kept.plays else frozenset(),
            rest=kept.rest if kept.plays else None,
            ruleset=RULESETS[values["ruleset"]],
        )

    @staticmethod
    def _game(values: dict[str, Any]) -> Game:
        kind = values["kind"]
        if kind == NORMAL:
            return Game(kind)
        return Game(kind, values["seat"], values["contract"] if kind in SOLI else None)

    def _answer(self, seat: int) -> Reservation:
        wants = self.cleaned_data[f"says{seat}"] or None
        contract = self.cleaned_data[f"solo{seat}"] or None
        return Reservation(seat, wants, contract if wants in SOLI else None)


def initial_of(draft: Draft) -> dict[str, Any]:
    """A draft as the form shows it."""
    record = draft.record
    initial: dict[str, Any] = {
        "size": draft.size,
        "dealer": record.dealer,
        "ruleset": record.ruleset.name,
        "done": list(record.pflichtsolo_done or ()),
        "kind": ASKED,
        **{f"name{seat}": name for seat, name in draft.names.items()},
    }
    if record.game is not None:
        game = record.game
        initial |= {"kind": game.kind, "seat": game.seat, "contract": game.contract}
    for answer in record.reservations:
        initial |= {
            f"says{answer.seat}": answer.wants or "",
            f"solo{answer.seat}": answer.contract or "",
        }
    return initial
