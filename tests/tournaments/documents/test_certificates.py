import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from PIL import Image, ImageOps
from pypdf import PdfReader

from tests.tournaments import factories
from tests.tournaments.documents.reading import pages, pictures, squeezed
from tests.tournaments.played import played
from tournaments import documents
from tournaments.actions.certificates import set_certificate
from tournaments.actions.core import Refused
from tournaments.documents.certificates import template_fault
from tournaments.models import CertificateTemplate, LogEntry, Player
from tournaments.models.standings import standings_of

pytestmark = pytest.mark.django_db


def picture(kind="PNG", size=(60, 30)):
    out = io.BytesIO()
    Image.new("RGB", size, "black").save(out, kind)
    return out.getvalue()


def made(tournament, **given):
    return documents.make(tournament, "certificates", given)


def test_one_for_each_ranked_player_best_first():
    tournament = played(8, 2, place="Hameln")
    found = pages(made(tournament))
    rows = standings_of(tournament)
    assert len(found) == 8
    for text, row in zip(found, rows, strict=True):
        assert text.startswith("Turnierleitung Schiedsrichter Urkunde")
        assert squeezed(row.entry.player.full_name) in squeezed(text)
        points = str(row.total).replace("-", "−")
        assert squeezed(f"Platz {row.rank} von 8 Spielern") in squeezed(text)
        assert f"mit {points} Punkten in 2 Runden" in text
        assert "Hameln, 3. Oktober 2026" in text


def test_down_to_a_rank_and_on_a5():
    tournament = played(8, 2)
    content = made(tournament, places=3, paper="a5")
    within = [row for row in standings_of(tournament) if row.rank <= 3]
    assert len(pages(content)) == len(within)
    box = PdfReader(io.BytesIO(content)).pages[0].mediabox
    assert round(box.width / 72 * 25.4) == 148
    assert made(tournament, places=3, paper="a5") == content


def test_the_directors_text_signers_and_logo():
    tournament = played(8, 1)
    text = "# Ehrenurkunde\n\n{name}\n{club}\n{rank}. von {players} & <b>"
    set_certificate(tournament, None, text=text, signers="A. Vorsitz; B. Kasse", logo=picture())
    Player.objects.update(club=None)
    content = made(tournament)
    first = pages(content)[0]
    name = standings_of(tournament)[0].entry.player.full_name
    whole = f"A. Vorsitz B. Kasse Ehrenurkunde {name} 1. von 8 & <b>"
    assert squeezed(first) == squeezed(whole)
    [form] = PdfReader(io.BytesIO(content)).pages[0]["/Resources"]["/XObject"].values()
    assert form.get_object()["/Resources"]["/XObject"]


def test_long_names_stay_inside_the_frame(tmp_path):
    tournament = played(4, 1)
    frame = _inked(made(tournament, places=1), tmp_path)
    Player.objects.update(
        first_name="Maximilian-Alexander", last_name="Musterloh-Beispielsfürsts-Probenburg"
    )
    content = made(tournament, places=1)
    assert squeezed("Maximilian-Alexander Musterloh-Beispielsfürsts-Probenburg") in squeezed(
        pages(content)[0]
    )
    assert _inked(content, tmp_path) == frame


def _inked(content, folder):
    """The part of the first page that is printed on: the frame, unless something sticks out."""
    return ImageOps.invert(pictures(content, folder, dpi=50)[0]).getbbox()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("# Urkunde\n\nfür {nmae}", "Zeile 3, Zeichen 5: Den Platzhalter „{nmae}“ gibt es nicht."),
        ("für {name", "Zeile 1, Zeichen 5: Die Klammer"),
        ("{name.__class__}", "Zeile 1, Zeichen 1: Den Platzhalter"),
        ("x\n" * 50, "Mehr als 40 Zeilen"),
    ],
)
def test_a_text_with_a_fault_says_where_and_the_built_in_one_is_printed(text, fault):
    tournament = played(4, 1)
    set_certificate(tournament, None, text=text)
    assert template_fault(tournament).startswith(fault)
    assert "Urkunde" in pages(made(tournament))[0]
    assert "von 4 Spielern" in pages(made(tournament))[0]


