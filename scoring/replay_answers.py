"""The answers to ``replay_deals``: what a replayed deal was and what it is worth."""

from __future__ import annotations

from rules.contracts import SOLO, TWO_AGAINST_TWO
from rules.deal import Deal
from rules.deal_refusals import deal_unfinished
from rules.game import Game, Party
from rules.replay import DealRecord, replay
from rules.reservations import Reservation
from rules.ruleset import DDV, Ruleset
from scoring.answers import score_deal
from scoring.deal import DealOutcome
from scoring.fields import Record
from scoring.replay_records import read_replay


def replay_deal(record: Record) -> Record:
    """The answer to a ``replay_deals`` record; raises Refusal."""
    deal = replay(read_replay(record))
    scored = deal_record(deal)
    answer = {
        "ok": True,
        "game": game_record(deal.game),
        "re": scored["re"],
        "tricks": [
            {"leader": trick.leader, "winner": trick.winner, "card_points": trick.card_points}
            for trick in deal.tricks
        ],
        "extras": [point._asdict() for point in deal.special_points],
        "deal": scored,
        "result": score_deal(scored),
    }
    if deal.questions:
        answer["needs_decision"] = [question.as_dict() for question in deal.questions]
    return answer


def outcome_of(deal: Deal) -> DealOutcome:
    """How a deal that is over ended; refused with ``deal_unfinished`` if it is not."""
    points = deal.card_points("re")
    if not deal.is_over or deal.re is None or points is None:
        raise deal_unfinished(deal.played)
    doppelkopf, fox = [0, 0], [0, 0]
    charlie: Party | None = None
    for special in deal.special_points:
        if special.what == "charlie":
            charlie = special.party
        else:
            counts = fox if special.what == "fox" else doppelkopf
            counts[special.party == "kontra"] += 1
    return DealOutcome(
        game=deal.game.scored_as,
        re=deal.re,
        card_points=points,
        seats=deal.seats,
        call_re=deal.announcements.highest("re"),
        call_kontra=deal.announcements.highest("kontra"),
        trickless=deal.trickless,
        contract=deal.game.contract,
        doppelkopf=(doppelkopf[0], doppelkopf[1]),
        fox=(fox[0], fox[1]),
        charlie=charlie,
    )


def deal_record(deal: Deal) -> Record:
    """A deal that is over as a ``score_deals`` record; refused with ``deal_unfinished``."""
    return outcome_record(outcome_of(deal), deal.ruleset)


def outcome_record(outcome: DealOutcome, ruleset: Ruleset = DDV) -> Record:
    """How a deal ended, in the form of ``score_deals``' input."""
    record: Record = {
        "seats": list(outcome.seats),
        "game": outcome.game,
        "re": list(outcome.re),
        "calls": {"re": outcome.call_re, "kontra": outcome.call_kontra},
        "card_points": outcome.card_points,
        "trickless": outcome.trickless,
    }
    if outcome.game == SOLO:
        record["contract"] = outcome.contract
    if outcome.game in TWO_AGAINST_TWO:
        record["extras"] = {
            "doppelkopf": list(outcome.doppelkopf),
            "fox": list(outcome.fox),
            "charlie": outcome.charlie,
        }
    if ruleset is not DDV:
        record["ruleset"] = ruleset.name
    return record


def game_record(game: Game) -> Record:
    """A game in the form of the records."""
    parts = {"kind": game.kind, "seat": game.seat, "contract": game.contract}
    return {key: value for key, value in parts.items() if value is not None}


def replay_record(record: DealRecord) -> Record:
    """A deal's record in the form of ``replay_deals``' input, the reverse of reading it."""
    written: Record = {
        "seats": list(record.seats),
        "dealer": record.dealer,
        "ruleset": record.ruleset.name,
        "hands": {str(seat): list(hand) for seat, hand in record.hands.items()},
        "calls": [call._asdict() for call in record.calls],
        "plays": list(record.plays),
    }
    if record.game is not None:
        written["game"] = game_record(record.game)
    else:
        written["reservations"] = [_reservation_record(said) for said in record.reservations]
    if record.pflichtsolo_done is not None:
        written["pflichtsolo_done"] = list(record.pflichtsolo_done)
    if record.stands:
        written["stands"] = sorted(record.stands)
    if record.rest is not None:
        written["ends"] = {"after": len(record.plays), "rest": record.rest}
    return written


def _reservation_record(said: Reservation) -> Record:
    if said.wants is None:
        return {"seat": said.seat, "says": "gesund"}
    parts = {"seat": said.seat, "says": "vorbehalt", "wants": said.wants, "contract": said.contract}
    return {key: value for key, value in parts.items() if value is not None}
