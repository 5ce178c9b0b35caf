"""The referee's penalties: computed by the law, on the sheet where they belong, with a name."""

import pytest

from rules.ruleset import DDV
from tests.tournaments import factories
from tests.tournaments.actions.play import drawn, legal_rows, stored_points
from tournaments.actions.core import Refused
from tournaments.actions.entries import disqualify, reinstate
from tournaments.actions.penalties import give_penalty, penalty_for
from tournaments.actions.results import save_sheet, save_totals, verify_table
from tournaments.actions.sheets import report_of
from tournaments.actions.undo import undo
from tournaments.models import Deal, Entry, LogEntry, Table
from tournaments.models.standings import standings_of

pytestmark = pytest.mark.django_db
GIVEN = {"given_by": "Schiri Adler", "reason": "falsch bedient"}


def test_a_minor_breach_is_a_row_of_its_own_with_name_and_reason():
    tournament = drawn(4)
    rows = legal_rows(4, penalties=False)
    save_sheet(tournament, None, 1, 1, rows)
    verify_table(tournament, None, 1, 1)
    before = stored_points(tournament)[1]
    law = penalty_for(4, breach="minor", offender=2)
    referee = factories.staff(tournament, "referee")
    give_penalty(tournament, referee, 1, 1, by_law=law, offender=2, after=3, **GIVEN)
    row = Deal.objects.get(row=4)
    assert (row.kind, row.scores) == ("penalty", [1, -3, 1, 1])
    assert row.note == "Schiri Adler: falsch bedient (TSR 9.3)"
    assert stored_points(tournament)[1] == [a + b for a, b in zip(before, row.scores, strict=True)]
    assert Table.objects.get().state == "entered"
    log = LogEntry.objects.first()
    assert (log.action, log.after["given_by"], log.after["rule"]) == (
        "give_penalty",
        "Schiri Adler",
        "9.3",
    )
    # Typed again, the row keeps its name and reason wherever it stands.
    typed = [*rows[:5], {"kind": "penalty", "scores": [1, -3, 1, 1]}, *rows[5:]]
    save_sheet(tournament, None, 1, 1, typed)
    assert Deal.objects.get(kind="penalty").note == row.note
    undo(tournament, None, log.revision + 1)
    undo(tournament, None, log.revision)
    assert stored_points(tournament)[1] == before


def test_a_solo_ended_by_a_kontra_player_is_that_solo():
    tournament = drawn(4)
    law = penalty_for(4, breach="serious", offender=3, soloist=1, kind="pflichtsolo", absagen=1)
    give_penalty(
        tournament, None, 1, 1, by_law=law, offender=3, soloist=1, kind="pflichtsolo", **GIVEN
    )
    row = Deal.objects.get()
    assert (row.kind, row.soloist, row.breach) == ("pflichtsolo", 1, True)
    assert row.scores == [15, 0, -15, 0]
    assert Table.objects.get().state == "open"


def _solo(rows, kind="pflichtsolo"):
    """The first solo of a kind: its row, from 1, and its soloist."""
    at = next(n for n, row in enumerate(rows) if row["kind"] == kind)
    return at + 1, rows[at]["soloist"]


def _end_by_breach(tournament, soloist, kind="pflichtsolo", **more):
    offender = soloist % 4 + 1
    law = penalty_for(4, breach="serious", offender=offender, soloist=soloist, kind=kind)
    about = {"by_law": law, "offender": offender, "soloist": soloist, "kind": kind}
    give_penalty(tournament, None, 1, 1, **about, **GIVEN, **more)


