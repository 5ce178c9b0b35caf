"""The standings as they are stored: what counts, who is ranked, how many queries it takes."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments.played import played
from tournaments.models import Adjustment, Entry, Seat, Session, Table
from tournaments.models.standings import full_standings, lot_of, standings_of

pytestmark = pytest.mark.django_db


def set_points(tournament, session, points_by_number):
    """Overwrite points of a session by start number."""
    for number, points in points_by_number.items():
        Seat.objects.filter(
            session__tournament=tournament, session__number=session, entry__start_number=number
        ).update(points=points)


def by_number(rows):
    return {row.entry.start_number: row for row in rows}


def test_sum_of_sessions_shared_ranks_and_the_next_rank_skips():
    tournament = played(4, 2)
    set_points(tournament, 1, {1: 10, 2: 20, 3: 0, 4: -30})
    set_points(tournament, 2, {1: 10, 2: 0, 3: -5, 4: -5})

    rows = standings_of(tournament)

    assert [(row.rank, row.entry.start_number, row.total, row.shared) for row in rows] == [
        (1, 1, 20, True),
        (1, 2, 20, True),
        (3, 3, -5, False),
        (4, 4, -35, False),
    ]
    assert rows[0].points == {1: 10, 2: 10}


def test_tie_breaks_as_the_tournament_has_set_them():
    tournament = played(4, 2, tie_breaks=["best_session"])
    set_points(tournament, 1, {1: 10, 2: 20, 3: 0, 4: -30})
    set_points(tournament, 2, {1: 10, 2: 0, 3: -5, 4: -5})

    rows = standings_of(tournament)

    assert [row.entry.start_number for row in rows[:2]] == [2, 1]
    assert [row.rank for row in rows[:2]] == [1, 2]
    assert [row.decided_by for row in rows[:2]] == ["best_session"] * 2
    assert rows[2].decided_by is None


def test_direct_comparison_looks_at_the_tables_where_they_met():
    tournament = played(4, 2, tie_breaks=["direct_comparison"])
    set_points(tournament, 1, {1: 10, 2: 20, 3: 0, 4: -30})
    set_points(tournament, 2, {1: 10, 2: -10, 3: 10, 4: -10})
    # 2 and 3 have 10 each; both met twice at the same table with the same sum: still shared.
    rows = by_number(standings_of(tournament))
    assert (rows[2].rank, rows[3].rank) == (2, 2)

    # Session 2 of number 3 moved to another table: they met in session 1 only, where 2 had more.
    session = tournament.sessions.get(number=2)
    apart = Table.objects.create(session=session, number=2, size=4, state=Table.State.ENTERED)
    Seat.objects.filter(session=session, entry__start_number=3).update(table=apart, position=1)

    rows = by_number(standings_of(tournament))
    assert (rows[2].rank, rows[3].rank) == (2, 3)
    assert rows[2].decided_by == "direct_comparison"


def test_solos_won_decide_only_where_all_are_known():
    tournament = played(4, 1, tie_breaks=["solos_won"])
    set_points(tournament, 1, {1: 10, 2: 10, 3: 0, 4: -20})
    Seat.objects.filter(entry__start_number=2).update(solos_won=2)
    assert by_number(standings_of(tournament))[2].rank == 1
    assert by_number(standings_of(tournament))[1].rank == 1

    Seat.objects.filter(entry__start_number=1).update(solos_won=1)
    assert by_number(standings_of(tournament))[1].rank == 2


def test_lots_follow_from_the_seed_and_the_start_number_alone():
    tournament = played(8, 1, tie_breaks=["lot"], lot_seed=11)
    set_points(tournament, 1, dict.fromkeys(range(1, 9), 0))

    rows = standings_of(tournament)

    assert [row.rank for row in rows] == list(range(1, 9))
    assert [row.entry.start_number for row in rows] == sorted(
        range(1, 9), key=lambda number: lot_of(tournament, number)
    )
    other = played(8, 1, slug="other", tie_breaks=["lot"], lot_seed=11)
    assert lot_of(other, 5) == lot_of(tournament, 5)


def test_adjustments_count_and_are_told():
    tournament = played(4, 1)
    set_points(tournament, 1, {1: 10, 2: 5, 3: 0, 4: -15})
    entry = tournament.entries.get(start_number=1)
    Adjustment.objects.create(entry=entry, points=-12, reason="Unsportlich", given_by="R. Schieds")

    row = by_number(standings_of(tournament))[1]

    assert (row.total, row.adjustments, row.rank) == (-2, -12, 3)
    assert [given.reason for given in row.adjusted] == ["Unsportlich"]


def test_withdrawn_come_last_without_a_rank_and_take_none_away():
    tournament = played(4, 1)
    set_points(tournament, 1, {1: 10, 2: 5, 3: 0, 4: -15})
    tournament.entries.filter(start_number=1).update(status=Entry.Status.WITHDRAWN)

    rows = standings_of(tournament)

    assert [row.entry.start_number for row in rows] == [2, 3, 4, 1]
    assert [row.rank for row in rows] == [1, 2, 3, None]
    assert rows[-1].withdrawn
    assert rows[-1].total == 10


def test_missing_is_not_zero_and_not_played_is_neither():
    tournament = played(9, 2, missing=1)
    latecomer = played(1, 0, slug="other").entries.get()
    latecomer.tournament, latecomer.start_number = tournament, 10
    latecomer.save()
    set_points(tournament, 1, {1: 0})

    standings = full_standings(tournament)
    rows = by_number(standings.rows)

    assert rows[1].points[1] == 0
    waiting = [row for row in standings.rows if row.points and row.points[2] is None]
    assert len(waiting) == 5
    assert all(row.total == row.points[1] for row in waiting)
    assert (rows[10].points, rows[10].total, rows[10].rank) == ({}, None, None)
    assert standings.rows[-1] is rows[10]
    session = standings.sessions[1]
    assert (session.tables_in, session.tables, session.is_partial) == (1, 2, True)


def test_a_sheet_only_begun_is_no_result():
    tournament = played(4, 1)
    Table.objects.update(state=Table.State.OPEN)

    standings = full_standings(tournament)

    assert not standings.has_results
    assert {row.total for row in standings.rows} == {None}


def test_change_of_rank_by_the_latest_session():
    tournament = played(4, 2)
    set_points(tournament, 1, {1: 30, 2: 10, 3: 0, 4: -40})
    set_points(tournament, 2, {1: -40, 2: 0, 3: 40, 4: 0})

    rows = standings_of(tournament)

    assert [(row.entry.start_number, row.change) for row in rows] == [
        (3, 2),
        (2, 0),
        (1, -2),
        (4, 0),
    ]
    assert {row.change for row in standings_of(tournament, through=1)} == {None}


def test_through_a_session_knows_nothing_of_later_ones():
    tournament = played(8, 3)
    later = tournament.sessions.get(number=2)
    entry = tournament.entries.first()
    Adjustment.objects.create(
        entry=entry, session=later, points=-9, reason="Spät", given_by="Leitung"
    )

    standings = full_standings(tournament, through=1)

    assert [session.number for session in standings.sessions] == [1]
    assert {len(row.points) for row in standings.rows} == {1}
    assert not standings.has_adjustments
    assert sum(row.total for row in standings.rows) == 0


def test_a_draft_looks_like_a_session_that_is_not_drawn():
    tournament = played(8, 1, planned=1)
    before = full_standings(tournament)
    drawn = played(8, 1, slug="other")
    draft = drawn.sessions.get()
    draft.tournament, draft.number = tournament, 2
    tournament.sessions.filter(number=2).delete()
    draft.state = Session.State.DRAFTED
    draft.save()

    assert full_standings(tournament).sessions == before.sessions


@pytest.mark.parametrize("tie_breaks", [[], ["direct_comparison", "solos_won", "lot"]])
def test_the_number_of_queries_does_not_grow(tie_breaks):
    counts = set()
    for size in (1, 3, 200):
        tournament = played(size, 2, slug=f"t{size}", tie_breaks=tie_breaks)
        Adjustment.objects.bulk_create(
            Adjustment(entry=entry, points=-1, reason="x", given_by="y")
            for entry in tournament.entries.all()[:5]
        )
        with CaptureQueriesContext(
            connection,
        ) as queries:
            rows = standings_of(tournament)
            [(row.entry.player.public_name, row.entry.player.club) for row in rows]
        counts.add(len(queries))
    assert counts == {4}
