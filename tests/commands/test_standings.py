"""``manage.py standings``: the ranking for the desk and for other programs."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.tournaments.played import played
from tournaments.models import Entry

pytestmark = pytest.mark.django_db


def standings(*args):
    out = StringIO()
    call_command("standings", *args, stdout=out)
    return out.getvalue()


def test_json():
    tournament = played(8, 2)
    tournament.entries.filter(start_number=3).update(status=Entry.Status.WITHDRAWN)

    data = json.loads(standings("herbst", "--json"))

    rows = data["standings"]
    assert data["tournament"] == "herbst"
    assert [row["rank"] for row in rows] == [1, 2, 3, 4, 5, 6, 7, None]
    assert rows[-1]["start_number"] == 3
    assert rows[-1]["withdrawn"] is True
    assert all(row["total"] == sum(row["sessions"]) for row in rows)
    assert (
        rows[0]["name"]
        == tournament.entries.get(start_number=rows[0]["start_number"]).player.list_name
    )


def test_through_a_session():
    played(8, 3)
    data = json.loads(standings("herbst", "--json", "--through", "1"))
    assert {len(row["sessions"]) for row in data["standings"]} == {1}


def test_text():
    played(9, 2, missing=1)
    lines = standings("herbst").splitlines()
    assert lines[0].split() == ["Rank", "No.", "Name", "S1", "S2", "Adj.", "Total"]
    assert len(lines) == 10
    assert len({len(line) for line in lines}) == 1


def test_nobody_entered():
    played(0, 0)
    assert "nobody is entered" in standings("herbst")


def test_an_unknown_tournament_is_told_in_a_sentence():
    with pytest.raises(CommandError, match="no tournament with the address “none”") as refused:
        standings("none", "--json")
    assert refused.value.returncode == 2
