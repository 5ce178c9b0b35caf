"""What importing a list would do, row by row, and doing it."""

from dataclasses import replace

import pytest

from tests.tournaments import factories
from tournaments.actions.address_book import erase_player
from tournaments.actions.closing import close_tournament
from tournaments.actions.core import AlreadyApplied, Refused
from tournaments.actions.entries import add_entry
from tournaments.actions.imports import NEW, ImportRow, import_entries, look_ahead
from tournaments.models import Club, Entry, Player

pytestmark = pytest.mark.django_db
UTE = ImportRow(1, "Adler", "Ute")


def known(**fields):
    """Someone of the address book who plays in another tournament."""
    values = {"first_name": "Ute", "last_name": "Adler", **fields}
    return add_entry(factories.tournament(), None, **values).player


def outlook(tournament, *rows):
    return look_ahead(tournament, rows)


def verdicts(tournament, *rows):
    return [one.verdict for one in look_ahead(tournament, rows)]


def test_a_new_person_of_a_new_club(tournament):
    (one,) = outlook(tournament, replace(UTE, club_name="Herz"))
    assert (one.verdict, one.new_club, one.will_enter) == ("new", True, True)
    Club.objects.create(name="Herz")
    (one,) = outlook(tournament, replace(UTE, club_name="HERZ"))
    assert one.new_club is False


def test_a_missing_club_is_fine(tournament):
    assert verdicts(tournament, UTE, ImportRow(2, "Brandt")) == ["new", "new"]


def test_someone_of_the_address_book_is_recognised(tournament):
    player = known(club_name="Herz")
    for row in (UTE, replace(UTE, club_name="herz"), ImportRow(1, "ADLER", "ute")):
        (one,) = outlook(tournament, row)
        assert (one.verdict, one.player) == ("known", player)


def test_a_known_person_of_another_club_is_asked_about(tournament):
    player = known(club_name="Herz")
    (one,) = outlook(tournament, replace(UTE, club_name="Fuchs"))
    assert (one.verdict, one.choices, one.will_enter) == ("ask", [player], False)
    row = replace(UTE, club_name="Fuchs", person=str(player.pk))
    (one,) = outlook(tournament, row)
    assert (one.verdict, one.player) == ("known", player)
    assert "Herz" in one.notes[0]
    assert verdicts(tournament, replace(row, person=NEW)) == ["new"]


def test_of_several_namesakes_the_club_decides_or_a_person(tournament):
    herz, fuchs = known(club_name="Herz"), known(club_name="Fuchs")
    assert outlook(tournament, replace(UTE, club_name="Fuchs"))[0].player == fuchs
    (one,) = outlook(tournament, UTE)
    assert one.verdict == "ask"
    assert {choice.pk for choice in one.choices} == {herz.pk, fuchs.pk}


def test_a_ddv_number_decides(tournament):
    known()
    numbered = known(ddv_number="1001", club_name="Herz")
    (one,) = outlook(tournament, replace(UTE, ddv_number="1001", club_name="Fuchs"))
    assert (one.verdict, one.player) == ("known", numbered)


def test_another_s_ddv_number_is_an_error(tournament):
    known(ddv_number="1001")
    (one,) = outlook(tournament, ImportRow(1, "Brandt", "Jo", ddv_number="1001"))
    assert one.verdict == "error"
    assert one.faults[0][0] == "ddv_number"
    assert "Adler, Ute" in one.faults[0][1]


def test_a_namesake_with_another_ddv_number_is_somebody_else(tournament):
    known(ddv_number="1001")
    assert verdicts(tournament, replace(UTE, ddv_number="2002")) == ["new"]


def test_who_is_entered_already_is_not_entered_again(tournament):
    add_entry(tournament, None, first_name="Ute", last_name="Adler")
    (one,) = outlook(tournament, UTE)
    assert (one.verdict, one.will_enter) == ("entered", False)
    assert "Startnummer 1" in one.notes[0]
    assert verdicts(tournament, replace(UTE, person=NEW)) == ["new"]


def test_an_erased_person_is_not_recognised(tournament):
    player = known()
    erase_player(None, player)
    assert verdicts(tournament, ImportRow(1, f"#{player.pk}")) == ["new"]


def test_the_same_name_twice_is_asked_about(tournament):
    again = replace(UTE, line=2)
    first, second = outlook(tournament, UTE, again)
    assert (first.verdict, second.verdict) == ("new", "ask")
    assert "Zeile 1" in second.notes[0]
    assert verdicts(tournament, UTE, replace(again, person=NEW)) == ["new", "new"]
    apart = (replace(UTE, ddv_number="1"), replace(again, ddv_number="2"))
    assert verdicts(tournament, *apart) == ["new", "new"]


def test_the_same_known_person_twice_is_asked_about(tournament):
    known()
    again = replace(UTE, line=2)
    assert verdicts(tournament, UTE, again) == ["known", "ask"]
    assert verdicts(tournament, UTE, replace(again, person=NEW)) == ["known", "new"]


