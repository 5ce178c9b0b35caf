"""The list of entries: with a box to tick who is there, and plain for the wall."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.documents.paper import Collected, Paper, PaperRefused, Part, heading
from tournaments.documents.tabular import Column, Listed, Section, list_paper
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


def collect_entry_list(tournament: Tournament) -> Collected:
    """Who is entered, for everybody to read: by name, without who has withdrawn."""
    found = tournament.entries.exclude(status=Entry.Status.WITHDRAWN)
    entries = list(
        found.select_related("player__club").order_by("player__sort_key", "start_number")
    )
    if not entries:
        raise PaperRefused(_("No entries yet."))
    columns = [Column(_("No."), "r b", 14), Column(_("Name")), Column(_("Club"), "", 80)]
    rows = [
        [entry.start_number, entry.player.list_name, entry.player.club_name] for entry in entries
    ]
    players = ngettext("%(n)s player", "%(n)s players", len(entries)) % {"n": len(entries)}
    listed = Listed(title=_("List of entries"), sections=[Section(columns, rows)], facts=[players])
    return list_paper(tournament, listed)


ENTRIES = Paper("entries", collect_entries)
ENTRY_LIST = Paper("entry-list", collect_entry_list)
