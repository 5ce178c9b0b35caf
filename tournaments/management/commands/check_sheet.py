"""``manage.py check_sheet``: totals and findings of score sheets (docs/formats.md)."""

from scoring.answers import check_sheet_record
from tournaments.management.commands._json_lines import JsonLinesCommand


class Command(JsonLinesCommand):
    help = "Check score sheets by the rules: one JSON object a line in, one answer a line out."
    answer = staticmethod(check_sheet_record)
