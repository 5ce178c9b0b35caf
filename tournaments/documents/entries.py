"""The list of entries, with a box to tick who is there."""

from django.utils.translation import gettext as _

from tournaments.documents.paper import Collected, Paper, Part, heading
from tournaments.models import Entry, Tournament


def collect_entries(tournament: Tournament) -> Collected:
    """All entries in the German order of their names; who is checked in already has a cross."""
    found = tournament.entries.select_related("player__club")
    entries = list(found.order_by("player__sort_key", "start_number"))
    context = {
        **heading(tournament),
        "entries": entries,
        "present": sum(entry.status == Entry.Status.PRESENT for entry in entries),
        "withdrawn": sum(entry.status == Entry.Status.WITHDRAWN for entry in entries),
    }
    return Collected("documents/entries.html", _("Entries and check-in"), [Part(context)])


ENTRIES = Paper("entries", collect_entries)
