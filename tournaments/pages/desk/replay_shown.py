"""What a page shows of a deal: the table drawn, the hands, who may call what, the verdict."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from rules.contracts import get_contract
from rules.deal import Deal
from rules.refusal import Refusal
from rules.replay import DealRecord
from rules.reservations import Reservation
from scoring.replay_answers import replay_deal, replay_record
from tournaments.pages.cards import CALL_NAMES, card_name, in_order, refusal_text
from tournaments.pages.deal_words import CONTRACTS, PARTIES, SPECIAL_POINTS, reason_text
from tournaments.pages.desk.replay_draft import Draft, Look
from tournaments.pages.desk.replay_form import GAMES

_SIDES = ("south", "west", "north", "east")  # clockwise, seen from above


def seat_label(draft: Draft, seat: int) -> str:
    """ "3 Adler", or the seat alone."""
    name = draft.names.get(seat)
    return f"{seat} {name}" if name else _("Seat %(seat)s") % {"seat": seat}


def game_text(draft: Draft, kind: str, seat: int | None, contract: str | None) -> str:
    text = str(GAMES[kind])
    if contract:
        text = f"{text} ({CONTRACTS[contract]})"
    return text if seat is None else f"{text}, {seat_label(draft, seat)}"


def set_up_lines(draft: Draft) -> list[tuple[str, str]]:
    """The set-up of a record in words."""
    record = draft.record
    lines = [(_("Dealer"), seat_label(draft, record.dealer))]
    if record.game is not None:
        game = record.game
        lines.append((_("Game"), game_text(draft, game.kind, game.seat, game.contract)))
    lines += [(seat_label(draft, said.seat), _answer(said)) for said in record.reservations]
    if record.pflichtsolo_done:
        done = ", ".join(map(str, record.pflichtsolo_done))
        lines.append((_("Have played their Pflichtsolo"), done))
    if record.ruleset.name != "ddv":
        lines.append((_("Rules"), _(record.ruleset.title)))
    return lines


def _answer(said: Reservation) -> str:
    if said.wants is None:
        return "gesund"
    contract = f" ({CONTRACTS[said.contract]})" if said.contract else ""
    return f"Vorbehalt: {GAMES.get(said.wants, said.wants)}{contract}"


# --- the table ----------------------------------------------------------------------------------


def table_shown(draft: Draft, deal: Deal) -> dict[str, Any]:
    """The table at one moment; the last trick stays in sight until the next card."""
    trick: dict[int, str] = {}
    winner = None
    if deal.on_table:
        trick = dict(zip(deal.trick_order, deal.on_table, strict=False))
    elif deal.tricks:
        last = deal.tricks[-1]
        trick, winner = dict(zip(last.seats, last.cards, strict=True)), last.winner
    seats = sorted(deal.order)
    calls = {seat: [CALL_NAMES[c.call] for c in deal.calls if c.seat == seat] for seat in seats}
    return {
        "places": [
            {
                "seat": seat,
                "side": side,
                "label": seat_label(draft, seat),
                "turn": seat == deal.turn,
                "dealer": seat == deal.dealer,
                "party": PARTIES.get(deal.party_of(seat) or "", ""),
                "taken": deal.taken(seat),
                "card": trick.get(seat),
                "wins": seat == winner,
                "calls": calls[seat],
                "hand": in_order(deal.hands[seat], deal.contract.trumps),
            }
            for side, seat in zip(_SIDES, seats, strict=True)
        ],
        "points": [(PARTIES[party], deal.card_points(party)) for party in ("re", "kontra")],
        "played": deal.played,
        "trick": len(deal.tricks) + bool(deal.on_table or not deal.tricks),
        "turn": deal.turn and seat_label(draft, deal.turn),
        "tricks": tricks_shown(draft, deal),
        "questions": [with_paragraph(question) for question in deal.questions],
        "game": game_text(draft, deal.game.kind, deal.game.seat, deal.game.contract),
    }


def tricks_shown(draft: Draft, deal: Deal) -> list[dict[str, Any]]:
    extras: dict[int, list[str]] = {}
    for point in deal.special_points:
        text = f"{SPECIAL_POINTS[point.what]} ({PARTIES[point.party]})"
        extras.setdefault(point.trick, []).append(text)
    return [
        {
            "number": number,
            "cards": list(zip(trick.seats, trick.cards, strict=True)),
            "leader": trick.leader,
            "winner": trick.winner,
            "card_points": trick.card_points,
            "extras": extras.get(number, []),
            "ends_at": 4 * number,
        }
        for number, trick in enumerate(deal.tricks, start=1)
    ]


def turn_shown(deal: Deal) -> dict[str, Any]:
    """What whoever's turn it is may play, and everybody may call."""
    legal = deal.legal_cards
    hand = in_order(deal.hands[deal.turn], deal.contract.trumps) if deal.turn else []
    return {
        "hand": [(card, card in legal) for card in hand],
        "some_are_barred": any(card not in legal for card in hand),
        "calls": [
            {"seat": seat, "calls": [_call_shown(deal, seat, call) for call in legal_calls]}
            for seat in sorted(deal.order)
            if (legal_calls := deal.legal_calls(seat))
        ],
        "soloist": deal.game.seat if deal.game.is_alone else None,
    }


