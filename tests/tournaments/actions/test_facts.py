"""Facts stand beside a row's points: compared, never in their place, and of that very deal."""

import pytest

from tests.tournaments import factories
from tests.tournaments.actions.play import drawn, legal_rows, stored_points, with_facts
from tournaments.actions.core import Refused
from tournaments.actions.corrections import correct_table
from tournaments.actions.keyings import key_again
from tournaments.actions.results import save_sheet, save_totals, verify_table
from tournaments.actions.sheets import report_of, ruleset_of
from tournaments.models import Deal, LogEntry, Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    return drawn(4)


def findings() -> list[tuple[int | None, str, str]]:
    table = Table.objects.select_related("session__tournament").get()
    report = report_of(table, list(table.deals.all()), ruleset_of(table))
    return [(one.row, one.code, one.severity) for one in report.findings]


def test_facts_that_come_to_the_same_are_kept_and_say_nothing(tournament):
    rows = legal_rows(4, penalties=False)
    at = with_facts(rows)
    save_sheet(tournament, None, 1, 1, rows)
    assert Deal.objects.get(row=at + 1).outcome == rows[at]["outcome"]
    assert findings() == []
    verify_table(tournament, None, 1, 1)


def test_other_points_than_the_facts_are_a_warning_and_verified_only_with_a_reason(tournament):
    rows = legal_rows(4, penalties=False)
    at = with_facts(rows, value=4)
    save_sheet(tournament, None, 1, 1, rows)
    assert findings() == [(at + 1, "facts_differ", "warning")]
    totals = stored_points(tournament)[1]
    for verify in (
        lambda: verify_table(tournament, None, 1, 1),
        lambda: verify_table(tournament, None, 1, 1, reason=" "),
        lambda: key_again(tournament, None, 1, 1, totals=totals),
        lambda: save_totals(tournament, None, 1, 1, totals),
    ):
        with pytest.raises(Refused) as refusal:
            verify()
        assert refusal.value.code == "warnings"
    verify_table(tournament, None, 1, 1, reason="Der Tisch blieb bei 4 Punkten")
    assert Table.objects.get().state == Table.State.VERIFIED
    assert LogEntry.objects.first().reason == "Der Tisch blieb bei 4 Punkten"
    assert stored_points(tournament)[1] == totals


def test_totals_typed_before_do_not_verify_a_sheet_that_its_facts_speak_against(tournament):
    rows = legal_rows(4, penalties=False)
    with_facts(rows, value=4)
    added = [sum(row["scores"][seat] for row in rows) for seat in range(4)]
    typist = factories.staff(tournament, "helper")
    save_totals(tournament, typist, 1, 1, added)
    save_sheet(tournament, None, 1, 1, rows)
    assert Table.objects.get().state == Table.State.ENTERED


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"game": "silent_marriage", "re": [1], "extras": {}}, "einem anderen Spiel"),
        ({"re": [1]}, "zwei verschiedene"),
        ({"card_points": 241}, "240"),
        ({"surprise": 1}, "surprise"),
    ],
)
def test_facts_of_another_deal_are_refused_at_their_row(tournament, change, told):
    rows = legal_rows(4, penalties=False)
    at = with_facts(rows)
    rows[at]["outcome"] |= change
    with pytest.raises(Refused) as refusal:
        save_sheet(tournament, None, 1, 1, rows)
    assert refusal.value.where == at + 1
    assert told in str(refusal.value)
    assert not Deal.objects.exists()


def test_facts_of_another_soloist_and_of_who_deals_are_refused():
    tournament = drawn(5)
    rows = legal_rows(5, penalties=False)
    at = next(n for n, row in enumerate(rows) if row["kind"] == "pflichtsolo")
    soloist = rows[at]["soloist"]
    playing = [seat for seat, score in enumerate(rows[at]["scores"], 1) if score]
    facts = {"game": "solo", "contract": "aces", "card_points": 121, "seats": playing}
    other = next(seat for seat in playing if seat != soloist)
    for wrong in (
        {**facts, "re": [other]},
        {**facts, "re": [soloist], "seats": sorted({1, 2, 3, 4, 5} - {other})},
    ):
        rows[at]["outcome"] = wrong
        with pytest.raises(Refused) as refusal:
            save_sheet(tournament, None, 1, 1, rows)
        assert refusal.value.where == at + 1
    rows[at]["outcome"] = {**facts, "re": [soloist]}
    save_sheet(tournament, None, 1, 1, rows)


def test_facts_alone_are_a_correction_too(tournament):
    rows = legal_rows(4, penalties=False)
    at = with_facts(rows)
    facts = rows[at].pop("outcome")
    save_sheet(tournament, None, 1, 1, rows)
    verify_table(tournament, None, 1, 1)
    with pytest.raises(Refused) as refusal:
        correct_table(tournament, None, 1, 1, rows=rows, reason="Nichts")
    assert refusal.value.code == "same"
    rows[at]["outcome"] = facts
    correct_table(tournament, None, 1, 1, rows=rows, reason="Ansagen nachgetragen")
    assert Deal.objects.get(row=at + 1).outcome == facts
