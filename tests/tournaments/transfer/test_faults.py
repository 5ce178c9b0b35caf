"""A faulty file gets a sentence for each fault, saying what and where, and nothing is stored."""

import json

import pytest
from django.utils import translation

from tests.tournaments.transfer.conftest import as_bytes, deal, player, small_file
from tournaments.transfer import reading
from tournaments.transfer.faults import MOST_FAULTS, Unsound
from tournaments.transfer.reading import read_tournament


@pytest.fixture(autouse=True)
def _in_english():
    with translation.override("en"):
        yield


def faults_of(data: bytes) -> list:
    with pytest.raises(Unsound) as error:
        read_tournament(data)
    return error.value.faults


def changed(path: str, value) -> bytes:
    """The small file with the value at ``path``, such as "clubs.0.name", replaced."""
    content = small_file()
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    place = content
    for step in way:
        place = place[step]
    place[last] = value
    return as_bytes(content)


def test_the_small_file_is_sound():
    assert read_tournament(as_bytes(small_file()))["tournament"]["slug"] == "herbst"


DEALS = "sessions.0.tables.0.deals"
SEATS = "sessions.0.tables.0.seats"

STRUCTURE = [
    ("tournament.name", "", "tournament.name"),
    ("tournament.name", " \u00ad ", "tournament.name"),
    ("tournament.name", 7, "tournament.name"),
    ("tournament.name", "x" * 121, "tournament.name"),
    ("tournament.slug", "a b", "tournament.slug"),
    ("tournament.slug", "new", "tournament.slug"),
    ("tournament.starts_on", "2026-02-30", "tournament.starts_on"),
    ("tournament.starts_on", "20261003", "tournament.starts_on"),
    ("tournament.starts_on", "２026-10-03", "tournament.starts_on"),
    ("tournament.created_at", "2026-10-03", "tournament.created_at"),
    ("tournament.created_at", "2026-10-03T25:00:00.000000Z", "tournament.created_at"),
    ("tournament.ruleset", "armut", "tournament.ruleset"),
    ("tournament.tie_breaks", ["lot", "age"], "tournament.tie_breaks[1]"),
    ("tournament.tie_breaks", {"lot": 1}, "tournament.tie_breaks"),
    ("tournament.lot_seed", True, "tournament.lot_seed"),
    ("tournament.lot_seed", 2**63, "tournament.lot_seed"),
    ("tournament.lot_seed", 1.0, "tournament.lot_seed"),
    ("tournament.revision", -1, "tournament.revision"),
    ("players", None, "players"),
    ("players.1", [], "players[1]"),
    ("players.1.publish_name", 1, "players[1].publish_name"),
    ("players.1.club", "Füchse", "players[1].club"),
    ("tournament.club_mates", "never", "tournament.club_mates"),
    ("wishes.0.kind", "luck", "wishes[0].kind"),
    ("wishes.0.start_numbers", [], "wishes[0].start_numbers"),
    ("sessions.0.state", "lost", "sessions[0].state"),
    ("sessions.0.tables.0.size", 6, "sessions[0].tables[0].size"),
    ("sessions.0.draw_report", [], "sessions[0].draw_report"),
    ("sessions.0.draw_report", {"x": 1e15}, "sessions[0].draw_report.x"),
    ("sessions.0.draw_report", {"x": [2**70]}, "sessions[0].draw_report.x[0]"),
    (f"{SEATS}.0.points", "8", "sessions[0].tables[0].seats[0].points"),
    (f"{SEATS}.0.points", 10**9, "sessions[0].tables[0].seats[0].points"),
    (f"{DEALS}.1.scores", [1, -1], "sessions[0].tables[0].deals[1].scores"),
    (f"{DEALS}.1.scores.2", None, "sessions[0].tables[0].deals[1].scores[2]"),
    (f"{DEALS}.1.scores.2", 10_000, "sessions[0].tables[0].deals[1].scores[2]"),
    (f"{DEALS}.1.outcome", "won", "sessions[0].tables[0].deals[1].outcome"),
    (f"{DEALS}.1.kind", "armut", "sessions[0].tables[0].deals[1].kind"),
]


@pytest.mark.parametrize(("path", "value", "where"), STRUCTURE)
def test_structure(path, value, where):
    [fault] = faults_of(changed(path, value))
    assert fault.code == "bad_input"
    assert fault.where == where
    assert fault.message.endswith(".")