def _call_shown(deal: Deal, seat: int, call: str) -> dict[str, Any]:
    fewest = deal.fewest_cards(seat, call) or 0
    return {
        "act": f"call:{seat}:{call}",
        "name": CALL_NAMES[call],
        "hint": _("with %(cards)s cards in hand or more") % {"cards": fewest},
        "last": len(deal.hands[seat]) == fewest,
    }


def paper_shown(draft: Draft) -> dict[str, Any]:
    """Hands and calls for a record on paper."""
    record, deal_order = draft.record, get_contract("normal").trumps
    if record.game is not None:
        deal_order = record.game.order_of_cards.trumps
    return {
        "hands": [
            (seat_label(draft, seat), in_order(record.hands[seat], deal_order))
            for seat in sorted(record.seats)
        ],
        "calls": [
            _("%(name)s: %(call)s, after %(cards)s cards")
            % {
                "name": seat_label(draft, call.seat),
                "call": CALL_NAMES[call.call],
                "cards": call.after,
            }
            for call in sorted(record.calls, key=lambda call: call.after)
        ],
    }


# --- the verdict --------------------------------------------------------------------------------


def verdict_shown(draft: Draft) -> dict[str, Any]:
    """What ``replay_deals`` answers to a finished and legal record, in words."""
    answer = replay_deal(replay_record(draft.record))
    result, game = answer["result"], answer["game"]
    return {
        "game": game_text(draft, game["kind"], game.get("seat"), game.get("contract")),
        "re": [seat_label(draft, seat) for seat in answer["re"]],
        "kontra": [
            seat_label(draft, seat)
            for seat in sorted(draft.record.seats)
            if seat not in answer["re"]
        ],
        "winner": PARTIES.get(result["winner"] or "", ""),
        "value": result["value"],
        "card_points": (answer["deal"]["card_points"], 240 - answer["deal"]["card_points"]),
        "breakdown": [
            {
                "text": reason_text(item["name"]),
                "rule": item["rule"],
                "party": PARTIES[item["party"]],
                "points": item["points"],
            }
            for item in result["breakdown"]
        ],
        "scores": [
            (seat_label(draft, int(seat)), points) for seat, points in result["scores"].items()
        ],
        "extras": [
            {
                "text": SPECIAL_POINTS[extra["what"]],
                "party": PARTIES[extra["party"]],
                "seat": seat_label(draft, extra["seat"]),
                "trick": extra["trick"],
            }
            for extra in answer["extras"]
        ],
    }


def with_paragraph(refusal: Refusal) -> dict[str, Any]:
    return {"text": refusal_text(refusal), "rule": refusal.rule, "code": refusal.code}


def refusal_shown(draft: Draft, look: Look) -> dict[str, Any]:
    """What the law has against a record, with the place in words and the ways out."""
    refusal = look.refusal
    if refusal is None:
        raise ValueError("nothing was refused")
    shown = {**with_paragraph(refusal), "of": look.of, "where": place_text(draft, look)}
    shown["at"] = refusal.at
    if look.of == "card" and refusal.code == "must_follow_suit":
        shown["may_stand"] = True
    return shown


def place_text(draft: Draft, look: Look) -> str:
    """Where in the record the fault is, in words; "" where it has no place."""
    record: DealRecord = draft.record
    at = look.refusal.at if look.refusal else None
    if at is None:
        return ""
    if look.of == "card":
        trick, card = divmod(at, 4)
        return _("Trick %(trick)s, card %(card)s (%(name)s; number %(number)s of 48)") % {
            "trick": trick + 1,
            "card": card + 1,
            "name": card_name(record.plays[at]),
            "number": at + 1,
        }
    if look.of == "call":
        call = record.calls[at]
        return _("Call %(number)s: seat %(seat)s, %(call)s, after %(cards)s cards") % {
            "number": at + 1,
            "seat": call.seat,
            "call": CALL_NAMES[call.call],
            "cards": call.after,
        }
    return _("Answer %(number)s of the four") % {"number": at + 1}
