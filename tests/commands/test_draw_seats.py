"""``manage.py draw_seats`` as another program would use it."""

import json

import pytest
from django.core.management import ManagementUtility


@pytest.fixture
def run(capsys):
    def call(*arguments: str) -> tuple[int, str, str]:
        code = 0
        try:
            ManagementUtility(["manage.py", "draw_seats", *map(str, arguments)]).execute()
        except SystemExit as stop:
            code = stop.code
        output = capsys.readouterr()
        return code, output.out, output.err

    return call


@pytest.mark.parametrize("method", ["random", "fixed_plan"])
def test_a_plan_as_json(run, method):
    arguments = ["--players", 37, "--rounds", 3, "--seed", 5, "--method", method, "--json"]
    code, out, _ = run(*arguments)
    answer = json.loads(out)
    assert code == 0
    assert list(answer) == [
        "seed",
        "tables",
        "rounds",
        "repeats",
        "lower_bound",
        "why",
        "seat_counts_spread",
    ]
    assert answer["seed"] == 5
    assert answer["tables"] == {"4": 8, "5": 1}
    assert answer["repeats"] == answer["lower_bound"] == 0
    assert answer["seat_counts_spread"] == 1
    for tables in answer["rounds"]:
        assert sorted(player for table in tables for player in table) == list(range(1, 38))
    assert run(*arguments)[1] == out


def test_ranked_seats_in_the_order_given(run):
    code, out, _ = run("--players", 9, "--seed", 1, "--method", "ranked", "--json")
    assert code == 0
    tables = json.loads(out)["rounds"][0]
    assert [sorted(table) for table in tables] == [[1, 2, 3, 4], [5, 6, 7, 8, 9]]


def test_repeats_and_their_bound_are_explained(run):
    answer = json.loads(run("--players", 8, "--rounds", 2, "--seed", 1, "--json")[1])
    assert answer["repeats"] == answer["lower_bound"] == 4
    assert "Repeats: 4" in answer["why"]


def test_repeats_are_explained_by_name(run, tmp_path):
    path = tmp_path / "players.csv"
    path.write_text("Anne\nBodo\nCilli\nDora\n", encoding="utf-8")
    arguments = ["--rounds", 2, "--seed", 1, "--method", "fixed_plan", "--json"]
    answer = json.loads(run("--players-file", path, *arguments)[1])
    assert answer["repeats"] == answer["lower_bound"] == 6
    assert "Round 2 repeats Anne–Bodo, Anne–Cilli, Anne–Dora, Bodo–Cilli" in answer["why"]


def test_without_json_it_is_readable(run):
    code, out, _ = run("--players", 8, "--rounds", 2, "--seed", 3)
    assert code == 0
    assert "Seed 3, method random" in out
    assert "Round 2\n  Table 1: " in out
    assert "seats: 1" in out


@pytest.mark.parametrize(
    "content",
    [
        "Name;Verein\nÄnne Ampel;A\nBodo Birne;B\nCilli Clou;\nDörte Dose;D\n".encode("cp1252"),
        "\ufeffÄnne Ampel,x\r\nBodo Birne,y\r\n\r\nCilli Clou,\r\nDörte Dose,".encode(),
        b'Spieler\n"A\xcc\x88nne Ampel"\n Bodo Birne \nCilli Clou\nDo\xcc\x88rte Dose\n',
    ],
)
def test_names_come_from_the_first_column(run, tmp_path, content):
    path = tmp_path / "players.csv"
    path.write_bytes(content)
    code, out, err = run("--players-file", path, "--seed", 1, "--json")
    assert code == 0, err
    table = json.loads(out)["rounds"][0][0]
    assert sorted(table) == ["Bodo Birne", "Cilli Clou", "Dörte Dose", "Änne Ampel"]


@pytest.mark.parametrize("players", [0, 3, 6, 7, 11])
def test_refused_numbers_exit_1(run, players):
    code, out, _ = run("--players", players, "--seed", 1, "--json")
    answer = json.loads(out)
    assert code == 1
    assert answer["ok"] is False
    assert set(answer["error"]) == {"code", "rule", "at", "message"}
    assert answer["error"]["code"] in {"too_few_players", "no_table_sizes"}
    assert answer["error"]["message"].startswith(f"{players} players")


def test_two_of_one_name_are_refused(run, tmp_path):
    path = tmp_path / "players.csv"
    path.write_text("Anne\nBodo\nAnne\nCilli\n", encoding="utf-8")
    code, out, _ = run("--players-file", path, "--seed", 1, "--json")
    assert code == 1
    assert json.loads(out)["error"]["message"] == "Entered more than once: Anne."


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--players", "8"],
        ["--players", "eight", "--seed", "1"],
        ["--players", "-4", "--seed", "1"],
        ["--players", "100000", "--seed", "1"],
        ["--players", "8", "--seed", "1", "--rounds", "0"],
        ["--players", "8", "--seed", "-1"],
        ["--players", "8", "--seed", "1", "--method", "luck"],
        ["--players-file", "no-such-file.csv", "--seed", "1"],
        ["--players", "8", "--players-file", "x.csv", "--seed", "1"],
    ],
)
def test_unusable_arguments_exit_2(run, arguments):
    code, out, err = run(*arguments)
    assert code == 2
    assert out == ""
    assert "error" in err.lower()
    assert "Traceback" not in err
