"""What a referee orders without a penalty: a deal again, the end by the clock."""

import pytest

from rules.ruleset import DDV
from rules.session import DealKind
from tests.tournaments import factories
from tests.tournaments.actions.play import drawn, legal_rows, stored_points
from tests.tournaments.actions.test_table_entry import AtTable
from tournaments.actions.at_table import Conflict
from tournaments.actions.core import Refused
from tournaments.actions.deal_again import deal_again, time_is_up
from tournaments.actions.keyings import Differs, key_again
from tournaments.actions.penalties import give_penalty, penalty_for
from tournaments.actions.results import save_sheet, save_totals, verify_table
from tournaments.actions.sessions import close_session, start_session
from tournaments.actions.sheets import report_of
from tournaments.actions.undo import undo
from tournaments.models import Deal, LogEntry, Table

pytestmark = pytest.mark.django_db
GIVEN = {"given_by": "Schiri Adler", "reason": "13 Karten"}
ZEROS = [0, 0, 0, 0]


@pytest.fixture
def tournament():
    return drawn(4)


@pytest.fixture
def phone(tournament):
    return AtTable(tournament)


def again(tournament, **more):
    deal_again(tournament, None, 1, 1, **{**GIVEN, **more})


def refused(action, *args, code, **more):
    with pytest.raises(Refused) as refusal:
        action(*args, **more)
    assert refusal.value.code == code
    return refusal.value


def last():
    deal = Deal.objects.last()
    return deal.kind, deal.scores, deal.note


def next_deal():
    report = report_of(Table.objects.get(), list(Deal.objects.all()), DDV)
    assert report.findings == ()
    return report.next


# The deal in play


def test_a_misdeal_is_a_row_of_zeros_that_says_which_deal_and_why(tournament, phone):
    phone.deal(1, 3)
    referee = factories.staff(tournament, "referee")
    deal_again(tournament, referee, 1, 1, **GIVEN)
    note = "Schiri Adler: 13 Karten; Spiel 2 (Zeile 2, Geber: Platz 2) neu gegeben"
    assert last() == ("penalty", ZEROS, note)
    assert (next_deal().deal, next_deal().dealer) == (2, 2)
    log = LogEntry.objects.first()
    assert (log.action, log.reason) == ("deal_again", "13 Karten")
    assert log.after["given_by"] == "Schiri Adler"
    phone.deal(1, 3)  # the phone goes on
    assert next_deal().deal == 3
    undo(tournament, None, LogEntry.objects.first().revision)
    undo(tournament, None, log.revision)
    assert [deal.kind for deal in Deal.objects.all()] == ["normal"]


def test_the_phone_cannot_take_the_referees_row_back(tournament, phone):
    phone.deal(1, 3)
    again(tournament)
    refused(phone.undo, code="penalty")


def test_what_phones_keyed_is_still_known_as_theirs(tournament, phone):
    phone.deal(1, 3)
    key = Deal.objects.get().client_key
    again(tournament)
    assert [deal.client_key for deal in Deal.objects.all()] == [key, None]


def test_after_time_only_a_vorfuehrung_is_repeated(tournament, phone):
    phone.deal(1, 3)
    again(tournament, is_late=True)
    assert last()[:2] == ("struck", None)
    assert last()[2].endswith("(TSR 8.5); Spiel 2 (Zeile 2, Geber: Platz 2) nicht wiederholt")
    again(tournament, is_late=True, kind=DealKind.PFLICHTSOLO)
    assert last()[:2] == ("penalty", ZEROS)
    assert last()[2].endswith("das Pflichtsolo bleibt offen")
    time_is_up(tournament, None, 1, 1, **GIVEN)
    again(tournament, is_late=True)  # it is one of those struck
    assert last()[2].endswith("das Spiel nicht wiederholt")
    again(tournament, is_late=True, kind=DealKind.PFLICHTSOLO)
    assert last()[2].endswith("Spiel 21 (Zeile P1, Geber: Platz 2) neu gegeben")


@pytest.mark.parametrize("totals", [False, True])
def test_on_paper_too_only_a_vorfuehrung_is_repeated_after_time(tournament, totals):
    if totals:
        save_totals(tournament, None, 1, 1, [3, -3, 0, 0])
    again(tournament, is_late=True, line="7")
    assert "das Spiel in Zeile 7 nicht wiederholt" in last()[2]
    again(tournament, is_late=True, kind=DealKind.PFLICHTSOLO, line="P2")
    assert "Zeile P2 nicht wiederholt, das Pflichtsolo bleibt offen" in last()[2]
    again(tournament, is_late=True, kind=DealKind.VORFUEHRUNG, line="P3")
    assert "das Spiel in Zeile P3 neu gegeben" in last()[2]


