"""Whether the parts of a tournament agree with each other and with the arithmetic.

Works on the content of a tournament file whose structure is as documented. The import refuses
what it finds; ``check_tournament`` names it.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from typing import Any

from django.utils.translation import gettext as _

from tournaments.models import Session, Table, Wish
from tournaments.models.text import fold
from tournaments.transfer.export import place
from tournaments.transfer.faults import Faults
from tournaments.transfer.sheets import check_table

Content = dict[str, Any]


def check_soundness(content: Content, faults: Faults) -> None:
    """Add a fault for each thing that does not agree."""
    _check_people(content, faults)
    _check_entries(content, faults)
    _check_wishes(content, faults)
    for session in content["sessions"]:
        _check_session(session, content, faults)
    _once(faults, "session_twice", (s["number"] for s in content["sessions"]), _("Session"))
    _check_no_session_missing(content["sessions"], faults)
    _check_adjustments(content, faults)
    _check_tournament(content, faults)
    _check_log(content, faults)


def _check_people(content: Content, faults: Faults) -> None:
    clubs, players = content["clubs"], content["players"]
    used_clubs = {player["club"] for player in players}
    for n in range(len(clubs)):
        if n not in used_clubs:
            faults.add("club_unused", f"clubs[{n}]", _("No player belongs to this club."))
    for n, player in enumerate(players):
        if player["club"] is not None and player["club"] >= len(clubs):
            faults.add(
                "unknown_club",
                f"players[{n}].club",
                _("There is no club %(n)d in the file.") % {"n": player["club"]},
            )
    for name in _repeated(fold(club["name"]) for club in clubs):
        same = [club["name"] for club in clubs if fold(club["name"]) == name]
        faults.add(
            "club_twice", "clubs", _("The same club twice: %(names)s.") % {"names": ", ".join(same)}
        )
    for number in _repeated(p["ddv_number"] for p in players if p["ddv_number"]):
        faults.add(
            "ddv_number_twice",
            "players",
            _("Two players have the DDV number %(number)s.") % {"number": number},
        )


def _check_entries(content: Content, faults: Faults) -> None:
    entries, players = content["entries"], content["players"]
    entered = Counter(entry["player"] for entry in entries)
    substitutes = {seat["substitute"] for seat in _seats(content)}
    for n in range(len(players)):
        if entered[n] != 1 and not (entered[n] == 0 and n in substitutes):
            message = _("The player must be entered once, not %(times)d times.")
            faults.add("player_once", f"players[{n}]", message % {"times": entered[n]})
    for n, entry in enumerate(entries):
        if entry["player"] >= len(players):
            faults.add(
                "unknown_player",
                f"entries[{n}].player",
                _("There is no player %(n)d in the file.") % {"n": entry["player"]},
            )
        if entry["disqualified"] and entry["status"] != "withdrawn":
            faults.add(
                "disqualified",
                f"entries[{n}].disqualified",
                _("Who is disqualified is withdrawn too."),
            )
    _once(faults, "start_number_twice", (e["start_number"] for e in entries), _("Start number"))


def _check_wishes(content: Content, faults: Faults) -> None:
    start_numbers = {entry["start_number"] for entry in content["entries"]}
    for n, wish in enumerate(content["wishes"]):
        where, kind, numbers = f"wishes[{n}]", wish["kind"], wish["start_numbers"]
        for number in set(numbers) - start_numbers:
            faults.add("unknown_start_number", where, _unknown(number))
        least, most = _ASKING[kind]
        if len(set(numbers)) < len(numbers) or not least <= len(numbers) <= most:
            message = _("This wish does not have the start numbers that it needs.")
            faults.add("wish_of_nobody", where, message)
        if (kind == Wish.Kind.TABLE) != (wish["table"] is not None):
            message = _("A wish for a table names it, and no other wish does.")
            faults.add("wish_without_table", where, message)


# How many have such a wish together.
_ASKING = {"team": (2, 9_999), "pair": (2, 2), "table": (1, 1), "keeper": (1, 1)}


def _seats(content: Content) -> Iterator[Content]:
    for session in content["sessions"]:
        for table in session["tables"]:
            yield from table["seats"]


def _check_session(session: Content, content: Content, faults: Faults) -> None:
    number, tables = session["number"], session["tables"]
    where = place(number)
    _once(faults, "table_twice", (t["number"] for t in tables), f"{where}, " + _("table"))
    if session["state"] == Session.State.PLANNED and tables:
        faults.add("planned_with_tables", where, _("The session is only planned, but has tables."))
    if session["state"] != Session.State.PLANNED and not tables:
        message = _("The session is %(state)s, but has no tables.")
        state = Session.State(session["state"]).label
        faults.add("state_without_tables", where, message % {"state": state})
    for table in tables:
        check_table(session, table, faults)
        if session["state"] == Session.State.DRAFTED and table["deals"]:
            faults.add(
                "draft_with_results",
                place(number, table["number"]),
                _("There are results, but the draw is only a draft."),
            )
        if session["state"] == Session.State.CLOSED and table["state"] == Table.State.OPEN:
            faults.add(
                "closed_with_open_table",
                place(number, table["number"]),
                _("The session is closed, but the table has no finished result."),
            )
    _check_seated(session, {entry["start_number"] for entry in content["entries"]}, faults)
    _check_substitutes(session, content, faults)


def _check_no_session_missing(sessions: list[Content], faults: Faults) -> None:
    """Only the last sessions can be taken away, so those that are there follow each other."""
    numbers = {session["number"] for session in sessions}
    for missing in sorted(set(range(1, max(numbers, default=0))) - numbers):
        message = _("The session is missing, but a later one is there.")
        faults.add("session_missing", place(missing), message)


def _check_seated(session: Content, start_numbers: set[int], faults: Faults) -> None:
    seated: Counter[int] = Counter()
    for table in session["tables"]:
        for seat in table["seats"]:
            seated[seat["start_number"]] += 1
            if seat["start_number"] not in start_numbers:
                faults.add(
                    "unknown_start_number",
                    place(session["number"], table["number"], seat=seat["position"]),
                    _unknown(seat["start_number"]),
                )
    for number, times in seated.items():
        if times > 1:
            message = _("Start number %(number)d is seated %(times)d times.")
            where = place(session["number"])
            faults.add("seated_twice", where, message % {"number": number, "times": times})


def _check_substitutes(session: Content, content: Content, faults: Faults) -> None:
    """A substitute is a person of the file who has no other seat in the session."""
    player_of = {entry["start_number"]: entry["player"] for entry in content["entries"]}
    seats = [
        (place(session["number"], table["number"], seat=seat["position"]), seat)
        for table in session["tables"]
        for seat in table["seats"]
    ]
    playing = Counter(player_of.get(seat["start_number"]) for _where, seat in seats)
    playing.update(seat["substitute"] for _where, seat in seats if seat["substitute"] is not None)
    for where, seat in seats:
        person = seat["substitute"]
        if person is None:
            continue
        if person >= len(content["players"]):
            message = _("There is no player %(n)d in the file.") % {"n": person}
            faults.add("unknown_player", where, message)
        elif playing[person] > 1:
            message = _("The substitute has another seat in this session.")
            faults.add("substitute_twice", where, message)


def _check_adjustments(content: Content, faults: Faults) -> None:
    start_numbers = {entry["start_number"] for entry in content["entries"]}
    sessions = {session["number"] for session in content["sessions"]}
    for n, adjustment in enumerate(content["adjustments"]):
        where = f"adjustments[{n}]"
        if adjustment["start_number"] not in start_numbers:
            faults.add("unknown_start_number", where, _unknown(adjustment["start_number"]))
        if adjustment["session"] is not None and adjustment["session"] not in sessions:
            message = _("There is no session %(number)d.")
            faults.add("unknown_session", where, message % {"number": adjustment["session"]})
        if adjustment["points"] == 0:
            faults.add("adjustment_of_zero", where, _("An adjustment of 0 changes nothing."))


def _check_tournament(content: Content, faults: Faults) -> None:
    tournament = content["tournament"]
    if tournament["slug"] == "new":
        faults.add("bad_input", "tournament.slug", _("“new” is not the address of a tournament."))
    for name in _repeated(tournament["tie_breaks"]):
        message = _("The tie-break “%(name)s” is set twice.")
        faults.add("tie_break_twice", "tournament.tie_breaks", message % {"name": name})
    if tournament["closed_at"] is not None:
        for session in content["sessions"]:
            if session["state"] != Session.State.CLOSED:
                faults.add(
                    "closed_with_open_session",
                    place(session["number"]),
                    _("The tournament is closed, but the session is not."),
                )


def _check_log(content: Content, faults: Faults) -> None:
    """The revision is the number of changes, and each of them stands in the log."""
    revision = content["tournament"]["revision"]
    logged = {entry["revision"] for entry in content["log"]}
    _once(faults, "revision_twice", (e["revision"] for e in content["log"]), _("Log, revision"))
    highest = max(logged, default=0)
    if highest != revision:
        message = _("The tournament has revision %(revision)d, the log ends with %(highest)d.")
        params = {"revision": revision, "highest": highest}
        faults.add("revision_differs", _("Log"), message % params)
    missing = highest - len(logged)
    if missing:
        message = _("%(missing)d of %(highest)d changes are missing.")
        params = {"missing": missing, "highest": highest}
        faults.add("log_incomplete", _("Log"), message % params)
    for entry in content["log"]:
        for player in _players_in([entry["before"], entry["after"]]):
            if not 0 <= player < len(content["players"]):
                where = _("Log, revision") + f" {entry['revision']}"
                message = _("There is no player %(n)d in the file.")
                faults.add("unknown_player", where, message % {"n": player})


def _players_in(told: Any) -> Iterator[int]:
    if isinstance(told, list):
        for item in told:
            yield from _players_in(item)
    elif isinstance(told, dict):
        for key, item in told.items():
            if key == "player" and type(item) is int:
                yield item
            else:
                yield from _players_in(item)


def _unknown(number: int) -> str:
    return _("Nobody has the start number %(number)d.") % {"number": number}


def _once(faults: Faults, code: str, numbers: Iterable[int], what: str) -> None:
    for number in _repeated(numbers):
        faults.add(code, f"{what} {number}", _("There is more than one of this number."))


def _repeated(values: Iterable[Hashable]) -> list[Any]:
    return [value for value, times in Counter(values).items() if times > 1]
