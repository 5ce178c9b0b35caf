"""Checked twice: by a second person who keys the same, or by the director's word."""

import pytest
from django.utils.translation import override

from tests.tournaments import factories
from tests.tournaments.actions.play import drawn, legal_rows, stored_points
from tournaments.actions.core import Refused
from tournaments.actions.corrections import correct_table
from tournaments.actions.keyings import Differs, key_again
from tournaments.actions.results import OtherTotals, save_sheet, save_totals, verify_table
from tournaments.actions.undo import undo
from tournaments.models import LogEntry, Table
from tournaments.pages.desk.log_text import changes

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    return drawn(4)


@pytest.fixture
def typist(tournament):
    return factories.staff(tournament, "helper")


@pytest.fixture
def other(tournament):
    return factories.staff(tournament, "helper")


def test_totals_keyed_the_same_by_someone_else_verify(tournament, typist, other):
    save_totals(tournament, typist, 1, 1, [3, -3, 0, 0])
    with pytest.raises(Refused) as refusal:
        key_again(tournament, typist, 1, 1, totals=[3, -3, 0, 0])
    assert refusal.value.code == "same_person"
    key_again(tournament, other, 1, 1, totals=[3, -3, 0, 0])
    table = Table.objects.get()
    assert (table.state, table.entered_by, table.verified_by) == ("verified", typist, other)
    log = LogEntry.objects.first()
    assert (log.action, log.actor, log.after["how"]) == ("key_again", other, "second_keying")
    assert log.after["typed_by"] == typist.username


def test_a_difference_names_the_place_and_not_the_first_keying(tournament, typist, other):
    save_totals(tournament, typist, 1, 1, [37, -41, 4, 0])
    with pytest.raises(Differs) as differs:
        key_again(tournament, other, 1, 1, totals=[37, -41, 0, 4])
    assert differs.value.places == [3, 4]
    assert "37" not in str(differs.value)
    assert Table.objects.get().state == "entered"
    assert stored_points(tournament) == {1: [37, -41, 4, 0]}
    for wrong in ([37, -41, 4], []):
        with pytest.raises(Refused):
            key_again(tournament, other, 1, 1, totals=wrong)


def test_a_sheet_keyed_the_same_verifies_and_the_first_row_that_differs_is_named(
    tournament, typist, other
):
    rows = legal_rows(4)
    save_sheet(tournament, typist, 1, 1, rows)
    wrong = [dict(row) for row in rows]
    wrong[1]["scores"] = [-score for score in rows[1]["scores"]]
    for keyed, place in ((wrong, 2), (rows[:-1], len(rows)), (rows + rows[:1], len(rows) + 1)):
        with pytest.raises(Differs) as differs:
            key_again(tournament, other, 1, 1, rows=keyed)
        assert differs.value.where == place
    key_again(tournament, other, 1, 1, rows=rows)
    assert Table.objects.get().state == "verified"
    with pytest.raises(Refused) as refusal:
        key_again(tournament, other, 1, 1, rows=rows)
    assert refusal.value.code == "state"


def test_only_a_director_vouches_for_what_nobody_keyed_again(tournament, typist, other):
    save_totals(tournament, typist, 1, 1, [3, -3, 0, 0])
    for account in (typist, other):
        with pytest.raises(Refused) as refusal:
            verify_table(tournament, account, 1, 1)
        assert refusal.value.code == "role"
    verify_table(tournament, factories.staff(tournament, "director"), 1, 1)
    assert LogEntry.objects.first().after["how"] == "comparison"


def test_ones_own_totals_do_not_verify_ones_own_sheet(tournament, typist, other):
    rows = legal_rows(4)
    save_sheet(tournament, typist, 1, 1, rows)
    points = stored_points(tournament)[1]
    with pytest.raises(Refused) as refusal:
        save_totals(tournament, typist, 1, 1, points)
    assert refusal.value.code == "same_person"
    save_totals(tournament, other, 1, 1, points)
    assert Table.objects.get().state == "verified"


