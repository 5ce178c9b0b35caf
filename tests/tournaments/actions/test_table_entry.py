"""A sheet keyed at the table: in order, once, undone, confirmed, and never by a dead page."""

import pytest

from rules.session import DealKind
from tests.tournaments.actions.play import drawn, stored_points
from tournaments.actions.at_table import Conflict
from tournaments.actions.core import AlreadyApplied, Refused
from tournaments.actions.draws import discard_draft, draw_session, recall_session, release_session
from tournaments.actions.facts import value_of
from tournaments.actions.results import save_sheet, save_totals
from tournaments.actions.sessions import close_session, extra_minutes, reopen_session, start_session
from tournaments.actions.sheets import state_digest
from tournaments.actions.table_deal import Played
from tournaments.actions.table_entry import (
    EMPTY,
    confirm_table,
    marks_of,
    record_deal,
    strike_rest,
    undo_deal,
)
from tournaments.actions.undo import undo
from tournaments.models import Table, TableAccess

pytestmark = pytest.mark.django_db


class AtTable:
    """A phone at a table: it always writes after what is stored, unless told otherwise."""

    def __init__(self, tournament, number=1):
        self.tournament = tournament
        self.access = TableAccess.objects.get(session__tournament=tournament, table__number=number)
        self.sent = 0

    @property
    def table(self):
        return Table.objects.get(pk=self.access.table_id)

    @property
    def mark(self):
        marks = marks_of(self.table.deals.all())
        return marks[-1] if marks else EMPTY

    def _call(self, action, seat, after, key, **more):
        self.sent += 1
        action(
            self.access, seat=seat, after=after or self.mark, key=key or f"key-{self.sent}", **more
        )

    def deal(self, *winners, value=1, seat=4, after=None, key=None, **more):
        played = Played(
            more.get("kind", DealKind.NORMAL), more.get("soloist"), winners, value,
            more.get("facts"),
        )  # fmt: skip
        self._call(record_deal, seat, after, key, played=played)

    def solo(self, soloist, kind=DealKind.PFLICHTSOLO, won=True, value=2, **more):
        winners = [soloist] if won else []
        self.deal(*winners, value=value, kind=kind, soloist=soloist, **more)

    def undo(self, seat=4, after=None, key=None):
        self._call(undo_deal, seat, after, key)

    def confirm(self, seat, after=None, key=None):
        self._call(confirm_table, seat, after, key)

    def strike(self, seat=4, after=None, key=None):
        self._call(strike_rest, seat, after, key)

    def rows(self):
        return [(deal.kind, deal.soloist, deal.scores) for deal in self.table.deals.all()]

    def play_all(self):
        for soloist in (1, 2, 3, 4):
            self.solo(soloist)
        for _ in range(20):
            self.deal(1, 3)


@pytest.fixture
def phone():
    return AtTable(drawn(4))


def refused(call, *args, code, **more):
    with pytest.raises(Refused) as refusal:
        call(*args, **more)
    assert refusal.value.code == code
    return str(refusal.value)


def test_deals_are_stored_in_order_with_points_and_the_name_of_the_seat(phone, one_change):
    with one_change(phone.tournament, "record_deal") as log:
        phone.deal(1, 3, value=2)
    assert (log().actor, log().actor_name, log().subject) == (None, "Tisch 1, Platz 4", "1/1")
    phone.solo(2, won=False, value=3)
    assert phone.rows() == [
        ("normal", None, [2, -2, 2, -2]),
        ("pflichtsolo", 2, [3, -9, 3, 3]),
    ]
    assert stored_points(phone.tournament) == {1: [5, -11, 5, 1]}
    assert phone.table.state == Table.State.OPEN


def test_sent_twice_applied_once(phone, no_change):
    phone.deal(1, 3, after=EMPTY, key="one")
    with no_change(phone.tournament), pytest.raises(AlreadyApplied):
        phone.deal(1, 3, after=EMPTY, key="one")
    phone.undo()
    with pytest.raises(AlreadyApplied):  # not even after it was undone
        phone.deal(1, 3, after=EMPTY, key="one")
    assert phone.rows() == []


def test_the_same_key_at_two_tables_is_two_requests():
    tournament = drawn(8)
    for number in (1, 2):
        AtTable(tournament, number).deal(1, 2, key="one")
    assert all(points == [1, 1, -1, -1] for points in stored_points(tournament).values())


def test_of_two_phones_the_second_is_told(phone, no_change):
    phone.deal(1, 3, after=EMPTY, key="from-one")
    with no_change(phone.tournament), pytest.raises(Conflict):
        phone.deal(2, 4, after=EMPTY, key="from-the-other", seat=2)
    assert phone.rows() == [("normal", None, [1, -1, 1, -1])]


