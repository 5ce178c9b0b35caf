"""What the columns of a list mean, with and without a line that names them."""

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.player_list import Listed, read_players, split_name, yes_or_no
from tournaments.spreadsheets import Unreadable, read_text


def people(text, **options):
    return read_players(read_text(text), **options).people


UTE = Listed(1, "Ute", "Adler")


@pytest.mark.parametrize(
    ("text", "person"),
    [
        ("Adler, Ute", UTE),
        ("Ute Adler", UTE),
        ("Adler", Listed(1, "", "Adler")),
        ("Adler;Ute", UTE),
        ("Adler;Ute;Herz 10 Hameln", Listed(1, "Ute", "Adler", "Herz 10 Hameln")),
        ("Ute Adler;Herz 10 Hameln", Listed(1, "Ute", "Adler", "Herz 10 Hameln")),
        ("12;Adler;Ute;Herz;1001", Listed(1, "Ute", "Adler", "Herz", "1001", "12")),
        ("12.\tAdler, Ute\tHerz", Listed(1, "Ute", "Adler", "Herz", "", "12")),
        ("Adler;Ute;Herz;1001;ja", Listed(1, "Ute", "Adler", "Herz", "1001", "", True)),
        ("Käthe von der Aue", Listed(1, "Käthe", "von der Aue")),
        ("Anna Maria Adler", Listed(1, "Anna Maria", "Adler")),
        ("Name\nUte Adler", Listed(2, "Ute", "Adler")),
        ("Vorname;Name\nUte;Adler", Listed(2, "Ute", "Adler")),
        ("Vorname;Nachname\nUte;Adler", Listed(2, "Ute", "Adler")),
        ("Verein,Nachname,Vorname\nHerz,Adler,Ute", Listed(2, "Ute", "Adler", "Herz")),
        ("Club;First name;Last name\nHerz;Ute;Adler", Listed(2, "Ute", "Adler", "Herz")),
        ("SURNAME\tgiven name\nAdler\tUte", Listed(2, "Ute", "Adler")),
        ("Start-Nr.;Nachname, Vorname\n7;Adler, Ute", Listed(2, "Ute", "Adler", "", "", "7")),
        ("Name;Mitgliedsnummer\nAdler, Ute;0815", Listed(2, "Ute", "Adler", "", "0815")),
        ("Name;DDV-Nr\nAdler, Ute;815", Listed(2, "Ute", "Adler", "", "815")),
        ("Nachname;Straße;Vorname\nAdler;Weg 1;Ute", Listed(2, "Ute", "Adler")),
        ("Name;Name veröffentlichen\nAdler, Ute;x", Listed(2, "Ute", "Adler", consent=True)),
        ("Name;Einwilligung\nAdler, Ute;vielleicht", Listed(2, "Ute", "Adler", consent=None)),
        ("Nachname;Vorname\nAdler;", Listed(2, "", "Adler")),
        ("Nachname;Vorname\nvon der Aue;Käthe", Listed(2, "Käthe", "von der Aue")),
        ("Nachname;Vorname;Nachname\nAdler;Ute;Zwei", Listed(2, "Ute", "Adler")),
    ],
    ids=lambda value: value.replace("\n", " | ") if isinstance(value, str) else "",
)
def test_a_person_is_read(text, person):
    assert people(text) == [person]


def test_names_one_per_line_may_be_written_either_way():
    assert people("Adler, Ute\nJo Brandt\nKäthe von der Aue") == [
        Listed(1, "Ute", "Adler"),
        Listed(2, "Jo", "Brandt"),
        Listed(3, "Käthe", "von der Aue"),
    ]


def test_first_name_first_can_be_said():
    assert people("Ute;Adler;Herz", first_name_first=True) == [Listed(1, "Ute", "Adler", "Herz")]


def test_a_title_above_the_columns_is_skipped_and_said():
    read = read_players(read_text("Herbstturnier 2026\n\nName;Verein\nAdler, Ute;Herz"))
    assert read.people == [Listed(4, "Ute", "Adler", "Herz")]
    assert read.skipped_lines == [1]


def test_columns_tell_what_they_were_taken_for():
    read = read_players(read_text("Nachname;Ort\nAdler;Celle"))
    assert read.columns == [("Nachname", "last_name"), ("Ort", "")]
    assert read_players(read_text("1;Adler;Ute")).columns == [
        ("A", "start_number"),
        ("B", "last_name"),
        ("C", "first_name"),
    ]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1;2\n3;4", "keiner Spalte"),
        ("Vorname;Verein\nUte;Herz", "keiner Spalte"),
        ("Nachname;Vorname", "steht nichts"),
        ("Adler;Ute\n" * 501, "höchstens 500"),
    ],
)
def test_a_list_without_people_is_refused(text, sentence):
    with pytest.raises(Unreadable, match=sentence):
        people(text)


def test_five_hundred_people_with_a_header_are_taken():
    assert len(people("Nachname;Vorname\n" + "Adler;Ute\n" * 500)) == 500


def test_names_split():
    assert split_name("Adler, Ute") == ("Ute", "Adler")
    assert split_name("Ute zu der Au") == ("Ute", "zu der Au")
    assert split_name("von Aue") == ("von", "Aue")
    assert split_name("") == ("", "")
    assert [yes_or_no(text) for text in ("Ja", " x ", "Nein", "", "?")] == [
        True,
        True,
        False,
        False,
        None,
    ]


@settings(max_examples=100, deadline=None)
@given(
    st.lists(
        st.lists(
            st.sampled_from(
                ["Nachname", "Name", "Vorname", "Verein", "7", "Ute Adler", "A, B", "ja", "", "Ö"]
            ),
            max_size=5,
        ).map(";".join),
        max_size=6,
    ).map("\n".join)
)
def test_no_person_is_lost_whatever_the_columns(text):
    with contextlib.suppress(Unreadable):
        rows = read_text(text)
        read = read_players(rows)
        assert len(read.people) >= len(rows) - 1 - len(read.skipped_lines)
        assert len({person.line for person in read.people}) == len(read.people)
