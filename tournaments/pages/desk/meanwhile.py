"""Who changed what between a form was made and sent: the sentence of a conflict."""

from django.utils.translation import gettext as _

from tournaments.actions.at_table import Conflict
from tournaments.models import LogEntry, Player, Tournament
from tournaments.pages.desk.log_text import changes
from tournaments.pages.seen_form import SeenForm

MOST = 5  # entries of the log


def conflict_sentence(
    conflict: Conflict, form: SeenForm, of: Tournament | Player, action: str
) -> str:
    """Who did ``action`` (or undid it) to ``of`` since ``form`` was made, and what it changed;
    then what to do. Without an entry that tells, the conflict's own words.
    """
    since = form.changed_since
    if isinstance(of, Tournament):
        since = since.filter(tournament=of)
    told = [
        _("%(who)s changed %(what)s.") % {"who": entry.actor_name or _("The program"), "what": what}
        for entry in since
        if action in (entry.action, (entry.after or {}).get("undone_action"))
        if (what := _what(entry, of))
    ]
    # A person who is entered twice has the same entry in two logs.
    told = list(dict.fromkeys(told))[-MOST:] or [str(conflict)]
    return " ".join(
        [
            *told,
            _("Nothing of yours is stored yet: look at it again and save it, or leave it."),
        ]
    )


def _what(entry: LogEntry, of: Tournament | Player) -> str:
    if isinstance(of, Player) and (entry.after or {}).get("player") != of.pk:
        return ""
    return "; ".join(
        _("%(label)s: “%(before)s” → “%(after)s”") % change for change in changes(entry)
    )
