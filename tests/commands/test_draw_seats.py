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


def test_a_session_is_drawn_again_from_the_sessions_before_it(run, tmp_path):
    """What a desk drew one by one, each session with a seed of its own."""
    history = []
    for number, seed in enumerate([8, 9, 8], start=1):
        path = tmp_path / "history.json"
        path.write_text(json.dumps(history), encoding="utf-8")
        arguments = ["--players", 40, "--seed", seed, "--sessions", 3, "--history", path, "--json"]
        code, out, _ = run(*arguments, "--first-seed", 8)
        answer = json.loads(out)
        assert code == 0
        assert answer["repeats"] == 0
        assert len(answer["rounds"]) == 1
        history += answer["rounds"]
        if number == 1:
            assert (
                history == json.loads(run(*arguments[:4], "--rounds", 3, "--json")[1])["rounds"][:1]
            )


def test_one_seed_throughout_is_one_call(run, tmp_path):
    whole = json.loads(run("--players", 24, "--rounds", 6, "--seed", 4, "--json")[1])
    assert whole["repeats"] == 0
    path = tmp_path / "history.json"
    path.write_text(json.dumps(whole["rounds"][:2]), encoding="utf-8")
    rest = run("--players", 24, "--rounds", 4, "--seed", 4, "--history", path, "--json")[1]
    assert json.loads(rest)["rounds"] == whole["rounds"][2:]


def test_wishes_and_who_is_absent(run, tmp_path):
    path = tmp_path / "wishes.json"
    wishes = [
        {"kind": "team", "entries": [1, 2, 4], "hard": True, "name": "Rot"},
        {"kind": "table", "entries": [5], "hard": True, "table": 2},
        {"kind": "club", "entries": [6, 7, 8, 9], "hard": False, "name": "Blau"},
    ]
    path.write_text(json.dumps(wishes), encoding="utf-8")
    arguments = ["--players", 14, "--absent", "3,10", "--seed", 1, "--wishes", path, "--json"]
    code, out, _ = run(*arguments)
    answer = json.loads(out)
    assert code == 0
    (tables,) = answer["rounds"]
    assert sorted(sum(tables, [])) == [1, 2, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14]
    assert 5 in tables[1]
    assert all(len({1, 2, 4} & set(table)) == 1 for table in tables)
    assert "Round 1: Wished apart (Blau), but at one table: " in answer["why"]


def test_contradictory_wishes_exit_1(run, tmp_path):
    path = tmp_path / "wishes.json"
    wishes = [{"kind": "team", "entries": [1, 2, 3], "hard": True}]
    path.write_text(json.dumps(wishes), encoding="utf-8")
    code, out, _ = run("--players", 8, "--seed", 1, "--wishes", path, "--json")
    error = json.loads(out)["error"]
    assert (code, error["code"]) == (1, "contradictory_wishes")
    assert error["message"].endswith("at most 2 players can be kept apart.")


@pytest.mark.parametrize(
    ("option", "content"),
    [
        ("--history", "{"),
        ("--history", "{}"),
        ("--history", "[[[1, 2, 3, 4], [4, 5, 6, 7]]]"),
        ("--history", '[[["1", 2, 3, 4]]]'),
        ("--wishes", '[{"kind": "luck", "entries": [1], "hard": true}]'),
        ("--wishes", '[{"kind": "pair", "entries": [1, 2]}]'),
        ("--wishes", "[" * 100_000),
        ("--wishes", "\xff"),
    ],
)
def test_unusable_files_exit_2(run, tmp_path, option, content):
    path = tmp_path / "file.json"
    path.write_bytes(content.encode("latin-1"))
    code, out, err = run("--players", 8, "--seed", 1, option, path)
    assert (code, out) == (2, "")
    assert "not usable" in err
    assert "Traceback" not in err


def test_a_fixed_plan_has_no_history(run, tmp_path):
    path = tmp_path / "history.json"
    path.write_text("[[[1, 2, 3, 4]]]", encoding="utf-8")
    arguments = ["--players", 8, "--seed", 1, "--method", "fixed_plan", "--history", path]
    assert run(*arguments)[0] == 2


def test_ranked_without_repeats(run):
    arguments = ["--players", 16, "--rounds", 2, "--seed", 1, "--method", "ranked_apart", "--json"]
    answer = json.loads(run(*arguments)[1])
    assert answer["repeats"] == 0
    assert [sorted(table) for table in answer["rounds"][0]][0] == [1, 2, 3, 4]
