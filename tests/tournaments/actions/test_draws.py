"""The draw: a draft, made again whole or not at all, released at once."""

import pytest
from django.db import OperationalError, connection

from tests.tournaments import factories
from tests.tournaments.actions.play import drawn, seating
from tournaments.actions import draws
from tournaments.actions.closing import close_tournament
from tournaments.actions.core import AlreadyApplied, Refused
from tournaments.actions.draws import (
    discard_draft,
    draw_session,
    recall_session,
    release_session,
)
from tournaments.actions.entries import check_in
from tournaments.actions.results import save_totals
from tournaments.actions.sessions import close_session, start_session
from tournaments.models import LogEntry, Seat, Session, Table, Tournament

pytestmark = pytest.mark.django_db


def tournament_with(players: int, **options) -> Tournament:
    tournament = factories.tournament()
    factories.entries(tournament, players, **options)
    return tournament


@pytest.mark.parametrize(
    ("players", "sizes"), [(4, [4]), (5, [5]), (8, [4, 4]), (9, [4, 5]), (10, [5, 5])]
)
def test_a_draft_seats_everyone_present_once(players, sizes):
    tournament = tournament_with(players)
    session = draw_session(tournament, None, 1)
    assert [len(table) for table in seating(tournament)] == sizes
    assert sorted(sum(seating(tournament), [])) == list(range(1, players + 1))
    assert session.state == "drafted"
    assert not session.is_published


@pytest.mark.parametrize("players", [0, 1, 3, 6, 7, 11])
def test_numbers_that_make_no_tables_are_refused_with_the_reason(players):
    tournament = tournament_with(players)
    before = tournament.revision
    with pytest.raises(Refused) as refusal:
        draw_session(tournament, None, 1)
    counted = "Ein Spieler" if players == 1 else str(players)
    assert counted in str(refusal.value)
    assert not Table.objects.exists()
    tournament.refresh_from_db()
    assert tournament.revision == before


def test_only_who_is_present_is_drawn():
    tournament = tournament_with(8)
    check_in(tournament, None, [3, 4, 5], present=False)
    draw_session(tournament, None, 1)
    assert sorted(sum(seating(tournament), [])) == [1, 2, 6, 7, 8]


def test_the_same_seed_gives_the_same_draft_and_another_one_replaces_it():
    tournament = tournament_with(16)
    first = draw_session(tournament, None, 1, seed=11)
    seats = seating(tournament)
    draw_session(tournament, None, 1, seed=12)
    assert seating(tournament) != seats
    draw_session(tournament, None, 1, seed=11)
    assert seating(tournament) == seats
    assert Seat.objects.count() == 16
    assert first.seed == 11


def test_without_a_seed_one_is_made_and_stored():
    tournament = tournament_with(8)
    seeds = {draw_session(tournament, None, 1).seed for _ in range(3)}
    assert len(seeds) == 3
    assert tournament.sessions.get(number=1).seed in seeds


def test_a_draw_is_logged_and_raises_the_revision_by_one():
    tournament = tournament_with(8)
    actor = factories.staff(tournament, "director")
    before = tournament.revision
    draw_session(tournament, actor, 1, seed=5, key="k1")
    assert tournament.revision == before + 1
    entry = LogEntry.objects.get(tournament=tournament, revision=before + 1)
    assert (entry.action, entry.subject, entry.actor) == ("draw_session", "1", actor)
    assert entry.after["seed"] == 5
    assert entry.after["tables"] == seating(tournament)
    with pytest.raises(AlreadyApplied):
        draw_session(tournament, actor, 1, seed=6, key="k1")
    assert tournament.sessions.get(number=1).seed == 5


@pytest.mark.parametrize("role", ["helper", "referee"])
def test_only_the_director_draws_and_releases(role):
    tournament = tournament_with(8)
    actor = factories.staff(tournament, role)
    with pytest.raises(Refused) as refusal:
        draw_session(tournament, actor, 1)
    assert refusal.value.code == "role"
    draw_session(tournament, None, 1)
    for action in (release_session, discard_draft):
        with pytest.raises(Refused):
            action(tournament, actor, 1)
    assert tournament.sessions.get(number=1).state == "drafted"


def test_a_redraw_that_fails_half_way_leaves_the_old_draft_whole():
    """The disk is full once the old draft is gone and the new tables stand without seats."""
    tournament = tournament_with(12)
    session = draw_session(tournament, None, 1, seed=1)
    seats, revision = seating(tournament), tournament.revision
    tables_were_written = []

    def disk_full(execute, sql, params, many, context):
        if sql.startswith('INSERT INTO "tournaments_seat"'):
            tables_were_written.append(Table.objects.filter(session=session, seats=None).count())
            raise OperationalError("database or disk is full")
        return execute(sql, params, many, context)

    with connection.execute_wrapper(disk_full), pytest.raises(OperationalError):
        draw_session(tournament, None, 1, seed=2)
    assert tables_were_written == [3]
    assert seating(tournament) == seats
    tournament.refresh_from_db()
    assert tournament.revision == revision
    session.refresh_from_db()
    assert session.seed == 1


