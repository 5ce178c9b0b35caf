"""A tournament that has something of everything a tournament file can hold."""

import json
from datetime import date

import pytest

from scoring.simulated_sheets import simulated_sheet
from tests.tournaments import factories
from tournaments.actions.address_book import erase_player
from tournaments.actions.adjustments import adjust
from tournaments.actions.draws import draw_session, release_session
from tournaments.actions.entries import add_entry, disqualify, withdraw
from tournaments.actions.results import save_sheet, save_totals, verify_table
from tournaments.actions.sessions import close_session, start_session
from tournaments.actions.substitutes import set_substitute
from tournaments.actions.transfer import import_tournament
from tournaments.actions.wishes import add_wish, keep_club_mates_apart
from tournaments.models import Club, Player, Table, Tournament
from tournaments.transfer.export import export_tournament


def play_everything(actor=None) -> Tournament:
    """Session 1 closed, 2 running with a sheet begun, 3 a draft, 4 planned; ten players."""
    tournament = factories.tournament(
        actor,
        name="Herbst „Ü“ 🦊",
        sessions=4,
        tie_breaks=["best_session", "lot"],
        protest_minutes=30,
    )
    factories.entries(tournament, 8)
    for name, number in [("Петров", "DDV 17"), ("Zwölf", "")]:
        add_entry(tournament, actor, last_name=name, ddv_number=number, present=number != "")
    add_wish(tournament, actor, kind="team", start_numbers=[1, 2], name="Füchse")
    add_wish(tournament, actor, kind="table", start_numbers=[5], table=2, hard=False)
    keep_club_mates_apart(tournament, actor, "soft")
    for number in (1, 2, 3):
        draw_session(tournament, actor, number, seed=number)
        if number < 3:
            release_session(tournament, actor, number)
            start_session(tournament, actor, number)
        if number == 1:
            save_totals(tournament, actor, 1, 1, [12, -30, 0, 18])
            save_sheet(tournament, actor, 1, 2, rows_of(5, 1))
            verify_table(tournament, actor, 1, 2)
            close_session(tournament, actor, 1)
    substituted = tournament.sessions.get(number=2).seats.filter(table__number=1).first()
    number = substituted.entry.start_number
    set_substitute(tournament, actor, 2, number, first_name="Pia", last_name="Ersatz")
    save_sheet(tournament, actor, 2, 1, rows_of(4, 2, deals=7), complete=False)
    sheet = Table.objects.get(session__tournament=tournament, session__number=2, number=1)
    sheet.deals.filter(row=2).update(
        note="Karte fiel",
        client_key="phone-1",
        outcome={"game": "normal", "re": [1, 2], "card_points": 121},
    )
    adjust(tournament, actor, start_number=2, points=-3, reason="Lärm", given_by="SR", session=1)
    adjust(tournament, actor, start_number=2, points=1, reason="Irrtum", given_by="SR")
    withdraw(tournament, actor, 3, reason="krank", even_seated=True)
    disqualify(tournament, actor, 3, reason="Betrug", given_by="SR")
    erase_player(actor, Player.objects.get(entries__tournament=tournament, entries__start_number=4))
    Club.objects.filter(name__startswith="Herz").update(city="Hameln")
    tournament.refresh_from_db()
    return tournament


def rows_of(size: int, seed: int, **options) -> list[dict]:
    return simulated_sheet(size, seed, **options).record()["rows"]


def small_file() -> dict:
    """The content of a sound file that is small enough to be mutated thousands of times."""
    return {
        "format": "doppelkopf-tournament",
        "version": 1,
        "tournament": {
            "name": "Herbstturnier",
            "slug": "herbst",
            "place": "",
            "starts_on": str(date(2026, 10, 3)),
            "ruleset": "ddv",
            "visibility": "public",
            "club_mates": "soft",
            "protest_minutes": 30,
            "tie_breaks": ["lot"],
            "lot_seed": 7,
            "revision": 1,
            "created_at": "2026-09-01T10:00:00.000000Z",
            "closed_at": None,
        },
        "clubs": [{"name": "Füchse", "city": ""}],
        "players": [player(n) for n in range(5)],
        "entries": [
            {"start_number": n + 1, "player": n, "status": "present", "disqualified": False}
            for n in range(4)
        ],
        "wishes": [
            {"kind": "pair", "name": "", "hard": True, "table": None, "start_numbers": [1, 2]},
            {"kind": "table", "name": "", "hard": False, "table": 1, "start_numbers": [3]},
        ],
        "sessions": [
            {
                "number": 1,
                "minutes": 100,
                "minutes_five": 125,
                "state": "running",
                "method": "random",
                "seed": 1,
                "draw_report": {"repeats": [], "lower_bound": 0},
                "drawn_at": "2026-10-03T08:00:00.000000Z",
                "released_at": "2026-10-03T08:00:00.000000Z",
                "started_at": "2026-10-03T08:00:00.000000Z",
                "closed_at": None,
                "tables": [
                    {
                        "number": 1,
                        "size": 4,
                        "state": "open",
                        "extra_minutes": 0,
                        "note": "",
                        "seats": [
                            {
                                "position": n + 1,
                                "start_number": n + 1,
                                "points": points,
                                "solos_won": int(n == 0),
                                "substitute": 4 if n == 3 else None,
                            }
                            for n, points in enumerate([8, -4, -4, 0])
                        ],
                        "deals": [
                            deal(1, "pflichtsolo", [6, -2, -2, -2], soloist=1),
                            deal(2, "normal", [2, -2, -2, 2]),
                            deal(3, "struck", None),
                        ],
                    }
                ],
            }
        ],
        "adjustments": [
            {
                "start_number": 1,
                "session": 1,
                "points": -3,
                "reason": "Lärm",
                "given_by": "SR",
                "created_at": "2026-10-03T09:00:00.000000Z",
            }
        ],
        "log": [
            {
                "revision": 1,
                "at": "2026-10-03T09:00:00.000000Z",
                "actor": "Ute Adler",
                "action": "adjust",
                "subject": "1",
                "before": None,
                "after": {"player": 0, "points": [-3, 0.5, True]},
                "reason": "Lärm",
            }
        ],
    }


def player(n: int) -> dict:
    return {
        "first_name": "Ute",
        "last_name": f"Adler {n}",
        "club": 0 if n else None,
        "ddv_number": f"DDV {n}" if n % 2 else "",
        "publish_name": n == 1,
        "erased_at": None,
    }


def deal(row: int, kind: str, scores: list[int] | None, soloist: int | None = None) -> dict:
    return {
        "row": row,
        "kind": kind,
        "soloist": soloist,
        "breach": False,
        "scores": scores,
        "outcome": None,
        "note": "",
        "client_key": None,
    }


def as_bytes(content: object) -> bytes:
    return json.dumps(content).encode()


_played: list[bytes] = []


@pytest.fixture
def full_file(db) -> bytes:
    """The file of a tournament that is not in the database, nor are its people.

    It is played once: the draw takes its time when few players meet often.
    """
    if not _played:
        tournament = play_everything()
        _played.append(export_tournament(tournament))
        tournament.delete()
        Player.objects.all().delete()
        Club.objects.all().delete()
    return _played[0]


@pytest.fixture
def full(full_file) -> Tournament:
    """The same tournament, stored."""
    return import_tournament(None, full_file).tournament
