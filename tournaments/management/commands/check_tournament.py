"""``manage.py check_tournament``: recompute what is derived and name each difference."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from tournaments.management.commands.export_tournament import tournament_at
from tournaments.transfer.check import check_tournament
from tournaments.transfer.faults import ERROR, Fault


class Command(BaseCommand):
    help = (
        "Recomputes points, solos, states and revisions from deals and seats and names each "
        "difference; what the law says to a sheet that adds up is a warning. Exit status: "
        "0 no difference, 1 differences, 2 unusable arguments."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", metavar="SLUG", help="the tournament's address")
        parser.add_argument("--json", action="store_true", help="one line of JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        tournament = tournament_at(options["slug"])
        faults = check_tournament(tournament)
        differences = [fault for fault in faults if fault.severity == ERROR]
        warnings = [fault for fault in faults if fault.severity != ERROR]
        if options["json"]:
            self._print_json(differences, warnings)
        else:
            for fault in differences:
                self.stdout.write(self.style.ERROR(str(fault)))
            for fault in warnings:
                self.stdout.write(self.style.WARNING(str(fault)))
            count = f"{len(differences)} differences, {len(warnings)} warnings"
            self.stdout.write(f"{tournament.name}: {count}")
        if differences:
            raise SystemExit(1)

    def _print_json(self, differences: list[Fault], warnings: list[Fault]) -> None:
        answer = {
            "ok": not differences,
            "differences": [fault.as_dict() for fault in differences],
            "warnings": [fault.as_dict() for fault in warnings],
        }
        self.stdout.write(json.dumps(answer, ensure_ascii=False))
