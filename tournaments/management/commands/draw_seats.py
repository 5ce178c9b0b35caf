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
from tournaments.management.seat_files import read_draw, read_history, read_wishes
from tournaments.seating import Draft, Plan, SeatingRefused, draw, plan, ranked, ranked_apart
from tournaments.seating.bounds import plan_lower_bound
from tournaments.seating.recipe import Recipe
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
        who.add_argument(
            "--draw",
            type=Path,
            metavar="F.json",
            help="all that a session was drawn from, as its page at the desk saves it",
        )
        parser.add_argument("--rounds", type=whole_number(1, MAX_ROUNDS), default=1, metavar="R")
        parser.add_argument(
            "--seed",
            type=whole_number(0, MAX_SEED),
            metavar="S",
            help="from 0; needed without --draw",
        )
        parser.add_argument(
            "--method",
            choices=["random", "ranked", "ranked_apart", "fixed_plan"],
            default="random",
            help="ranked and ranked_apart take the players in the order given as their standing",
        )
        parser.add_argument(
            "--history",
            type=Path,
            metavar="F.json",
            help="the sessions before: a list of sessions, each a list of tables, each a list of "
            "numbers in seat order",
        )
        parser.add_argument(
            "--sessions",
            type=whole_number(1, MAX_ROUNDS),
            metavar="T",
            help="how many sessions the tournament has (default: those before and R)",
        )
        parser.add_argument(
            "--first-seed",
            type=whole_number(0, MAX_SEED),
            metavar="S",
            help="the seed of session 1, where it is another one",
        )
        parser.add_argument(
            "--absent", type=_numbers, default=[], metavar="3,17", help="numbers not drawn"
        )
        parser.add_argument(
            "--wishes",
            type=Path,
            metavar="F.json",
            help='a list of {"kind": "team"/"club"/"pair"/"table"/"keeper", "entries": [numbers], '
            '"hard": true/false, "table": N, "name": "…"}',
        )
        parser.add_argument("--json", action="store_true", help="one line of JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["draw"] is None and options["seed"] is None:
            raise CommandError("--seed is needed.", returncode=2)
        try:
            if options["draw"] is not None:
                recipe = read_draw(options["draw"])
                names: Sequence[int | str] = range(1, max(recipe.entries, default=0) + 1)
                made = _made_again(recipe)
            else:
                names = _names(options["players"], options["players_file"])
                _refuse_duplicates(names)
                made = _made(names, options)
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


def _numbers(text: str) -> list[int]:
    return [whole_number(1, MAX_PLAYERS)(part.strip()) for part in text.split(",")]


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


def _made(names: Sequence[int | str], options: dict[str, Any]) -> Plan:
    """The rounds by the method; except in a fixed plan, each is drawn on those before it."""
    absent = set(options["absent"])
    entries = [entry for entry in range(1, len(names) + 1) if entry not in absent]
    rounds, seed, method = options["rounds"], options["seed"], options["method"]
    history = read_history(options["history"])
    wishes = read_wishes(options["wishes"])
    if method == "fixed_plan":
        if history:
            raise CommandError("A fixed plan has no sessions before it.", returncode=2)
        return plan(entries, rounds, seed, wishes=wishes)
    sessions = options["sessions"] or len(history) + rounds
    drafts: list[Draft] = []
    for _ in range(rounds):
        before = [*history, *(done.tables for done in drafts)]
        if method == "random":
            drafts.append(
                draw(
                    entries,
                    before,
                    seed,
                    sessions=sessions,
                    first_seed=options["first_seed"],
                    wishes=wishes,
                )
            )
        else:
            by_standing = {"ranked": ranked, "ranked_apart": ranked_apart}[method]
            drafts.append(by_standing(entries, before, seed, wishes=wishes))
    bound, reason = drafts[0].lower_bound, drafts[0].bound_reason
    if not history:
        bound, reason = plan_lower_bound(len(entries), table_sizes(len(entries)), rounds)
    return Plan(method, seed, drafts, bound, reason, why=[])


def _made_again(recipe: Recipe) -> Plan:
    """The one session that was drawn from this."""
    draft = recipe.draft()
    return Plan(recipe.method, recipe.seed, [draft], draft.lower_bound, draft.bound_reason, why=[])


def _why(made: Plan, names: Sequence[int | str]) -> list[str]:
    """A word on all rounds, then the repeated pairs of each."""
    if not made.repeats:
        return ["Nobody meets anybody twice.", *_kept(made)]
    least = made.lower_bound
    sentences = [
        f"Repeats: {made.repeats}, and no plan has fewer."
        if made.repeats == least
        else f"Repeats: {made.repeats}; proven is only that at least {least} cannot be avoided."
    ]
    if made.method.startswith("ranked"):
        sentences.append(
            "Seated by standing, whoever met before."
            if made.method == "ranked"
            else "Seated near the standing."
        )
    if least:
        sentences.append(str(made.bound_reason))
    for number, draft in enumerate(made.rounds, start=1):
        if draft.repeats:
            pairs = (f"{names[pair.a - 1]}–{names[pair.b - 1]}" for pair in draft.repeats)
            sentences.append(f"Round {number} repeats {', '.join(pairs)}.")
    return sentences + _kept(made)


def _kept(made: Plan) -> list[str]:
    """The wishes that were not kept, by round."""
    return [
        f"Round {number}: {reason}"
        for number, draft in enumerate(made.rounds, start=1)
        for reason in draft.why
        if reason.code.startswith("wish_")
    ]


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
