"""A tournament carried to another machine is the same there."""

import io
import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from PIL import Image

from tests.tournaments import factories
from tests.tournaments.actions.play import drawn
from tests.tournaments.transfer.conftest import as_bytes, small_file
from tournaments.actions.address_book import correct_player
from tournaments.actions.certificates import set_certificate
from tournaments.actions.core import Refused
from tournaments.actions.results import save_totals
from tournaments.actions.transfer import FileRefused, import_tournament
from tournaments.models import CertificateTemplate, Club, Entry, LogEntry, Player, Seat, Tournament
from tournaments.models.standings import standings_of
from tournaments.transfer.check import check_tournament
from tournaments.transfer.export import export_tournament


def ranking(tournament):
    return [(row.rank, row.entry.player.list_name, row.total) for row in standings_of(tournament)]


def test_export_import_export_gives_the_same_bytes(full_file):
    imported = import_tournament(None, full_file)
    assert imported.notices == []
    assert export_tournament(imported.tournament) == full_file


def test_the_standings_are_the_same(full):
    before = ranking(full)
    copy = import_tournament(None, export_tournament(full), slug="copy").tournament
    assert ranking(copy) == before
    assert len(before) == 10


def test_what_was_imported_is_sound(full_file):
    tournament = import_tournament(None, full_file).tournament
    assert [fault for fault in check_tournament(tournament) if fault.severity == "error"] == []


def test_wishes_and_substitutes_travel_along(full):
    copy = import_tournament(None, export_tournament(full), slug="copy").tournament
    assert copy.club_mates == "soft"
    assert [
        (wish.kind, wish.name, wish.table, wish.hard, wish.entries.count())
        for wish in copy.wishes.all()
    ] == [("team", "Füchse", None, True, 2), ("table", "", 2, False, 1)]
    seat = Seat.objects.exclude(substitute=None).get(session__tournament=copy)
    assert seat.substitute.list_name == "Ersatz, Pia"
    assert seat.session.number == 2


def test_certificates_look_the_same(full):
    picture = io.BytesIO()
    Image.new("RGB", (4, 4), "red").save(picture, "PNG")
    text = "# Urkunde\n\n{name}"
    set_certificate(full, None, text=text, signers="Vorstand; SR", logo=picture.getvalue())
    data = export_tournament(full)
    copy = import_tournament(None, data, slug="copy").tournament
    template = copy.certificate_template
    assert (template.text, template.signers) == (text, "Vorstand; SR")
    assert bytes(template.logo) == picture.getvalue()
    again = json.loads(export_tournament(copy))
    assert again["certificate"] == json.loads(data)["certificate"]


@pytest.mark.parametrize("logo", ["kein Bild", "PHN2Zz48c2NyaXB0Lz48L3N2Zz4=", "ä" * 9])
def test_a_logo_that_cannot_be_printed_is_a_fault_of_the_file(db, logo):
    content = small_file()
    content["certificate"] = {"text": "", "signers": "", "logo": logo}
    with pytest.raises(FileRefused) as refusal:
        import_tournament(None, as_bytes(content))
    assert [fault.where for fault in refusal.value.faults] == ["certificate.logo"]
    assert not Tournament.objects.exists()


def test_a_file_without_certificates_gets_the_built_in_ones(db):
    tournament = import_tournament(None, as_bytes(small_file())).tournament
    assert not CertificateTemplate.objects.filter(tournament=tournament).exists()


def test_exporting_changes_nothing_and_repeats_itself(full):
    first = export_tournament(full)
    assert export_tournament(full) == first
    full.refresh_from_db()
    assert json.loads(first)["tournament"]["revision"] == full.revision


def test_no_database_ids_and_no_accounts(full):
    text = export_tournament(full).decode()
    assert '"id"' not in text
    assert "_id" not in text
    boss = factories.director()
    own = factories.tournament(boss)
    assert json.loads(export_tournament(own))["log"][0]["actor"] == boss.get_username()


def test_an_erased_player_stays_erased(full_file):
    assert b"von der Marwitz" not in full_file
    import_tournament(None, full_file)
    erased = Player.objects.get(entries__start_number=4)
    assert erased.erased_at is not None
    assert erased.last_name.startswith("#")


