"""Importing a list in the browser: paste or upload, preview, mend, confirm."""

import io
import re
from html import unescape

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.tournaments import factories
from tournaments.actions.entries import add_entry
from tournaments.models import Entry, Player
from tournaments.pages.desk import import_players

pytestmark = pytest.mark.django_db
FIELD = re.compile(r'<input[^>]*name="(\w+)" value="([^"]*)"([^>]*)>')
SELECT = re.compile(r'<select name="person".*?</select>', re.DOTALL)
CHOSEN = re.compile(r'<option value="([^"]*)" selected')


@pytest.fixture
def address(tournament):
    return reverse("import-players", args=[tournament.slug])


def form_of(answer):
    """The preview's form as a browser would send it: lists of values by name."""
    page = answer.content.decode().partition('id="preview"')[2]
    page = SELECT.sub(
        lambda found: '<input name="person" value="{}">'.format(
            (CHOSEN.findall(found[0]) or [""])[0]
        ),
        page,
    )
    fields = {}
    for name, value, rest in FIELD.findall(page):
        if name == "csrfmiddlewaretoken":
            continue
        sent = fields.setdefault(name, [])
        if name not in ("publish_name", "leave_out") or "checked" in rest:
            sent.append(unescape(value))
    return fields


def verdicts(answer):
    return [one.verdict for one in answer.context["outlooks"]]


def upload(content, name="liste.csv"):
    return {"file": SimpleUploadedFile(name, content)}


def names():
    return {
        entry.start_number: entry.player.list_name
        for entry in Entry.objects.order_by("start_number")
    }


def test_pasted_previewed_and_confirmed(client, address):
    answer = client.post(
        address, {"text": "Nachname;Vorname;Verein\nÖzdemir;Käthe;Herz\nAdler;Ute;"}
    )
    assert verdicts(answer) == ["new", "new"]
    assert "2 Personen aufnehmen" in answer.content.decode()
    assert not Entry.objects.exists()
    answer = client.post(address, {**form_of(answer), "step": "import"})
    assert answer.status_code == 302
    assert names() == {1: "Özdemir, Käthe", 2: "Adler, Ute"}
    assert Player.objects.get(last_name="Özdemir").club.name == "Herz"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_uploaded_csv(client, address, encoding):
    content = "Vorname;Name;DDV-Nummer\r\nKäthe;Özdemir;0815\r\n".encode(encoding)
    answer = client.post(address, upload(content))
    client.post(address, {**form_of(answer), "step": "import"})
    player = Player.objects.get()
    assert (player.list_name, player.ddv_number) == ("Özdemir, Käthe", "0815")


def test_uploaded_xlsx(client, address):
    book = openpyxl.Workbook()
    for row in (["Startnr.", "Name", "Einwilligung"], [12.0, "Özdemir, Käthe", "ja"]):
        book.active.append(row)
    content = io.BytesIO()
    book.save(content)
    answer = client.post(address, upload(content.getvalue(), "liste.xlsx"))
    client.post(address, {**form_of(answer), "step": "import"})
    assert names() == {12: "Özdemir, Käthe"}
    assert Player.objects.get().publish_name is True


def test_confirmed_twice_applied_once(client, address):
    sent = {**form_of(client.post(address, {"text": "Adler, Ute"})), "step": "import"}
    assert client.post(address, sent).status_code == 302
    assert client.post(address, sent).status_code == 302
    assert names() == {1: "Adler, Ute"}


def test_one_bad_row_does_not_lose_the_others(client, address):
    answer = client.post(address, {"text": "Nachname;Vorname\nAdler;Ute\n=1+1;Jo\nCohn;Mi\n;Al"})
    assert verdicts(answer) == ["new", "error", "new", "error"]
    answer = client.post(address, {**form_of(answer), "step": "import"})
    assert names() == {1: "Adler, Ute", 2: "Cohn, Mi"}
    assert [one.row.line for one in answer.context["outlooks"]] == [3, 5]
    sent = form_of(answer)
    sent["last_name"] = ["Brandt", "Dorn"]
    answer = client.post(address, {**sent, "step": "import"})
    assert answer.status_code == 302
    assert names() == {1: "Adler, Ute", 2: "Cohn, Mi", 3: "Brandt, Jo", 4: "Dorn, Al"}


def test_rows_are_edited_and_checked_again_before_anything_is_written(client, address):
    sent = form_of(client.post(address, {"text": "Nachname;Vorname\n;Ute\nBrandt;Jo"}))
    sent["last_name"][0] = "Adler"
    sent["publish_name"] = ["3"]
    answer = client.post(address, {**sent, "step": "check"})
    assert verdicts(answer) == ["new", "new"]
    assert not Player.objects.exists()
    client.post(address, {**form_of(answer), "step": "import"})
    assert names() == {1: "Adler, Ute", 2: "Brandt, Jo"}
    assert [p.publish_name for p in Player.objects.all()] == [False, True]


