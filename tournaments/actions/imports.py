"""Entering a whole list of players: what would happen to each row, and doing it at once."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from django.utils.translation import gettext as _

from tournaments.actions.address_book import club_named, person_faults, person_values
from tournaments.actions.core import Refused, change
from tournaments.actions.entries import HIGHEST_START_NUMBER, next_start_number
from tournaments.models import Club, Entry, Player, Tournament
from tournaments.models.text import clean_text, fold
from tournaments.numbers import NotANumber, parse_number

Verdict = Literal["new", "known", "entered", "ask", "error"]
NEW = "new"


@dataclass(frozen=True)
class ImportRow:
    """One person to be entered, as typed; ``line`` is where the row stood in the file.

    ``person`` says who it is: the primary key of a person of the address book, ``NEW`` for
    somebody else of the same name, "" where that is to be found out.
    """

    line: int
    last_name: str
    first_name: str = ""
    club_name: str = ""
    ddv_number: str = ""
    start_number: str = ""
    publish_name: bool = False
    person: str = ""


@dataclass
class Outlook:
    """What will happen to a row. ``faults`` are (field, sentence); ``notes`` only inform."""

    row: ImportRow
    verdict: Verdict = "new"
    player: Player | None = None
    choices: list[Player] = field(default_factory=list)
    faults: list[tuple[str, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    new_club: bool = False
    start_number: int | None = None

    @property
    def will_enter(self) -> bool:
        return self.verdict in ("new", "known")


def look_ahead(tournament: Tournament, rows: Sequence[ImportRow]) -> list[Outlook]:
    """What importing ``rows`` would do, row by row; nothing is written."""
    outlooks = [_cleaned(row) for row in rows]
    known = _AddressBook(tournament, outlooks)
    for outlook in outlooks:
        if not outlook.faults:
            _find_person(outlook, known)
    _part_namesakes(outlooks)
    _take_numbers(outlooks, known.taken_numbers)
    for outlook in outlooks:
        if outlook.faults:
            outlook.verdict = "error"
        club = outlook.row.club_name
        outlook.new_club = outlook.verdict == "new" and bool(club) and fold(club) not in known.clubs
    return outlooks


def import_entries(
    tournament: Tournament, actor: Any, rows: Iterable[ImportRow], *, key: str | None = None
) -> list[Entry]:
    """Enter all the people of ``rows``, or none: one change, one log entry with every row.

    Start numbers that are free are honoured; the others follow the highest in the order of the
    rows. Raises Refused (``where`` is the row's line) when a row is not ready to be entered.
    """
    rows = list(rows)
    with change(tournament, actor, "import_entries", key=key) as this:
        if not rows:
            raise Refused(_("No row is left to be imported."), code="empty")
        outlooks = look_ahead(this.tournament, rows)
        for outlook in outlooks:
            if not outlook.will_enter:
                raise Refused(
                    _("Line %(line)s: %(why)s")
                    % {"line": outlook.row.line, "why": why_not(outlook)},
                    where=outlook.row.line,
                )
        players = _players_of(outlooks)
        numbers = _numbers_of(this.tournament, outlooks)
        entries = Entry.objects.bulk_create(
            Entry(tournament=this.tournament, player=player, start_number=number)
            for player, number in zip(players, numbers, strict=True)
        )
        this.subject = str(len(entries))
        this.after = [
            {
                "line": outlook.row.line,
                "start_number": entry.start_number,
                "known": outlook.verdict == "known",
                **person_values(entry.player),
            }
            for outlook, entry in zip(outlooks, entries, strict=True)
        ]
    return entries


def why_not(outlook: Outlook) -> str:
    """Why a row cannot be entered as it stands."""
    if outlook.faults:
        return " ".join(sentence for _field, sentence in outlook.faults)
    if outlook.verdict == "entered":
        return _("%(name)s is entered already.") % {"name": outlook.player}
    return _("Who is meant? Choose a person.")


class _AddressBook:
    """What the database knows about the people of a list, in a fixed number of queries."""

    def __init__(self, tournament: Tournament, outlooks: Sequence[Outlook]) -> None:
        names = {_name_key(outlook.row) for outlook in outlooks}
        numbers = {outlook.row.ddv_number for outlook in outlooks} - {""}
        clubs = {fold(outlook.row.club_name) for outlook in outlooks} - {""}
        people = Player.objects.filter(erased_at=None).select_related("club")
        self.by_name: dict[str, list[Player]] = {}
        for player in people.filter(sort_key__in=names):
            self.by_name.setdefault(player.sort_key, []).append(player)
        self.by_number = {p.ddv_number: p for p in people.filter(ddv_number__in=numbers)}
        entries = dict(tournament.entries.values_list("player_id", "start_number"))
        self.entered = entries
        self.taken_numbers = set(entries.values())
        self.clubs = set(Club.objects.filter(sort_key__in=clubs).values_list("sort_key", flat=True))


def _name_key(row: ImportRow) -> str:
    return fold(f"{row.last_name} {row.first_name}")


def _cleaned(row: ImportRow) -> Outlook:
    """The row trimmed, with the faults that it has all by itself."""
    row = replace(
        row,
        **{
            name: clean_text(getattr(row, name))
            for name in ("first_name", "last_name", "club_name", "ddv_number", "start_number")
        },
    )
    outlook = Outlook(row)
    outlook.faults += person_faults(
        first_name=row.first_name,
        last_name=row.last_name,
        ddv_number=row.ddv_number,
        club_name=row.club_name,
    )
    if row.start_number:
        try:
            number = parse_number(row.start_number, low=1, high=HIGHEST_START_NUMBER)
        except NotANumber as fault:
            outlook.faults.append(("start_number", str(fault)))
        else:
            outlook.start_number = number
    return outlook


def _find_person(outlook: Outlook, known: _AddressBook) -> None:
    row = outlook.row
    namesakes = known.by_name.get(_name_key(row), [])
    holder = known.by_number.get(row.ddv_number) if row.ddv_number else None
    if holder and holder not in namesakes:
        outlook.faults.append(
            (
                "ddv_number",
                _("%(name)s has the DDV number %(number)s already.")
                % {"name": holder.list_name, "number": row.ddv_number},
            )
        )
        return
    if not holder and row.ddv_number:
        namesakes = [p for p in namesakes if not p.ddv_number]
    outlook.choices = namesakes
    if holder:
        _settle(outlook, holder, known)
    elif row.person == NEW or not namesakes:
        outlook.verdict = "new"
    elif chosen := [p for p in namesakes if str(p.pk) == row.person]:
        _settle(outlook, chosen[0], known)
    else:
        _guess_person(outlook, namesakes, known)


def _guess_person(outlook: Outlook, namesakes: list[Player], known: _AddressBook) -> None:
    """The only namesake whose club does not speak against it; otherwise a person decides."""
    club = fold(outlook.row.club_name)
    same_club = [p for p in namesakes if p.club and p.club.sort_key == club]
    possible = same_club or [p for p in namesakes if not club or not p.club]
    if len(possible) == 1 and (same_club or len(namesakes) == 1):
        _settle(outlook, possible[0], known)
    else:
        outlook.verdict = "ask"
        outlook.notes.append(_("The address book has people of this name: who is meant?"))


def _settle(outlook: Outlook, player: Player, known: _AddressBook) -> None:
    outlook.player = player
    if player.pk in known.entered:
        outlook.verdict = "entered"
        outlook.notes.append(
            _("Entered already, with the start number %(number)s.")
            % {"number": known.entered[player.pk]}
        )
        return
    outlook.verdict = "known"
    club = player.club_name
    if outlook.row.club_name and fold(outlook.row.club_name) != fold(club):
        outlook.notes.append(
            _("The address book says: club %(club)s. It stays so.") % {"club": club or "–"}
        )
    if outlook.row.publish_name and not player.publish_name:
        outlook.notes.append(_("The address book has no consent. It stays so."))


def _part_namesakes(outlooks: Sequence[Outlook]) -> None:
    """The same name or DDV number twice in the list: one person or two?"""
    names: dict[str, Outlook] = {}
    people: dict[int, Outlook] = {}
    numbers: dict[str, Outlook] = {}
    for outlook in outlooks:
        row = outlook.row
        if outlook.faults:
            continue
        earlier = names.setdefault(_name_key(row), outlook)
        if row.ddv_number and numbers.setdefault(row.ddv_number, outlook) is not outlook:
            outlook.faults.append(
                (
                    "ddv_number",
                    _("Line %(line)s has this DDV number.")
                    % {"line": numbers[row.ddv_number].row.line},
                )
            )
        elif outlook.verdict == "known" and (
            people.setdefault(outlook.player.pk, outlook) is not outlook
        ):
            outlook.verdict = "ask"
            outlook.notes.append(
                _("Line %(line)s is the same person: leave this row out, or choose another.")
                % {"line": people[outlook.player.pk].row.line}
            )
        elif _may_be_twice(outlook, earlier):
            outlook.verdict = "ask"
            outlook.notes.append(
                _("Line %(line)s has the same name. Another person, or leave this row out?")
                % {"line": earlier.row.line}
            )


def _may_be_twice(outlook: Outlook, earlier: Outlook) -> bool:
    """Two new people of one name, and nobody has said that they are two."""
    two = outlook.row.ddv_number and earlier.row.ddv_number
    undecided = outlook.verdict == "new" and outlook.row.person != NEW
    return earlier is not outlook and undecided and not two


def _take_numbers(outlooks: Sequence[Outlook], taken: set[int]) -> None:
    """Honour start numbers that are free; say so of the others."""
    mine: dict[int, int] = {}
    for outlook in outlooks:
        number = outlook.start_number
        if number is None or outlook.faults or outlook.verdict == "entered":
            continue
        if number in taken:
            outlook.notes.append(
                _("Start number %(number)s is taken: the next free one.") % {"number": number}
            )
            outlook.start_number = None
        elif number in mine:
            outlook.notes.append(
                _("Line %(line)s has start number %(number)s too: the next free one.")
                % {"line": mine[number], "number": number}
            )
            outlook.start_number = None
        else:
            mine[number] = outlook.row.line


def _players_of(outlooks: Sequence[Outlook]) -> list[Player]:
    clubs: dict[str, Club | None] = {}
    for outlook in outlooks:
        if outlook.verdict == "new":
            key = fold(outlook.row.club_name)
            if key not in clubs:
                clubs[key] = club_named(outlook.row.club_name)
    players = [
        outlook.player
        or Player(
            first_name=outlook.row.first_name,
            last_name=outlook.row.last_name,
            ddv_number=outlook.row.ddv_number,
            publish_name=outlook.row.publish_name,
            club=clubs[fold(outlook.row.club_name)],
        )
        for outlook in outlooks
    ]
    Player.objects.bulk_create(player for player in players if player.pk is None)
    return players


def _numbers_of(tournament: Tournament, outlooks: Sequence[Outlook]) -> list[int]:
    given = [outlook.start_number for outlook in outlooks if outlook.start_number]
    following = max([next_start_number(tournament), *(number + 1 for number in given)])
    numbers: list[int] = []
    for outlook in outlooks:
        number = outlook.start_number
        if number is None:
            number, following = following, following + 1
        if number > HIGHEST_START_NUMBER:
            raise Refused(_("No start number is free above the highest."), code="start_number")
        numbers.append(number)
    return numbers