def test_ones_own_sheet_does_not_verify_ones_own_totals_not_even_a_directors(tournament):
    rows = legal_rows(4)
    points = [sum(row["scores"][seat] for row in rows) for seat in range(4)]
    director = factories.staff(tournament, "director")
    save_totals(tournament, director, 1, 1, points)
    save_sheet(tournament, director, 1, 1, rows)
    assert Table.objects.get().state == "entered"
    with pytest.raises(Refused) as refusal:
        save_totals(tournament, director, 1, 1, points)
    assert refusal.value.code == "same_person"
    assert not any("how" in (entry.after or {}) for entry in LogEntry.objects.all())


def test_a_sheet_that_comes_to_anothers_totals_verifies_and_names_both(tournament, typist, other):
    rows = legal_rows(4)
    points = [sum(row["scores"][seat] for row in rows) for seat in range(4)]
    save_totals(tournament, typist, 1, 1, points)
    save_sheet(tournament, other, 1, 1, rows)
    table = Table.objects.get()
    assert (table.state, table.entered_by, table.verified_by) == ("verified", typist, other)
    told = LogEntry.objects.first().after
    assert (told["how"], told["typed_by"]) == ("second_keying", typist.username)


def test_undoing_a_correction_names_both_again(tournament, typist, other):
    rows = legal_rows(4)
    points = [sum(row["scores"][seat] for row in rows) for seat in range(4)]
    save_totals(tournament, typist, 1, 1, points)
    save_sheet(tournament, other, 1, 1, rows)
    changed = [{**rows[0], "scores": [-score for score in rows[0]["scores"]]}, *rows[1:]]
    correct_table(tournament, None, 1, 1, rows=changed, reason="so")
    undo(tournament, None, tournament.revision)
    table = Table.objects.get()
    assert (table.state, table.entered_by, table.verified_by) == ("verified", typist, other)


@pytest.mark.parametrize("complete", [True, False])
def test_a_sheet_replaces_anothers_totals_only_when_it_is_said(tournament, typist, other, complete):
    rows = legal_rows(4)
    keyed = rows if complete else rows[:3]
    save_totals(tournament, typist, 1, 1, [37, -41, 4, 0])
    with pytest.raises(OtherTotals) as refusal:
        save_sheet(tournament, other, 1, 1, keyed, complete=complete)
    assert refusal.value.sums == [sum(row["scores"][seat] for row in keyed) for seat in range(4)]
    assert stored_points(tournament) == {1: [37, -41, 4, 0]}
    save_sheet(tournament, other, 1, 1, keyed, complete=complete, over_totals=True)
    assert stored_points(tournament) == {1: refusal.value.sums}


def test_a_begun_sheet_does_not_take_ones_own_totals_away_unasked(tournament, typist):
    save_totals(tournament, typist, 1, 1, [37, -41, 4, 0])
    begun = legal_rows(4)[:3]
    with pytest.raises(OtherTotals) as refusal:
        save_sheet(tournament, typist, 1, 1, begun, complete=False)
    assert "Someone else" not in str(refusal.value)
    assert Table.objects.get().state == "entered"
    save_sheet(tournament, typist, 1, 1, begun, complete=False, over_totals=True)
    assert Table.objects.get().state == "open"


def test_who_typed_totals_may_mend_them_by_the_whole_sheet(tournament, typist):
    save_totals(tournament, typist, 1, 1, [37, -41, 4, 0])
    save_sheet(tournament, typist, 1, 1, legal_rows(4))
    assert Table.objects.get().state == "entered"


def test_a_second_keying_that_had_seen_the_first_is_logged_as_one(tournament, typist, other):
    save_totals(tournament, typist, 1, 1, [3, -3, 0, 0])
    key_again(tournament, other, 1, 1, totals=[3, -3, 0, 0], revealed=True)
    entry = LogEntry.objects.first()
    assert entry.after["how"] == "after_reveal"
    with override("de"):
        shown = {one["label"]: one["after"] for one in changes(entry)}
    assert "die erste war vorher gezeigt" in shown["geprüft durch"]


def test_a_sheet_with_errors_is_not_verified_by_keying_it_twice(tournament, typist, other):
    rows = legal_rows(4, penalties=False)
    bad = [dict(row) for row in rows]
    solo = next(row for row in bad if row["kind"] == "pflichtsolo")
    solo["kind"] = "lustsolo"
    save_sheet(tournament, typist, 1, 1, bad)
    with pytest.raises(Refused) as refusal:
        key_again(tournament, other, 1, 1, rows=bad, reason="steht so da")
    assert refusal.value.code == "errors"