def test_a_row_is_left_out_and_can_be_taken_back(client, address):
    sent = form_of(client.post(address, {"text": "Adler, Ute\nBrandt, Jo"}))
    answer = client.post(address, {**sent, "leave_out": ["1"], "step": "check"})
    assert "1 Person aufnehmen" in answer.content.decode()
    sent = form_of(answer)
    assert sent["leave_out"] == ["1"]
    client.post(address, {**sent, "step": "import"})
    assert names() == {1: "Brandt, Jo"}


def test_the_same_name_twice_is_chosen(client, address):
    answer = client.post(address, {"text": "Adler, Ute\nAdler, Ute"})
    assert verdicts(answer) == ["new", "ask"]
    sent = form_of(answer)
    sent["person"][1] = "new"
    client.post(address, {**sent, "step": "import"})
    assert names() == {1: "Adler, Ute", 2: "Adler, Ute"}
    assert Player.objects.count() == 2


def test_a_person_of_the_address_book_is_chosen(client, tournament, address):
    people = [
        add_entry(factories.tournament(), None, last_name="Adler", first_name="Ute", club_name=club)
        for club in ("Herz", "Fuchs")
    ]
    answer = client.post(address, {"text": "Adler, Ute"})
    assert verdicts(answer) == ["ask"]
    sent = form_of(answer)
    sent["person"] = [str(people[1].player.pk)]
    answer = client.post(address, {**sent, "step": "check"})
    assert verdicts(answer) == ["known"]
    client.post(address, {**form_of(answer), "step": "import"})
    assert tournament.entries.get().player == people[1].player


def test_who_is_entered_already_is_shown_and_not_doubled(client, tournament, address):
    add_entry(tournament, None, last_name="Adler", first_name="Ute")
    answer = client.post(address, {"text": "Adler, Ute\nBrandt, Jo"})
    assert verdicts(answer) == ["entered", "new"]
    answer = client.post(address, {**form_of(answer), "step": "import"})
    assert answer.status_code == 302
    assert names() == {1: "Adler, Ute", 2: "Brandt, Jo"}


@pytest.mark.parametrize(
    "content",
    [b"", b"\x00\x01\x02", b"PK\x03\x04", b"%PDF-1.4", b"Adler\x00;Ute", b"a;b\n" * 2000, b"7;8\n"],
    ids=["empty", "binary", "no zip", "pdf", "NUL", "many rows", "no names"],
)
def test_a_hostile_file_is_refused_at_its_field(client, address, content):
    answer = client.post(address, upload(content))
    assert answer.status_code == 200
    assert answer.context["form"].errors["file"]


def test_a_refused_text_stays_in_the_form(client, address):
    answer = client.post(address, {"text": "1;2\n3;4"})
    assert answer.context["form"].errors["text"]
    assert "1;2\n3;4" in answer.content.decode()
    assert client.post(address, {"text": ""}).context["form"].errors["text"]


def test_markup_is_shown_as_text_and_refused(client, address):
    answer = client.post(address, {"text": "Nachname;Vorname\n<script>alert(1)</script>;Ute"})
    assert "<script>alert" not in answer.content.decode()
    assert verdicts(answer) == ["error"]


def test_a_helper_sees_that_importing_is_not_allowed(client, tournament, address):
    client.force_login(factories.staff(tournament, "helper"))
    assert "erlaubt" in client.get(address).content.decode()
    sent = form_of(client.post(address, {"text": "Adler, Ute"}))
    answer = client.post(address, {**sent, "step": "import"})
    assert "erlaubt" in answer.content.decode()
    assert 'value="Adler"' in answer.content.decode()
    assert not Entry.objects.exists()


def test_forged_rows_are_judged_like_any_other(client, address):
    forged = {
        "step": "import",
        "line": ["1", "1", "x", "99999999999", "-1"],
        "last_name": ["Adler", "\x00", "A" * 10_000],
        "first_name": ["Ute"],
        "person": ["999999", "new", "'; drop"],
        "start_number": ["1", "NaN"],
    }
    answer = client.post(address, forged)
    assert answer.status_code == 200
    assert names() == {1: "Adler, Ute"}
    assert client.post(address, {"step": "import"}).status_code == 200
    assert client.post(address, {"step": "check"}).status_code == 200


def test_five_hundred_rows_fit_into_one_form(client, address):
    rows = "\n".join(f"Name{n};Ute;Herz;{n}" for n in range(500))
    answer = client.post(address, {"text": "Nachname;Vorname;Verein;DDV-Nummer\n" + rows})
    sent = form_of(answer)
    sent["publish_name"] = sent["leave_out"] = sent["line"]
    assert client.post(address, {**sent, "step": "check"}).status_code == 200
    sent["leave_out"] = []
    assert client.post(address, {**sent, "step": "import"}).status_code == 302
    assert Entry.objects.count() == 500


def test_the_columns_of_the_form_are_those_of_a_row():
    assert set(import_players._COLUMNS) <= set(import_players.ImportRow.__dataclass_fields__)
