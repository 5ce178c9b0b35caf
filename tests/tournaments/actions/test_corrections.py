"""Results that stand are corrected with a reason, and what that changes is seen before."""

import pytest

from tests.tournaments import factories
from tests.tournaments.actions.play import drawn, legal_rows, stored_points, with_facts
from tournaments.actions.closing import close_tournament
from tournaments.actions.core import Refused
from tournaments.actions.corrections import correct_table
from tournaments.actions.draws import draw_session
from tournaments.actions.foresight import foresee
from tournaments.actions.results import save_sheet, save_totals, verify_table
from tournaments.actions.sessions import close_session
from tournaments.models import Deal, LogEntry, Session, Table
from tournaments.models.standings import standings_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def closed():
    tournament = drawn(8)
    save_totals(tournament, None, 1, 1, [9, -3, -3, -3])
    save_totals(tournament, None, 1, 2, [6, 0, 0, -6])
    verify_table(tournament, None, 1, 1)
    close_session(tournament, None, 1)
    return tournament


def test_what_is_verified_or_closed_is_corrected_with_a_reason_only(closed):
    for totals in ([9, -3, -3, -3], [8, -3, -3, -2]):
        with pytest.raises(Refused) as refusal:
            save_totals(closed, None, 1, 1, totals)
        assert refusal.value.code == "session_closed"
    with pytest.raises(Refused) as refusal:
        correct_table(closed, None, 1, 1, totals=[5, -3, -3, 1], reason=" ")
    assert refusal.value.where == "reason"
    referee = factories.staff(closed, "referee")
    correct_table(closed, referee, 1, 1, totals=[5, -3, -3, 1], reason="Spiel 7 verdreht")
    assert stored_points(closed)[1] == [5, -3, -3, 1]
    table = Table.objects.get(number=1)
    assert (table.state, table.entered_by) == ("entered", referee)
    assert Session.objects.get(tournament=closed, number=1).state == "closed"
    log = LogEntry.objects.first()
    assert (log.before["totals"], log.after["totals"]) == ([9, -3, -3, -3], [5, -3, -3, 1])
    assert log.reason == "Spiel 7 verdreht"
    verify_table(closed, None, 1, 1)
    with pytest.raises(Refused) as refusal:
        correct_table(closed, factories.staff(closed, "helper"), 1, 1, totals=[0] * 4, reason="x")
    assert refusal.value.code == "role"


def test_what_cannot_be_is_no_correction(closed):
    for totals, code in (
        ([1, 1, 1, 1], "sum_not_zero"),
        ([9, -3, -3, -3], "same"),
        ([1, -1], "totals"),
    ):
        with pytest.raises(Refused) as refusal:
            correct_table(closed, None, 1, 1, totals=totals, reason="x")
        assert refusal.value.code == code
    open_table = drawn(4)
    with pytest.raises(Refused):
        correct_table(open_table, None, 1, 1, totals=[0] * 4, reason="x")
    close_tournament(closed, None, drop_planned=True)
    with pytest.raises(Refused) as refusal:
        correct_table(closed, None, 1, 1, totals=[5, -3, -3, 1], reason="x")
    assert refusal.value.code == "closed"


def test_one_deal_of_a_sheet_is_corrected_and_its_facts_stay_elsewhere():
    tournament = drawn(4)
    rows = legal_rows(4, penalties=False)
    at = with_facts(rows, start=1)
    facts = rows[at]["outcome"]
    save_sheet(tournament, None, 1, 1, rows)
    verify_table(tournament, None, 1, 1)
    with pytest.raises(Refused) as refusal:
        save_sheet(tournament, None, 1, 1, rows)
    assert refusal.value.code == "verified"
    with pytest.raises(Refused):
        correct_table(tournament, None, 1, 1, totals=[0] * 4, reason="x")
    changed = [{**rows[0], "scores": [-score for score in rows[0]["scores"]]}, *rows[1:]]
    correct_table(tournament, None, 1, 1, rows=changed, reason="Sieger vertauscht")
    deals = list(Deal.objects.all())
    assert deals[0].scores == changed[0]["scores"]
    assert deals[at].outcome == facts


def test_what_a_correction_changes_is_seen_before_and_nothing_is_stored(closed):
    draw_session(closed, None, 2, method="ranked")
    before = [(row.entry.pk, row.rank, row.total) for row in standings_of(closed)]
    revision, logged = closed.revision, LogEntry.objects.count()
    totals = [5, -3, -3, 1]
    effect = foresee(
        closed,
        lambda: correct_table(closed, None, 1, 1, totals=totals, reason="x"),
        session=1,
    )
    first = Table.objects.get(session__number=1, number=1).seats.first().entry
    moved = {one.start_number: one for one in effect.moved}[first.start_number]
    assert (moved.old_rank, moved.new_rank) == (1, 2)
    assert (moved.old_total, moved.new_total) == (9, 5)
    assert [note[:7] for note in effect.notes] == ["Runde 1", "Runde 2"]
    assert (closed.revision, LogEntry.objects.count()) == (revision, logged)
    assert [(row.entry.pk, row.rank, row.total) for row in standings_of(closed)] == before
    with pytest.raises(Refused):
        foresee(closed, lambda: correct_table(closed, None, 1, 1, totals=[1] * 4, reason="x"))
