"""A new password for an account, for who lost it and sits at the machine."""

from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from tournaments.actions import accounts
from tournaments.actions.core import Refused


class Command(BaseCommand):
    help = "Give an account a new, generated password and print it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username", nargs="?", default=accounts.DIRECTOR)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            password = accounts.new_password(options["username"])
        except Refused as refusal:
            raise CommandError(str(refusal)) from refusal
        self.stdout.write(
            _("The new password of %(name)s: %(password)s")
            % {"name": options["username"], "password": password}
        )
