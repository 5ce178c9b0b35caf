"""Results of a table: written whole, checked, never silently overwritten."""

import pytest

from tests.tournaments import factories
from tests.tournaments.actions.play import drawn, legal_rows, stored_points
from tournaments.actions.adjustments import adjust
from tournaments.actions.at_table import Conflict
from tournaments.actions.closing import close_tournament
from tournaments.actions.core import AlreadyApplied, Refused
from tournaments.actions.results import (
    clear_table,
    save_sheet,
    save_totals,
    verify_table,
)
from tournaments.actions.sessions import (
    close_session,
    extra_minutes,
    reopen_session,
    start_session,
)
from tournaments.actions.sheets import state_digest
from tournaments.models import Deal, LogEntry, Session, Table, Tournament

pytestmark = pytest.mark.django_db


def table(tournament: Tournament, number: int, session: int = 1) -> Table:
    return Table.objects.get(session__tournament=tournament, session__number=session, number=number)


def digest(tournament: Tournament, number: int) -> str:
    at = table(tournament, number)
    return state_digest(at, list(at.seats.all()), list(at.deals.all()))


def test_totals_are_stored_as_points_and_zero_is_a_result():
    tournament = drawn()
    save_totals(tournament, None, 1, 1, [10, -7, 0, -3])
    save_totals(tournament, None, 1, 2, [0, 0, 0, 0, 0])
    assert stored_points(tournament) == {1: [10, -7, 0, -3], 2: [0, 0, 0, 0, 0]}
    assert table(tournament, 1).state == "entered"
    assert [deal.kind for deal in table(tournament, 1).deals.all()] == ["total"]


@pytest.mark.parametrize(
    ("totals", "code"),
    [
        ([1, 1, 1, 1], "sum_not_zero"),
        ([1, -1, 0], "totals"),
        ([1, -1, 0, 0, 0], "totals"),
        ([10_000, -10_000, 0, 0], "totals"),
    ],
)
def test_totals_that_cannot_be_are_refused_and_nothing_changes(totals, code):
    tournament = drawn()
    with pytest.raises(Refused) as refusal:
        save_totals(tournament, None, 1, 1, totals)
    assert refusal.value.code == code
    assert table(tournament, 1).state == "open"
    assert not Deal.objects.exists()


@pytest.mark.parametrize("size", [4, 5])
@pytest.mark.parametrize("struck", [0, 3])
def test_a_legal_sheet_is_stored_row_by_row_and_points_are_its_sum(size, struck):
    tournament = drawn(size)
    rows = legal_rows(size, seed=3, struck=struck)
    save_sheet(tournament, None, 1, 1, rows)
    at = table(tournament, 1)
    deals = list(at.deals.all())
    assert at.state == "entered"
    assert [(d.kind, d.soloist, d.scores, d.breach) for d in deals] == [
        (r["kind"], r.get("soloist"), r.get("scores"), r.get("breach", False)) for r in rows
    ]
    for seat in at.seats.all():
        assert seat.points == sum(d.scores[seat.position - 1] for d in deals if d.scores)
        own = [r for r in rows if r.get("soloist") == seat.position and "marriage" not in r["kind"]]
        assert seat.solos_won == sum(r["scores"][seat.position - 1] > 0 for r in own)
    verify_table(tournament, None, 1, 1)
    assert table(tournament, 1).state == "verified"


def test_a_sheet_that_does_not_add_up_names_its_row_and_changes_nothing():
    tournament = drawn(4)
    rows = legal_rows(4, penalties=False)
    rows[6]["scores"][0] += 1
    with pytest.raises(Refused) as refusal:
        save_sheet(tournament, None, 1, 1, rows)
    assert (refusal.value.code, refusal.value.where) == ("sum_not_zero", 7)
    assert not Deal.objects.exists()