def test_a_seed_out_of_range_or_an_unknown_way_is_a_sentence():
    tournament = tournament_with(8)
    with pytest.raises(Refused) as refusal:
        draw_session(tournament, None, 1, seed=-1)
    assert refusal.value.where == "seed"
    with pytest.raises(Refused):
        draw_session(tournament, None, 1, method="by_wish")
    with pytest.raises(Refused):
        draw_session(tournament, None, 99)


def test_a_draft_can_be_discarded():
    tournament = drawn(8, release=False)
    discard_draft(tournament, None, 1)
    session = tournament.sessions.get(number=1)
    assert session.state == "planned"
    assert session.seed is None
    assert not Seat.objects.exists()
    with pytest.raises(Refused):
        discard_draft(tournament, None, 1)
    with pytest.raises(Refused):
        release_session(tournament, None, 1)


def test_a_release_publishes_and_seats_then_stand():
    tournament = drawn(8)
    session = tournament.sessions.get(number=1)
    assert session.state == "released"
    assert session.released_at is not None
    for action in (draw_session, discard_draft, release_session):
        with pytest.raises(Refused):
            action(tournament, None, 1)


def test_a_draft_with_someone_who_left_is_not_released():
    tournament = drawn(8, release=False)
    check_in(tournament, None, [2], present=False)
    with pytest.raises(Refused) as refusal:
        release_session(tournament, None, 1)
    assert refusal.value.code == "draft_outdated"
    assert "2 " in str(refusal.value)


def test_a_release_is_taken_back_with_a_reason_before_anything_is_played():
    tournament = drawn(8)
    with pytest.raises(Refused):
        recall_session(tournament, None, 1, reason=" ")
    recall_session(tournament, None, 1, reason="Nr. 3 kam nicht")
    assert tournament.sessions.get(number=1).state == "drafted"
    release_session(tournament, None, 1)
    save_totals(tournament, None, 1, 1, [3, -3, 0, 0])
    with pytest.raises(Refused) as refusal:
        recall_session(tournament, None, 1, reason="zu spät")
    assert refusal.value.code == "has_results"
    start_session(tournament, None, 1)
    with pytest.raises(Refused):
        recall_session(tournament, None, 1, reason="zu spät")


def test_a_release_that_a_later_draft_rests_on_is_not_taken_back():
    tournament = drawn(8)
    draw_session(tournament, None, 2)
    with pytest.raises(Refused) as refusal:
        recall_session(tournament, None, 1, reason="Nr. 3 kam nicht")
    assert refusal.value.code == "later_draft"
    discard_draft(tournament, None, 2)
    recall_session(tournament, None, 1, reason="Nr. 3 kam nicht")


def test_later_sessions_wait_for_earlier_ones_and_know_who_met():
    tournament = tournament_with(16)
    with pytest.raises(Refused) as refusal:
        draw_session(tournament, None, 2)
    assert refusal.value.code == "earlier_session"
    draw_session(tournament, None, 1)
    release_session(tournament, None, 1)
    draw_session(tournament, None, 2)
    with pytest.raises(Refused):
        release_session(tournament, None, 2)
    for table in range(1, 5):
        save_totals(tournament, None, 1, table, [1, 1, -1, -1])
    close_session(tournament, None, 1)
    release_session(tournament, None, 2)
    pairs = [
        {frozenset((a, b)) for table in seating(tournament, n) for a in table for b in table}
        for n in (1, 2)
    ]
    assert not {pair for pair in pairs[0] & pairs[1] if len(pair) == 2}
    report = tournament.sessions.get(number=2).draw_report
    assert report["repeats"] == []


def test_unavoidable_repeats_are_named_with_the_reason():
    tournament = drawn(4)
    save_totals(tournament, None, 1, 1, [1, 1, -1, -1])
    close_session(tournament, None, 1)
    report = draw_session(tournament, None, 2).draw_report
    assert len(report["repeats"]) == report["lower_bound"] == 6
    assert report["bound_reason"]["template"] % report["bound_reason"]["params"]
    assert report["why"]


def test_a_closed_tournament_draws_nothing():
    tournament = drawn(4)
    save_totals(tournament, None, 1, 1, [1, 1, -1, -1])
    close_session(tournament, None, 1)
    Session.objects.filter(tournament=tournament, state="planned").delete()
    close_tournament(tournament, None)
    for action in (draw_session, discard_draft, release_session):
        with pytest.raises(Refused) as refusal:
            action(tournament, None, 1)
        assert refusal.value.code == "closed"


def test_seeds_are_short_enough_to_be_read_aloud():
    assert draws.SEED_LIMIT <= 10**9
