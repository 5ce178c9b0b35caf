"""A stored tournament as the tournament file."""

import json
from base64 import b64encode
from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _

from tournaments.models import (
    ACCOUNTS,
    Adjustment,
    CertificateTemplate,
    Club,
    Deal,
    Entry,
    LogEntry,
    Player,
    Seat,
    Session,
    Table,
    Tournament,
)
from tournaments.transfer.faults import Faults
from tournaments.transfer.schema import FORMAT, VERSION
from tournaments.transfer.shapes import moment_text

Content = dict[str, Any]


def export_tournament(tournament: Tournament) -> bytes:
    """The tournament file: the same bytes for the same content, on every machine.

    No database ids are in it; staff, accounts and printed documents stay behind. What is damaged
    is exported as it stands: ``check_tournament`` names it and the import refuses it.
    """
    return file_bytes(tournament_content(tournament))


def file_bytes(content: Content) -> bytes:
    text = json.dumps(content, ensure_ascii=False, sort_keys=True, indent=1, allow_nan=False)
    # Half a surrogate pair is no UTF-8; as an escape it is JSON, and the import will name it.
    return (text + "\n").encode("utf-8", errors="backslashreplace")


def tournament_content(tournament: Tournament, faults: Faults | None = None) -> Content:
    """The content of the file, read in a fixed number of queries.

    References that lead out of the tournament cannot stand in the file; they are left out and
    named in ``faults``.
    """
    faults = Faults() if faults is None else faults
    entries = list(
        Entry.objects.filter(tournament=tournament)
        .select_related("player__club")
        .order_by("start_number")
    )
    players = [entry.player for entry in entries]
    players += _substitutes(tournament, {player.pk for player in players})
    clubs = sorted(
        {player.club for player in players if player.club},
        key=lambda club: (club.sort_key, club.pk),
    )
    club_at = {club.pk: n for n, club in enumerate(clubs)}
    player_at = {player.pk: n for n, player in enumerate(players)}
    start_numbers = {entry.pk: entry.start_number for entry in entries}
    return {
        "format": FORMAT,
        "version": VERSION,
        "tournament": _tournament(tournament),
        "clubs": [_club(club) for club in clubs],
        "players": [_player(player, club_at) for player in players],
        "entries": [_entry(entry, n) for n, entry in enumerate(entries)],
        "wishes": _wishes(tournament),
        "sessions": _sessions(tournament, start_numbers, player_at, faults),
        "adjustments": _adjustments(tournament, faults),
        **_certificate(tournament),
        "log": [
            _log_entry(entry, player_at)
            for entry in LogEntry.objects.filter(tournament=tournament).order_by("revision")
        ],
    }


def _tournament(tournament: Tournament) -> Content:
    return {
        **_plain(tournament, "name", "slug", "place", "ruleset", "visibility", "tie_breaks"),
        **_plain(tournament, "club_mates"),
        **_plain(tournament, "protest_minutes", "lot_seed", "revision"),
        "starts_on": tournament.starts_on.isoformat(),
        **_moments(tournament, "created_at", "closed_at"),
    }


def _club(club: Club) -> Content:
    return _plain(club, "name", "city")


def _player(player: Player, club_at: dict[int, int]) -> Content:
    return {
        **_plain(player, "first_name", "last_name", "ddv_number", "publish_name"),
        "club": club_at[player.club_id] if player.club_id else None,
        **_moments(player, "erased_at"),
    }


def _entry(entry: Entry, player: int) -> Content:
    return {**_plain(entry, "start_number", "status", "disqualified"), "player": player}


def _substitutes(tournament: Tournament, entered: set[int]) -> list[Player]:
    """Who plays in somebody's place without being entered, in the order of the seats."""
    seats = (
        Seat.objects.filter(session__tournament=tournament, substitute__isnull=False)
        .exclude(substitute__in=entered)
        .select_related("substitute__club")
        .order_by("session__number", "table__number", "position")
    )
    return list({seat.substitute_id: seat.substitute for seat in seats}.values())


def _wishes(tournament: Tournament) -> list[Content]:
    return [
        {
            **_plain(wish, "kind", "name", "hard", "table"),
            "start_numbers": sorted(entry.start_number for entry in wish.entries.all()),
        }
        for wish in tournament.wishes.prefetch_related("entries").order_by("pk")
    ]


