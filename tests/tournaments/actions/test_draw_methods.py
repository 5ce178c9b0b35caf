"""The ways to draw a session, what each was made from, and the drawing of it again."""

import json

import pytest
from django.core.management import call_command
from django.db import OperationalError, connection

from tests.tournaments import factories
from tests.tournaments.actions.play import seating
from tests.tournaments.played import played as large
from tournaments.actions.by_hand import swap_seats
from tournaments.actions.core import Refused
from tournaments.actions.draws import discard_draft, draw_session, recall_session, release_session
from tournaments.actions.entries import check_in, withdraw
from tournaments.actions.repairs import choices_for, repair_session
from tournaments.actions.results import save_totals
from tournaments.actions.sessions import close_session, reopen_session
from tournaments.actions.wishes import add_wish
from tournaments.models import Seat, Session, Table, Tournament
from tournaments.models.standings import standings_of

pytestmark = pytest.mark.django_db

# Winners of a table first: seats 1 and 3 gain, the others lose.
TOTALS = {4: [12, -20, 30, -22], 5: [12, -20, 30, -22, 0]}


def played(players: int = 16, sessions: int = 3, **fields) -> Tournament:
    """A tournament whose first session is closed."""
    tournament = factories.tournament(sessions=sessions, **fields)
    factories.entries(tournament, players)
    draw_session(tournament, None, 1, seed=1)
    finish(tournament, 1)
    return tournament


def finish(tournament: Tournament, number: int) -> None:
    release_session(tournament, None, number)
    for table in Table.objects.filter(session__tournament=tournament, session__number=number):
        shift = table.number
        totals = [total + shift for total in TOTALS[table.size]]
        totals[-1] -= shift * table.size
        save_totals(tournament, None, number, table.number, totals)
    close_session(tournament, None, number)


def again(tournament: Tournament, number: int, tmp_path, capsys) -> list[list[int]]:
    """The session's tables as ``draw_seats`` draws them from what the session keeps."""
    recipe = tournament.sessions.get(number=number).draw_report["drawn_from"]
    file = tmp_path / "draw.json"
    file.write_text(json.dumps(recipe))
    call_command("draw_seats", "--draw", str(file), "--json")
    return json.loads(capsys.readouterr().out)["rounds"][0]


@pytest.mark.parametrize("method", ["random", "ranked", "ranked_apart", "score_groups", "ladder"])
def test_every_way_is_repeated_from_what_the_session_keeps(method, tmp_path, capsys):
    tournament = played(18)
    add_wish(tournament, None, kind="pair", start_numbers=[3, 9])
    withdraw(tournament, None, 5)
    session = draw_session(tournament, None, 2, method=method, groups=2)
    assert (session.method, session.state) == (method, "drafted")
    assert again(tournament, 2, tmp_path, capsys) == seating(tournament, 2)


def test_by_standing_the_best_four_sit_at_table_1():
    tournament = played()
    order = [row.entry.start_number for row in standings_of(tournament)]
    draw_session(tournament, None, 2, method="ranked")
    assert [sorted(table) for table in seating(tournament, 2)] == [
        sorted(order[i : i + 4]) for i in (0, 4, 8, 12)
    ]


def test_by_standing_without_repeats_nobody_meets_again():
    tournament = played()
    reopen_session(tournament, None, 1, reason="verlesen")
    save_totals(tournament, None, 1, 4, [90, 80, -85, -85])  # two of a table are the best two
    close_session(tournament, None, 1)
    session = draw_session(tournament, None, 2, method="ranked_apart")
    assert session.draw_report["repeats"] == []
    assert any(why["code"] == "moved_apart" for why in session.draw_report["why"])


def test_score_groups_stay_among_themselves():
    tournament = played()
    order = [row.entry.start_number for row in standings_of(tournament)]
    draw_session(tournament, None, 2, method="score_groups", groups=2)
    tables = seating(tournament, 2)
    assert sorted(tables[0] + tables[1]) == sorted(order[:8])
    for groups in (0, 5):
        with pytest.raises(Refused) as refusal:
            draw_session(tournament, None, 2, method="score_groups", groups=groups)
        assert refusal.value.where == "groups"
        assert "1 bis 4" in str(refusal.value)


def test_the_winner_of_a_table_moves_up_and_the_last_moves_down():
    tournament = played()
    before = seating(tournament, 1)
    draw_session(tournament, None, 2, method="ladder")
    after = seating(tournament, 2)
    assert before[1][2] in after[0]  # seat 3 had the most points
    assert before[0][3] in after[1]  # seat 4 the fewest
    assert before[0][2] in after[0]


def test_ways_by_standing_need_a_standing():
    tournament = factories.tournament()
    factories.entries(tournament, 8)
    for method in ("ranked", "ranked_apart", "score_groups", "ladder"):
        with pytest.raises(Refused) as refusal:
            draw_session(tournament, None, 1, method=method)
        assert refusal.value.code == "no_standing"
    draw_session(tournament, None, 1)
    release_session(tournament, None, 1)
    with pytest.raises(Refused) as refusal:
        draw_session(tournament, None, 2, method="ranked")
    assert refusal.value.code == "sheets_missing"
    assert "Tisch 1" in str(refusal.value)
    assert not Table.objects.filter(session__number=2).exists()


def test_a_fixed_plan_drafts_all_sessions_and_nobody_meets_twice():
    tournament = factories.tournament(sessions=5)
    factories.entries(tournament, 16)
    draw_session(tournament, None, 1, method="fixed_plan", seed=4)
    states = tournament.sessions.values_list("state", "method")
    assert set(states) == {("drafted", "fixed_plan")}
    pairs = [
        frozenset((a, b))
        for number in range(1, 6)
        for table in seating(tournament, number)
        for a in table
        for b in table
        if a < b
    ]
    assert len(pairs) == len(set(pairs)) == 5 * 4 * 6