SOUNDNESS = [
    ("clubs", [{"name": "Füchse", "city": ""}, {"name": "Dachse", "city": ""}], "club_unused"),
    ("players.1.club", 5, "unknown_club"),
    ("players.1.ddv_number", "DDV 3", "ddv_number_twice"),
    ("entries.1.start_number", 1, "start_number_twice"),
    ("entries.1.disqualified", True, "disqualified"),
    ("entries.1.player", 9, "unknown_player"),
    ("entries.1.player", 0, "player_once"),
    ("players", [player(n) for n in range(6)], "player_once"),
    ("sessions.0.state", "planned", "planned_with_tables"),
    ("sessions.0.state", "drafted", "draft_with_results"),
    ("sessions.0.state", "closed", "closed_with_open_table"),
    ("sessions.0.tables", [], "state_without_tables"),
    ("sessions.0.tables.0.state", "entered", None),
    (f"{SEATS}.0.position", 5, "seats_incomplete"),
    (f"{SEATS}.0.position", 2, "seats_incomplete"),
    (f"{SEATS}.0.start_number", 7, "unknown_start_number"),
    (f"{SEATS}.0.start_number", 2, "seated_twice"),
    (f"{SEATS}.0.substitute", 5, "unknown_player"),
    (f"{SEATS}.0.substitute", 4, "substitute_twice"),
    (f"{SEATS}.0.substitute", 1, "substitute_twice"),
    ("wishes.0.start_numbers", [1, 9], "unknown_start_number"),
    ("wishes.0.start_numbers", [1, 1], "wish_of_nobody"),
    ("wishes.0.start_numbers", [1], "wish_of_nobody"),
    ("wishes.0.kind", "keeper", "wish_of_nobody"),
    ("wishes.0.table", 2, "wish_without_table"),
    ("wishes.1.table", None, "wish_without_table"),
    (f"{SEATS}.0.points", 9, "points_differ"),
    (f"{SEATS}.0.points", None, "points_differ"),
    (f"{SEATS}.3.solos_won", 1, "solos_differ"),
    (f"{SEATS}.3.solos_won", None, "solos_differ"),
    (f"{DEALS}.1.row", 7, "rows_not_contiguous"),
    (f"{DEALS}.1.row", 1, "rows_not_contiguous"),
    (f"{DEALS}.1.scores", [2, -2, -2, 4], "sum_not_zero"),
    (f"{DEALS}.1.scores", [2, -2, -2, 2, 0], "scores_not_of_table"),
    (f"{DEALS}.1.soloist", 1, "soloist_without_solo"),
    (f"{DEALS}.1.breach", True, "breach_without_solo"),
    (f"{DEALS}.0.soloist", None, "soloist_missing"),
    (f"{DEALS}.0.soloist", 5, "soloist_missing"),
    (f"{DEALS}.1.kind", "total", "total_not_alone"),
    (f"{DEALS}.2.scores", [0, 0, 0, 0], "struck_with_scores"),
    (DEALS, [deal(1, "total", None)], "scores_missing"),
    (DEALS, [deal(1, "total", [8, -4, -4, 0])], "state_differs"),
    ("adjustments.0.start_number", 9, "unknown_start_number"),
    ("adjustments.0.session", 2, "unknown_session"),
    ("adjustments.0.points", 0, "adjustment_of_zero"),
    ("tournament.tie_breaks", ["lot", "lot"], "tie_break_twice"),
    ("tournament.closed_at", "2026-10-03T19:00:00.000000Z", "closed_with_open_session"),
    ("tournament.revision", 2, "revision_differs"),
    ("log.0.revision", 2, "revision_differs"),
    ("log", [], "revision_differs"),
    ("log.0.after", {"players": [{"player": 5}]}, "unknown_player"),
]


@pytest.mark.parametrize(("path", "value", "code"), SOUNDNESS)
def test_soundness(path, value, code):
    if code is None:
        read_tournament(changed(path, value))  # a sheet may be finished with fewer deals
        return
    faults = faults_of(changed(path, value))
    assert code in [fault.code for fault in faults]
    assert all(fault.message.endswith((".", ")")) for fault in faults)


@pytest.mark.parametrize(
    ("key", "code"),
    [
        ("sessions", "session_twice"),
        ("log", "revision_twice"),
    ],
)
def test_twice_the_same_number(key, code):
    content = small_file()
    content[key] *= 2
    assert code in [fault.code for fault in faults_of(as_bytes(content))]


def test_the_same_table_and_phone_twice():
    content = small_file()
    tables = content["sessions"][0]["tables"]
    for row in tables[0]["deals"][:2]:
        row["client_key"] = "phone"
    tables.append(tables[0])
    codes = [fault.code for fault in faults_of(as_bytes(content))]
    assert {"table_twice", "client_key_twice", "seated_twice"} <= set(codes)