def test_a_solo_written_already_makes_room_for_the_penalty_and_counts_once():
    tournament = drawn(4)
    rows = legal_rows(4, penalties=False)
    save_sheet(tournament, None, 1, 1, rows)
    before = stored_points(tournament)
    row, soloist = _solo(rows)
    _end_by_breach(tournament, soloist, replaces=row)
    solo = Deal.objects.get(row=row)
    assert (solo.kind, solo.soloist, solo.breach) == ("pflichtsolo", soloist, True)
    assert (sum(solo.scores), solo.scores[soloist - 1]) == (0, 12)
    assert "Schiri Adler" in solo.note
    table = Table.objects.get()
    assert (table.state, Deal.objects.count()) == ("entered", 24)
    assert report_of(table, list(Deal.objects.all()), DDV).findings == ()
    log = LogEntry.objects.first()
    assert log.before["rows"][row - 1]["scores"] == rows[row - 1]["scores"]
    undo(tournament, None, log.revision)
    assert stored_points(tournament) == before


@pytest.mark.parametrize("rows", [24, 12])
def test_a_solo_that_the_sheet_has_no_place_for_is_refused(rows):
    tournament = drawn(4)
    first = legal_rows(4, penalties=False)[:rows]
    save_sheet(tournament, None, 1, 1, first, complete=rows == 24)
    row, soloist = _solo(first)
    for more in ({}, {"replaces": row % 4 + 1}, {"replaces": 99}, {"replaces": 0}):
        with pytest.raises(Refused) as refusal:
            _end_by_breach(tournament, soloist, **more)
        assert refusal.value.code in ("no_place", "no_such_solo")
    _end_by_breach(tournament, soloist, replaces=row)
    with pytest.raises(Refused):
        _end_by_breach(tournament, soloist, replaces=row)
    assert Deal.objects.count() == rows


def test_on_a_sheet_not_begun_solos_by_breach_wait_for_their_paper():
    tournament = drawn(4)
    _end_by_breach(tournament, 1, kind="vorfuehrung")
    _end_by_breach(tournament, 2, kind="vorfuehrung")
    assert Deal.objects.filter(breach=True).count() == 2


def test_totals_typed_later_hold_it_and_one_given_then_changes_them():
    tournament = drawn(4)
    law = penalty_for(4, breach="minor", offender=2)
    give_penalty(tournament, None, 1, 1, by_law=law, offender=2, **GIVEN)
    save_totals(tournament, None, 1, 1, [10, -10, 0, 0], penalties="included")
    total = Deal.objects.get()
    assert (total.kind, total.scores) == ("total", [10, -10, 0, 0])
    assert "Schiri Adler" in total.note
    give_penalty(tournament, None, 1, 1, by_law=law, offender=2, points=[2, -6, 2, 2], **GIVEN)
    assert stored_points(tournament)[1] == [12, -16, 2, 2]
    assert Deal.objects.get().note.count("Schiri Adler") == 2
    assert LogEntry.objects.first().after["by_law"] == [1, -3, 1, 1]


@pytest.mark.parametrize(
    ("breach", "where"),
    [
        ({"breach": "minor", "offender": 1}, "sits_out"),
        ({"breach": "rude", "offender": 1, "sits_out": 2}, "breach"),
        ({"breach": "minor", "offender": 2, "sits_out": 2}, "offender"),
        ({"breach": "minor", "offender": 1, "sits_out": 2, "soloist": 3}, "soloist"),
        ({"breach": "serious", "offender": 1, "sits_out": 2, "absagen": 5}, "absagen"),
    ],
)
def test_what_cannot_be_is_a_sentence_at_its_field(breach, where):
    with pytest.raises(Refused) as refusal:
        penalty_for(5, **breach)
    assert refusal.value.where == where


def test_points_add_to_zero_and_every_penalty_names_its_referee():
    tournament = drawn(4)
    law = penalty_for(4, breach="minor", offender=2)
    give = {"by_law": law, "offender": 2}
    for values in (
        {**GIVEN, "points": [1, 1, 1, 1]},
        {**GIVEN, "given_by": " "},
        {**GIVEN, "reason": ""},
        {**GIVEN, "after": 7},
    ):
        with pytest.raises(Refused):
            give_penalty(tournament, None, 1, 1, **give, **values)
    with pytest.raises(Refused) as refusal:
        give_penalty(tournament, factories.staff(tournament, "helper"), 1, 1, **give, **GIVEN)
    assert refusal.value.code == "role"
    assert not Deal.objects.exists()


