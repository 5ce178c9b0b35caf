"""What the referee wrote on a table is not lost, in whatever order and way the table is typed."""

import pytest

from tests.tournaments import factories
from tests.tournaments.actions.play import drawn, legal_rows, stored_points, with_facts
from tournaments.actions.core import Refused
from tournaments.actions.corrections import correct_table
from tournaments.actions.deal_again import deal_again, time_is_up
from tournaments.actions.penalties import give_penalty, penalty_for
from tournaments.actions.results import save_sheet, save_totals, verify_table
from tournaments.actions.transfer import import_tournament
from tournaments.actions.undo import undo
from tournaments.models import Deal
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


PENALTY = {"kind": "penalty", "scores": [1, -3, 1, 1]}
NOTE = "Schiri Adler: falsch bedient (TSR 9.3)"


def sums(rows):
    return [sum(row["scores"][seat] for row in rows) for seat in range(4)]


def notes():
    return [deal.note for deal in Deal.objects.order_by("row") if deal.note]


def refused(act, code="ruling_missing"):
    with pytest.raises(Refused) as refusal:
        act()
    assert refusal.value.code == code
    return str(refusal.value)


@pytest.mark.parametrize("complete", [True, False])
def test_a_sheet_without_the_referees_points_takes_none_away(tournament, complete):
    rows = legal_rows(4, penalties=False)[: 24 if complete else 5]
    save_sheet(tournament, None, 1, 1, rows, complete=complete)
    penalty(tournament, after=3)
    helper = factories.staff(tournament, "helper")
    for actor in (None, helper):
        sentence = refused(lambda who=actor: save_sheet(tournament, who, 1, 1, rows))
        assert f"„{NOTE}“ (+1 / −3 / +1 / +1)" in sentence
    assert Deal.objects.get(row=4).scores == [1, -3, 1, 1]
    with_it = [*rows, PENALTY]
    save_sheet(tournament, helper, 1, 1, with_it, complete=complete)
    assert Deal.objects.get(row=len(with_it)).note == NOTE


def test_of_two_equal_penalties_neither_is_lost(tournament):
    rows = legal_rows(4, penalties=False)
    save_sheet(tournament, None, 1, 1, rows)
    penalty(tournament)
    penalty(tournament)
    refused(lambda: save_sheet(tournament, None, 1, 1, [*rows, PENALTY]))
    save_sheet(tournament, None, 1, 1, [PENALTY, *rows, PENALTY])
    assert notes() == [NOTE, NOTE]


def test_a_solo_that_a_breach_ended_is_not_typed_away(tournament):
    law = penalty_for(4, breach="serious", offender=3, soloist=1, kind="pflichtsolo", absagen=1)
    give = {"by_law": law, "offender": 3, "soloist": 1, "kind": "pflichtsolo"}
    give_penalty(tournament, None, 1, 1, **give, **GIVEN)
    rows = legal_rows(4, penalties=False)[:3]
    refused(lambda: save_sheet(tournament, None, 1, 1, rows, complete=False))


def test_a_penalty_that_was_typed_from_the_paper_is_the_typists(tournament):
    rows = legal_rows(4, penalties=False)
    save_sheet(tournament, None, 1, 1, [*rows, PENALTY])
    save_sheet(tournament, None, 1, 1, rows)
    assert not Deal.objects.filter(kind="penalty").exists()


def test_a_note_without_points_stays_whatever_is_typed(tournament):
    rows = legal_rows(4, penalties=False)
    save_sheet(tournament, None, 1, 1, rows[:5], complete=False)
    deal_again(tournament, None, 1, 1, after=3, **GIVEN)
    noted = Deal.objects.get(row=4)
    save_sheet(tournament, factories.staff(tournament, "helper"), 1, 1, rows)
    assert (Deal.objects.get(row=4).note, Deal.objects.get(row=4).is_note) == (noted.note, True)
    assert Deal.objects.count() == len(rows) + 1
    correct_table(tournament, None, 1, 1, rows=[*rows[:-1], _turned(rows[-1])], reason="so")
    assert Deal.objects.get(row=4).note == noted.note


