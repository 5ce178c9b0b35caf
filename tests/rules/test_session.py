from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.refusal import Refusal
from rules.ruleset import DDV, get_ruleset
from rules.session import DealKind, dealer_of_line, start_session

K = DealKind


def walk(seats, *rows, ruleset=DDV):
    """The steps of a session and the state after them; a row is a kind or (kind, soloist)."""
    state, steps = start_session(seats, ruleset), []
    for row in rows:
        kind, soloist = row if isinstance(row, tuple) else (row, None)
        step = state.step(kind, soloist)
        steps.append(step)
        state = step.after
    return steps, state


def codes(step):
    return [fault.code for fault in step.faults]


def test_before_the_first_deal():
    state = start_session(4)
    assert (state.deal, state.dealer, state.forehand, state.remaining) == (1, 1, 2, 24)
    assert state.open_pflichtsoli == (1, 2, 3, 4)
    assert state.playing == (2, 3, 4, 1)
    assert (state.vorfuehrung, state.needs_decision, state.is_over) == (None, False, False)


def test_the_dealer_of_a_five_table_sits_out():
    state = start_session(5)
    assert state.playing == (2, 3, 4, 5)
    assert state.playing_with(4) == (5, 1, 2, 3)


def test_there_is_no_table_of_six():
    with pytest.raises(Refusal, match="no table of 6 players"):
        start_session(6)


def test_the_deal_moves_clockwise_and_the_left_of_the_dealer_leads():
    steps, state = walk(4, *[K.NORMAL] * 5)
    assert [step.dealer for step in steps] == [1, 2, 3, 4, 1]
    assert [step.leader for step in steps] == [step.forehand for step in steps] == [2, 3, 4, 1, 2]
    assert state.dealer == 2


def test_a_pflichtsolo_keeps_the_dealer_and_the_soloist_leads():
    steps, state = walk(4, (K.PFLICHTSOLO, 4), K.NORMAL)
    assert [(s.deal, s.dealer, s.forehand, s.leader) for s in steps] == [(1, 1, 2, 4), (2, 1, 2, 2)]
    assert state.open_pflichtsoli == (1, 2, 3)


def test_a_lustsolo_moves_the_deal_and_forehand_leads():
    steps, state = walk(4, (K.PFLICHTSOLO, 4), (K.LUSTSOLO, 4))
    assert (steps[1].dealer, steps[1].leader, state.dealer) == (1, 2, 2)
    assert codes(steps[1]) == []


@pytest.mark.parametrize("kind", [K.SILENT_MARRIAGE, K.MARRIAGE_SOLO])
def test_a_marriage_played_alone_is_no_pflichtsolo(kind):
    steps, state = walk(4, (kind, 3))
    assert steps[0].leader == 2
    assert state.open_pflichtsoli == (1, 2, 3, 4)
    assert state.dealer == 2
    assert codes(steps[0]) == []


def test_a_penalty_row_changes_nothing():
    steps, state = walk(4, K.PENALTY)
    assert (steps[0].deal, steps[0].dealer, steps[0].line) == (None, None, None)
    assert state == start_session(4)


def test_a_struck_deal_uses_a_number_and_a_line_but_moves_no_dealer():
    steps, state = walk(4, K.NORMAL, K.STRUCK)
    assert (steps[1].deal, steps[1].dealer, steps[1].leader, steps[1].line) == (2, None, None, 2)
    assert (state.dealer, state.remaining) == (2, 22)


def test_lines_of_the_two_sections_of_the_paper():
    steps, state = walk(4, K.NORMAL, (K.PFLICHTSOLO, 1), (K.LUSTSOLO, 1), (K.PFLICHTSOLO, 2))
    assert [(step.pflichtsolo_section, step.line) for step in steps] == [
        (False, 1),
        (True, 1),
        (False, 2),
        (True, 2),
    ]
    assert (state.normal_lines, state.solo_lines) == (2, 2)


def test_vorfuehrung_is_due_when_only_pflichtsoli_are_left():
    steps, state = walk(4, *[K.NORMAL] * 19)
    assert state.vorfuehrung is None
    state = state.step(K.NORMAL).after
    assert (state.remaining, state.dealer, state.vorfuehrung) == (4, 1, 2)


def test_the_dealer_due_deals_a_vorfuehrung_even_its_own():
    rows = [(K.PFLICHTSOLO, 2), (K.PFLICHTSOLO, 3), (K.PFLICHTSOLO, 4), *[K.NORMAL] * 20]
    _, state = walk(4, *rows)
    assert (state.dealer, state.vorfuehrung) == (1, 1)
    step = state.step(K.VORFUEHRUNG, 1)
    assert (step.dealer, step.forehand, step.leader, codes(step)) == (1, 2, 1, [])
    assert step.after.is_over


