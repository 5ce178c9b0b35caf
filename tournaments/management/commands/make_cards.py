"""``manage.py make_cards``: draw static/cards.svg, the cards of the application."""

from django.conf import settings
from django.core.management.base import BaseCommand

from tournaments.management.card_drawing import drawing


class Command(BaseCommand):
    help = "Draw the cards anew (static/cards.svg); for developers who change the drawing."

    def handle(self, **options: object) -> None:
        path = settings.BASE_DIR / "static" / "cards.svg"
        path.write_text(drawing(), encoding="utf-8")
        self.stdout.write(str(path))
