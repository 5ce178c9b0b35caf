"""Wishes for the draw: noted, kept, refused where they contradict each other."""

import pytest

from tests.tournaments import factories
from tests.tournaments.actions.play import seating
from tournaments.actions.core import Refused
from tournaments.actions.draws import draw_session
from tournaments.actions.wishes import (
    add_wish,
    contradiction,
    keep_club_mates_apart,
    remove_wish,
    wishes_of,
)
from tournaments.models import Table, Wish

pytestmark = pytest.mark.django_db


@pytest.fixture
def sixteen(tournament):
    factories.entries(tournament, 16)
    return tournament


def together(tables, numbers):
    return [table for table in tables if len(set(table) & set(numbers)) > 1]


def test_each_kind_of_wish_is_kept(sixteen):
    add_wish(sixteen, None, kind="team", start_numbers=[1, 2, 3, 4], name="Füchse")
    add_wish(sixteen, None, kind="pair", start_numbers=[5, 6])
    add_wish(sixteen, None, kind="table", start_numbers=[7], table=1)
    add_wish(sixteen, None, kind="keeper", start_numbers=[8])
    for seed in range(5):
        draw_session(sixteen, None, 1, seed=seed)
        tables = seating(sixteen)
        assert not together(tables, [1, 2, 3, 4])
        assert not together(tables, [5, 6])
        assert 7 in tables[0]
        assert any(table[-1] == 8 for table in tables)


def test_club_mates_are_kept_apart_if_so_set(sixteen):
    clubs = {}
    for entry in sixteen.entries.select_related("player__club"):
        clubs.setdefault(entry.player.club_name, []).append(entry.start_number)
    clubs.pop("")
    assert all(len(members) == 4 for members in clubs.values())
    keep_club_mates_apart(sixteen, None, "hard")
    draw_session(sixteen, None, 1, seed=1)
    for members in clubs.values():
        assert not together(seating(sixteen), members)
    keep_club_mates_apart(sixteen, None, "any")
    assert wishes_of(sixteen) == []


def test_a_wish_is_logged_and_can_be_taken_back(sixteen, one_change):
    with one_change(sixteen, "add_wish") as log:
        wish = add_wish(sixteen, None, kind="pair", start_numbers=[2, 1], hard=False)
    assert log().after == {"kind": "pair", "start_numbers": [1, 2], "hard": False}
    with one_change(sixteen, "remove_wish") as log:
        remove_wish(sixteen, None, wish.pk)
    assert log().before["start_numbers"] == [1, 2]
    assert not Wish.objects.exists()
    with pytest.raises(Refused):
        remove_wish(sixteen, None, wish.pk)
    with one_change(sixteen, "keep_club_mates_apart"):
        keep_club_mates_apart(sixteen, None, "soft")


@pytest.mark.parametrize(
    ("values", "where"),
    [
        ({"kind": "team", "start_numbers": [1]}, "start_numbers"),
        ({"kind": "pair", "start_numbers": [1, 1]}, "start_numbers"),
        ({"kind": "pair", "start_numbers": [1, 2, 3]}, "start_numbers"),
        ({"kind": "keeper", "start_numbers": [1, 2]}, "start_numbers"),
        ({"kind": "table", "start_numbers": [1]}, "table"),
        ({"kind": "table", "start_numbers": [1], "table": 0}, "table"),
        ({"kind": "luck", "start_numbers": [1]}, "kind"),
        ({"kind": "pair", "start_numbers": [1, 99]}, None),
    ],
)
def test_what_is_no_wish_is_refused(sixteen, no_change, values, where):
    with no_change(sixteen), pytest.raises(Refused) as refusal:
        add_wish(sixteen, None, **values)
    assert refusal.value.where == where
    assert not Wish.objects.exists()


def test_the_same_wish_again_and_a_second_table_are_refused(sixteen):
    add_wish(sixteen, None, kind="pair", start_numbers=[1, 2])
    with pytest.raises(Refused):
        add_wish(sixteen, None, kind="pair", start_numbers=[2, 1])
    add_wish(sixteen, None, kind="table", start_numbers=[3], table=2)
    with pytest.raises(Refused) as refusal:
        add_wish(sixteen, None, kind="table", start_numbers=[3], table=4)
    assert "Tisch 2" in str(refusal.value)


@pytest.mark.parametrize("role", ["helper", "referee"])
def test_only_the_director_notes_wishes(sixteen, role):
    actor = factories.staff(sixteen, role)
    with pytest.raises(Refused) as refusal:
        add_wish(sixteen, actor, kind="pair", start_numbers=[1, 2])
    assert refusal.value.code == "role"
    with pytest.raises(Refused):
        keep_club_mates_apart(sixteen, actor, "hard")


def test_contradictory_wishes_are_named_with_what_is_possible(sixteen):
    add_wish(sixteen, None, kind="team", start_numbers=[1, 2, 3, 4, 5])
    assert "4" in contradiction(sixteen, wishes_of(sixteen))
    with pytest.raises(Refused) as refusal:
        draw_session(sixteen, None, 1)
    assert refusal.value.code == "contradictory_wishes"
    assert "1, 2, 3, 4, 5" in str(refusal.value)
    assert not Table.objects.exists()
    remove_wish(sixteen, None, Wish.objects.get().pk)
    assert contradiction(sixteen, wishes_of(sixteen)) == ""
    draw_session(sixteen, None, 1)


def test_soft_wishes_that_cannot_be_kept_are_reported(sixteen):
    add_wish(sixteen, None, kind="team", start_numbers=[1, 2, 3, 4, 5], hard=False)
    report = draw_session(sixteen, None, 1).draw_report
    assert report["broken"]
    assert any(why["code"] == "wish_apart_broken" for why in report["why"])


def test_reading_the_wishes_takes_as_many_queries_for_1_as_for_5(
    sixteen, django_assert_num_queries
):
    add_wish(sixteen, None, kind="keeper", start_numbers=[1])
    with django_assert_num_queries(2):
        wishes_of(sixteen)
    for number in (2, 3, 4, 5):
        add_wish(sixteen, None, kind="keeper", start_numbers=[number])
    with django_assert_num_queries(2):
        wishes_of(sixteen)