def test_a_queue_made_without_the_net_chains_on_its_own_keys(phone):
    phone.deal(1, 3, after=EMPTY, key="a")
    phone.deal(2, 4, after="a", key="b")
    with pytest.raises(Conflict):
        phone.deal(1, 2, after="a", key="c")
    phone.undo(after="b", key="d")
    phone.deal(1, 2, after="a", key="e")
    assert [scores for _, _, scores in phone.rows()] == [[1, -1, 1, -1], [1, 1, -1, -1]]


def test_what_the_desk_changes_breaks_the_chain(phone):
    phone.deal(1, 3, key="a")
    rows = [{"kind": "normal", "scores": [2, -2, 2, -2]}]
    save_sheet(phone.tournament, None, 1, 1, rows, complete=False)
    with pytest.raises(Conflict):
        phone.deal(1, 3, after="a", key="b")
    phone.deal(1, 3)  # the sheet as it now is may be gone on with
    assert stored_points(phone.tournament) == {1: [3, -3, 3, -3]}


def test_only_what_the_rules_allow_now(phone):
    refused(phone.solo, 1, kind=DealKind.LUSTSOLO, code="lustsolo_before_pflichtsolo")
    phone.solo(1)
    refused(phone.solo, 1, code="second_pflichtsolo")
    refused(phone.solo, 2, kind=DealKind.VORFUEHRUNG, code="vorfuehrung_too_early")
    phone.solo(1, kind=DealKind.LUSTSOLO)
    assert "zwei" in refused(phone.deal, 1, code="winners")
    refused(phone.deal, 1, 5, code="winners")
    refused(phone.deal, 1, 2, value=100, code="value")
    phone.deal(value=0)
    assert phone.rows()[-1] == ("normal", None, [0, 0, 0, 0])


def test_a_vorfuehrung_names_its_soloist(phone):
    for _ in range(20):
        phone.deal(1, 3)
    refused(phone.deal, 1, 3, code="vorfuehrung_expected")
    refused(phone.solo, 1, kind=DealKind.VORFUEHRUNG, code="wrong_soloist")
    for soloist in (2, 3, 4, 1):  # seat 1 deals: its left first, then the deal moves on
        phone.solo(soloist, kind=DealKind.VORFUEHRUNG)
    assert phone.table.state == Table.State.ENTERED


def test_at_a_table_of_five_the_dealer_sits_out():
    phone = AtTable(drawn(5))
    refused(phone.deal, 1, 2, code="winners")
    phone.deal(2, 5, seat=5)
    assert phone.rows() == [("normal", None, [0, 1, -1, -1, 1])]
    refused(phone.solo, 2, code="soloist_sits_out")
    phone.solo(1)
    assert phone.rows()[-1] == ("pflichtsolo", 1, [6, 0, -2, -2, -2])


def test_undo_takes_the_last_deal_back(phone, one_change):
    phone.deal(1, 3)
    phone.deal(2, 3)
    with one_change(phone.tournament, "undo_deal") as log:
        phone.undo()
    assert [len(told["rows"]) for told in (log().before, log().after)] == [2, 1]
    assert stored_points(phone.tournament) == {1: [1, -1, 1, -1]}
    phone.undo()
    assert stored_points(phone.tournament) == {1: [None] * 4}
    refused(phone.undo, code="empty")


def test_the_last_deal_hands_in_and_another_seat_confirms(phone, one_change):
    phone.play_all()
    assert phone.table.state == Table.State.ENTERED
    refused(phone.deal, 1, 3, code="finished")
    refused(phone.confirm, 4, code="same_seat")
    refused(phone.confirm, 5, code="seat")
    with one_change(phone.tournament, "confirm_table") as log:
        phone.confirm(2)
    assert phone.table.state == Table.State.VERIFIED
    assert log().actor_name == "Tisch 1, Platz 2"
    assert log().after["how"] == "second_seat"


def test_undo_after_the_last_deal_opens_the_sheet_again(phone):
    phone.play_all()
    phone.undo()
    assert phone.table.state == Table.State.OPEN
    refused(phone.confirm, 2, code="state")


def test_who_keyed_a_deal_that_stands_does_not_confirm(phone):
    phone.play_all()
    phone.undo(seat=2)
    phone.deal(1, 3, seat=2)
    for seat in (2, 4):  # the last one, and the others
        assert "1, 3" in refused(phone.confirm, seat, code="same_seat")
    phone.confirm(1)


