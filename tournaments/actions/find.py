"""Sessions, tables and entries by the numbers that people use, or a refusal that names them."""

from django.utils.translation import gettext as _

from tournaments.actions.core import Refused
from tournaments.models import Entry, Session, Table, Tournament


def session_of(tournament: Tournament, number: int) -> Session:
    session = tournament.sessions.filter(number=number).first()
    if session is None:
        raise Refused(
            _("This tournament has no session %(number)s.") % {"number": number}, code="no_session"
        )
    return session


def table_of(session: Session, number: int) -> Table:
    table = session.tables.filter(number=number).first()
    if table is None:
        raise Refused(
            _("Session %(session)s has no table %(number)s.")
            % {"session": session.number, "number": number},
            code="no_table",
        )
    return table


def entry_of(tournament: Tournament, start_number: int) -> Entry:
    entry = tournament.entries.filter(start_number=start_number).select_related("player").first()
    if entry is None:
        raise Refused(
            _("Nobody has start number %(number)s.") % {"number": start_number},
            where="start_number",
            code="no_entry",
        )
    return entry