def test_on_paper_it_is_noted_until_the_sheet_is_typed(tournament):
    again(tournament, line="p2")
    assert last()[2] == "Schiri Adler: 13 Karten; das Spiel in Zeile P2 neu gegeben"
    assert Table.objects.get().state == "open"
    save_totals(tournament, None, 1, 1, [3, -3, 0, 0])
    again(tournament, line="9")
    assert last()[:2] == ("total", [3, -3, 0, 0])
    assert "in Zeile P2 neu" in last()[2]
    assert "in Zeile 9 neu" in last()[2]
    refused(again, tournament, void=1, code="totals_only")


def test_of_a_whole_sheet_the_line_must_be_said(tournament):
    save_sheet(tournament, None, 1, 1, legal_rows(4, penalties=False))
    refused(again, tournament, code="finished")
    again(tournament, after=3)
    assert "Spiel 4 (Zeile 4, Geber: Platz 4) neu" in Deal.objects.get(row=4).note
    assert Table.objects.get().state == "entered"
    refused(again, tournament, after=99, code="after")
    verify_table(tournament, None, 1, 1)
    refused(again, tournament, after=3, code="verified")
    close_session(tournament, None, 1)
    refused(again, tournament, after=3, code="session_closed")


def test_who_keys_the_paper_again_leaves_notes_out(tournament):
    rows = legal_rows(4, penalties=False)
    save_sheet(tournament, factories.staff(tournament, "helper"), 1, 1, rows)
    again(tournament, after=3)
    other = factories.staff(tournament, "helper")
    wrong = [*rows[:5], rows[6], *rows[6:]]
    with pytest.raises(Differs) as differs:
        key_again(tournament, other, 1, 1, rows=wrong)
    assert differs.value.where == 6
    key_again(tournament, other, 1, 1, rows=rows)
    assert Table.objects.get().state == "verified"
    assert Deal.objects.filter(kind="penalty").count() == 1


# The last deal, written already


def test_the_last_deal_is_void_and_its_points_stay_in_the_log(tournament, phone):
    phone.deal(1, 3)
    phone.solo(2)
    again(tournament, void=2)
    note = "Schiri Adler: 13 Karten; Spiel 2 (Zeile P1, Geber: Platz 2) neu gegeben"
    assert last() == ("penalty", ZEROS, note)
    assert stored_points(tournament)[1] == [1, -1, 1, -1]
    assert (next_deal().deal, next_deal().open_pflichtsoli) == (2, (1, 2, 3, 4))
    assert LogEntry.objects.first().before["rows"][1]["scores"] == [-2, 6, -2, -2]
    phone.solo(2)


def test_a_finished_sheet_is_open_again_when_its_last_deal_is_void(tournament, phone):
    rows = legal_rows(4, penalties=False)
    save_sheet(tournament, None, 1, 1, rows)
    again(tournament, void=24)
    assert Table.objects.get().state == "open"
    assert next_deal().deal == 24


def test_void_after_time_is_struck(tournament, phone):
    phone.deal(1, 3)
    again(tournament, void=1, is_late=True)
    assert last()[:2] == ("struck", None)
    assert last()[2].endswith("Spiel 1 (Zeile 1, Geber: Platz 1) nicht wiederholt")
    phone.solo(2)
    again(tournament, void=2, is_late=True)
    assert last()[:2] == ("penalty", ZEROS)
    assert last()[2].endswith("das Pflichtsolo bleibt offen")


def test_a_deal_that_others_rest_on_stays(tournament, phone):
    phone.deal(1, 3)
    phone.deal(1, 3)
    assert "beruht" in str(refused(again, tournament, void=1, code="rests_on_it"))
    again(tournament)
    for row, code in ((3, "no_deal"), (9, "no_deal")):
        refused(again, tournament, void=row, code=code)
    again(tournament, void=2)  # the referee's own rows after it do not matter
    time_is_up(tournament, None, 1, 1, **GIVEN)
    refused(again, tournament, void=Deal.objects.count(), code="struck")


def test_a_solo_that_a_breach_ended_is_the_penaltys(tournament, phone):
    phone.deal(1, 3)
    law = penalty_for(4, breach="serious", offender=3, soloist=1, kind="pflichtsolo")
    about = {"by_law": law, "offender": 3, "soloist": 1, "kind": "pflichtsolo"}
    give_penalty(tournament, None, 1, 1, **about, **GIVEN)
    refused(again, tournament, void=2, code="breach")


