"""``simulate_tournament``: legal, the same for the same seed, beside what is there."""

import os
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from scoring.answers import score_deal
from tests.tournaments import factories
from tournaments.models import Adjustment, Deal, Entry, Player, Session, Table, Tournament
from tournaments.models.standings import standings_of
from tournaments.transfer.check import check_tournament
from tournaments.transfer.export import export_tournament

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).resolve().parents[2]


def simulate(players: int, sessions: int, seed: int = 1, **options) -> Tournament:
    known = set(Tournament.objects.values_list("pk", flat=True))
    call_command(
        "simulate_tournament",
        *("--players", str(players), "--sessions", str(sessions), "--seed", str(seed)),
        stdout=StringIO(),
        **options,
    )
    return Tournament.objects.exclude(pk__in=known).get()


def sizes(tournament: Tournament) -> list[list[int]]:
    return [
        list(session.tables.order_by("number").values_list("size", flat=True))
        for session in tournament.sessions.all()
    ]


def test_a_whole_tournament_is_legal_and_final():
    tournament = simulate(13, 2)
    assert check_tournament(tournament) == []
    assert tournament.is_closed
    # One of thirteen left: the table of five became one of four.
    assert sizes(tournament) == [[4, 4, 5], [4, 4, 4]]
    assert tournament.entries.filter(status=Entry.Status.WITHDRAWN).count() == 1
    states = Table.objects.values_list("state", flat=True)
    assert set(states) == {Table.State.ENTERED, Table.State.VERIFIED}
    kinds = set(Deal.objects.values_list("kind", flat=True))
    assert {"normal", "pflichtsolo", "struck", "penalty"} <= kinds
    assert Adjustment.objects.filter(entry__tournament=tournament).exists()
    points = [row.total for row in standings_of(tournament) if row.total is not None]
    deducted = sum(Adjustment.objects.values_list("points", flat=True))
    assert len(points) == 13
    assert sum(points) == deducted < 0


def test_every_deal_has_the_facts_its_points_come_from():
    simulate(4, 1)
    facts = 0
    for deal in Deal.objects.exclude(kind__in=["penalty", "struck"]).filter(breach=False):
        scores = score_deal(deal.outcome)["scores"]
        assert [scores[seat] for seat in range(1, 5)] == deal.scores
        facts += 1
    assert facts > 15


def test_it_can_stop_when_the_last_seats_are_released():
    tournament = simulate(37, 2, release_only=True)
    assert check_tournament(tournament) == []
    assert not tournament.is_closed
    states = list(tournament.sessions.values_list("state", flat=True))
    assert states == [Session.State.CLOSED, Session.State.RELEASED]
    assert not Deal.objects.filter(table__session__number=2).exists()
    assert sizes(tournament) == [[4] * 8 + [5], [4] * 9]
    players = Player.objects.filter(entries__tournament=tournament)
    assert set(players.values_list("publish_name", flat=True)) == {True, False}
    assert len({(player.first_name, player.last_name) for player in players}) == 37


def test_the_same_seed_makes_the_same_bytes():
    first = simulate(8, 1, seed=5)
    made = export_tournament(first)
    first.delete()
    assert export_tournament(simulate(8, 1, seed=5)) == made
    assert export_tournament(simulate(8, 1, seed=6, slug=first.slug)) != made


def test_nobody_leaves_where_those_who_stay_could_not_be_seated():
    tournament = simulate(8, 2, release_only=True)
    assert sizes(tournament) == [[4, 4], [4, 4]]


def test_others_are_left_alone():
    other = factories.tournament(name="Herbstturnier")
    factories.entries(other, 4)
    before = export_tournament(other)
    people = list(Player.objects.order_by("pk").values())
    options = {"name": "Herbstturnier", "release_only": True}
    assert simulate(4, 1, **options).slug == "herbstturnier-2"
    assert simulate(4, 1, slug="herbstturnier", **options).slug == "herbstturnier-3"
    assert export_tournament(other) == before
    assert list(Player.objects.order_by("pk")[:4].values()) == people


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        ({"players": "7"}, ["--players", "5", "8"]),
        ({"players": "3"}, ["--players", "4"]),
        ({"players": "many"}, ["--players", "many"]),
        ({"players": "1001"}, ["--players", "1000"]),
        ({"sessions": "0"}, ["--sessions"]),
        ({"seed": "-1"}, ["--seed"]),
        ({"slug": "a b"}, ["--slug"]),
        ({"name": "x" * 200}, ["--name"]),
        ({"name": ""}, ["--name"]),
    ],
)
def test_unusable_arguments_get_a_sentence(arguments, names):
    given = {"players": "8", "sessions": "1", "seed": "1", **arguments}
    with pytest.raises(CommandError) as refused:
        call_command("simulate_tournament", *(f"--{key}={value}" for key, value in given.items()))
    assert all(name in str(refused.value) for name in names)
    assert not Tournament.objects.exists()
    assert not Player.objects.exists()


def test_unusable_arguments_exit_with_2(tmp_path):
    arguments = ["--players", "7", "--sessions", "1", "--seed", "1"]
    ended = subprocess.run(
        [sys.executable, "manage.py", "simulate_tournament", *arguments],
        cwd=ROOT,
        env={**os.environ, "DATA_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "config.settings"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (ended.returncode, ended.stdout) == (2, "")
    assert "Traceback" not in ended.stderr
    assert "--players" in ended.stderr
