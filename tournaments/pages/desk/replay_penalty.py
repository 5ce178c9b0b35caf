"""From a replayed deal to the referee's form: a breach that the record shows, filled in there."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from rules.deal import Deal
from tournaments.actions.roles import may
from tournaments.models import Table
from tournaments.pages.desk.replay_draft import Draft, Look
from tournaments.pages.desk.replay_shown import place_text

ABSAGEN = ("no90", "no60", "no30", "schwarz")
MOST_REASON = 100


def penalty_address(user: Any, draft: Draft, look: Look) -> str:
    """Where the penalty for what the law refuses in this record is given.

    "" where it is no breach of a player, or the deal belongs to no table at which the user may
    give one.
    """
    deal, refusal = look.deal(), look.refusal
    if deal is None or refusal is None:
        return ""
    if look.of == "card" and refusal.code == "must_follow_suit":
        return penalty_for_suit(user, draft, deal)
    if look.of == "call" and refusal.at is not None:
        offender = draft.record.calls[refusal.at].seat
        return _address(user, draft, deal, offender, place_text(draft, look))
    return ""


def penalty_for_suit(user: Any, draft: Draft, deal: Deal) -> str:
    """Where the penalty of whoever's turn it is for not following suit is given (TSR 9.4)."""
    if deal.turn is None:
        return ""
    reason = _("did not follow suit, trick %(n)s") % {"n": len(deal.tricks) + 1}
    return _address(user, draft, deal, deal.turn, reason, breach="serious")


def _address(user: Any, draft: Draft, deal: Deal, offender: int, reason: str, **known: str) -> str:
    table = _table(user, draft)
    if table is None:
        return ""
    values: dict[str, Any] = {**known, "offender": offender, "reason": reason[:MOST_REASON]}
    if deal.game.is_alone:
        values |= {"soloist": deal.game.seat, "kind": deal.game.kind}
    if draft.size == 5:
        values["sits_out"] = draft.record.dealer
    if absagen := _absagen_against(deal, offender):
        values["absagen"] = absagen
    session = table.session
    where = reverse("penalty", args=(session.tournament.slug, session.number, table.number))
    return f"{where}?{urlencode(values)}"


def _table(user: Any, draft: Draft) -> Table | None:
    """The table of the deal, if the user may give a penalty there."""
    if draft.table is None:
        return None
    table = Table.objects.select_related("session__tournament").filter(pk=draft.table).first()
    if table is None or table.size != draft.size or not table.session.is_published:
        return None
    tournament = table.session.tournament
    allowed = not tournament.is_closed and may(user, tournament, "give_penalty")
    return table if allowed else None


def _absagen_against(deal: Deal, offender: int) -> int:
    """How many Absagen, skipped ones too, the other party had made; 0 while parties are unknown."""
    party = deal.party_of(offender)
    if party is None:
        return 0
    made = [
        ABSAGEN.index(call.call) + 1
        for call in deal.calls
        if call.call in ABSAGEN and deal.party_of(call.seat) not in (None, party)
    ]
    return max(made, default=0)
