"""A disputed deal: keyed or pasted, replayed card by card, and what the law says of it.

Anyone signed in may; nothing is stored. The record travels in the form from step to step, and
each step is an ordinary POST, so that the pages work without JavaScript, too.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.http import require_POST

from rules.announcements import CALL_NAMES
from rules.cards import CARDS
from rules.refusal import Refusal
from tournaments.actions.roles import role_of
from tournaments.models import Table
from tournaments.pages.cards import NotACard, card_text, read_cards
from tournaments.pages.desk import replay_draft as keying
from tournaments.pages.desk.replay_draft import (
    MAX_TEXT,
    Draft,
    blank_draft,
    look_at,
    read_draft,
)
from tournaments.pages.desk.replay_form import SetUpForm, initial_of
from tournaments.pages.desk.replay_hands import hands_page, keyed_hands
from tournaments.pages.desk.replay_penalty import penalty_address, penalty_for_suit
from tournaments.pages.desk.replay_shown import (
    paper_shown,
    refusal_shown,
    set_up_lines,
    table_shown,
    turn_shown,
    verdict_shown,
    with_paragraph,
)
from tournaments.pages.desk.replay_text import as_text, read_pasted

Fault = dict[str, Any]


@login_required
def replay(request: HttpRequest) -> HttpResponse:
    """The page: the set-up first, then whatever was sent leads to."""
    if request.method != "POST":
        return _set_up(request, _draft_for(request))
    try:
        draft = read_draft(request.POST["record"]) if "record" in request.POST else blank_draft()
    except Refusal as refusal:
        return _set_up(request, blank_draft(), fault=with_paragraph(refusal))
    verb, _colon, what = request.POST.get("act", "").partition(":")
    return _ACTS.get(verb, _show_act)(request, draft, what)


@require_POST
@login_required
def print_view(request: HttpRequest) -> HttpResponse:
    """The record on paper."""
    try:
        draft = read_draft(request.POST.get("record", ""))
    except Refusal as refusal:
        return _set_up(request, blank_draft(), fault=with_paragraph(refusal))
    context = _verdict_context(draft, None)
    return render(request, "desk/replay_print.html", {**context, **paper_shown(draft)})


def _draft_for(request: HttpRequest) -> Draft:
    """A blank deal; with the names of a table, for who works at its tournament's desk."""
    number = request.GET.get("table", "")
    if not (number.isascii() and number.isdecimal() and len(number) < 10):
        return blank_draft()
    tables = Table.objects.select_related("session__tournament")
    table = tables.filter(pk=int(number)).first()
    if table is None or role_of(request.user, table.session.tournament) is None:
        return blank_draft()
    seats = table.seats.select_related("entry__player")
    return keying.seated({seat.position: str(seat.entry.player) for seat in seats}, table.pk)


# --- steps ---------------------------------------------------------------------------------------


def _set_up(
    request: HttpRequest,
    draft: Draft,
    *,
    form: SetUpForm | None = None,
    fault: Fault | None = None,
    pasted: str = "",
) -> HttpResponse:
    context = {
        "step": "set-up",
        "draft": draft,
        "form": form or SetUpForm(initial=initial_of(draft)),
        "fault": fault,
        "pasted": pasted,
    }
    return render(request, "desk/replay.html", context)


def _hands(request: HttpRequest, draft: Draft, **more: Any) -> HttpResponse:
    context = {"step": "hands", "draft": draft, **hands_page(draft, **more)}
    return render(request, "desk/replay.html", context)


def _next(
    request: HttpRequest, draft: Draft, *, fault: Fault | None = None, at: int | None = None, **more
) -> HttpResponse:
    """The step that a record is ready for: hands, play, or the verdict."""
    if not draft.is_dealt:
        return _hands(request, draft)
    look = look_at(draft.record)
    deal = look.deal()
    if look.refusal is not None or deal is None or deal.is_over:
        context = {
            **_verdict_context(draft, at),
            "step": "verdict",
            "fault": fault,
            "penalty": penalty_address(request.user, draft, look),
        }
        return render(request, "desk/replay.html", context)
    context = {
        "step": "play",
        "draft": draft,
        "table": table_shown(draft, deal),
        "turn": turn_shown(deal),
        "fault": fault,
        "penalty": penalty_for_suit(request.user, draft, deal),
        **more,
    }
    return render(request, "desk/replay.html", context)