@pytest.mark.parametrize(
    "row",
    [
        {"kind": "total", "scores": [0, 0, 0, 0]},
        {"kind": "armut", "scores": [0, 0, 0, 0]},
        {"kind": "lustsolo", "scores": [3, -1, -1, -1]},
        {"kind": "normal", "soloist": 1, "scores": [3, -1, -1, -1]},
        {"kind": "normal", "scores": [1, -1, 0]},
        {"kind": "normal", "scores": ["1", -1, 0, 0]},
        {"kind": "normal", "scores": [10**9, -(10**9), 0, 0]},
        {"kind": "struck", "scores": [1, -1, 0, 0]},
        {"scores": [1, -1, 0, 0]},
        {"kind": "normal"},
        {},
    ],
)
def test_rows_that_are_none_are_sentences(row):
    tournament = drawn(4)
    with pytest.raises(Refused) as refusal:
        save_sheet(tournament, None, 1, 1, [{"kind": "normal", "scores": [1, 1, -1, -1]}, row])
    assert refusal.value.where == 2
    assert str(refusal.value)
    assert not Deal.objects.exists()


def test_a_sheet_begun_is_kept_and_leaves_the_table_open():
    tournament = drawn(4)
    rows = legal_rows(4, deals=5, penalties=False)
    save_sheet(tournament, None, 1, 1, rows, complete=False)
    assert table(tournament, 1).state == "open"
    assert table(tournament, 1).deals.count() == 5
    with pytest.raises(Refused):
        close_session(tournament, None, 1)
    with pytest.raises(Refused):
        verify_table(tournament, None, 1, 1)
    with pytest.raises(Refused):
        save_sheet(tournament, None, 1, 1, [], complete=False)


def test_a_sheet_with_faults_is_stored_but_cannot_be_verified():
    tournament = drawn(4)
    rows = legal_rows(4, penalties=False)
    solo = next(i for i, row in enumerate(rows) if row["kind"] == "pflichtsolo")
    rows[solo]["kind"] = "lustsolo"
    save_sheet(tournament, None, 1, 1, rows)
    with pytest.raises(Refused) as refusal:
        verify_table(tournament, None, 1, 1, reason="steht so da")
    assert refusal.value.code == "errors"
    assert table(tournament, 1).state == "entered"


def test_two_keyings_that_agree_verify_and_others_do_not():
    tournament = drawn(4)
    rows = legal_rows(4)
    save_sheet(tournament, None, 1, 1, rows)
    points = stored_points(tournament)[1]
    wrong = [points[0] + 1, points[1] - 1, *points[2:]]
    with pytest.raises(Refused) as refusal:
        save_totals(tournament, None, 1, 1, wrong)
    assert refusal.value.code == "totals_differ"
    save_totals(tournament, None, 1, 1, points)
    assert table(tournament, 1).state == "verified"
    assert table(tournament, 1).deals.count() == len(rows)
    assert LogEntry.objects.first().after["how"] == "second_keying"

    clear_table(tournament, None, 1, 1, reason="Gegenprobe")
    save_totals(tournament, None, 1, 1, wrong)
    save_sheet(tournament, None, 1, 1, rows)
    assert table(tournament, 1).state == "entered"
    save_totals_again = clear_table(tournament, None, 1, 1, reason="Gegenprobe")
    assert save_totals_again.state == "open"
    save_totals(tournament, None, 1, 1, points)
    save_sheet(tournament, None, 1, 1, rows)
    assert table(tournament, 1).state == "verified"


def test_what_is_verified_is_not_typed_over():
    tournament = drawn(4)
    save_totals(tournament, None, 1, 1, [3, -3, 0, 0])
    verify_table(tournament, None, 1, 1)
    for save in (
        lambda: save_totals(tournament, None, 1, 1, [6, -6, 0, 0]),
        lambda: save_sheet(tournament, None, 1, 1, legal_rows(4)),
    ):
        with pytest.raises(Refused) as refusal:
            save()
        assert refusal.value.code == "verified"
    assert stored_points(tournament) == {1: [3, -3, 0, 0]}


