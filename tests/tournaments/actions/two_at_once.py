"""Two people at once on a database of their own: run as a program, prints what came of it.

Threads, each with its own connection, are let go at the same moment. Usage:
``python -m tests.tournaments.actions.two_at_once`` with DATA_DIR set to an empty folder, or
DATABASE_URL to an empty database of PostgreSQL.
"""

import json
import os
import threading
from collections.abc import Callable

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402

from rules.session import DealKind  # noqa: E402
from tests.tournaments import factories  # noqa: E402
from tests.tournaments.actions.play import (  # noqa: E402
    drawn,
    legal_rows,
    seating,
    stored_points,
)
from tournaments.actions.address_book import correct_player, person_values  # noqa: E402
from tournaments.actions.by_hand import swap_seats  # noqa: E402
from tournaments.actions.core import AlreadyApplied, Refused  # noqa: E402
from tournaments.actions.corrections import correct_table  # noqa: E402
from tournaments.actions.draws import draw_session, release_session  # noqa: E402
from tournaments.actions.entries import add_entry  # noqa: E402
from tournaments.actions.keyings import key_again  # noqa: E402
from tournaments.actions.office import save_club  # noqa: E402
from tournaments.actions.repairs import choices_for, repair_session  # noqa: E402
from tournaments.actions.results import save_sheet, save_totals, verify_table  # noqa: E402
from tournaments.actions.seats import seats_mark  # noqa: E402
from tournaments.actions.seen import mark_of  # noqa: E402
from tournaments.actions.sheets import state_digest  # noqa: E402
from tournaments.actions.table_deal import Played  # noqa: E402
from tournaments.actions.table_entry import EMPTY, record_deal  # noqa: E402
from tournaments.actions.tournaments import change_settings, settings_of  # noqa: E402
from tournaments.models import (  # noqa: E402
    Club,
    LogEntry,
    Player,
    Seat,
    Table,
    TableAccess,
    Tournament,
)

FIRST, SECOND = [3, -3, 0, 0], [6, -6, 0, 0]


def at_once(*acts: Callable[[], object]) -> list[str]:
    """What came of each: "done", or why not."""
    ready = threading.Barrier(len(acts))
    outcomes = [""] * len(acts)

    def run(index: int, act: Callable[[], object]) -> None:
        connection.ensure_connection()
        ready.wait()
        try:
            act()
            outcomes[index] = "done"
        except Refused as refusal:
            outcomes[index] = refusal.code
        except AlreadyApplied:
            outcomes[index] = "already"
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(outcomes)


def seen(tournament: Tournament) -> str:
    table = Table.objects.get(session__tournament=tournament, session__number=1, number=1)
    return state_digest(table, list(table.seats.all()), list(table.deals.all()))


def both_save(tournament: Tournament, first_seen: str | None, keys: tuple[str, str]) -> list[str]:
    return at_once(
        *(
            lambda t=totals, k=key: save_totals(
                Tournament.objects.get(pk=tournament.pk), None, 1, 1, t, seen=first_seen, key=k
            )
            for totals, key in zip((FIRST, SECOND), keys, strict=True)
        )
    )


def two_directors(told: dict) -> None:
    """Two directors at the same draft: without and with saying what was on the screen."""
    draft = drawn(17, release=False)

    def fresh() -> Tournament:
        return Tournament.objects.get(pk=draft.pk)

    def mark() -> str:
        return seats_mark(draft.sessions.get(number=1))

    def whole() -> bool:
        return sorted(sum(seating(draft), [])) == list(range(1, 18))

    def twice(act: Callable[..., object], seen: str | None) -> list[str]:
        return at_once(*(lambda n=n: act(fresh(), n, seen) for n in (0, 1)))

    def redraw(at: Tournament, n: int, seen: str | None) -> object:
        return draw_session(at, None, 1, seed=50 + n, seen=seen)

    pairs = [(1, 2), (3, 4)]

    def swap(at: Tournament, n: int, seen: str | None) -> object:
        return swap_seats(at, None, 1, *pairs[n], seen=seen)

    def release(at: Tournament, n: int, seen: str | None) -> object:
        return release_session(at, None, 1, seen=seen) if n else redraw(at, n, seen)

    first = factories.tournament()
    factories.entries(first, 8)
    told["first_draws"] = at_once(
        *(
            lambda s=seed: draw_session(
                Tournament.objects.get(pk=first.pk), None, 1, seed=s, seen=""
            )
            for seed in (1, 2)
        )
    )
    told["redraws_unseen"] = twice(redraw, None)
    told["redraws"] = [*twice(redraw, mark()), whole()]
    told["swaps_unseen"] = twice(swap, None)
    told["swaps"] = [*twice(swap, mark()), whole()]
    seen = mark()
    told["double_click"] = [
        *at_once(*(lambda: swap_seats(fresh(), None, 1, 5, 6, seen=seen, key="twice"),) * 2),
        whole(),
    ]
    told["release_or_redraw"] = [*twice(release, mark()), whole()]
    if not draft.sessions.get(number=1).is_published:
        release_session(fresh(), None, 1)
    gone = [table[0] for table in seating(draft)[:2]]
    ways = [choices_for(draft.sessions.get(number=1), [one], [])[0].token for one in gone]

    def repair(at: Tournament, n: int, seen: str | None) -> object:
        return repair_session(at, None, 1, gone=[gone[n]], choice=ways[n], seen=seen)

    told["repairs"] = twice(repair, mark())
    told["repaired_whole"] = len(set(sum(seating(draft), []))) == 16 and all(
        table.size == table.seats.count() for table in draft.sessions.get(number=1).tables.all()
    )


