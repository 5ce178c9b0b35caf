"""Storing a tournament file: as one action, whole or not at all."""

from base64 import b64decode
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from tournaments.actions.core import Refused, office_change
from tournaments.actions.table_pages import open_pages
from tournaments.actions.tournaments import TAKEN_SLUGS
from tournaments.documents.certificate_text import logo_kind
from tournaments.documents.paper import PaperRefused
from tournaments.models import (
    SCORE_FIELDS,
    Adjustment,
    CertificateTemplate,
    Club,
    Deal,
    Entry,
    LogEntry,
    Player,
    Seat,
    Session,
    Staff,
    Table,
    Tournament,
    Wish,
)
from tournaments.models.text import fold
from tournaments.transfer.export import with_players
from tournaments.transfer.faults import Fault, Faults, Unsound
from tournaments.transfer.reading import read_tournament
from tournaments.transfer.schema import TOURNAMENT

Content = dict[str, Any]


class FileRefused(Refused):
    """A tournament file that was not stored; ``faults`` has one sentence for each fault."""

    def __init__(self, faults: list[Fault]):
        super().__init__("\n".join(map(str, faults)), code=faults[0].code)
        self.faults = faults


@dataclass
class Imported:
    """The stored tournament, and sentences on what was already known here under other names."""

    tournament: Tournament
    notices: list[str] = field(default_factory=list)


def import_tournament(
    actor: Any, data: bytes, *, slug: str | None = None, key: str | None = None
) -> Imported:
    """Store a tournament file, under the address ``slug`` if one is given.

    Everything stays as it was exported: its log, its revision, its times. Who has a DDV number
    that the address book knows is that person, as the address book has them; clubs are found by
    name; everyone else is new. ``actor``, if any, becomes director. Raises FileRefused with every
    fault of the file, and Refused when the address is taken; then nothing is stored.
    """
    try:
        content = read_tournament(data)
        _decode_logo(content["certificate"])
    except Unsound as error:
        raise FileRefused(error.faults) from error
    if slug is not None:
        content["tournament"]["slug"] = _checked_slug(slug)
    address = content["tournament"]["slug"]
    with office_change(actor, "import_tournament", key=key) as this:
        if Tournament.objects.filter(slug=address).exists():
            raise Refused(
                _(
                    "There is a tournament with the address “%(slug)s” already. "
                    "Import it under another address."
                )
                % {"slug": address},
                where="slug",
                code="slug_taken",
            )
        imported = _store(content)
        if actor is not None:
            role = Staff.Role.DIRECTOR
            Staff.objects.create(tournament=imported.tournament, user=actor, role=role)
        this.subject = f"{imported.tournament.name} ({address})"
        this.after = {"slug": address, "revision": imported.tournament.revision}
    return imported


def _checked_slug(slug: str) -> str:
    faults = Faults()
    TOURNAMENT.fields["slug"].read(slug, "slug", faults)
    if faults or slug in TAKEN_SLUGS:
        message = _(
            "An address has 1 to 60 letters, digits, “-” and “_”, and is not “new” or “replay”."
        )
        raise Refused(message, where="slug", code="bad_input")
    return slug


def _decode_logo(certificate: Content | None) -> None:
    """Put the logo's bytes in place of its text; Unsound if it cannot be printed."""
    if not certificate or certificate["logo"] is None:
        return
    where = "certificate.logo"
    try:
        certificate["logo"] = b64decode(certificate["logo"], validate=True)
        logo_kind(certificate["logo"])
    except ValueError:
        raise Unsound([Fault("bad_input", where, _("The logo is no Base64."))]) from None
    except PaperRefused as refusal:
        raise Unsound([Fault("bad_input", where, str(refusal))]) from refusal