# Time is up


def test_time_out_strikes_what_is_left_and_names_the_vorfuehrungen(tournament, phone):
    phone.deal(1, 3)
    phone.solo(3)
    referee = factories.staff(tournament, "referee")
    rest = time_is_up(tournament, referee, 1, 1, **GIVEN)
    assert (rest.struck, rest.vorfuehrungen) == (19, ((2, 4), (3, 1), (4, 2)))
    struck = Deal.objects.filter(kind="struck")
    assert {deal.note for deal in struck} == {"Schiri Adler: 13 Karten (TSR 8.5)"}
    log = LogEntry.objects.first()
    assert (log.action, log.after["struck"], log.after["vorfuehrungen"]) == (
        "time_is_up", 19, [4, 1, 2],
    )  # fmt: skip
    refused(phone.undo, code="penalty")
    refused(phone.deal, 1, 3, code="vorfuehrung_expected")
    for soloist in (4, 1, 2):
        phone.solo(soloist, kind=DealKind.VORFUEHRUNG)
    assert Table.objects.get().state == "entered"
    phone.confirm(1)
    assert Table.objects.get().state == "verified"


def test_a_phone_takes_back_only_what_it_struck_itself(tournament, phone):
    phone.deal(1, 3)
    law = penalty_for(4, breach="serious", offender=2, time_is_up=True)
    give_penalty(tournament, None, 1, 1, by_law=law, offender=2, **GIVEN)
    phone.strike()
    phone.undo()
    assert [deal.kind for deal in Deal.objects.all()] == ["normal", "penalty", "struck"]


def test_where_all_soli_are_played_time_out_hands_the_sheet_in(tournament, phone):
    for soloist in (1, 2, 3, 4):
        phone.solo(soloist)
    time_is_up(tournament, None, 1, 1, **GIVEN)
    table = Table.objects.get()
    assert (table.state, table.entered_by) == ("entered", None)
    phone.confirm(1)


def test_time_out_where_it_makes_no_sense(tournament, phone):
    out = {"tournament": tournament, "actor": None, "session": 1, "table": 1, **GIVEN}
    assert "Papier" in str(refused(time_is_up, **out, code="not_begun"))
    again(tournament)
    refused(time_is_up, **out, code="not_begun")
    phone.deal(1, 3)
    start_session(tournament, None, 1)
    assert "Minuten" in str(refused(time_is_up, **out, code="time"))
    time_is_up(**out, early=True)
    refused(time_is_up, **out, code="state")
    undo(tournament, None, LogEntry.objects.first().revision)
    with pytest.raises(Conflict):
        time_is_up(**out, early=True, seen="stale")
    refused(time_is_up, **{**out, "given_by": " "}, early=True, code="given_by")
    helper = factories.staff(tournament, "helper")
    refused(time_is_up, **{**out, "actor": helper}, early=True, code="role")
    refused(deal_again, tournament, helper, 1, 1, **GIVEN, code="role")


def test_time_out_of_totals_or_of_a_verified_table_is_none(tournament):
    out = {"tournament": tournament, "actor": None, "session": 1, "table": 1, **GIVEN}
    save_totals(tournament, None, 1, 1, [3, -3, 0, 0])
    refused(time_is_up, **out, code="totals_only")
    verify_table(tournament, None, 1, 1)
    refused(time_is_up, **out, code="verified")


@pytest.mark.parametrize("table", [1, 2])
@pytest.mark.parametrize(("seed", "played"), [(10, 1), (3, 5), (4, 12), (5, 19), (6, 23)])
def test_whatever_was_played_the_rest_after_time_makes_a_sheet_without_faults(table, seed, played):
    tournament = drawn(9)
    size = 4 if table == 1 else 5
    rows = legal_rows(size, seed, penalties=False)[:played]
    save_sheet(tournament, None, 1, table, rows, complete=False)
    again_there = {"tournament": tournament, "actor": None, "session": 1, "table": table, **GIVEN}
    deal_again(**again_there)
    if not state_of(table).vorfuehrung_is_due:
        time_is_up(**again_there)
    phone = AtTable(tournament, table)
    while state := state_of(table):
        phone.solo(state.vorfuehrung or state.dealer, kind=DealKind.VORFUEHRUNG, seat=size)
    stored = Table.objects.get(number=table)
    report = report_of(stored, list(stored.deals.all()), DDV)
    assert (stored.state, report.findings) == ("entered", ())


def state_of(table):
    stored = Table.objects.get(number=table)
    return report_of(stored, list(stored.deals.all()), DDV).next