def test_vorfuehrungen_go_round_and_the_deal_moves_on():
    steps, state = walk(4, *[K.NORMAL] * 20, *[(K.VORFUEHRUNG, seat) for seat in (2, 3, 4, 1)])
    assert [step.dealer for step in steps[20:]] == [1, 2, 3, 4]
    assert [step.leader for step in steps[20:]] == [2, 3, 4, 1]
    assert not any(step.faults for step in steps)
    assert state.is_over


def test_at_five_the_dealer_is_passed_over_while_others_owe():
    rows = [(K.PFLICHTSOLO, seat) for seat in (2, 3, 4)]
    _, state = walk(5, *rows, *[K.NORMAL] * 25)
    assert (state.dealer, state.open_pflichtsoli, state.vorfuehrung) == (1, (1, 5), 5)
    step = state.step(K.VORFUEHRUNG, 1)
    assert codes(step) == ["soloist_sits_out", "wrong_soloist"]


def only_the_dealer_owes():
    rows = [(K.PFLICHTSOLO, seat) for seat in (2, 3, 4, 5)]
    return walk(5, *rows, *[K.NORMAL] * 25)[1]


def test_if_only_the_dealer_of_a_five_table_owes_the_director_decides():
    state = only_the_dealer_owes()
    assert (state.dealer, state.needs_decision, state.vorfuehrung) == (1, True, None)
    assert state.next_dealer == 2
    assert state.time_out().vorfuehrungen == ((2, None),)


def test_the_default_is_that_the_next_seat_deals():
    step = only_the_dealer_owes().step(K.VORFUEHRUNG, 1)
    assert (step.dealer, step.forehand, step.leader) == (2, 3, 1)
    assert step.needs_decision
    assert codes(step) == []
    assert step.after.is_over


def test_something_else_than_the_undecided_vorfuehrung_is_a_fault():
    state = only_the_dealer_owes()
    assert codes(state.step(K.NORMAL)) == ["vorfuehrung_expected"]
    other = state.step(K.VORFUEHRUNG, 3)
    assert codes(other) == ["second_pflichtsolo", "wrong_soloist"]
    assert not other.needs_decision


@pytest.mark.parametrize(
    ("seats", "rows", "expected"),
    [
        (4, [(K.PFLICHTSOLO, 1), (K.PFLICHTSOLO, 1)], ["second_pflichtsolo"]),
        (4, [(K.LUSTSOLO, 3)], ["lustsolo_before_pflichtsolo"]),
        (4, [(K.VORFUEHRUNG, 2)], ["vorfuehrung_too_early"]),
        (5, [(K.PFLICHTSOLO, 1)], ["soloist_sits_out"]),
        (5, [(K.SILENT_MARRIAGE, 1)], ["soloist_sits_out"]),
        (4, [(K.PFLICHTSOLO, 1)], []),
        (4, [*[K.NORMAL] * 20, K.NORMAL], ["vorfuehrung_expected"]),
        (4, [*[K.NORMAL] * 20, K.STRUCK], ["vorfuehrung_expected"]),
        (4, [*[K.NORMAL] * 20, (K.PFLICHTSOLO, 2)], ["vorfuehrung_expected"]),
        (4, [*[K.NORMAL] * 20, (K.VORFUEHRUNG, 3)], ["wrong_soloist"]),
        (4, [*[K.NORMAL] * 20, K.PENALTY], []),
        (4, [*[K.NORMAL] * 24, K.NORMAL], ["too_many_deals"]),
        (4, [*[K.NORMAL] * 24, (K.VORFUEHRUNG, 2)], ["too_many_deals"]),
    ],
)
def test_steps_against_the_law_come_back_with_their_faults(seats, rows, expected):
    steps, _ = walk(seats, *rows)
    assert codes(steps[-1]) == expected
    for fault in steps[-1].faults:
        assert fault.rule
        assert "%" not in fault.message


def test_a_fault_names_the_seats():
    steps, _ = walk(4, *[K.NORMAL] * 20, (K.VORFUEHRUNG, 3))
    assert steps[-1].faults[0].message == ("The Vorführung is due from seat 2, not from seat 3.")


def test_after_a_missed_vorfuehrung_the_rest_stays_due():
    _, state = walk(4, *[K.NORMAL] * 22)
    assert (state.remaining, len(state.open_pflichtsoli), state.vorfuehrung) == (2, 4, 4)


def test_what_the_law_allows_next():
    state = start_session(4)
    everyone = [1, 2, 3, 4]
    marriages = {K.MARRIAGE_SOLO: everyone, K.SILENT_MARRIAGE: everyone}
    assert state.allowed() == {K.NORMAL: [], K.PFLICHTSOLO: everyone, **marriages}
    state = state.step(K.PFLICHTSOLO, 3).after
    assert state.allowed() == {
        K.NORMAL: [],
        K.PFLICHTSOLO: [1, 2, 4],
        K.LUSTSOLO: [3],
        **marriages,
    }