def test_who_saves_over_someone_elses_result_is_told():
    tournament = drawn(4)
    seen = digest(tournament, 1)
    save_totals(tournament, None, 1, 1, [3, -3, 0, 0], seen=seen)
    for save in (
        lambda: save_totals(tournament, None, 1, 1, [6, -6, 0, 0], seen=seen),
        lambda: save_sheet(tournament, None, 1, 1, legal_rows(4), seen=seen),
        lambda: verify_table(tournament, None, 1, 1, seen=seen),
        lambda: clear_table(tournament, None, 1, 1, reason="weg", seen=seen),
    ):
        with pytest.raises(Conflict):
            save()
    assert stored_points(tournament) == {1: [3, -3, 0, 0]}
    save_totals(tournament, None, 1, 1, [6, -6, 0, 0], seen=digest(tournament, 1))
    assert stored_points(tournament) == {1: [6, -6, 0, 0]}


def test_each_change_is_logged_once_and_raises_the_revision_by_one():
    tournament = drawn(4)
    helper = factories.staff(tournament, "helper")
    steps = [
        ("save_totals", lambda k: save_totals(tournament, helper, 1, 1, [3, -3, 0, 0], key=k)),
        ("save_sheet", lambda k: save_sheet(tournament, helper, 1, 1, legal_rows(4), key=k)),
        ("verify_table", lambda k: verify_table(tournament, None, 1, 1, key=k)),
        ("clear_table", lambda k: clear_table(tournament, None, 1, 1, reason="neu", key=k)),
    ]
    for number, (action, step) in enumerate(steps):
        revision = tournament.revision
        step(f"key-{number}")
        assert tournament.revision == revision + 1
        entry = LogEntry.objects.get(tournament=tournament, revision=revision + 1)
        assert (entry.action, entry.subject) == (action, "1/1")
        with pytest.raises(AlreadyApplied):
            step(f"key-{number}")
        tournament.refresh_from_db()
        assert tournament.revision == revision + 1
    assert stored_points(tournament) == {1: [None] * 4}
    assert LogEntry.objects.first().reason == "neu"


def test_clearing_needs_the_director_a_reason_and_a_result():
    tournament = drawn(4)
    save_totals(tournament, None, 1, 1, [3, -3, 0, 0])
    with pytest.raises(Refused) as refusal:
        clear_table(tournament, factories.staff(tournament, "helper"), 1, 1, reason="so")
    assert refusal.value.code == "role"
    with pytest.raises(Refused) as refusal:
        clear_table(tournament, None, 1, 1, reason="  ")
    assert refusal.value.where == "reason"
    clear_table(tournament, None, 1, 1, reason="falscher Tisch")
    with pytest.raises(Refused):
        clear_table(tournament, None, 1, 1, reason="noch einmal")


def test_results_need_a_released_open_session_and_a_table():
    tournament = drawn(4, release=False)
    with pytest.raises(Refused):
        save_totals(tournament, None, 1, 1, [0, 0, 0, 0])
    tournament = drawn(4)
    for session, number in ((1, 2), (9, 1), (2, 1)):
        with pytest.raises(Refused):
            save_totals(tournament, None, session, number, [0, 0, 0, 0])
    save_totals(tournament, None, 1, 1, [0, 0, 0, 0])
    close_session(tournament, None, 1)
    with pytest.raises(Refused) as refusal:
        save_totals(tournament, None, 1, 1, [1, -1, 0, 0])
    assert refusal.value.code == "session_closed"
    reopen_session(tournament, None, 1, reason="Einspruch Tisch 1")
    save_totals(tournament, None, 1, 1, [1, -1, 0, 0])


def test_someone_without_a_role_changes_nothing():
    tournament = drawn(4)
    stranger = factories.user()
    with pytest.raises(Refused) as refusal:
        save_totals(tournament, stranger, 1, 1, [0, 0, 0, 0])
    assert refusal.value.code == "role"


