"""What the referee wrote on a table is not lost, in whatever order and way the table is typed."""

import pytest

from tests.tournaments import factories
from tests.tournaments.actions.play import drawn, legal_rows, stored_points
from tournaments.actions.core import Refused
from tournaments.actions.corrections import correct_table
from tournaments.actions.deal_again import deal_again, time_is_up
from tournaments.actions.penalties import give_penalty, penalty_for
from tournaments.actions.results import save_sheet, save_totals, verify_table
from tournaments.actions.transfer import import_tournament
from tournaments.models import Deal, Table
from tournaments.transfer.export import export_tournament

pytestmark = pytest.mark.django_db
GIVEN = {"given_by": "Schiri Adler", "reason": "falsch bedient"}


@pytest.fixture
def tournament():
    return drawn(4)


def penalty(tournament, **more):
    law = penalty_for(4, breach="minor", offender=2)
    give_penalty(tournament, None, 1, 1, by_law=law, offender=2, **GIVEN, **more)


@pytest.mark.parametrize(
    ("penalties", "stored"), [("included", [10, -10, 0, 0]), ("added", [11, -13, 1, 1])]
)
def test_totals_after_a_penalty_say_whether_they_hold_it(tournament, penalties, stored):
    penalty(tournament)
    for unclear in ("", "perhaps"):
        with pytest.raises(Refused) as refusal:
            save_totals(tournament, None, 1, 1, [10, -10, 0, 0], penalties=unclear)
        assert (refusal.value.code, refusal.value.where) == ("penalties", "penalties")
        assert "+1 / −3 / +1 / +1" in str(refusal.value)
    assert Deal.objects.get().kind == "penalty"
    save_totals(tournament, None, 1, 1, [10, -10, 0, 0], penalties=penalties)
    total = Deal.objects.get()
    assert (total.kind, total.scores) == ("total", stored)
    assert total.note == (
        "Schiri Adler: falsch bedient (TSR 9.3); darin enthalten: +1 / −3 / +1 / +1"
    )
    save_totals(tournament, None, 1, 1, [12, -12, 0, 0])
    assert Deal.objects.get().note == total.note


def test_a_solo_that_a_breach_ended_is_asked_for_too(tournament):
    law = penalty_for(4, breach="serious", offender=3, soloist=1, kind="pflichtsolo", absagen=1)
    give_penalty(
        tournament, None, 1, 1, by_law=law, offender=3, soloist=1, kind="pflichtsolo", **GIVEN
    )
    with pytest.raises(Refused) as refusal:
        save_totals(tournament, None, 1, 1, [10, -10, 0, 0])
    assert refusal.value.code == "penalties"
    save_totals(tournament, None, 1, 1, [10, -10, 0, 0], penalties="added")
    assert stored_points(tournament) == {1: [25, -10, -15, 0]}


def test_sums_with_the_penalty_must_still_be_a_sheets(tournament):
    penalty(tournament, points=[0, -9_000, 9_000, 0])
    with pytest.raises(Refused) as refusal:
        save_totals(tournament, None, 1, 1, [0, -5_000, 5_000, 0], penalties="added")
    assert refusal.value.code == "totals"
    assert Deal.objects.get().kind == "penalty"


def test_a_note_without_points_asks_nothing_and_stays(tournament):
    deal_again(tournament, None, 1, 1, **GIVEN)
    save_totals(tournament, None, 1, 1, [10, -10, 0, 0])
    assert Deal.objects.get().note.startswith("Schiri Adler: falsch bedient")
    assert "darin" not in Deal.objects.get().note


def test_a_penalty_on_totals_says_what_it_put_into_them(tournament):
    save_totals(tournament, None, 1, 1, [10, -10, 0, 0])
    penalty(tournament)
    assert Deal.objects.get().note.endswith("; darin enthalten: +1 / −3 / +1 / +1")


LONG = "zeigte die Karten seiner Partnerin, obwohl sie schon zweimal darauf hingewiesen worden war."