@pytest.mark.parametrize(
    ("logo", "reason"),
    [
        (b"<svg onload='alert(1)'/>", "kein PNG- oder JPEG-Bild"),
        (picture()[:60], "die Datei ist beschädigt"),
        (picture("JPEG")[:-20], "die Datei ist beschädigt"),
        (picture("GIF"), "kein PNG- oder JPEG-Bild"),
        (picture(size=(5001, 1)), "5001 × 1 Pixel"),
        (b"\x89PNG" + bytes(2_000_001), "höchstens 2 MB"),
    ],
    ids=["svg", "png cut off", "jpeg cut off", "gif", "too wide", "too large"],
)
def test_a_logo_that_cannot_be_printed_is_refused_with_the_reason(logo, reason):
    tournament = played(4, 1)
    with pytest.raises(Refused, match=reason):
        set_certificate(tournament, None, text="", logo=logo)
    assert not CertificateTemplate.objects.exists()


def test_a_logo_stays_until_it_is_replaced_or_dropped_and_the_log_tells():
    tournament = played(4, 1)
    set_certificate(tournament, None, text="", logo=picture("JPEG"))
    set_certificate(tournament, None, text="{name}")
    assert CertificateTemplate.objects.get().logo
    set_certificate(tournament, None, text="{name}", drop_logo=True)
    assert not CertificateTemplate.objects.get().logo
    entry = LogEntry.objects.first()
    assert entry.before["logo"]
    assert entry.after == {"text": "{name}", "signers": "", "logo": None}


class TestThePage:
    @pytest.fixture
    def desk(self, client):
        client.force_login(factories.user(is_superuser=True))
        return client

    def address(self, tournament):
        return reverse("certificate", args=[tournament.slug])

    def test_begins_with_the_built_in_text_and_stores_what_is_typed(self, desk):
        tournament = played(4, 1)
        page = desk.get(self.address(tournament)).content.decode()
        assert "# Urkunde" in page
        logo = SimpleUploadedFile("logo.png", picture())
        given = {"once": "1", "text": "{name}", "signers": "Ute", "logo": logo}
        assert desk.post(self.address(tournament), given).status_code == 302
        stored = CertificateTemplate.objects.get()
        assert (stored.text, stored.signers) == ("{name}", "Ute")
        assert bytes(stored.logo) == picture()

    def test_keeps_what_was_typed_when_the_logo_is_refused(self, desk):
        tournament = played(4, 1)
        logo = SimpleUploadedFile("logo.png", b"no picture")
        given = {"once": "1", "text": "Für {name}", "logo": logo}
        page = desk.post(self.address(tournament), given).content.decode()
        assert "kein PNG- oder JPEG-Bild" in page
        assert "Für {name}" in page

    def test_says_where_a_fault_is_when_it_is_saved_and_when_it_is_printed(self, desk):
        tournament = played(4, 1)
        given = {"once": "1", "text": "Für {nmae}"}
        answer = desk.post(self.address(tournament), given, follow=True)
        assert "Zeile 1, Zeichen 5" in answer.content.decode()
        printed = desk.post(
            reverse("make-document", args=[tournament.slug, "certificates"]), follow=True
        )
        assert "Zeile 1, Zeichen 5" in printed.content.decode()

    def test_lets_a_helper_look_but_not_change(self, client):
        tournament = played(4, 1)
        client.force_login(factories.staff(tournament, "helper"))
        assert "disabled" in client.get(self.address(tournament)).content.decode()
        client.post(self.address(tournament), {"once": "1", "text": "{name}"})
        assert not CertificateTemplate.objects.exists()
