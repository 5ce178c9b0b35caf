"""Start the application for a tournament: ``make run`` and ``make lan`` call this."""

import os
import socket
import sys
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, CommandParser, call_command
from django.utils.translation import gettext as _

from tournaments.actions import accounts
from tournaments.management import installation


class Command(BaseCommand):
    help = "Prepare the database and the files, then serve the application until Ctrl-C."
    # They load every page, and with them what this command first looks for.
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--lan", action="store_true", help="open it to the local network")
        parser.add_argument("--address", help="with --lan: the address that players shall use")
        parser.add_argument("--no-demo", action="store_true", help="start with an empty database")

    def handle(self, *args: Any, **options: Any) -> None:
        port = options["port"]
        if not 1 <= port <= 65535:
            raise CommandError(_("A port is a number from 1 to 65535."))
        installation.require_pango()
        addresses = self._addresses(options) if options["lan"] else []
        bind = "0.0.0.0" if options["lan"] else "127.0.0.1"  # noqa: S104 - asked for by --lan
        installation.require_free_port(bind, port)
        self._prepare(demo=not options["no_demo"])
        self._announce(port, addresses)
        self._serve(bind, port, addresses)

    def _addresses(self, options: dict[str, Any]) -> list[str]:
        if options["address"]:
            return [options["address"]]
        if found := installation.lan_addresses():
            return found
        raise CommandError(
            _(
                "This machine is in no network. Connect it to the hall's Wi-Fi (or open a "
                "hotspot) and start again, or give its address: ADDRESS=192.168.0.5 make lan"
            )
        )

    def _prepare(self, *, demo: bool) -> None:
        call_command("migrate", interactive=False, verbosity=0)
        installation.collect_static()
        if demo:
            call_command("load_demo", if_empty=True, stdout=self.stdout)
        if password := accounts.ensure_director():
            self.stdout.write("")
            self.stdout.write(
                _(
                    "The account for the desk (shown only now, so write it down):\n"
                    "    User name  %(name)s\n"
                    "    Password   %(password)s\n"
                    "A new password, should it be lost: make password"
                )
                % {"name": accounts.DIRECTOR, "password": password}
            )

    def _announce(self, port: int, addresses: list[str]) -> None:
        if addresses:
            url = f"http://{addresses[0]}:{port}/"
            self.stdout.write(f"\n{installation.qr_code(url)}\n    {url}\n")
            for other in addresses[1:]:
                self.stdout.write(f"    http://{other}:{port}/\n")
            self.stdout.write(
                _(
                    "Everyone in this network can open the public pages there; the desk needs a "
                    "password.\nThe connection is not encrypted: use a network of your own, and "
                    "allow Python in the\nfirewall if phones do not get through."
                )
            )
        self.stdout.write("\n" + _("On this machine: %s") % f"http://127.0.0.1:{port}/")
        self.stdout.write(_("Stop with Ctrl-C; nothing is lost."))
        self.stdout.flush()

    def _serve(self, bind: str, port: int, addresses: list[str]) -> None:
        """Become the server: one process with threads, so that SQLite and the cache are shared."""
        hostname = socket.gethostname().lower()
        names = [hostname, f"{hostname.removesuffix('.local')}.local"] if addresses else []
        os.environ["ALLOWED_HOSTS"] = ",".join([*settings.ALLOWED_HOSTS, *addresses, *names])
        os.environ["DEBUG"] = "0"
        os.chdir(settings.BASE_DIR)
        os.execv(  # noqa: S606 - no shell wanted
            sys.executable,
            [
                *(sys.executable, "-m", "gunicorn", "config.wsgi"),
                *("--bind", f"{bind}:{port}"),
                *("--workers", "1", "--threads", "8", "--timeout", "120"),
                *("--graceful-timeout", "5", "--log-level", "warning", "--no-control-socket"),
            ],
        )
