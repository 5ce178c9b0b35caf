"""The tournament file, version 1 (described for people in docs/data.md).

Every key must be there, but for those named as optional, and no other may be. Players and
clubs are referred to by their place in their lists (from 0), entries by their start number,
sessions and tables by their numbers.
"""

from rules.ruleset import RULESETS
from tournaments.models import Deal, Entry, Session, Table, TieBreak, Tournament, Wish
from tournaments.models.deal import MOST_NOTE
from tournaments.transfer.shapes import (
    BIGGEST,
    Anything,
    Day,
    Flag,
    Items,
    Moment,
    OneOf,
    Record,
    Text,
    Whole,
)

FORMAT = "doppelkopf-tournament"
VERSION = 1

_SMALL = 9_999
_START_NUMBER = Whole(1, 9_999)
_REVISION = Whole(1, 10**12)

TOURNAMENT = Record(
    {
        "name": Text(120, 1),
        "slug": Text(60, 1, pattern=r"[-a-zA-Z0-9_]+"),
        "place": Text(120),
        "starts_on": Day(),
        "ruleset": OneOf(tuple(RULESETS)),
        "visibility": OneOf(tuple(Tournament.Visibility.values)),
        "club_mates": OneOf(tuple(Tournament.ClubMates.values)),
        "tie_breaks": Items(OneOf(tuple(TieBreak.values)), len(TieBreak.values)),
        "protest_minutes": Whole(0, _SMALL),
        "lot_seed": Whole(0, BIGGEST),
        "revision": Whole(0, 10**12),
        "created_at": Moment(),
        "closed_at": Moment(nullable=True),
    }
)

CLUB = Record({"name": Text(100, 1), "city": Text(100)})

PLAYER = Record(
    {
        "first_name": Text(60),
        "last_name": Text(60, 1),
        "club": Whole(0, _SMALL, nullable=True),
        "ddv_number": Text(20),
        "publish_name": Flag(),
        "erased_at": Moment(nullable=True),
    }
)

ENTRY = Record(
    {
        "start_number": _START_NUMBER,
        "player": Whole(0, _SMALL),
        "status": OneOf(tuple(Entry.Status.values)),
        "disqualified": Flag(),
    }
)

WISH = Record(
    {
        "kind": OneOf(tuple(Wish.Kind.values)),
        "name": Text(60),
        "hard": Flag(),
        "table": Whole(1, _SMALL, nullable=True),
        "start_numbers": Items(_START_NUMBER, _SMALL, 1),
    }
)

SEAT = Record(
    {
        "position": Whole(1, 5),
        "start_number": _START_NUMBER,
        "points": Whole(-99_999, 99_999, nullable=True),
        "solos_won": Whole(0, _SMALL, nullable=True),
        "substitute": Whole(0, _SMALL, nullable=True),
    }
)

DEAL = Record(
    {
        "row": Whole(1, _SMALL),
        "kind": OneOf(tuple(Deal.Kind.values)),
        "soloist": Whole(1, 5, nullable=True),
        "breach": Flag(),
        "scores": Items(Whole(-9_999, 9_999), 5, 4, nullable=True),
        "outcome": Anything(only_objects=True),
        "note": Text(MOST_NOTE),
        "client_key": Text(64, nullable=True, raw=True),
    }
)

TABLE = Record(
    {
        "number": Whole(1, _SMALL),
        "size": Whole(4, 5),
        "state": OneOf(tuple(Table.State.values)),
        "extra_minutes": Whole(0, _SMALL),
        "note": Text(300),
        "seats": Items(SEAT, 5),
        "deals": Items(DEAL, 1_000),
    }
)

SESSION = Record(
    {
        "number": Whole(1, _SMALL),
        "minutes": Whole(1, _SMALL),
        "minutes_five": Whole(1, _SMALL),
        "state": OneOf(tuple(Session.State.values)),
        "method": Text(30, raw=True),
        "seed": Whole(0, BIGGEST, nullable=True),
        "draw_report": Anything(only_objects=True, nullable=False),
        "drawn_at": Moment(nullable=True),
        "released_at": Moment(nullable=True),
        "started_at": Moment(nullable=True),
        "closed_at": Moment(nullable=True),
        "tables": Items(TABLE, 2_500),
    }
)

ADJUSTMENT = Record(
    {
        "start_number": _START_NUMBER,
        "session": Whole(1, _SMALL, nullable=True),
        "points": Whole(-999, 999),
        "reason": Text(300, 1),
        "given_by": Text(120, 1),
        "created_at": Moment(),
    }
)

CERTIFICATE = Record(
    {
        "text": Text(2000, raw=True),
        "signers": Text(200),
        # Base64 of at most two million bytes; the import looks at the picture itself.
        "logo": Text(2_700_000, nullable=True, raw=True),
    }
)

LOG_ENTRY = Record(
    {
        "revision": _REVISION,
        "at": Moment(),
        "actor": Text(150, raw=True),
        "action": Text(40, 1, raw=True),
        "subject": Text(200, raw=True),
        "before": Anything(),
        "after": Anything(),
        "reason": Text(300, raw=True),
    }
)

FILE = Record(
    {
        "format": OneOf((FORMAT,)),
        "version": Whole(VERSION, VERSION),
        "tournament": TOURNAMENT,
        "clubs": Items(CLUB, _SMALL),
        "players": Items(PLAYER, _SMALL),
        "entries": Items(ENTRY, _SMALL),
        "wishes": Items(WISH, 10_000),
        "sessions": Items(SESSION, 1_000),
        "adjustments": Items(ADJUSTMENT, 100_000),
        "certificate": CERTIFICATE,
        "log": Items(LOG_ENTRY, 1_000_000),
    },
    optional=frozenset({"certificate"}),
)
