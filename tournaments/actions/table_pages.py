"""The tables' pages for phones come and go with the seats that players see."""

from collections.abc import Collection

from tournaments.models import Session, TableAccess


def open_pages(session: Session) -> None:
    """Give every table of a session a page, those that have none yet."""
    TableAccess.objects.bulk_create(
        TableAccess(session=session, number=table.number, table=table)
        for table in session.tables.filter(access=None)
    )


def shut_pages(session: Session, tables: Collection[int] | None = None) -> None:
    """Take the pages of a session's tables, or of these numbers only, away: their tokens write
    nothing from now on.
    """
    shut = session.accesses if tables is None else session.accesses.filter(number__in=tables)
    shut.update(table=None)