def test_the_sessions_of_a_plan_are_released_one_after_the_other(tmp_path, capsys):
    tournament = factories.tournament(sessions=3)
    factories.entries(tournament, 16)
    draw_session(tournament, None, 1, method="fixed_plan", seed=4)
    planned = seating(tournament, 2)
    assert again(tournament, 2, tmp_path, capsys) == planned
    release_session(tournament, None, 1)
    with pytest.raises(Refused) as refusal:
        release_session(tournament, None, 2)
    assert refusal.value.code == "earlier_session"
    recall_session(tournament, None, 1, reason="Nr. 3 kam nicht")
    finish(tournament, 1)
    release_session(tournament, None, 2)
    assert seating(tournament, 2) == planned
    with pytest.raises(Refused) as refusal:
        draw_session(tournament, None, 3, method="fixed_plan")
    assert refusal.value.code == "plan_too_late"


def test_drawing_a_session_of_a_plan_in_another_way_ends_the_plan_from_there():
    tournament = factories.tournament(sessions=3)
    factories.entries(tournament, 16)
    draw_session(tournament, None, 1, method="fixed_plan", seed=4)
    finish(tournament, 1)
    draw_session(tournament, None, 2, seed=9)
    assert list(tournament.sessions.values_list("state", "method")) == [
        ("closed", "fixed_plan"),
        ("drafted", "random"),
        ("planned", "random"),
    ]


def test_discarding_a_plan_discards_all_of_it():
    tournament = factories.tournament(sessions=3)
    factories.entries(tournament, 16)
    draw_session(tournament, None, 1, method="fixed_plan")
    discard_draft(tournament, None, 1)
    assert set(tournament.sessions.values_list("state", flat=True)) == {"planned"}
    assert not Table.objects.exists()


def test_a_plan_that_fails_half_way_drafts_no_session(no_change):
    tournament = factories.tournament(sessions=3)
    factories.entries(tournament, 16)
    written = []

    def disk_full(execute, sql, params, many, context):
        if sql.startswith('INSERT INTO "tournaments_seat"'):
            written.append(Seat.objects.count())
            if len(written) == 2:
                raise OperationalError("database or disk is full")
        return execute(sql, params, many, context)

    with (
        no_change(tournament),
        connection.execute_wrapper(disk_full),
        pytest.raises(OperationalError),
    ):
        draw_session(tournament, None, 1, method="fixed_plan")
    assert written == [0, 16]
    assert not Table.objects.exists()
    assert set(tournament.sessions.values_list("state", flat=True)) == {"planned"}


def test_locked_tables_stay_and_the_others_are_drawn_again(tmp_path, capsys):
    tournament = factories.tournament()
    factories.entries(tournament, 18)
    draw_session(tournament, None, 1, seed=1)
    before = seating(tournament)
    draw_session(tournament, None, 1, seed=2, locked=[2, 4])
    after = seating(tournament)
    assert (after[1], after[3]) == (before[1], before[3])
    assert (after[0], after[2]) != (before[0], before[2])
    assert again(tournament, 1, tmp_path, capsys) == after
    for locked, method in (([9], "random"), ([1], "fixed_plan")):
        with pytest.raises(Refused) as refusal:
            draw_session(tournament, None, 1, locked=locked, method=method)
        assert refusal.value.where == "locked"
    check_in(tournament, None, [after[0][0]], present=False)
    with pytest.raises(Refused):
        draw_session(tournament, None, 1, locked=[1])
    assert seating(tournament) == after


def test_a_draft_drawn_again_meanwhile_is_not_replaced_unseen():
    tournament = factories.tournament()
    factories.entries(tournament, 8)
    draw_session(tournament, None, 1, seed=1, seen="")
    with pytest.raises(Refused) as refusal:
        draw_session(tournament, None, 1, seed=2, seen="")
    assert refusal.value.code == "seats_changed"
    assert tournament.sessions.get(number=1).seed == 1


def test_swaps_by_hand_are_part_of_what_is_repeated(tmp_path, capsys):
    tournament = played()
    draw_session(tournament, None, 2)
    one, other = seating(tournament, 2)[0][0], seating(tournament, 2)[1][2]
    swap_seats(tournament, None, 2, one, other)
    assert seating(tournament, 2)[1][2] == one
    assert again(tournament, 2, tmp_path, capsys) == seating(tournament, 2)


def test_a_draft_mended_for_a_late_arrival_is_repeated_as_it_was_drawn(tmp_path, capsys):
    tournament = played()
    drawn = seating(draw_session(tournament, None, 2).tournament, 2)
    [late] = factories.entries(tournament, 1)
    number = late.start_number
    [way, *_rest] = choices_for(tournament.sessions.get(number=2), [], [number])
    repair_session(tournament, None, 2, arrivals=[number], choice=way.token)
    other = next(one for one in drawn[0] if one != number)
    swap_seats(tournament, None, 2, number, other)
    assert again(tournament, 2, tmp_path, capsys) == drawn


def test_a_file_that_is_no_draw_is_told_why(tmp_path, capsys):
    file = tmp_path / "draw.json"
    for content, word in (("[]", "object"), ('{"method": "dice"}', "method"), ("{", "JSON")):
        file.write_text(content)
        with pytest.raises(Exception, match=word):
            call_command("draw_seats", "--draw", str(file))


def test_400_players_are_drawn_in_seconds(django_assert_max_num_queries):
    tournament = large(400, 0, planned=6, name="Groß", slug="gross")
    with django_assert_max_num_queries(40):
        draw_session(tournament, None, 1)
    assert Session.objects.get(tournament=tournament, number=1).seats.count() == 400