def test_who_is_disqualified_keeps_results_without_a_rank_until_reinstated():
    tournament = drawn(4)
    save_totals(tournament, None, 1, 1, [9, -3, -3, -3])
    first = Table.objects.get().seats.first().entry
    referee = factories.staff(tournament, "referee")
    number = first.start_number
    with pytest.raises(Refused):
        disqualify(tournament, referee, number, reason="Betrug", given_by="")
    disqualify(tournament, referee, number, reason="Betrug", given_by="Schiri Adler")
    row = next(r for r in standings_of(tournament) if r.entry == first)
    assert (row.disqualified, row.withdrawn, row.rank, row.total) == (True, True, None, 9)
    assert LogEntry.objects.first().after["given_by"] == "Schiri Adler"
    with pytest.raises(Refused):
        disqualify(tournament, referee, number, reason="Betrug", given_by="Schiri Adler")
    revision = LogEntry.objects.first().revision
    undo(tournament, None, revision)
    again = Entry.objects.get(pk=first.pk)
    assert (again.status, again.disqualified) == ("present", False)
    disqualify(tournament, None, number, reason="Betrug", given_by="Schiri Adler")
    reinstate(tournament, None, number)
    assert not Entry.objects.get(pk=first.pk).disqualified


# What becomes of the deal stands on the sheet


def given(tournament, table=1, **more):
    """A serious breach of seat 2, if nothing else is said."""
    asked = {"breach": "serious", "offender": 2}
    about = ("soloist", "kind", "time_is_up")
    law = penalty_for(4, **asked, **{name: more[name] for name in about if name in more})
    values = {name: value for name, value in more.items() if name != "time_is_up"}
    give_penalty(tournament, None, 1, table, by_law=law, offender=2, **values, **GIVEN)


def begun(tournament, rows=3, **options):
    """The first rows of a legal sheet, kept as begun."""
    first = legal_rows(4, penalties=False, **options)[:rows]
    save_sheet(tournament, None, 1, 1, first, complete=False)
    return first


def stored(table=1):
    return [
        (deal.kind, deal.soloist, deal.note) for deal in Deal.objects.filter(table__number=table)
    ]


def test_a_deal_dealt_again_is_named_in_the_note_and_uses_no_number():
    tournament = drawn(4)
    begun(tournament)
    given(tournament)
    note = "Schiri Adler: falsch bedient (TSR 9.4); Spiel 4 (Zeile 4, Geber: Platz 4) neu gegeben"
    assert stored()[3] == ("penalty", None, note)
    given(tournament, after=1)
    assert "Spiel 2 (Zeile 2, Geber: Platz 2) neu gegeben" in stored()[1][2]
    report = report_of(Table.objects.get(), list(Deal.objects.all()), DDV)
    assert (report.next.deal, report.next.dealer) == (4, 4)


def test_a_deal_not_repeated_uses_its_number_up():
    tournament = drawn(4)
    begun(tournament)
    given(tournament, time_is_up=True)
    which = "Spiel 4 (Zeile 4, Geber: Platz 4)"
    note = f"Schiri Adler: falsch bedient (TSR 9.4); {which} nicht wiederholt"
    assert stored()[3:] == [("penalty", None, note), ("struck", None, note)]
    report = report_of(Table.objects.get(), list(Deal.objects.all()), DDV)
    assert (report.next.deal, report.findings) == (5, ())


def test_a_pflichtsolo_not_repeated_stays_open():
    tournament = drawn(4)
    begun(tournament)
    given(tournament, time_is_up=True, soloist=2, kind="pflichtsolo")
    assert [kind for kind, _soloist, _note in stored()[3:]] == ["penalty"]
    assert stored()[3][2].endswith("nicht wiederholt, das Pflichtsolo bleibt offen")
    report = report_of(Table.objects.get(), list(Deal.objects.all()), DDV)
    assert (report.next.deal, 2 in report.next.open_pflichtsoli) == (4, True)


