"""A deal being keyed: the record so far and the players' names, as one text that travels along.

Nothing is stored on the server. The text is a ``replay_deals`` record (docs/formats.md), which may
lack cards of hands and plays, ``names``, and the ``table`` where the deal was played, if it is
replayed from a table's page; it is read as strictly as any other each time.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field, replace

from rules.announcements import Call
from rules.cards import HAND_SIZE, PACK
from rules.deal import Deal
from rules.game import Game, Party
from rules.refusal import Refusal, bad_input, gettext_noop
from rules.replay import DealRecord
from rules.replay import replay as play_record
from scoring.fields import Record, parse_line
from scoring.replay_answers import replay_record
from scoring.replay_records import read_replay
from tournaments.models.text import clean_text

MAX_NAME = 60
MOST_KEY = 2**31
MAX_TEXT = 20_000  # characters; a whole record has about 1,200


@dataclass(frozen=True)
class Draft:
    """A record that may be unfinished, and who sits where as far as that was said.

    ``table`` is the primary key of the table it is about. It only says where a link leads; who
    may follow it is asked there.
    """

    record: DealRecord
    names: dict[int, str] = field(default_factory=dict)
    table: int | None = None

    @property
    def size(self) -> int:
        """Players at the table: 4 or 5."""
        return 5 if self.record.dealer == 5 or 5 in self.record.seats else 4

    @property
    def has_all_hands(self) -> bool:
        return all(len(hand) == HAND_SIZE for hand in self.record.hands.values())

    @property
    def is_dealt(self) -> bool:
        """Whether the record goes on to the play: hands complete, or cards already played."""
        return self.has_all_hands or bool(self.record.plays)

    @property
    def plain_json(self) -> str:
        """The record as a line for ``replay_deals``."""
        return json.dumps(replay_record(self.record))

    def as_json(self) -> str:
        """The whole draft, to travel along; ``read_draft`` reads it."""
        names = {str(seat): name for seat, name in self.names.items()}
        told = {**replay_record(self.record), "names": names}
        if self.table is not None:
            told["table"] = self.table
        return json.dumps(told, ensure_ascii=False)


def blank_draft() -> Draft:
    return Draft(DealRecord(1, dict.fromkeys((1, 2, 3, 4), ()), (), Game("normal")))


def seated(names: dict[int, str], table: int | None = None) -> Draft:
    """A blank deal at a table with these names, seat 1 dealing."""
    blank = blank_draft()
    if len(names) == 5:
        seats = (2, 3, 4, 5)
        hands: dict[int, tuple[str, ...]] = dict.fromkeys(seats, ())
        return Draft(replace(blank.record, seats=seats, hands=hands), names, table)
    return Draft(blank.record, names, table)


def read_draft(text: str) -> Draft:
    """A draft from its text; raises Refusal for everything that is none."""
    if len(text) > MAX_TEXT:
        raise bad_input(gettext_noop("The record is too long."))
    return draft_of(parse_line(text))


def draft_of(values: Record) -> Draft:
    """A draft from a record with ``names``; ``id`` is read over as everywhere."""
    values = dict(values)
    given, table = values.pop("names", {}), values.pop("table", None)
    record = read_replay(values, finished=False)
    names = {}
    if isinstance(given, dict):
        for seat in range(1, 6):
            name = given.get(str(seat))
            if isinstance(name, str) and (name := clean_text(name)[:MAX_NAME]):
                names[seat] = name
    is_key = isinstance(table, int) and not isinstance(table, bool) and 0 < table < MOST_KEY
    return Draft(record, names, table if is_key else None)


# --- keying --------------------------------------------------------------------------------------


def with_hands(draft: Draft, hands: dict[int, list[str]]) -> Draft:
    dealt = {seat: tuple(hand) for seat, hand in hands.items()}
    return replace(draft, record=replace(draft.record, hands=dealt))


def filled(hands: dict[int, list[str]]) -> dict[int, list[str]]:
    """The hands, the fourth made of what is left if three are complete."""
    short = [seat for seat, hand in hands.items() if len(hand) < HAND_SIZE]
    if len(short) != 1:
        return hands
    seat = short[0]
    others = Counter(card for other, hand in hands.items() if other != seat for card in hand)
    left = Counter(PACK) - others
    if left.total() != HAND_SIZE or Counter(hands[seat]) - left:
        return hands
    return {**hands, seat: list(left.elements())}


def with_card(draft: Draft, card: str, *, stands: bool = False) -> Draft:
    """One card more; raises Refusal if the law does not allow it."""
    record, played = draft.record, len(draft.record.plays)
    marks = record.stands | {played} if stands else record.stands
    more = replace(record, plays=(*record.plays, card), stands=marks)
    _check(more)
    return replace(draft, record=more)


def with_call(draft: Draft, seat: int, call: str) -> Draft:
    """One call more, made now; raises Refusal if the law does not allow it."""
    made = Call(seat, call, len(draft.record.plays))
    more = replace(draft.record, calls=(*draft.record.calls, made))
    _check(more)
    return replace(draft, record=more)


def with_end(draft: Draft, rest: Party) -> Draft:
    """The soloist shortens the deal (TSR 5.4); raises Refusal if nobody may."""
    more = replace(draft.record, rest=rest)
    _check(more)
    return replace(draft, record=more)


def _check(record: DealRecord) -> None:
    """Read the record as the next request will, then let the law look at it."""
    play_record(read_replay(replay_record(record), finished=False))


def undone(draft: Draft) -> Draft:
    """Without what was keyed last: how it ended, a call, or a card."""
    record = draft.record
    if record.rest is not None:
        return replace(draft, record=replace(record, rest=None))
    played = len(record.plays)
    latest = max((call.after for call in record.calls), default=-1)
    if record.calls and latest == played:
        last = max(index for index, call in enumerate(record.calls) if call.after == played)
        return without_call(draft, last)
    return cut_to(draft, played - 1)


def without_call(draft: Draft, index: int) -> Draft:
    calls = draft.record.calls[:index] + draft.record.calls[index + 1 :]
    return replace(draft, record=replace(draft.record, calls=calls))


def with_standing(draft: Draft, index: int) -> Draft:
    """A card that was a breach counts as a valid move (TSR 9.6.3)."""
    record = draft.record
    if index >= len(record.plays):
        return draft
    return replace(draft, record=replace(record, stands=record.stands | {index}))


def cut_to(draft: Draft, cards: int) -> Draft:
    """Only the first so many cards, and the calls made until then."""
    cards = min(max(0, cards), len(draft.record.plays))
    return replace(draft, record=_first_cards(draft.record, cards))


# --- how far the law goes along ------------------------------------------------------------------


@dataclass(frozen=True)
class Look:
    """What the law says of a record.

    ``legal`` is the part of it that may stand, None if the deal cannot even begin. ``refusal``
    is what the law has against the rest; ``of`` what its ``at`` counts: "card", "call", "end"
    for how the deal ended, "" for what comes before the first card.
    """

    legal: DealRecord | None = None
    refusal: Refusal | None = None
    of: str = ""

    def deal(self, cards: int | None = None) -> Deal | None:
        """The deal as far as it is legal, or after so many cards of that."""
        return None if self.legal is None else play_record(self.legal, cards)


def look_at(record: DealRecord) -> Look:
    """Replay a record, as far as it is legal."""
    try:
        play_record(record)
    except Refusal as refusal:
        return _fault_in(record, refusal)
    return Look(legal=record)


def _fault_in(record: DealRecord, refusal: Refusal) -> Look:
    try:
        record.begin()
    except Refusal:
        return Look(refusal=refusal)
    cards = next((n for n in range(len(record.plays) + 1) if not _goes(record, n)), None)
    if cards is None:  # every card and call may stand, so the way it ended may not
        return Look(replace(record, rest=None), refusal, "end")
    earlier = tuple(call for call in record.calls if call.after < cards)
    if cards and not _goes(replace(record, calls=earlier), cards):
        return Look(_first_cards(record, cards - 1), refusal, "card")
    at = refusal.at or 0
    before = tuple(
        call
        for index, call in enumerate(record.calls)
        if (call.after, index) < (record.calls[at].after, at)
    )
    return Look(replace(_first_cards(record, cards), calls=before), refusal, "call")


def _goes(record: DealRecord, cards: int) -> bool:
    """Whether the law has nothing against the first so many cards and the calls until then."""
    try:
        play_record(replace(record, rest=None), cards)
    except Refusal:
        return False
    return True


def _first_cards(record: DealRecord, cards: int) -> DealRecord:
    return replace(
        record,
        plays=record.plays[:cards],
        calls=tuple(call for call in record.calls if call.after <= cards),
        stands=frozenset(index for index in record.stands if index < cards),
        rest=record.rest if cards == len(record.plays) else None,
    )