def test_a_deal_taken_back_binds_nobody(phone):
    phone.play_all()
    phone.undo()
    phone.deal(1, 2, seat=2)
    phone.undo(seat=3)
    phone.deal(1, 3)
    refused(phone.confirm, 4, code="same_seat")
    phone.confirm(2)


def test_where_all_have_keyed_everybody_but_who_keyed_most_confirms(phone):
    phone.play_all()
    for _ in range(3):
        phone.undo()
    for seat in (1, 2, 3):
        phone.deal(1, 3, seat=seat)
    assert "1, 2, 3" in refused(phone.confirm, 4, code="same_seat")
    phone.confirm(3)


def test_the_same_key_for_something_else_is_refused(phone, no_change):
    phone.solo(2, won=False, value=3, after=EMPTY, key="one")
    with no_change(phone.tournament):
        refused(phone.deal, 1, 2, facts=FACTS, after=EMPTY, key="one", code="key")
        refused(phone.deal, 1, 3, after=EMPTY, key="one", code="key")
        refused(phone.solo, 2, won=True, value=3, after=EMPTY, key="one", code="key")
        refused(phone.solo, 2, won=False, value=2, after=EMPTY, key="one", code="key")
        refused(phone.undo, after=EMPTY, key="one", code="key")
        with pytest.raises(AlreadyApplied):
            phone.solo(2, won=False, value=3, after=EMPTY, key="one")


def test_an_empty_sheet_is_not_struck(phone):
    refused(phone.strike, code="empty")


def test_a_sheet_with_faults_is_not_confirmed(phone):
    rows = [{"kind": "normal", "scores": [1, 1, 1, -3]}]
    save_sheet(phone.tournament, None, 1, 1, rows, complete=False)
    for soloist in (1, 2, 3, 4):
        phone.solo(soloist)
    for _ in range(19):
        phone.deal(1, 3)
    refused(phone.confirm, 2, code="errors")


def test_a_confirmed_table_writes_nothing_more(phone, no_change):
    phone.play_all()
    mark = phone.mark
    phone.confirm(2, key="confirm")
    with no_change(phone.tournament):
        refused(phone.undo, after=mark, code="dead")
        with pytest.raises(AlreadyApplied):  # the answer was lost, not the confirmation
            phone.confirm(2, after=mark, key="confirm")


def test_a_closed_session_is_dead_and_alive_again_when_it_reopens(phone):
    phone.play_all()
    close_session(phone.tournament, None, 1)
    refused(phone.undo, code="dead")
    reopen_session(phone.tournament, None, 1, reason="protest")
    phone.undo()


def test_a_draw_taken_back_kills_its_pages(phone):
    old = phone.access
    recall_session(phone.tournament, None, 1, reason="someone left")
    refused(record_deal, old, seat=4, played=Played(DealKind.NORMAL, None, (1, 2), 1),
            after=EMPTY, key="x", code="dead")  # fmt: skip
    release_session(phone.tournament, None, 1)
    with pytest.raises(Refused):  # not even if the same seats are released again
        record_deal(old, seat=4, played=Played(DealKind.NORMAL, None, (1, 2), 1),
                    after=EMPTY, key="x")  # fmt: skip
    new = AtTable(phone.tournament)
    assert new.access.token != old.token
    new.deal(1, 2)


def test_a_draw_replaced_leaves_its_pages_to_say_where_to_go(phone):
    recall_session(phone.tournament, None, 1, reason="someone left")
    discard_draft(phone.tournament, None, 1)
    draw_session(phone.tournament, None, 1, seed=8)
    release_session(phone.tournament, None, 1)
    old = TableAccess.objects.get(pk=phone.access.pk)
    assert (old.table, old.number, old.session.number) == (None, 1, 1)
    assert TableAccess.objects.exclude(table=None).count() == 1


def test_what_the_desk_has_typed_as_finished_is_only_confirmed(phone):
    save_totals(phone.tournament, None, 1, 1, [3, -3, 0, 0])
    refused(phone.deal, 1, 2, code="typed_at_desk")
    refused(phone.undo, code="typed_at_desk")
    phone.confirm(2)
    assert phone.table.state == Table.State.VERIFIED


