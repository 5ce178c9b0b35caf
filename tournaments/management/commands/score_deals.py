"""``manage.py score_deals``: what deals are worth, from their outcomes (docs/formats.md)."""

from scoring.answers import score_deal
from tournaments.management.commands._json_lines import JsonLinesCommand


class Command(JsonLinesCommand):
    help = "Value deals by the rules: one JSON object a line in, one answer a line out."
    answer = staticmethod(score_deal)
