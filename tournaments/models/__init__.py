"""What is stored. Constraints live in the database, not only in forms."""

from tournaments.models.address_book import Club, Player
from tournaments.models.adjustment import Adjustment
from tournaments.models.certificate import CertificateTemplate
from tournaments.models.deal import SCORE_FIELDS, Deal
from tournaments.models.document import Document
from tournaments.models.log import ACCOUNTS, LogEntry, undone_by
from tournaments.models.session import Seat, Session, Table
from tournaments.models.table_access import TableAccess
from tournaments.models.tournament import Entry, Staff, TieBreak, Tournament
from tournaments.models.wish import Wish

__all__ = [
    "ACCOUNTS",
    "SCORE_FIELDS",
    "Adjustment",
    "CertificateTemplate",
    "Club",
    "Deal",
    "Document",
    "Entry",
    "LogEntry",
    "Player",
    "Seat",
    "Session",
    "Staff",
    "Table",
    "TableAccess",
    "TieBreak",
    "Tournament",
    "Wish",
    "undone_by",
]