def _verdict_context(draft: Draft, at: int | None) -> dict[str, Any]:
    """The verdict, and the table after ``at`` cards (default: where the record ends)."""
    look = look_at(draft.record)
    context: dict[str, Any] = {
        "draft": draft,
        "set_up": set_up_lines(draft),
        "text": as_text(draft.record),
    }
    whole = look.deal()
    if whole is not None:
        last = whole.played
        shown = last if at is None else min(at, last)
        context["table"] = table_shown(draft, look.deal(shown))
        context["tricks"] = table_shown(draft, whole)
        context["steps"] = {
            "at": shown,
            "last": last,
            "trick_back": (shown - 1) // 4 * 4 if shown else 0,
            "card_back": max(0, shown - 1),
            "card_on": min(last, shown + 1),
            "trick_on": min(last, shown // 4 * 4 + 4),
        }
    if look.refusal is not None:
        context["refusal"] = refusal_shown(draft, look)
    elif whole is not None and whole.is_over:
        context["verdict"] = verdict_shown(draft)
    return context


# --- what can be sent ----------------------------------------------------------------------------


def _set_up_act(request: HttpRequest, draft: Draft, what: str) -> HttpResponse:
    form = SetUpForm(request.POST)
    after = form.draft_from(draft) if form.is_valid() else None
    if after is None:
        return _set_up(request, draft, form=form)
    return _next(request, after)


def _paste_act(request: HttpRequest, draft: Draft, what: str) -> HttpResponse:
    pasted = request.POST.get("pasted", "")
    try:
        return _next(request, replace(read_pasted(pasted), table=draft.table))
    except Refusal as refusal:
        kept = pasted if len(pasted) <= MAX_TEXT else ""
        return _set_up(request, draft, fault=with_paragraph(refusal), pasted=kept)
    except NotACard as fault:
        return _set_up(request, draft, fault={"text": str(fault)}, pasted=pasted)


def _hands_act(request: HttpRequest, draft: Draft, what: str) -> HttpResponse:
    """Something on the page of the hands: what is typed there counts first."""
    keyed = keyed_hands(request.POST, draft, what)
    if keyed.faults or what != "done":
        return _hands(request, keyed.draft, keyed=keyed)
    look = look_at(keyed.draft.record)
    if look.refusal is not None and look.refusal.code in ("hand_size", "not_the_pack"):
        return _hands(request, keyed.draft, keyed=keyed, refusal=with_paragraph(look.refusal))
    return _next(request, keyed.draft)


def _change(request: HttpRequest, draft: Draft, step: Callable[[], Draft]) -> HttpResponse:
    """A change of the record that the law may refuse: then nothing changes, and it says why."""
    try:
        return _next(request, step())
    except Refusal as refusal:
        return _next(request, draft, fault=with_paragraph(refusal))


def _play_act(request: HttpRequest, draft: Draft, what: str) -> HttpResponse:
    if what not in CARDS:
        return _next(request, draft)
    return _change(request, draft, lambda: keying.with_card(draft, what))


def _stand_act(request: HttpRequest, draft: Draft, what: str) -> HttpResponse:
    """A breach that nobody claimed in time (TSR 9.6.3): the card counts as played."""
    if what not in CARDS:
        return _next(request, draft)
    return _change(request, draft, lambda: keying.with_card(draft, what, stands=True))


def _type_act(request: HttpRequest, draft: Draft, what: str) -> HttpResponse:
    """Cards typed, one or more in the order played; those before a fault are played."""
    typed = request.POST.get("typed", "")[:1000]
    try:
        cards = read_cards(typed)
    except NotACard as fault:
        return _next(request, draft, fault={"text": str(fault)}, typed=typed)
    for place, card in enumerate(cards):
        try:
            draft = keying.with_card(draft, card)
        except Refusal as refusal:
            rest = " ".join(map(card_text, cards[place:]))
            fault = with_paragraph(refusal)
            if refusal.code == "must_follow_suit":
                fault["stand"] = card
            return _next(request, draft, fault=fault, typed=rest)
    return _next(request, draft)


def _call_act(request: HttpRequest, draft: Draft, what: str) -> HttpResponse:
    seat, _colon, call = what.partition(":")
    if call not in CALL_NAMES or seat not in map(str, draft.record.seats):
        return _next(request, draft)
    return _change(request, draft, lambda: keying.with_call(draft, int(seat), call))


def _end_act(request: HttpRequest, draft: Draft, what: str) -> HttpResponse:
    if what not in ("re", "kontra"):
        return _next(request, draft)
    return _change(request, draft, lambda: keying.with_end(draft, what))


def _undo_act(request: HttpRequest, draft: Draft, what: str) -> HttpResponse:
    return _next(request, keying.undone(draft))


def _cut_act(request: HttpRequest, draft: Draft, what: str) -> HttpResponse:
    """Key on from after so many cards: what follows in the record goes."""
    return _next(request, keying.cut_to(draft, _number(what, len(draft.record.plays))))


def _let_stand_act(request: HttpRequest, draft: Draft, what: str) -> HttpResponse:
    return _next(request, keying.with_standing(draft, _number(what, 47)))


def _drop_act(request: HttpRequest, draft: Draft, what: str) -> HttpResponse:
    return _next(request, keying.without_call(draft, _number(what, len(draft.record.calls))))


def _step_act(request: HttpRequest, draft: Draft, what: str) -> HttpResponse:
    return _next(request, draft, at=_number(what, 48))


def _show_act(request: HttpRequest, draft: Draft, what: str) -> HttpResponse:
    return _next(request, draft)


def _change_set_up_act(request: HttpRequest, draft: Draft, what: str) -> HttpResponse:
    return _set_up(request, draft)


def _change_hands_act(request: HttpRequest, draft: Draft, what: str) -> HttpResponse:
    return _hands(request, draft)


def _number(text: str, high: int) -> int:
    """A whole number from a button, from 0 to ``high``."""
    return min(int(text), high) if text.isascii() and text.isdecimal() and len(text) < 4 else high


_ACTS: dict[str, Callable[[HttpRequest, Draft, str], HttpResponse]] = {
    "set-up": _set_up_act,
    "paste": _paste_act,
    "hands": _hands_act,
    "play": _play_act,
    "stand": _stand_act,
    "type": _type_act,
    "call": _call_act,
    "end": _end_act,
    "undo": _undo_act,
    "cut": _cut_act,
    "let-stand": _let_stand_act,
    "drop": _drop_act,
    "step": _step_act,
    "change-set-up": _change_set_up_act,
    "change-hands": _change_hands_act,
}

urlpatterns = [
    path("replay/", replay, name="replay"),
    path("replay/print/", print_view, name="replay-print"),
]