def test_at_five_the_dealer_is_not_offered_a_solo():
    assert start_session(5).allowed()[K.PFLICHTSOLO] == [2, 3, 4, 5]


def test_only_the_vorfuehrung_of_one_seat_is_allowed_once_it_is_due():
    _, state = walk(4, *[K.NORMAL] * 20)
    assert state.allowed() == {K.VORFUEHRUNG: [2]}
    _, over = walk(4, *[K.NORMAL] * 20, *[(K.VORFUEHRUNG, seat) for seat in (2, 3, 4, 1)])
    assert over.allowed() == {}


def test_who_deals_next_is_known_before_the_deal():
    assert start_session(4).next_dealer == 1
    rows = [(K.PFLICHTSOLO, 2), *[K.NORMAL] * 20]
    assert [
        walk(4, *rows, ruleset=get_ruleset(name))[1].next_dealer for name in ("ddv", "ddv_older")
    ] == [1, 2]
    assert only_the_dealer_owes().allowed() == {K.VORFUEHRUNG: [1]}


def test_time_out_strikes_normal_deals_and_leaves_the_pflichtsoli():
    _, state = walk(4, (K.PFLICHTSOLO, 3), *[K.NORMAL] * 13)
    out = state.time_out()
    assert out.struck == 7
    assert out.vorfuehrungen == ((2, 4), (3, 1), (4, 2))


def test_time_out_after_the_last_deal_leaves_nothing():
    _, state = walk(4, *[K.NORMAL] * 20, *[(K.VORFUEHRUNG, seat) for seat in (2, 3, 4, 1)])
    assert state.time_out().struck == 0
    assert state.time_out().vorfuehrungen == ()


def test_in_older_descriptions_the_seat_to_the_right_of_the_soloist_deals():
    older = get_ruleset("ddv_older")
    rows = [(K.PFLICHTSOLO, 2), *[K.NORMAL] * 20]
    _, state = walk(4, *rows, ruleset=older)
    step = state.step(K.VORFUEHRUNG, 3)
    assert (state.dealer, state.vorfuehrung) == (1, 3)
    assert (step.dealer, step.leader, step.after.dealer) == (2, 3, 3)
    five = walk(5, *[(K.PFLICHTSOLO, s) for s in (2, 3, 4, 5)], *[K.NORMAL] * 20, ruleset=older)[1]
    assert (five.needs_decision, five.vorfuehrung) == (False, 1)
    assert five.step(K.VORFUEHRUNG, 1).dealer == 5


def test_a_ruleset_may_have_no_pflichtsoli():
    table = replace(DDV.table(4), pflichtsoli_per_player=0)
    state = start_session(4, replace(DDV, tables={4: table}))
    assert (state.remaining, state.open_pflichtsoli) == (20, ())
    assert codes(state.step(K.LUSTSOLO, 2)) == []
    for _ in range(19):
        state = state.step(K.NORMAL).after
    assert state.vorfuehrung is None


@given(
    st.sampled_from([4, 5]),
    st.lists(st.tuples(st.sampled_from(DealKind), st.integers(1, 4)), max_size=40),
)
def test_any_sequence_of_rows_keeps_the_counts_right(seats, rows):
    state = start_session(seats)
    for kind, soloist in rows:
        step = state.step(kind, soloist)
        numbered = kind is not K.PENALTY
        assert step.after.played == state.played + numbered
        assert step.after.normal_lines + step.after.solo_lines == step.after.played
        assert 1 <= step.after.dealer <= seats
        assert set(step.after.open_pflichtsoli) <= set(state.open_pflichtsoli)
        if step.dealer is not None:
            assert step.forehand == step.dealer % seats + 1
        due = step.after.vorfuehrung
        assert due is None or due in step.after.open_pflichtsoli
        assert not (step.after.needs_decision and due)
        state = step.after


@given(st.sampled_from([4, 5]), st.lists(st.booleans(), max_size=30))
def test_the_dealer_printed_on_a_normal_line_is_the_dealer(seats, pflichtsoli):
    state = start_session(seats)
    for wants_solo in pflichtsoli:
        owing = [seat for seat in state.playing if seat in state.open_pflichtsoli]
        if state.is_over or state.vorfuehrung_is_due:
            break
        if wants_solo and owing:
            state = state.step(K.PFLICHTSOLO, owing[0]).after
            continue
        step = state.step(K.NORMAL)
        assert step.dealer == dealer_of_line(step.line, seats)
        state = step.after