def test_the_same_ddv_number_twice_is_an_error(tournament):
    rows = (replace(UTE, ddv_number="1"), ImportRow(2, "Brandt", ddv_number="1"))
    assert verdicts(tournament, *rows) == ["new", "error"]


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"last_name": ""}, "last_name"),
        ({"last_name": "A" * 10_000}, "last_name"),
        ({"last_name": "=cmd|' /C calc'!A0"}, "last_name"),
        ({"first_name": "<script>"}, "first_name"),
        ({"club_name": "+49"}, "club_name"),
        ({"ddv_number": "1" * 30}, "ddv_number"),
        ({"start_number": "1,5"}, "start_number"),
        ({"start_number": "0"}, "start_number"),
        ({"start_number": "10000"}, "start_number"),
        ({"start_number": "zwölf"}, "start_number"),
    ],
)
def test_a_bad_row_is_an_error_at_its_field_and_spoils_no_other(tournament, fields, field):
    bad, good = outlook(tournament, replace(UTE, **fields), ImportRow(2, "Brandt"))
    assert (bad.verdict, [where for where, _why in bad.faults]) == ("error", [field])
    assert good.verdict == "new"


def test_start_numbers_are_honoured_if_free(tournament, director):
    factories.entries(tournament, 3)
    rows = [
        ImportRow(1, "Kehl"),
        ImportRow(2, "Lind", start_number="+7"),
        ImportRow(3, "Mohn", start_number="2"),
        ImportRow(4, "Nuss", start_number="7"),
        ImportRow(5, "Ober", start_number="5"),
    ]
    outlooks = look_ahead(tournament, rows)
    assert [bool(one.notes) for one in outlooks] == [False, False, True, True, False]
    entries = import_entries(tournament, director, rows)
    assert {e.player.last_name: e.start_number for e in entries} == {
        "Kehl": 8,
        "Lind": 7,
        "Mohn": 9,
        "Nuss": 10,
        "Ober": 5,
    }


def test_the_highest_start_number_leaves_no_room_above(tournament, no_change):
    rows = [replace(UTE, start_number="9999"), ImportRow(2, "Brandt")]
    with no_change(tournament), pytest.raises(Refused):
        import_entries(tournament, None, rows)
    assert not Player.objects.exists()


def test_imported_as_one_change_with_every_row_in_the_log(tournament, director, one_change):
    player = known()
    rows = [
        UTE,
        ImportRow(3, "Brandt", "Jo", "Neu", "77", "", True),
        ImportRow(4, "Çelik", "Mina", "NEU"),
    ]
    with one_change(tournament, "import_entries") as log:
        entries = import_entries(tournament, director, rows)
    assert [entry.start_number for entry in entries] == [1, 2, 3]
    assert [entry.player for entry in entries][0] == player
    told = [
        (row["line"], row["start_number"], row["last_name"], row["known"]) for row in log().after
    ]
    assert told == [(1, 1, "Adler", True), (3, 2, "Brandt", False), (4, 3, "Çelik", False)]
    jo = Player.objects.get(last_name="Brandt")
    assert (jo.club.name, jo.ddv_number, jo.publish_name) == ("Neu", "77", True)
    assert (jo.sort_key, Club.objects.filter(name="Neu").count()) == ("brandt0jo", 1)


def test_all_rows_or_none(tournament, director, no_change):
    with no_change(tournament), pytest.raises(Refused, match="Zeile 2") as caught:
        import_entries(tournament, director, [UTE, ImportRow(2, "")])
    assert caught.value.where == 2
    assert (Player.objects.count(), Entry.objects.count()) == (0, 0)
    with no_change(tournament), pytest.raises(Refused):
        import_entries(tournament, director, [])


@pytest.mark.parametrize("role", ["helper", "referee", None])
def test_only_a_director_may(tournament, role, no_change):
    actor = factories.staff(tournament, role) if role else factories.user()
    with no_change(tournament), pytest.raises(Refused) as caught:
        import_entries(tournament, actor, [UTE])
    assert caught.value.code == "role"


def test_a_closed_tournament_refuses(tournament, director, no_change):
    close_tournament(tournament, director, drop_planned=True)
    with no_change(tournament), pytest.raises(Refused) as caught:
        import_entries(tournament, director, [UTE])
    assert caught.value.code == "closed"


def test_confirmed_twice_applied_once(tournament, director, one_change):
    with one_change(tournament, "import_entries"):
        import_entries(tournament, director, [UTE], key="k")
        with pytest.raises(AlreadyApplied):
            import_entries(tournament, director, [UTE], key="k")
    assert Entry.objects.filter(tournament=tournament).count() == 1


def test_the_number_of_queries_does_not_grow_with_the_list(
    tournament, director, django_assert_max_num_queries
):
    rows = [ImportRow(n, f"Name{n}", "Ute", "Herz") for n in range(1, 201)]
    # 200 rows are a few statements: SQLite takes at most 999 values in one.
    with django_assert_max_num_queries(24):
        look_ahead(tournament, rows)
        import_entries(tournament, director, rows)