def test_who_is_known_by_ddv_number_is_the_same_person(full_file):
    known = Player.objects.create(first_name="Oleg", last_name="Petrow", ddv_number="DDV 17")
    fuchs = Club.objects.create(name="FUCHS & Co")
    imported = import_tournament(None, full_file)
    entry = Entry.objects.get(tournament=imported.tournament, start_number=9)
    assert entry.player == known
    assert "Петров" in imported.notices[0]
    assert "Petrow, Oleg" in imported.notices[0]
    assert Player.objects.count() == 11
    assert fuchs.players.exists()


def test_the_log_names_the_person_of_this_machine(full_file):
    Player.objects.bulk_create(Player(last_name=f"Someone {n}") for n in range(5))
    tournament = import_tournament(None, full_file).tournament
    entry = tournament.log.get(action="add_entry", after__start_number=9)
    assert entry.after["player"] == Player.objects.get(entries__start_number=9).pk


def test_the_desk_goes_on_where_it_was(full_file):
    tournament = import_tournament(None, full_file).tournament
    revision = tournament.revision
    player = Player.objects.get(entries__start_number=9)
    correct_player(None, player, first_name="Oleg")
    tournament.refresh_from_db()
    assert tournament.revision == revision + 1
    assert check_tournament(tournament)[0:1] == []


def test_the_import_itself_is_logged_at_the_office(full_file):
    boss = factories.director()
    tournament = import_tournament(boss, full_file).tournament
    entry = LogEntry.objects.get(tournament=None, action="import_tournament")
    assert entry.actor == boss
    assert tournament.slug in entry.subject
    assert tournament.staff.get().user == boss


def test_an_address_is_not_taken_twice(full):
    data = export_tournament(full)
    with pytest.raises(Refused) as refusal:
        import_tournament(None, data)
    assert refusal.value.where == "slug"
    assert full.slug in str(refusal.value)
    assert Tournament.objects.count() == 1


@pytest.mark.parametrize("slug", ["", "new", "mit leer", "ä", "x" * 61])
def test_nor_is_a_bad_one(full, slug):
    with pytest.raises(Refused) as refusal:
        import_tournament(None, export_tournament(full), slug=slug)
    assert refusal.value.where == "slug"
    assert Tournament.objects.count() == 1


def test_nothing_is_left_of_a_refused_file(db):
    content = small_file()
    content["sessions"][0]["tables"][0]["deals"][1]["scores"] = [2, -2, -2, 3]
    with pytest.raises(FileRefused):
        import_tournament(None, as_bytes(content))
    assert not any(model.objects.exists() for model in (Tournament, Player, Club, LogEntry))


def test_as_many_queries_for_a_large_tournament_as_for_a_small_one(full):
    small = import_tournament(None, as_bytes(small_file())).tournament
    for work in (export_tournament, check_tournament):
        counts = []
        for tournament in (small, full):
            with CaptureQueriesContext(
                connection,
            ) as queries:
                work(tournament)
            counts.append(len(queries))
        assert counts[0] == counts[1] <= 20
    data = {name: export_tournament(t) for name, t in [("small", small), ("large", full)]}
    counts = []
    for name, content in data.items():
        with CaptureQueriesContext(connection) as queries:
            import_tournament(None, content, slug=f"copy-{name}")
        counts.append(len(queries))
    assert abs(counts[0] - counts[1]) <= 2
    assert Seat.objects.filter(session__tournament__slug="copy-large").count() == 27


@pytest.mark.django_db
def test_accounts_stay_behind_also_those_that_the_log_names():
    tournament = drawn(4)
    save_totals(tournament, factories.staff(tournament, "helper"), 1, 1, [3, -3, 0, 0])
    content = export_tournament(tournament)
    assert b"entered_by" not in content
    told = json.loads(content)
    told["log"][-1]["after"]["entered_by"] = 1  # an account here is somebody else there
    copy = import_tournament(None, as_bytes(told), slug="copy").tournament
    assert "entered_by" not in copy.log.get(action="save_totals").after
