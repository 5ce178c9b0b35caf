"""``manage.py draw_seats``: a seating plan from numbers or a list of names, without a database."""

import csv
import io
import json
import unicodedata
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.management.commands._numbers import whole_number
from tournaments.seating import Draft, Plan, SeatingRefused, draw, plan, ranked
from tournaments.seating.bounds import plan_lower_bound
from tournaments.seating.sizes import table_sizes

MAX_PLAYERS = 1000
MAX_ROUNDS = 50
MAX_SEED = 2**63 - 1
HEADERS = {"name", "names", "player", "players", "spieler", "spielername", "teilnehmer"}


class Command(BaseCommand):
    help = (
        "Draws the seats of all rounds and prints them with the repeats that remain, a proven "
        "lower bound and the reasons. Exit status: 0 drawn, 1 refused, 2 unusable arguments."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        who = parser.add_mutually_exclusive_group(required=True)
        who.add_argument("--players", type=whole_number(0, MAX_PLAYERS), metavar="N")
        who.add_argument(
            "--players-file", type=Path, metavar="F.csv", help="names in the first column"
        )
        parser.add_argument("--rounds", type=whole_number(1, MAX_ROUNDS), default=1, metavar="R")
        parser.add_argument(
            "--seed", type=whole_number(0, MAX_SEED), required=True, metavar="S", help="from 0"
        )
        parser.add_argument(
            "--method",
            choices=["random", "ranked", "fixed_plan"],
            default="random",
            help="ranked takes the players in the order given as their standing",
        )
        parser.add_argument("--json", action="store_true", help="one line of JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        names = _names(options["players"], options["players_file"])
        try:
            _refuse_duplicates(names)
            made = _plan(len(names), options["rounds"], options["seed"], options["method"])
        except SeatingRefused as refusal:
            error = {"code": refusal.code, "rule": None, "at": None, "message": str(refusal)}
            self._print({"ok": False, "error": error})
            raise SystemExit(1) from None
        if options["json"]:
            self._print(_answer(made, names))
        else:
            self.stdout.write(_readable(made, names))

    def _print(self, answer: dict[str, Any]) -> None:
        self.stdout.write(json.dumps(answer, ensure_ascii=False))


def _names(players: int | None, path: Path | None) -> Sequence[int | str]:
    """The players as they are to be printed: 1 … N, or the first column of the file."""
    if path is None:
        return list(range(1, (players or 0) + 1))
    try:
        content = path.read_bytes()
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}.", returncode=2) from None
    names = _first_column(content)
    if len(names) > MAX_PLAYERS:
        raise CommandError(
            f"{path} has {len(names)} players; at most {MAX_PLAYERS} are drawn.", returncode=2
        )
    return names


def _first_column(content: bytes) -> list[str]:
    """Names of a CSV as spreadsheets write it: UTF-8 or Windows-1252; comma, semicolon or tab."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("cp1252", errors="replace")
    first_line = text.partition("\n")[0]
    delimiter = max(";\t,", key=first_line.count)
    try:
        rows = list(
            csv.reader(io.StringIO(text.replace("\0", ""), newline=""), delimiter=delimiter)
        )
    except csv.Error as error:
        raise CommandError(
            f"The players' file is not a CSV table: {error}.", returncode=2
        ) from None
    names = [unicodedata.normalize("NFC", row[0]).strip() for row in rows if row]
    if names and names[0].casefold() in HEADERS:
        names = names[1:]
    return [name for name in names if name]


def _refuse_duplicates(names: Sequence[int | str]) -> None:
    """Two players of one name could not be told apart in the plan."""
    twice = sorted(str(name) for name, times in Counter(names).items() if times > 1)
    if twice:
        raise SeatingRefused(
            "duplicate_entries",
            "Entered more than once: %(entries)s.",
            {"entries": ", ".join(twice)},
        )


def _plan(players: int, rounds: int, seed: int, method: str) -> Plan:
    """The rounds by the method; each random or ranked round is drawn on those before it."""
    entries = range(1, players + 1)
    if method == "fixed_plan":
        return plan(entries, rounds, seed)
    one_round = {"random": draw, "ranked": ranked}[method]
    drafts: list[Draft] = []
    for _ in range(rounds):
        drafts.append(one_round(entries, [done.tables for done in drafts], seed))
    bound, reason = plan_lower_bound(players, table_sizes(players), rounds)
    return Plan(method, seed, drafts, bound, reason, why=[])


def _why(made: Plan, names: Sequence[int | str]) -> list[str]:
    """A word on all rounds, then the repeated pairs of each."""
    if not made.repeats:
        return ["Nobody meets anybody twice."]
    least = made.lower_bound
    sentences = [
        f"Repeats: {made.repeats}, and no plan has fewer."
        if made.repeats == least
        else f"Repeats: {made.repeats}; proven is only that at least {least} cannot be avoided."
    ]
    if made.method == "ranked":
        sentences.append("Seated by standing, whoever met before.")
    if least:
        sentences.append(str(made.bound_reason))
    for number, draft in enumerate(made.rounds, start=1):
        if draft.repeats:
            pairs = (f"{names[pair.a - 1]}–{names[pair.b - 1]}" for pair in draft.repeats)
            sentences.append(f"Round {number} repeats {', '.join(pairs)}.")
    return sentences


def _answer(made: Plan, names: Sequence[int | str]) -> dict[str, Any]:
    sizes = [len(table) for table in made.rounds[0].tables]
    return {
        "seed": made.seed,
        "tables": {"4": sizes.count(4), "5": sizes.count(5)},
        "rounds": [
            [[names[entry - 1] for entry in table] for table in draft.tables]
            for draft in made.rounds
        ],
        "repeats": made.repeats,
        "lower_bound": made.lower_bound,
        "why": " ".join(_why(made, names)),
        "seat_counts_spread": made.seat_spread,
    }


def _readable(made: Plan, names: Sequence[int | str]) -> str:
    lines = [f"Seed {made.seed}, method {made.method}"]
    for number, draft in enumerate(made.rounds, start=1):
        lines += ["", f"Round {number}"]
        for table_number, table in enumerate(draft.tables, start=1):
            lines.append(
                f"  Table {table_number}: " + ", ".join(str(names[entry - 1]) for entry in table)
            )
    lines += ["", *_why(made, names)]
    lines.append(f"Largest difference between one player's counts of seats: {made.seat_spread}")
    return "\n".join(lines)