def test_time_is_up(phone):
    start_session(phone.tournament, None, 1)
    phone.deal(1, 3)
    assert "Minuten" in refused(phone.strike, code="time")
    session = phone.table.session
    session.minutes = 1
    session.started_at = session.started_at.replace(year=2020)
    session.save()
    phone.strike()
    assert [kind for kind, _, _ in phone.rows()] == ["normal"] + ["struck"] * 19
    refused(phone.strike, code="state")
    phone.undo()
    assert len(phone.rows()) == 1
    phone.strike()
    for soloist in (3, 4, 1, 2):
        phone.solo(soloist, kind=DealKind.VORFUEHRUNG)
    phone.confirm(1)
    assert phone.table.state == Table.State.VERIFIED


def test_extra_minutes_count(phone):
    start_session(phone.tournament, None, 1)
    session = phone.table.session
    session.minutes = 1
    session.started_at = session.started_at.replace(year=2020)
    session.save()
    extra_minutes(phone.tournament, None, 1, 1, 10, reason="Feuer", given_by="Adler")
    phone.deal(1, 3)
    phone.strike()  # ten minutes more are long over too


def test_a_penalty_is_the_referees(phone):
    rows = [{"kind": "penalty", "scores": [-3, 1, 1, 1]}]
    save_sheet(phone.tournament, None, 1, 1, rows, complete=False)
    refused(phone.undo, code="penalty")


def test_the_desk_is_told_when_a_phone_wrote_after_its_form_was_made(phone):
    seats, deals = (list(phone.table.seats.all()), list(phone.table.deals.all()))
    seen = state_digest(phone.table, seats, deals)
    phone.deal(1, 3)
    with pytest.raises(Conflict):
        save_totals(phone.tournament, None, 1, 1, [3, -3, 0, 0], seen=seen)
    assert stored_points(phone.tournament) == {1: [1, -1, 1, -1]}


def test_totals_from_paper_take_the_place_of_a_sheet_only_begun(phone, one_change):
    """The phone's battery is empty after two deals; the paper was kept to the end."""
    phone.deal(1, 3, value=2)
    phone.deal(2, 3)
    paper = [3, -3, 5, -5]
    told = refused(save_totals, phone.tournament, None, 1, 1, paper, code="sheet_begun")
    assert told.startswith("2 Spiele")
    with one_change(phone.tournament, "save_totals") as log:
        save_totals(phone.tournament, None, 1, 1, paper, over_sheet=True)
    assert stored_points(phone.tournament) == {1: paper}
    assert phone.table.state == Table.State.ENTERED
    assert [row["scores"] for row in log().before["rows"]] == [[2, -2, 2, -2], [-1, 1, 1, -1]]
    undo(phone.tournament, None, log().revision)
    assert len(phone.rows()) == 2  # and the phone keys on


def test_totals_over_a_sheet_begun_ask_for_the_referees_points_too(phone):
    rows = [
        {"kind": "normal", "scores": [2, -2, 2, -2]},
        {"kind": "penalty", "scores": [-3, 1, 1, 1], "note": "TSR 9"},
    ]
    save_sheet(phone.tournament, None, 1, 1, rows, complete=False)
    over = {"over_sheet": True}
    refused(save_totals, phone.tournament, None, 1, 1, [3, -3, 5, -5], **over, code="penalties")
    save_totals(phone.tournament, None, 1, 1, [3, -3, 5, -5], penalties="added", **over)
    assert stored_points(phone.tournament) == {1: [0, -2, 6, -4]}


def test_the_desk_undoes_from_the_log_what_was_done_at_the_table(phone):
    phone.play_all()
    phone.confirm(2)
    undo(phone.tournament, None, phone.tournament.log.first().revision, reason="so")
    assert phone.table.state == Table.State.ENTERED
    phone.undo()  # the page writes again
    assert phone.table.state == Table.State.OPEN
    undo(phone.tournament, None, phone.tournament.log.first().revision, reason="so")
    assert phone.table.state == Table.State.ENTERED
    assert len(phone.rows()) == 24


FACTS = {
    "game": "normal",
    "re": [1, 3],
    "calls": {"re": "announced"},
    "card_points": 151,
    "extras": {"fox": [1, 0]},
}


def test_facts_are_stored_and_must_come_to_what_was_keyed(phone):
    value = value_of(FACTS)
    assert value.scores == {1: 5, 2: -5, 3: 5, 4: -5}  # won, under 90, Re 2, fox
    assert "1: +5" in refused(phone.deal, 1, 3, value=4, facts=FACTS, code="facts_differ")
    refused(phone.solo, 1, value=5, facts=FACTS, code="facts")
    refused(phone.deal, 1, 3, value=5, facts={**FACTS, "re": [1, 9]}, code="facts")
    phone.deal(1, 3, value=5, facts=FACTS)
    assert phone.table.deals.get().outcome["card_points"] == 151