def test_a_session_starts_closes_and_reopens():
    tournament = drawn(4)
    start_session(tournament, None, 1)
    session = Session.objects.get(tournament=tournament, number=1)
    assert (session.state, session.started_at is not None) == ("running", True)
    with pytest.raises(Refused):
        start_session(tournament, None, 1)
    with pytest.raises(Refused) as refusal:
        close_session(tournament, None, 1)
    assert refusal.value.code == "sheets_missing"
    save_totals(tournament, None, 1, 1, [1, -1, 0, 0])
    close_session(tournament, None, 1)
    with pytest.raises(Refused):
        close_session(tournament, None, 1)
    with pytest.raises(Refused) as refusal:
        reopen_session(tournament, None, 1, reason="")
    assert refusal.value.where == "reason"
    reopen_session(tournament, None, 1, reason="Protest")
    session.refresh_from_db()
    assert (session.state, session.closed_at) == ("running", None)
    assert LogEntry.objects.first().reason == "Protest"
    with pytest.raises(Refused):
        reopen_session(tournament, None, 1, reason="noch einmal")


def test_a_table_gets_extra_minutes_from_director_or_referee():
    tournament = drawn(4)
    referee = factories.staff(tournament, "referee")
    revision = tournament.revision
    ruled = {"reason": " Licht aus ", "given_by": " Adler "}
    extra_minutes(tournament, referee, 1, 1, 5, **ruled, key="m")
    at = table(tournament, 1)
    assert (at.extra_minutes, at.note) == (5, "Adler: Licht aus")
    log = LogEntry.objects.get(tournament=tournament, revision=revision + 1)
    assert log.before == {"extra_minutes": 0, "note": ""}
    assert log.after == {"extra_minutes": 5, "note": "Adler: Licht aus", "given_by": "Adler"}
    assert log.reason == "Licht aus"
    with pytest.raises(AlreadyApplied):
        extra_minutes(tournament, referee, 1, 1, 9, **ruled, key="m")
    for actor, minutes, more, code in (
        (factories.staff(tournament, "helper"), 5, {}, "role"),
        (None, -1, {}, "minutes"),
        (None, 121, {}, "minutes"),
        (None, 9, {"given_by": " "}, "given_by"),
        (None, 9, {"reason": " "}, "reason"),
    ):
        with pytest.raises(Refused) as refusal:
            extra_minutes(tournament, actor, 1, 1, minutes, **{**ruled, **more})
        assert refusal.value.code == code
    save_totals(tournament, None, 1, 1, [0, 0, 0, 0])
    close_session(tournament, None, 1)
    with pytest.raises(Refused):
        extra_minutes(tournament, None, 1, 1, 9, **ruled)


def test_a_closed_tournament_takes_no_results():
    tournament = drawn(4)
    save_totals(tournament, None, 1, 1, [0, 0, 0, 0])
    close_session(tournament, None, 1)
    Session.objects.filter(tournament=tournament, state="planned").delete()
    close_tournament(tournament, None)
    for act in (
        lambda: save_totals(tournament, None, 1, 1, [1, -1, 0, 0]),
        lambda: save_sheet(tournament, None, 1, 1, legal_rows(4)),
        lambda: verify_table(tournament, None, 1, 1),
        lambda: clear_table(tournament, None, 1, 1, reason="weg"),
        lambda: reopen_session(tournament, None, 1, reason="weg"),
        lambda: adjust(
            tournament, None, start_number=1, points=-1, reason="weg", given_by="Schiri"
        ),
    ):
        with pytest.raises(Refused) as refusal:
            act()
        assert refusal.value.code == "closed"
    assert stored_points(tournament) == {1: [0, 0, 0, 0]}


@pytest.mark.parametrize("role", ["helper", "referee"])
def test_only_the_director_starts_closes_and_reopens(role):
    tournament = drawn(4)
    actor = factories.staff(tournament, role)
    for act in (
        lambda: start_session(tournament, actor, 1),
        lambda: close_session(tournament, actor, 1),
        lambda: reopen_session(tournament, actor, 1, reason="darum"),
    ):
        with pytest.raises(Refused) as refusal:
            act()
        assert refusal.value.code == "role"
