"""The clock of a table: what is refused while it runs (TSR 8.5)."""

from django.utils.translation import gettext as _

from tournaments.actions.core import Refused
from tournaments.actions.sheets import with_rule
from tournaments.models import Table


def refuse_while_it_runs(table: Table, *, where: str | None = None) -> None:
    """Nothing is struck before time is up, the table's extra minutes included."""
    left = table.seconds_left
    if left is not None and left > 0:
        sentence = _("The clock still runs: %(minutes)s minutes are left.")
        minutes = -(-left // 60)
        raise Refused(with_rule(sentence % {"minutes": minutes}, "8.5"), where=where, code="time")