def test_clubs_whose_names_fold_to_the_same():
    content = small_file()
    content["clubs"].append({"name": "FÜCHSE!", "city": ""})
    content["players"][3]["club"] = 1
    [fault] = faults_of(as_bytes(content))
    assert (fault.code, fault.message) == ("club_twice", "The same club twice: Füchse, FÜCHSE!.")


def test_a_finished_sheet_has_points_in_every_row():
    content = small_file()
    table = content["sessions"][0]["tables"][0]
    table["deals"][1]["scores"] = None
    for seat, points in zip(table["seats"], [6, -2, -2, -2], strict=True):
        seat["points"] = points
    read_tournament(as_bytes(content))
    table["state"] = "entered"
    [fault] = faults_of(as_bytes(content))
    assert str(fault) == (
        "Session 1, table 1, row 2: The sheet is finished, but this row has no points."
    )


def test_all_faults_are_named_not_only_the_first():
    content = small_file()
    content["tournament"]["name"] = ""
    content["players"][0]["colour"] = "blue"
    del content["players"][1]["club"]
    content["sessions"][0]["tables"][0]["deals"][0]["scores"] = [0.5, True, "2", 1]
    sentences = [str(fault) for fault in faults_of(as_bytes(content))]
    assert sentences == [
        'tournament.name: Must be a text of 1 to 120 characters, not "".',
        'players[0]: There is no key "colour" here.',
        "players[1]: The key “club” is missing.",
        "sessions[0].tables[0].deals[0].scores[0]: "
        "Must be a whole number from -9999 to 9999, not 0.5.",
        "sessions[0].tables[0].deals[0].scores[1]: "
        "Must be a whole number from -9999 to 9999, not true.",
        "sessions[0].tables[0].deals[0].scores[2]: "
        'Must be a whole number from -9999 to 9999, not "2".',
    ]


def test_faults_without_end_are_cut():
    content = small_file()
    content["players"] = [{}] * 9_999
    faults = faults_of(as_bytes(content))
    assert len(faults) == MOST_FAULTS + 1
    assert faults[-1].code == "too_many_faults"


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "not valid JSON"),
        (b"hello", "not valid JSON: line 1, column 1"),
        (b"PK\x03\x04", "not valid JSON"),
        (b"\xff\xfe{\x00}\x00", "not valid UTF-8 at byte 0"),
        ("{“}".encode("cp1252"), "not valid UTF-8 at byte 1"),
        (b"[]", "one JSON object, not a list"),
        (b"null", "one JSON object, not null"),
        (b'{"a": NaN}', "NaN is not a number"),
        (b'{"a": -Infinity}', "-Infinity is not a number"),
        (b'{"a": 1e999}', "1e999 is not a number"),
        (b'{"a": ' + b"9" * 5000 + b"}", "too long"),
        (b'{"a": 1, "b": {"c": 1, "c": 2}}', 'key "c" is given twice'),
        (b'{"a": "x\\u0000y"}', "cannot be stored"),
        (b'{"\\ud800": 1}', "cannot be stored"),
        (b"[" * 100_000, "nested too deeply"),
        (b"[" * 300 + b"]" * 300, "nested too deeply"),
        (b'{"a":' * 60 + b"1" + b"}" * 60, "nested too deeply"),
        (b"[" + b"[]," * 1_000_000 + b"0]", "more objects and lists"),
        (b"{}", "no tournament file"),
        (b'{"format": "pairs"}', "no tournament file"),
        (b'{"format": "doppelkopf-tournament"}', "version null"),
        (b'{"format": "doppelkopf-tournament", "version": 2}', "version 2; this program reads"),
        (b'{"format": "doppelkopf-tournament", "version": true}', "version true"),
    ],
)
def test_hostile_files(data, sentence):
    [fault] = faults_of(data)
    assert sentence in fault.message


def test_a_file_that_is_too_big_is_not_even_parsed(monkeypatch):
    monkeypatch.setattr(reading, "MOST_BYTES", 1024 * 1024)
    [fault] = faults_of(b" " * (1024 * 1024 + 1))
    assert str(fault) == "The file has 2 MB; a tournament file has at most 1 MB."


def test_a_byte_order_mark_and_escapes_do_no_harm():
    data = json.dumps(small_file(), ensure_ascii=True).encode("utf-8-sig")
    assert read_tournament(data)["clubs"][0]["name"] == "Füchse"


def test_an_emoji_as_a_pair_of_escapes_is_no_fault():
    assert read_tournament(changed("clubs.0.name", "🦊"))["clubs"][0]["name"] == "🦊"


def test_text_is_read_as_it_will_be_stored():
    read = read_tournament(changed("players.0.last_name", "  O\u0308z\u00addemir "))
    assert read["players"][0]["last_name"] == "Özdemir"
