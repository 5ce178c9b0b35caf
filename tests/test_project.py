"""The house itself: what belongs together is together, and nothing comes from outside."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import polib
import pytest
from django.contrib.staticfiles import finders
from django.template import engines

ROOT = Path(__file__).resolve().parent.parent
CATALOGUE = ROOT / "locale/de/LC_MESSAGES/django.po"
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w*\}")
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
OWN_STATIC = sorted(p for p in (ROOT / "static").rglob("*") if p.suffix in {".css", ".js", ".svg"})
PAGES = sorted((ROOT / "docs").rglob("*.md")) + [ROOT / "README.md"]


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


def texts(entry: polib.POEntry) -> list[str]:
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


def keys(catalogue: polib.POFile) -> set[tuple[str, str]]:
    return {(entry.msgctxt or "", entry.msgid) for entry in catalogue if not entry.obsolete}


@pytest.fixture(scope="module")
def german():
    return polib.pofile(str(CATALOGUE))


class TestGerman:
    def test_every_text_of_the_catalogue_is_translated(self, german):
        missing = [e.msgid for e in german if not all(texts(e)) or "fuzzy" in e.flags]
        assert missing == []

    def test_translations_keep_the_placeholders(self, german):
        """Each text uses only what it is given; a singular may say "ein Tisch" and drop one."""
        for entry in german:
            given = set(PLACEHOLDER.findall(entry.msgid_plural or entry.msgid))
            for text in texts(entry):
                used = set(PLACEHOLDER.findall(text))
                assert used <= given, f"{entry.msgid!r}: {text!r}"
                assert entry.msgid_plural or used == given, f"{entry.msgid!r}: {text!r}"

    def test_the_compiled_catalogue_says_the_same(self, german):
        def content(catalogue):
            return {(e.msgctxt or "", e.msgid): texts(e) for e in catalogue if not e.obsolete}

        compiled = polib.mofile(str(CATALOGUE.with_suffix(".mo")))
        assert content(compiled) == content(german)

    @pytest.mark.skipif(
        not shutil.which("xgettext") and not os.environ.get("CI"), reason="needs gettext"
    )
    def test_every_text_of_the_interface_is_in_the_catalogue(self, german, tmp_path):
        source = tmp_path / "source"
        for folder in ("config", "rules", "scoring", "tournaments", "templates"):
            shutil.copytree(
                ROOT / folder, source / folder, ignore=shutil.ignore_patterns("__pycache__")
            )
        shutil.copy(ROOT / "manage.py", source)
        (source / "static").mkdir()
        (source / "locale").mkdir()
        subprocess.run(
            [sys.executable, "manage.py", "makemessages", "-l", "de", "-v0"],
            cwd=source,
            check=True,
            env={
                **os.environ,
                "DATA_DIR": str(tmp_path / "var"),
                "DJANGO_SETTINGS_MODULE": "config.settings",
            },
        )
        collected = polib.pofile(str(source / "locale/de/LC_MESSAGES/django.po"))
        assert sorted(msgid for _, msgid in keys(collected) - keys(german)) == []


class TestNothingFromOutside:
    """The hall has no internet, and a page tells nobody who looks at it (see also the CSP)."""

    @pytest.mark.parametrize("path", TEMPLATES + OWN_STATIC, ids=named)
    def test_no_address_outside_is_loaded(self, path):
        text = path.read_text(encoding="utf-8")
        loaded = re.findall(
            r"""(?:\bsrc|\bhref|\baction|@import|\burl\()\s*=?\s*["'(]*\s*((?:https?:)?//[^\s"')]+)""",
            text,
        )
        assert loaded == []

    @pytest.mark.parametrize("path", TEMPLATES, ids=named)
    def test_no_inline_scripts_and_styles(self, path):
        text = path.read_text(encoding="utf-8")
        assert re.findall(r"<script(?![^>]*(?:\bsrc=|application/json))[^>]*>", text) == []
        assert re.findall(r"<[a-z][^>]*\son[a-z]+=", text) == []
        if "documents" not in path.parts:  # PDFs bring their style along
            assert re.findall(r"<style|<[a-z][^>]*\sstyle=", text) == []


class TestTemplates:
    @pytest.mark.parametrize("path", TEMPLATES, ids=named)
    def test_compiles_and_refers_to_files_that_exist(self, path):
        text = path.read_text(encoding="utf-8")
        engines["django"].from_string(text)
        for name in re.findall(r"""{% static ["']([^"']+)["'] %}""", text):
            assert finders.find(name), name
        for name in re.findall(r"""{% (?:extends|include) ["']([^"']+)["']""", text):
            engines["django"].get_template(name)


class TestDocumentation:
    @pytest.mark.parametrize("path", PAGES, ids=named)
    def test_links_lead_somewhere(self, path):
        text = path.read_text(encoding="utf-8")
        for target in re.findall(r"\]\(([^)\s]+)\)", text):
            if not target.startswith(("http://", "https://", "#", "mailto:")):
                assert (path.parent / target.split("#")[0]).exists(), target

    @pytest.mark.parametrize("path", PAGES, ids=named)
    def test_commands_exist(self, path):
        text = path.read_text(encoding="utf-8")
        makefile = (ROOT / "Makefile").read_text()
        for target in re.findall(r"`(?:\w+=\S+ )*make ([a-z]+)", text):
            assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
        commands = {p.stem for p in (ROOT / "tournaments/management/commands").glob("[a-z]*.py")}
        django = {"migrate", "makemigrations", "createsuperuser", "collectstatic"}
        for command in re.findall(r"manage\.py ([a-z_]+)", text):
            assert command in commands | django, command

    def test_directors_read_the_words_that_they_see(self, german):
        """What is bold in their guide stands so on the screen."""
        shown = {text for entry in german for text in texts(entry)}
        guide = (ROOT / "docs/turnierleitung.md").read_text(encoding="utf-8")
        assert [word for word in re.findall(r"\*\*(.+?)\*\*", guide) if word not in shown] == []


def test_requirements_are_pinned():
    for path in (ROOT / "requirements.txt", ROOT / "tests/requirements.txt"):
        for line in path.read_text().splitlines():
            requirement = line.split("#")[0].strip()
            if requirement and not requirement.startswith("-r "):
                assert re.fullmatch(r"[\w.\-]+(\[\w+\])?==[\w.]+", requirement), requirement
