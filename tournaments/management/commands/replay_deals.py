"""``manage.py replay_deals``: whole deals, card by card (docs/formats.md)."""

from scoring.replay_answers import replay_deal
from tournaments.management.commands._json_lines import JsonLinesCommand


class Command(JsonLinesCommand):
    help = "Replay deals card by card: one JSON object a line in, the verdict on each out."
    answer = staticmethod(replay_deal)