def test_where_the_line_was_struck_already_it_takes_the_note():
    tournament = drawn(4)
    rows = begun(tournament)
    save_sheet(tournament, None, 1, 1, [*rows, {"kind": "struck"}], complete=False)
    given(tournament, after=3, time_is_up=True)
    assert [kind for kind, _soloist, _note in stored()[3:]] == ["penalty", "struck"]
    assert "nicht wiederholt" in stored()[4][2]


def test_a_sheet_with_all_its_deals_has_none_left_to_strike():
    tournament = drawn(4)
    save_sheet(tournament, None, 1, 1, legal_rows(4, penalties=False))
    with pytest.raises(Refused) as refusal:
        given(tournament, after=3, time_is_up=True)
    assert (refusal.value.where, refusal.value.code) == ("after", "no_deal_left")
    assert Deal.objects.filter(kind="penalty").count() == 0


def test_on_paper_the_note_has_the_number_that_was_said():
    tournament = drawn(12)
    given(tournament, line="17", time_is_up=True)
    assert stored() == [("penalty", None, stored()[0][2])]
    assert stored()[0][2].endswith("das Spiel in Zeile 17 nicht wiederholt")
    save_totals(tournament, None, 1, 2, [3, -3, 0, 0])
    given(tournament, table=2)
    assert stored(2)[0][2].endswith("das Spiel neu gegeben; darin enthalten: +4 / −12 / +4 / +4")
    with pytest.raises(Refused) as refusal:
        given(tournament, table=3, line="100")
    assert refusal.value.where == "line"


def test_a_deal_that_counts_is_named_by_its_line_where_the_sheet_is_still_on_paper():
    tournament = drawn(16)
    law = penalty_for(4, breach="minor", offender=2)
    values = {"by_law": law, "offender": 2, **GIVEN}
    give_penalty(tournament, None, 1, 1, line="7", **values)
    assert stored() == [("penalty", None, "Schiri Adler: falsch bedient (TSR 9.3); Zeile 7")]
    solo = {"soloist": 1, "kind": "pflichtsolo"}
    save_totals(tournament, None, 1, 2, [3, -3, 0, 0])
    given(tournament, table=2, line="p2", **solo)
    assert "(TSR 9.4.4); Zeile P2; darin enthalten: " in stored(2)[0][2]
    given(tournament, table=3, line="p2", **solo)
    assert stored(3)[0][2].endswith("(TSR 9.4.4); Zeile P2")
    save_sheet(tournament, None, 1, 4, legal_rows(4, penalties=False)[:3], complete=False)
    give_penalty(tournament, None, 1, 4, line="7", **values)
    assert stored(4)[3][2].endswith("(TSR 9.3)")  # it stands in its place


def test_a_long_reason_is_cut_but_not_what_became_of_the_deal():
    tournament = drawn(4)
    begun(tournament)
    law = penalty_for(4, breach="serious", offender=2)
    reason = "sehr ausführlich begründet " * 20
    give_penalty(
        tournament, None, 1, 1, by_law=law, offender=2, given_by="Schiri Adler", reason=reason
    )
    note = stored()[3][2]
    assert len(note) <= 200
    assert note.endswith("(TSR 9.4); Spiel 4 (Zeile 4, Geber: Platz 4) neu gegeben")


def test_who_typed_the_sheet_stays_who_typed_it():
    tournament = drawn(4)
    typist = factories.staff(tournament, "helper")
    save_sheet(tournament, typist, 1, 1, legal_rows(4, penalties=False))
    referee = factories.staff(tournament, "referee")
    law = penalty_for(4, breach="minor", offender=2)
    give_penalty(tournament, referee, 1, 1, by_law=law, offender=2, **GIVEN)
    assert Table.objects.get().entered_by == typist