def test_on_totals_every_ruling_keeps_its_name_reason_and_paragraph(tournament):
    save_totals(tournament, None, 1, 1, [10, -10, 0, 0])
    law = penalty_for(4, breach="minor", offender=2)
    names = ("Schiri Adler", "Schiri Bussard", "Schiri Falke", "Schiri Habicht", "Schiri Sperber")
    given = {"by_law": law, "offender": 2, "reason": LONG}
    for name in names:
        give_penalty(tournament, None, 1, 1, given_by=name, **given)
    note = Deal.objects.get().note
    for name in names:
        assert f"{name}: {LONG} (TSR 9.3); darin enthalten: +1 / −3 / +1 / +1" in note
    for act in (
        lambda: [give_penalty(tournament, None, 1, 1, given_by=name, **given) for name in names],
        lambda: [deal_again(tournament, None, 1, 1, given_by=n, reason=LONG) for n in names],
    ):
        with pytest.raises(Refused) as refusal:
            act()
        assert (refusal.value.code, refusal.value.where) == ("note_too_long", "reason")
    stored = Deal.objects.get()
    assert stored.note.startswith(note)
    assert sum(stored.scores) == 0
    assert stored.note.count("darin enthalten") == -stored.scores[1] // 3 - 3
    copy = export_tournament(tournament)
    restored = import_tournament(None, copy, slug="copy").tournament
    assert Deal.objects.get(table__session__tournament=restored).note == stored.note


def test_totals_over_rulings_keep_every_note_and_struck_lines_say_it_once(tournament):
    save_sheet(tournament, None, 1, 1, legal_rows(4, penalties=False)[:3], complete=False)
    time_is_up(tournament, None, 1, 1, given_by="Schiri Adler", reason="Zeit")
    for name in ("Schiri Bussard", "Schiri Falke"):
        deal_again(tournament, None, 1, 1, given_by=name, reason=LONG)
    save_totals(tournament, None, 1, 1, [10, -10, 0, 0], over_sheet=True)
    note = Deal.objects.get().note
    assert [note.count(name) for name in ("Adler", "Bussard", "Falke")] == [1, 1, 1]
    assert note.count(LONG) == 2


@pytest.mark.parametrize("corrected", [False, True])
def test_a_sheet_in_the_place_of_totals_keeps_their_note(tournament, corrected):
    rows = legal_rows(4, penalties=False)
    save_totals(tournament, None, 1, 1, [10, -10, 0, 0])
    penalty(tournament)
    note = Deal.objects.get().note
    if corrected:
        verify_table(tournament, None, 1, 1)
        correct_table(tournament, None, 1, 1, rows=rows, reason="Liste ist da")
    else:
        save_sheet(tournament, None, 1, 1, rows)
    assert Deal.objects.get(row=len(rows) + 1).note == note
    assert not any(Deal.objects.get(row=len(rows) + 1).scores)
    assert Table.objects.get().state == "entered"


def test_the_note_of_totals_goes_to_the_penalty_of_the_sheet(tournament):
    rows = legal_rows(4, penalties=False)
    save_totals(tournament, None, 1, 1, [10, -10, 0, 0])
    penalty(tournament)
    note = Deal.objects.get().note
    rows.insert(3, {"kind": "penalty", "scores": [1, -3, 1, 1]})
    save_sheet(tournament, factories.staff(tournament, "helper"), 1, 1, rows, over_totals=True)
    assert [deal.row for deal in Deal.objects.exclude(note="")] == [4]
    assert Deal.objects.get(row=4).note == note


def test_notes_follow_struck_lines_and_solos_when_a_row_comes_before_them(tournament):
    rows = legal_rows(4, penalties=False, struck=3)
    solo = {"kind": "pflichtsolo", "soloist": 1, "scores": [15, 0, -15, 0], "breach": True}
    save_sheet(tournament, None, 1, 1, [{**solo, "note": "Schiri: A"}, *_noted(rows)])
    notes = [deal.note for deal in Deal.objects.exclude(note="").order_by("row")]
    first = {"kind": "penalty", "scores": [0, 0, 0, 0]}
    save_sheet(tournament, None, 1, 1, [first, solo, *rows])
    assert [deal.note for deal in Deal.objects.exclude(note="").order_by("row")] == notes
    assert notes[0] == "Schiri: A"
    assert set(notes[1:]) == {"Schiri: Zeit um"}


def _noted(rows):
    return [{**row, "note": "Schiri: Zeit um"} if row["kind"] == "struck" else row for row in rows]