def two_phones(told: dict) -> None:
    """Two phones at one table: the same sheet before both, and one request sent twice."""
    tournament = drawn(4)
    access = TableAccess.objects.get(session__tournament=tournament)

    def key_deal(winners: tuple[int, ...], after: str, key: str) -> None:
        played = Played(DealKind.NORMAL, None, winners, 1)
        record_deal(
            TableAccess.objects.get(pk=access.pk), seat=4, played=played, after=after, key=key
        )

    told["phones"] = at_once(
        lambda: key_deal((1, 2), EMPTY, "one"), lambda: key_deal((3, 4), EMPTY, "other")
    )
    [first] = access.table.deals.all()
    told["resent"] = at_once(*(lambda: key_deal((1, 3), first.client_key, "again"),) * 3)
    told["rows"] = list(access.table.deals.values_list("row", flat=True))


def two_devices(told: dict[str, object]) -> None:
    """The same table from two devices that both saw it as it was: one is told."""
    sheets = drawn(4)
    was = seen(sheets)
    told["two_sheets"] = at_once(
        *(
            lambda s=seed: save_sheet(fresh(sheets), None, 1, 1, legal_rows(4, s), seen=was)
            for seed in (1, 2)
        )
    )
    checked = drawn(4)
    save_totals(checked, None, 1, 1, FIRST)
    was = seen(checked)
    told["check_and_save"] = at_once(
        lambda: key_again(fresh(checked), None, 1, 1, totals=FIRST, seen=was),
        lambda: save_totals(fresh(checked), None, 1, 1, SECOND, seen=was),
    )
    table = Table.objects.get(session__tournament=checked)
    points = stored_points(checked)[1]
    told["checked_is_what_was_keyed"] = (table.state, points) in (
        ("verified", FIRST),
        ("entered", SECOND),
    )
    vouched = drawn(4)
    save_totals(vouched, None, 1, 1, FIRST)
    was = seen(vouched)
    told["two_verify"] = at_once(*(lambda: verify_table(fresh(vouched), None, 1, 1, seen=was),) * 2)
    now = seen(vouched)
    told["two_correct"] = at_once(
        *(
            lambda t=totals: correct_table(
                fresh(vouched), None, 1, 1, totals=t, reason="Protest", seen=now
            )
            for totals in (SECOND, [9, -9, 0, 0])
        )
    )


def two_forms(told: dict[str, object]) -> None:
    """Settings and a player's name, changed by two who both saw them as they were."""
    cup = drawn(4)
    person = cup.entries.get(start_number=1).player

    def settings(place: str, seen: str | None) -> object:
        return change_settings(fresh(cup), None, place=place, seen=seen)

    def correct(name: str, seen: str | None) -> object:
        return correct_player(None, Player.objects.get(pk=person.pk), last_name=name, seen=seen)

    mark = mark_of(settings_of(cup))
    told["settings"] = at_once(lambda: settings("Celle", mark), lambda: settings("Peine", mark))
    told["settings_unseen"] = at_once(*(lambda p=p: settings(p, None) for p in ("Celle", "Peine")))
    mark = mark_of(person_values(person))
    told["players"] = at_once(lambda: correct("Falke", mark), lambda: correct("Kauz", mark))
    told["players_unseen"] = at_once(*(lambda n=n: correct(n, None) for n in ("Falke", "Kauz")))


def fresh(tournament: Tournament) -> Tournament:
    return Tournament.objects.get(pk=tournament.pk)


def main() -> None:
    call_command("migrate", verbosity=0)
    told = {}
    blind = drawn(4)
    told["without_looking"] = both_save(blind, None, ("a", "b"))
    careful = drawn(4)
    told["with_a_look"] = both_save(careful, seen(careful), ("c", "d"))
    points = stored_points(careful)[1]
    told["whole"] = points in (FIRST, SECOND)
    told["revisions"] = list(
        LogEntry.objects.filter(tournament=careful, action="save_totals").values_list(
            "after__totals", flat=True
        )
    ) == [points]
    same = drawn(4)
    told["same_key"] = both_save(same, None, ("e", "e"))
    draft = drawn(12, release=False)
    told["two_draws"] = at_once(
        *(
            lambda s=seed: draw_session(Tournament.objects.get(pk=draft.pk), None, 1, seed=s)
            for seed in (1, 2, 3)
        )
    )
    tables = seating(draft)
    told["one_draft"] = sorted(sum(tables, [])) == list(range(1, 13)) and len(tables) == 3
    told["seats"] = Seat.objects.filter(session__tournament=draft).count()
    two_directors(told)
    two_phones(told)
    told["same_club"] = at_once(*(lambda: save_club(None, None, name="Füchse"),) * 2)
    told["new_club"] = at_once(
        *(
            lambda t=tournament: add_entry(t, None, last_name="Aal", club_name="Igel")
            for tournament in (blind, careful)
        )
    )
    told["clubs"] = Club.objects.filter(name__in=["Füchse", "Igel"]).count()
    two_devices(told)
    two_forms(told)
    print(json.dumps(told))


if __name__ == "__main__":
    main()