def _sessions(
    tournament: Tournament,
    start_numbers: dict[int, int],
    player_at: dict[int, int],
    faults: Faults,
) -> list[Content]:
    tables = _by(
        "session_id",
        Table.objects.filter(session__tournament=tournament).order_by("session_id", "number"),
    )
    seats = _by(
        "table_id",
        Seat.objects.filter(table__session__tournament=tournament).order_by("table_id", "position"),
    )
    deals = _by(
        "table_id",
        Deal.objects.filter(table__session__tournament=tournament).order_by("table_id", "row"),
    )
    sessions = Session.objects.filter(tournament=tournament).order_by("number")

    def table_content(session: Session, table: Table) -> Content:
        content = _plain(table, "number", "size", "state", "extra_minutes", "note")
        content["deals"] = [_deal(deal) for deal in deals.get(table.pk, [])]
        content["seats"] = []
        for seat in seats.get(table.pk, []):
            if seat.entry_id in start_numbers:
                start_number = start_numbers[seat.entry_id]
                content["seats"].append(_seat(seat, start_number, player_at))
            else:
                where = place(session.number, table.number, seat=seat.position)
                faults.add(
                    "entry_of_other_tournament",
                    where,
                    _("The player seated is entered in another tournament."),
                )
        return content

    return [
        {
            **_plain(session, "number", "minutes", "minutes_five", "state", "method", "seed"),
            "draw_report": session.draw_report,
            **_moments(session, "drawn_at", "released_at", "started_at", "closed_at"),
            "tables": [table_content(session, table) for table in tables.get(session.pk, [])],
        }
        for session in sessions
    ]


def _seat(seat: Seat, start_number: int, player_at: dict[int, int]) -> Content:
    return {
        **_plain(seat, "position", "points", "solos_won"),
        "start_number": start_number,
        "substitute": player_at.get(seat.substitute_id) if seat.substitute_id else None,
    }


def _deal(deal: Deal) -> Content:
    return {
        **_plain(deal, "row", "kind", "soloist", "breach", "outcome", "note", "client_key"),
        "scores": deal.scores,
    }


def _adjustments(tournament: Tournament, faults: Faults) -> list[Content]:
    contents = []
    given = (
        Adjustment.objects.filter(entry__tournament=tournament)
        .select_related("entry", "session")
        .order_by("pk")
    )
    for adjustment in given:
        session = adjustment.session
        if session and session.tournament_id != tournament.pk:
            faults.add(
                "session_of_other_tournament",
                _("Start number %(number)s") % {"number": adjustment.entry.start_number},
                _("The session of an adjustment belongs to another tournament."),
            )
            session = None
        contents.append(
            {
                **_plain(adjustment, "points", "reason", "given_by"),
                "start_number": adjustment.entry.start_number,
                "session": session.number if session else None,
                **_moments(adjustment, "created_at"),
            }
        )
    return contents


def _certificate(tournament: Tournament) -> Content:
    """How certificates look; nothing where the director has not changed it."""
    template = CertificateTemplate.objects.filter(tournament=tournament).first()
    if template is None:
        return {}
    logo = b64encode(bytes(template.logo)).decode("ascii") if template.logo else None
    return {"certificate": {**_plain(template, "text", "signers"), "logo": logo}}


def _log_entry(entry: LogEntry, player_at: dict[int, int]) -> Content:
    return {
        **_plain(entry, "revision", "action", "subject", "reason"),
        "before": with_players(entry.before, player_at),
        "after": with_players(entry.after, player_at),
        "actor": entry.actor_name,
        **_moments(entry, "at"),
    }


def with_players(told: Any, players: Mapping[int, int]) -> Any:
    """What the log tells, with each ``"player": key`` replaced by its value in ``players``.

    The log names people by their database ids, the file by their place in its list. Accounts are
    no part of a file: who typed a table is left out.
    """
    if isinstance(told, list):
        return [with_players(item, players) for item in told]
    if isinstance(told, dict):
        return {
            key: players.get(item)
            if key == "player" and type(item) is int
            else with_players(item, players)
            for key, item in told.items()
            if key not in ACCOUNTS
        }
    return told


def place(session: int, table: int | None = None, *, seat: int = 0, row: int = 0) -> str:
    """A place in a tournament, as people name it."""
    parts = [_("Session %(number)s") % {"number": session}]
    if table is not None:
        parts.append(_("table %(number)s") % {"number": table})
    if seat:
        parts.append(_("seat %(number)s") % {"number": seat})
    if row:
        parts.append(_("row %(number)s") % {"number": row})
    return ", ".join(parts)


def _plain(row: Any, *names: str) -> Content:
    return {name: getattr(row, name) for name in names}


def _moments(row: Any, *names: str) -> Content:
    return {name: moment_text(getattr(row, name)) for name in names}


def _by(name: str, rows: Iterable[Any]) -> dict[int, list[Any]]:
    return {key: list(group) for key, group in groupby(rows, key=lambda row: getattr(row, name))}
