"""Who keyed the deals that stand on a table's sheet, and who may therefore confirm it."""

import hashlib
from collections import Counter
from collections.abc import Sequence

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import override

from tournaments.models import Deal, LogEntry, TableAccess


def key_in_log(access: TableAccess, key: str) -> str:
    """A phone's key as the log keeps it: the same key at two tables is two requests."""
    return hashlib.sha256(f"{access.token}:{key}".encode()).hexdigest()


def name_in_log(table: int, seat: int) -> str:
    """Who did it, as the log keeps it: in one language, whatever the phone's is."""
    with override(settings.LANGUAGE_CODE):
        return _("Table %(table)s, seat %(seat)s") % {"table": table, "seat": seat}


def keyed_by(access: TableAccess, size: int, deals: Sequence[Deal]) -> Counter[int]:
    """How many of the rows that stand each seat has keyed; what the desk typed is nobody's."""
    keys = [key_in_log(access, deal.client_key) for deal in deals if deal.client_key]
    if not keys:
        return Counter()
    seats = (
        LogEntry.objects.filter(key__in=keys).order_by("pk").values_list("after__seat", flat=True)
    )
    return Counter(seat for seat in seats if seat in range(1, size + 1))


def may_confirm(access: TableAccess, size: int, deals: Sequence[Deal]) -> list[int]:
    """The seats whose word makes the sheet seen by two: those who keyed no deal of it.

    Where everybody has keyed some, everybody but who keyed most: of that seat's deals, the bulk,
    nobody else need have seen one.
    """
    keyed = keyed_by(access, size, deals)
    seats = range(1, size + 1)
    if others := [seat for seat in seats if not keyed[seat]]:
        return others
    most = max(seats, key=lambda seat: keyed[seat])
    return [seat for seat in seats if seat != most]