def test_a_correction_may_take_a_penalty_back_by_who_may_give_it(tournament):
    rows = legal_rows(4, penalties=False)
    save_sheet(tournament, None, 1, 1, rows)
    penalty(tournament)
    verify_table(tournament, None, 1, 1)
    referee = factories.staff(tournament, "referee")
    correct_table(tournament, referee, 1, 1, rows=rows, reason="Strafe war falsch")
    assert not Deal.objects.filter(kind="penalty").exists()
    assert tournament.log.first().before["rows"][-1]["note"] == NOTE


def _turned(row):
    return {**row, "scores": [-score for score in row["scores"]]}


@pytest.mark.parametrize("over_totals", [False, True])
def test_a_sheet_in_the_place_of_totals_keeps_their_penalty(tournament, over_totals):
    rows, helper = legal_rows(4, penalties=False), factories.staff(tournament, "helper")
    save_totals(tournament, helper, 1, 1, sums(rows))
    penalty(tournament)

    def over(keyed):
        save_sheet(tournament, helper, 1, 1, keyed, over_totals=over_totals)

    refused(lambda: over(rows), "ruling_missing" if over_totals else "other_totals")
    assert Deal.objects.get().kind == "total"
    over([*rows, PENALTY])
    assert (notes(), Deal.objects.get(row=len(rows) + 1).note) == ([NOTE], NOTE)
    assert stored_points(tournament)[1] == sums([*rows, PENALTY])


def test_points_that_stand_elsewhere_on_the_sheet_are_not_called_included_in_zeros(tournament):
    rows = legal_rows(4, penalties=False)
    without = [a - b for a, b in zip(sums(rows), PENALTY["scores"], strict=True)]
    save_totals(tournament, None, 1, 1, without)
    penalty(tournament)
    save_sheet(tournament, None, 1, 1, rows)
    last = Deal.objects.last()
    assert (last.scores, last.note) == ([0, 0, 0, 0], NOTE)


def test_a_correction_of_totals_by_a_sheet_keeps_or_takes_back_their_penalty(tournament):
    rows = legal_rows(4, penalties=False)
    save_totals(tournament, None, 1, 1, sums(rows))
    penalty(tournament)
    verify_table(tournament, None, 1, 1)
    correct_table(tournament, None, 1, 1, rows=[*rows, PENALTY], reason="Liste ist da")
    assert notes() == [NOTE]
    undo(tournament, None, tournament.revision, reason="so")
    correct_table(tournament, None, 1, 1, rows=rows, reason="keine Strafe")
    assert notes() == []


def test_the_note_of_totals_goes_only_to_the_points_it_is_about(tournament):
    rows = legal_rows(4, penalties=False)
    other = {"kind": "penalty", "scores": [-6, 2, 2, 2]}
    keyed = [*rows[:3], other, *rows[3:], PENALTY]
    save_totals(tournament, None, 1, 1, sums([*rows, other]))
    penalty(tournament)
    deal_again(tournament, None, 1, 1, **GIVEN)
    save_sheet(tournament, factories.staff(tournament, "helper"), 1, 1, keyed)
    assert Deal.objects.get(row=4).note == ""
    assert Deal.objects.get(row=len(keyed)).note == NOTE
    assert Deal.objects.get(row=len(keyed) + 1).note.startswith("Schiri Adler: falsch bedient; ")
    assert Deal.objects.get(row=len(keyed) + 1).is_note


def test_facts_come_with_their_deal_when_a_row_is_put_before_it(tournament):
    rows = legal_rows(4, penalties=False)
    at = with_facts(rows)
    save_sheet(tournament, None, 1, 1, rows)
    save_sheet(tournament, None, 1, 1, [PENALTY, *rows])
    assert Deal.objects.get(row=at + 2).outcome == rows[at]["outcome"]


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
