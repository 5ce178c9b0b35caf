"""Recompute whatever is derived from deals and seats, and name each difference."""

from django.db.models import F
from django.utils.translation import gettext as _

from tournaments.models import Club, Player, Seat, Tournament
from tournaments.models.text import fold
from tournaments.transfer.export import Content, place, tournament_content
from tournaments.transfer.faults import Fault, Faults, TooManyFaults
from tournaments.transfer.schema import FILE
from tournaments.transfer.sheets import sheet_warnings
from tournaments.transfer.soundness import check_soundness


def check_tournament(tournament: Tournament) -> list[Fault]:
    """Every difference between what is stored and what follows from deals and seats.

    Faults of severity "warning" are findings of the law on sheets that add up: they may stand on
    the paper like that. A tournament without other faults can be exported and imported.
    """
    faults = Faults()
    try:
        _check_stored(tournament, faults)
        content = tournament_content(tournament, faults)
        read = FILE.read(content, "", faults)
        if not any(fault.code == "bad_input" for fault in faults):
            check_soundness(read, faults)
            if not faults:
                _add_warnings(read, faults)
    except TooManyFaults:
        pass
    return faults


def _check_stored(tournament: Tournament, faults: Faults) -> None:
    """What a tournament file cannot even say."""
    strays = (
        Seat.objects.filter(table__session__tournament=tournament)
        .exclude(session_id=F("table__session_id"))
        .select_related("table__session", "session")
    )
    for seat in strays:
        faults.add(
            "seat_of_other_session",
            place(seat.table.session.number, seat.table.number, seat=seat.position),
            _("The seat counts for session %(number)s.") % {"number": seat.session.number},
        )
    lost = (
        Seat.objects.filter(session__tournament=tournament)
        .exclude(table__session__tournament=tournament)
        .select_related("table__session__tournament", "session")
    )
    for seat in lost:
        faults.add(
            "seat_of_other_tournament",
            place(seat.session.number),
            _("A seat of this session stands at a table of the tournament “%(name)s”.")
            % {"name": seat.table.session.tournament},
        )
    players = Player.objects.filter(entries__tournament=tournament)
    for player in players:
        _check_sort_key(player, player.list_name, f"{player.last_name} {player.first_name}", faults)
    for club in Club.objects.filter(players__in=players).distinct():
        _check_sort_key(club, club.name, club.name, faults)


def _check_sort_key(row: Player | Club, name: str, sorted_by: str, faults: Faults) -> None:
    if row.sort_key != fold(sorted_by):
        faults.add("sort_key_differs", name, _("The name is sorted and found by another one."))


def _add_warnings(content: Content, faults: Faults) -> None:
    for session in content["sessions"]:
        for table in session["tables"]:
            for warning in sheet_warnings(session, table, content["tournament"]["ruleset"]):
                faults.add(warning.code, warning.where, warning.message, warning.severity)