def _store(content: Content) -> Imported:
    """Write what ``read_tournament`` read, in a fixed number of statements."""
    imported = Imported(Tournament.objects.create(**content["tournament"]))
    tournament = imported.tournament
    players = _players(content, imported.notices)
    entries = Entry.objects.bulk_create(
        Entry(
            tournament=tournament,
            player=players[entry["player"]],
            start_number=entry["start_number"],
            status=entry["status"],
            disqualified=entry["disqualified"],
        )
        for entry in content["entries"]
    )
    entry_of = {entry.start_number: entry for entry in entries}
    for wish in content["wishes"]:
        stored = Wish.objects.create(tournament=tournament, **_but(wish, "start_numbers"))
        stored.entries.set(entry_of[number] for number in wish["start_numbers"])
    sessions = _sessions(tournament, content["sessions"], entry_of, players)
    Adjustment.objects.bulk_create(
        Adjustment(
            entry=entry_of[adjustment["start_number"]],
            session=sessions[adjustment["session"]] if adjustment["session"] else None,
            **_but(adjustment, "start_number", "session"),
        )
        for adjustment in content["adjustments"]
    )
    if content["certificate"]:
        CertificateTemplate.objects.create(tournament=tournament, **content["certificate"])
    player_ids = {n: player.pk for n, player in enumerate(players)}
    LogEntry.objects.bulk_create(
        LogEntry(
            tournament=tournament,
            actor_name=entry["actor"],
            before=with_players(entry["before"], player_ids),
            after=with_players(entry["after"], player_ids),
            **_but(entry, "actor", "before", "after"),
        )
        for entry in sorted(content["log"], key=lambda entry: entry["revision"])
    )
    return imported


def _players(content: Content, notices: list[str]) -> list[Player]:
    """The players of the file in its order: those known by their DDV number, and new ones."""
    clubs = _clubs(content["clubs"])
    numbers = [person["ddv_number"] for person in content["players"] if person["ddv_number"]]
    known = {p.ddv_number: p for p in Player.objects.filter(ddv_number__in=numbers)}
    players, new = [], []
    for person in content["players"]:
        player = known.get(person["ddv_number"]) if person["ddv_number"] else None
        club = None if person["club"] is None else clubs[person["club"]]
        if player is None:
            player = Player(club=club, **_but(person, "club"))
            new.append(player)
        elif player.sort_key != fold(f"{person['last_name']} {person['first_name']}"):
            notices.append(
                _("DDV number %(number)s: %(file)s in the file is %(here)s here.")
                % {
                    "number": person["ddv_number"],
                    "file": f"{person['last_name']}, {person['first_name']}".rstrip(", "),
                    "here": player.list_name,
                }
            )
        players.append(player)
    Player.objects.bulk_create(new)
    return players


def _clubs(contents: list[Content]) -> list[Club]:
    keys = [fold(club["name"]) for club in contents]
    known = {club.sort_key: club for club in Club.objects.filter(sort_key__in=keys)}
    clubs = [known.get(key) or Club(**club) for key, club in zip(keys, contents, strict=True)]
    Club.objects.bulk_create(club for club in clubs if club.pk is None)
    return clubs


def _sessions(
    tournament: Tournament,
    contents: list[Content],
    entry_of: dict[int, Entry],
    players: list[Player],
) -> dict[int, Session]:
    sessions = Session.objects.bulk_create(
        Session(tournament=tournament, **_but(session, "tables")) for session in contents
    )
    laid = [
        (session, table)
        for session, content in zip(sessions, contents, strict=True)
        for table in content["tables"]
    ]
    tables = Table.objects.bulk_create(
        Table(session=session, **_but(table, "seats", "deals")) for session, table in laid
    )
    Seat.objects.bulk_create(
        Seat(
            session_id=table.session_id,
            table=table,
            entry=entry_of[seat["start_number"]],
            substitute=None if seat["substitute"] is None else players[seat["substitute"]],
            **_but(seat, "start_number", "substitute"),
        )
        for table, (_session, content) in zip(tables, laid, strict=True)
        for seat in content["seats"]
    )
    Deal.objects.bulk_create(
        _deal(table, deal)
        for table, (_session, content) in zip(tables, laid, strict=True)
        for deal in content["deals"]
    )
    for session in sessions:
        if session.is_published:
            open_pages(session)
    return {session.number: session for session in sessions}


def _deal(table: Table, content: Content) -> Deal:
    scores = dict(zip(SCORE_FIELDS, content["scores"] or (), strict=False))
    return Deal(table=table, **_but(content, "scores"), **scores)


def _but(content: Content, *names: str) -> Content:
    return {name: value for name, value in content.items() if name not in names}
