"""The smallest tournament that has one row of everything."""

from datetime import date
from types import SimpleNamespace

import pytest
from django.contrib.auth import get_user_model

from tournaments.models import (
    Adjustment,
    CertificateTemplate,
    Club,
    Deal,
    Document,
    Entry,
    LogEntry,
    Player,
    Seat,
    Session,
    Staff,
    Table,
    TableAccess,
    Tournament,
    Wish,
)


@pytest.fixture
def world(db) -> SimpleNamespace:
    """Five players at a table of five, one deal played; a second, empty table of four."""
    club = Club.objects.create(name="Herz 10 Hameln")
    players = [
        Player.objects.create(last_name=f"Adler {n}", club=club, ddv_number=f"DDV {n}")
        for n in range(1, 6)
    ]
    tournament = Tournament.objects.create(
        name="Herbstturnier", slug="herbst", starts_on=date(2026, 10, 3), revision=1
    )
    entries = [
        Entry.objects.create(tournament=tournament, player=player, start_number=n)
        for n, player in enumerate(players, start=1)
    ]
    session = Session.objects.create(tournament=tournament, number=1)
    table = Table.objects.create(session=session, number=1, size=5)
    seats = [
        Seat.objects.create(session=session, table=table, position=n, entry=entry)
        for n, entry in enumerate(entries, start=1)
    ]
    deal = Deal.objects.create(
        table=table, row=1, kind="normal", score_1=0, score_2=1, score_3=1, score_4=-1, score_5=-1
    )
    user = get_user_model().objects.create_user("leitung")
    return SimpleNamespace(
        club=club,
        players=players,
        tournament=tournament,
        entries=entries,
        session=session,
        table=table,
        four=Table.objects.create(session=session, number=2, size=4),
        access=TableAccess.objects.create(session=session, number=1, table=table),
        template=CertificateTemplate.objects.create(tournament=tournament),
        seats=seats,
        wish=Wish.objects.create(tournament=tournament, kind="keeper"),
        deal=deal,
        user=user,
        staff=Staff.objects.create(tournament=tournament, user=user, role="director"),
        adjustment=Adjustment.objects.create(
            entry=entries[0], points=-3, reason="Late", given_by="Referee"
        ),
        log=LogEntry.objects.create(tournament=tournament, revision=1, action="adjust"),
        document=Document.objects.create(
            tournament=tournament, kind="x", revision=1, language="de"
        ),
    )
