"""What the columns of a list of players mean. Pure: rows of text in, named values out."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from tournaments.models.text import fold
from tournaments.spreadsheets import MAX_ROWS, Row, Unreadable, too_many_rows

FIELDS = ("start_number", "name", "last_name", "first_name", "club_name", "ddv_number", "consent")

_HEADERS = {
    "last_name": "Nachname, Familienname, Zuname, Last name, Surname, Family name",
    "first_name": "Vorname, Rufname, First name, Given name, Forename",
    "name": "Name, Spieler, Spielerin, Spielername, Spieler/in, Teilnehmer, Teilnehmerin, Player, "
    "Full name, Player name, Participant, Nachname Vorname, Name Vorname, Vorname Nachname, "
    "Vorname Name, Vor- und Nachname, Vor- und Zuname",
    "club_name": "Verein, Vereinsname, Klub, Club, Club name",
    "ddv_number": "DDV-Nummer, DDV-Nr, DDV, DDV-ID, DDV number, DDV-Mitgliedsnummer, "
    "Mitgliedsnummer, Mitglieds-Nr, Mitglied-Nr, Mitgliednummer, Passnummer, Pass-Nr, "
    "Member number, Member no, Membership number, Membership no",
    "start_number": "Startnummer, Start-Nr, Start, Nummer, Nr, No, Number, Start number, Start no",
    "consent": "Einwilligung, Zustimmung, Einverständnis, Veröffentlichen, Veröffentlichung, "
    "Name veröffentlichen, Voller Name, Datenschutz, DSGVO, Consent, Publish, Publish name",
}


def _header_key(text: str) -> str:
    return fold(text).replace("0", "")


_MEANING = {_header_key(name): key for key, names in _HEADERS.items() for name in names.split(",")}
_YES = {"ja", "j", "yes", "y", "x", "1", "true", "wahr", "ok"}
_NO = {"", "nein", "n", "no", "0", "false", "falsch"}
# Parts of a surname that stand before it; "Käthe von der Aue" is "von der Aue, Käthe".
_PARTICLES = {"von", "van", "vom", "zu", "zum", "zur", "de", "del", "della", "di", "da", "der"}
_PARTICLES |= {"den", "dem", "la", "le", "ten", "ter", "el", "al", "af", "av", "und"}


@dataclass(frozen=True)
class Listed:
    """One person as the list has it: text, not yet checked. ``consent`` None: not understood."""

    line: int
    first_name: str = ""
    last_name: str = ""
    club_name: str = ""
    ddv_number: str = ""
    start_number: str = ""
    consent: bool | None = False


@dataclass(frozen=True)
class PlayerList:
    """``columns`` tells what each column was taken for ("" for one that is not used)."""

    people: list[Listed]
    columns: list[tuple[str, str]] = field(default_factory=list)
    skipped_lines: list[int] = field(default_factory=list)


def read_players(rows: Sequence[Row], *, first_name_first: bool = False) -> PlayerList:
    """The people of a list, by its header line or, without one, by what its columns hold.

    ``first_name_first`` decides for two columns of single words without a header. Raises
    Unreadable when there is a header but no column with names, or too many rows.
    """
    at = _header_at(rows)
    if at is None:
        meanings = _guess(rows, first_name_first)
        people, titles = rows, [_letter(i) for i in range(len(meanings))]
    else:
        meanings = _meanings(rows[at].cells)
        people, titles = rows[at + 1 :], list(rows[at].cells)
    if not {"name", "last_name"} & set(meanings):
        raise Unreadable(_("No column holds names. Name the columns in the first line."))
    if len(people) > MAX_ROWS:
        raise too_many_rows()
    if not people:
        raise Unreadable(_("There is nothing below the line that names the columns."))
    return PlayerList(
        [_person(row, meanings) for row in people],
        list(zip(titles, meanings, strict=True)),
        [row.line for row in rows[: at or 0]],
    )


def yes_or_no(text: str) -> bool | None:
    """Whether a cell says yes; None when it says neither yes nor no."""
    key = text.strip().casefold()
    if key in _YES:
        return True
    return False if key in _NO else None


def split_name(text: str) -> tuple[str, str]:
    """First and last name of "Adler, Ute" or "Ute Adler" (particles belong to the last name)."""
    last, comma, first = text.partition(",")
    if comma:
        return first.strip(), last.strip()
    words = text.split()
    if len(words) < 2:
        return "", text.strip()
    at = len(words) - 1
    while at > 1 and words[at - 1].casefold() in _PARTICLES:
        at -= 1
    return " ".join(words[:at]), " ".join(words[at:])


def _header_at(rows: Sequence[Row]) -> int | None:
    """The row that names the columns: within the first few, there may be a title above."""
    for at, row in enumerate(rows[:8]):
        known = [_MEANING[key] for cell in row.cells if (key := _header_key(cell)) in _MEANING]
        names = {"name", "last_name", "first_name"} & set(known)
        if names and (len(set(known)) > 1 or at == 0):
            return at
    return None


def _meanings(header: Sequence[str]) -> list[str]:
    meanings: list[str] = []
    for cell in header:
        meaning = _MEANING.get(_header_key(cell), "")
        meanings.append("" if meaning in meanings else meaning)
    if "name" in meanings and "last_name" not in meanings and "first_name" in meanings:
        # "Name" beside "Vorname" is the surname.
        meanings[meanings.index("name")] = "last_name"
    if "last_name" in meanings and "name" in meanings:
        meanings[meanings.index("name")] = ""
    return meanings


def _guess(rows: Sequence[Row], first_name_first: bool) -> list[str]:
    """What columns without titles hold: numbers, then names, then the club."""
    width = max(len(row.cells) for row in rows)
    columns = [[row.cells[i] for row in rows if i < len(row.cells)] for i in range(width)]
    meanings = [""] * width
    words: list[int] = []
    for i, column in enumerate(columns):
        filled = [cell for cell in column if cell]
        if not filled:
            continue
        if _mostly(filled, _is_number):
            numbers = "ddv_number" if words else "start_number"
            meanings[i] = numbers if numbers not in meanings else ""
        elif words and _mostly(filled, lambda cell: yes_or_no(cell) is not None):
            meanings[i] = "consent" if "consent" not in meanings else ""
        else:
            words.append(i)
    if not words:
        return meanings
    # A line of one cell is a whole name; what the first column is, the other lines tell.
    first = [row.cells[words[0]] for row in rows if len(row.cells) > words[0] and not _alone(row)]
    whole = len(words) == 1 or _mostly(first, lambda cell: "," in cell)
    whole = whole or _mostly(first, lambda cell: len(cell.split()) > 1)
    pair = ["first_name", "last_name"] if first_name_first else ["last_name", "first_name"]
    order = ["name", "club_name"] if whole else [*pair, "club_name"]
    for i, meaning in zip(words, order, strict=False):
        meanings[i] = meaning
    return meanings


def _is_number(cell: str) -> bool:
    return cell.isascii() and cell.rstrip(".").isdigit()


def _mostly(cells: Sequence[str], test: Callable[[str], bool]) -> bool:
    return 2 * sum(test(cell) for cell in cells) > len(cells)


def _person(row: Row, meanings: Sequence[str]) -> Listed:
    values = {meaning: cell for meaning, cell in zip(meanings, row.cells, strict=False) if meaning}
    first, last = values.get("first_name", ""), values.get("last_name", "")
    if "name" in values:
        first, last = split_name(values["name"])
    elif "last_name" in meanings and not first and (" " in last or "," in last):
        # One cell where the others have two: "Ute Adler" between lines of "Adler, Ute".
        first, last = split_name(last) if _alone(row) or "," in last else (first, last)
    return Listed(
        line=row.line,
        first_name=first,
        last_name=last,
        club_name=values.get("club_name", ""),
        ddv_number=values.get("ddv_number", ""),
        start_number=values.get("start_number", "").rstrip("."),
        consent=yes_or_no(values.get("consent", "")),
    )


def _alone(row: Row) -> bool:
    return sum(bool(cell) for cell in row.cells) == 1


def _letter(index: int) -> str:
    """The name that a spreadsheet gives a column: A, B, …, Z, AA."""
    return ("" if index < 26 else chr(64 + index // 26)) + chr(65 + index % 26)
