"""What an installation needs before it can serve: Pango, a free port, an address, its files."""

import hashlib
import io
import socket
from collections.abc import Iterator
from pathlib import Path

import segno
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import CommandError, call_command
from django.utils.translation import gettext as _

# Addresses that are asked for a way, not for an answer: nothing is sent to them. The first
# follows the default route; the others find a hall's network that has no way to the internet.
_TARGETS = ("192.0.2.1", "192.168.255.254", "10.255.255.254", "172.31.255.254", "169.254.255.254")


def require_pango() -> None:
    """Raise CommandError with the package's name if WeasyPrint does not find Pango."""
    try:
        import weasyprint  # noqa: F401, PLC0415 - it loads Pango when imported
    except OSError as error:
        raise CommandError(
            _(
                "The system library Pango is missing; score sheets and lists are made with it.\n"
                "  Debian, Ubuntu:  sudo apt install libpango-1.0-0 libpangoft2-1.0-0 "
                "libharfbuzz-subset0\n"
                "  Fedora:          sudo dnf install pango\n"
                "  macOS:           brew install pango\n"
                "Then start again."
            )
        ) from error


def require_free_port(host: str, port: int) -> None:
    """Raise CommandError if nothing can listen there (taken, or not ours to use)."""
    with socket.socket() as probe:
        # As the server does: a port whose last connections are still closing is free.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except PermissionError as error:
            raise CommandError(
                _("Port %(port)s is reserved; choose one from 1024 up: PORT=8000 make run")
                % {"port": port}
            ) from error
        except OSError as error:
            raise CommandError(
                _(
                    "Port %(port)s is taken, perhaps by this program in another window. "
                    "Stop that one, or choose another port: PORT=%(other)s make run"
                )
                % {"port": port, "other": port + 1}
            ) from error


def lan_addresses() -> list[str]:
    """This machine's IPv4 addresses in its networks, the most likely first; none if offline."""
    found: list[str] = []
    for target in _TARGETS:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((target, 9))
            except OSError:
                continue
            address = probe.getsockname()[0]
        if not address.startswith(("127.", "0.")) and address not in found:
            found.append(address)
    return found


def qr_code(url: str) -> str:
    """The address as a QR code of half blocks, as a terminal shows it."""
    out = io.StringIO()
    segno.make(url, error="m").terminal(out=out, compact=True)
    return out.getvalue()


def _static_sources() -> Iterator[str]:
    for finder in get_finders():
        for path, storage in finder.list(["CVS", ".*", "*~"]):
            stat = Path(storage.path(path)).stat()
            yield f"{path} {stat.st_size} {stat.st_mtime_ns}"


def collect_static() -> None:
    """Collect, hash and compress the static files, if they changed since the last time."""
    state = hashlib.sha256("\n".join(sorted(_static_sources())).encode()).hexdigest()
    stamp = Path(settings.STATIC_ROOT) / ".collected"
    if stamp.exists() and stamp.read_text() == state:
        return
    call_command("collectstatic", interactive=False, verbosity=0)
    stamp.write_text(state)
