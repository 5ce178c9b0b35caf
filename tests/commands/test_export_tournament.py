"""``export_tournament``, ``import_tournament`` and ``check_tournament`` from the command line."""

import json
import sys

import pytest
from django.core.management import CommandError, call_command

from tests.tournaments import factories
from tests.tournaments.transfer.conftest import as_bytes, small_file
from tournaments.models import Player, Seat, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def run(capfdbinary):
    """Runs a command; gives its exit status, standard output and standard error."""

    def call(*arguments: object) -> tuple[int, bytes, str]:
        code = 0
        try:
            call_command(*map(str, arguments))
        except SystemExit as stop:
            code = stop.code or 0
        except CommandError as error:  # what manage.py prints before it exits
            code = error.returncode
            print(error, file=sys.stderr)
        output = capfdbinary.readouterr()
        return code, output.out, output.err.decode()

    return call


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "herbst.json"
    path.write_bytes(as_bytes(small_file()))
    return path


def test_there_and_back(run, file, tmp_path):
    assert run("import_tournament", file)[0] == 0
    code, out, _err = run("export_tournament", "herbst")
    assert code == 0
    assert json.loads(out) == small_file()
    again = tmp_path / "again.json"
    assert run("export_tournament", "herbst", "--output", again) == (0, b"", "")
    assert again.read_bytes() == out
    assert run("import_tournament", again, "--slug", "copy")[0] == 0
    assert Tournament.objects.count() == 2


def test_a_director_can_be_named(run, file):
    boss = factories.director()
    assert run("import_tournament", file, "--director", boss.username)[0] == 0
    assert Tournament.objects.get().staff.get().user == boss


def test_every_fault_on_a_line_of_its_own(run, file):
    content = small_file()
    content["sessions"][0]["tables"][0]["deals"][1]["scores"] = [2, -2, -2, 4]
    file.write_bytes(as_bytes(content))
    code, out, err = run("import_tournament", file)
    assert (code, out) == (1, b"")
    assert len(err.splitlines()) == 2  # the row, and the seat whose points no longer follow
    assert "TSR 7.3.3" in err
    assert not Tournament.objects.exists()


def test_a_taken_address(run, file):
    run("import_tournament", file)
    code, _out, err = run("import_tournament", file)
    assert code == 1
    assert "herbst" in err
    assert Tournament.objects.count() == 1


def test_a_person_known_under_another_name_is_mentioned(run, file):
    Player.objects.create(last_name="Brandt", ddv_number="DDV 1")
    code, _out, err = run("import_tournament", file)
    assert code == 0
    assert "Brandt" in err


@pytest.mark.parametrize(
    "arguments",
    [
        ("export_tournament", "nowhere"),
        ("check_tournament", "nowhere"),
        ("import_tournament", "/nowhere/at/all.json"),
        ("import_tournament", "."),
        ("import_tournament", "{file}", "--director", "nobody"),
        ("export_tournament", "herbst", "--output", "/nowhere/at/all.json"),
    ],
)
def test_unusable_arguments(run, file, arguments):
    run("import_tournament", file)
    Tournament.objects.filter(name="x").delete()
    code, out, err = run(*(str(a).format(file=file) for a in arguments))
    assert (code, out) == (2, b"")
    assert len(err.strip().splitlines()) == 1


def test_check(run, file):
    run("import_tournament", file)
    code, out, _err = run("check_tournament", "herbst")
    assert code == 0
    code, out, _err = run("check_tournament", "herbst", "--json")
    assert (code, json.loads(out)) == (0, {"ok": True, "differences": [], "warnings": []})

    Seat.objects.filter(position=1).update(points=9)
    code, out, _err = run("check_tournament", "herbst")
    assert code == 1
    assert "Herbstturnier" in out.decode()
    code, out, _err = run("check_tournament", "herbst", "--json")
    [difference] = json.loads(out)["differences"]
    assert code == 1
    assert difference["code"] == "points_differ"
    assert set(difference) == {"code", "where", "message"}
