"""Drafts, wishes and moved players at the desk: what the director sees and may press."""

import json
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournaments import factories
from tests.tournaments.actions.play import drawn, seating
from tests.tournaments.pages.test_desk_play import ODD, Desk, hidden, queries
from tournaments.actions.by_hand import correct_seats
from tournaments.actions.draws import draw_session, release_session
from tournaments.actions.entries import check_in
from tournaments.actions.repairs import choices_for, repair_session
from tournaments.actions.results import save_totals
from tournaments.actions.sessions import close_session
from tournaments.actions.substitutes import set_substitute
from tournaments.actions.wishes import add_wish, keep_club_mates_apart
from tournaments.models import Seat, Session, Wish

pytestmark = pytest.mark.django_db

NO_NUMBERS = [typed for typed in ODD if typed not in ("1,5", "1 2 3")]


@pytest.fixture
def draft(client):
    return Desk(client, drawn(18, release=False))


@pytest.fixture
def released(client):
    return Desk(client, drawn(17))


def session(desk, number=1):
    return Session.objects.get(tournament=desk.tournament, number=number)


def second(players=16, **options):
    """Session 2 drawn; every table of session 1 has the same totals."""
    tournament = drawn(players)
    for table in tournament.sessions.get(number=1).tables.all():
        save_totals(tournament, None, 1, table.number, [9, -9] + [0] * (table.size - 2))
    close_session(tournament, None, 1)
    draw_session(tournament, None, 2, **options)
    return tournament


# How it is drawn


def test_the_ways_to_draw_are_offered_where_they_make_sense(client):
    desk = Desk(client, factories.tournament())
    factories.entries(desk.tournament, 16)
    first = desk.text("session", 1)
    assert "fester Plan für alle Runden" in first
    assert "Setzrunde" not in first
    desk = Desk(client, second())
    later = desk.text("session", 2)
    assert "nach dem Stand (Setzrunde)" in later
    assert 'value="fixed_plan"' not in later
    desk.post("draw-session", 2, method="ladder", seen=hidden(later, "seen"))
    assert session(desk, 2).method == "ladder"
    assert re.search(r'value="ladder" checked', desk.text("session", 2))


def test_a_draw_that_is_refused_says_why_and_keeps_what_was_typed(client):
    desk = Desk(client, factories.tournament())
    factories.entries(desk.tournament, 16)
    answer = desk.post("draw-session", 1, method="ranked", seed="5")
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "ranked" in page or "Auswahl" in page
    assert 'value="5"' in page
    add_wish(desk.tournament, None, kind="team", start_numbers=[1, 2, 3, 4, 5])
    assert "nur 4 Tische" in desk.text("session", 1)
    answer = desk.post("draw-session", 1)
    assert "1, 2, 3, 4, 5" in answer.content.decode()
    assert not Seat.objects.exists()


def test_ticked_tables_stay_and_stay_ticked(draft):
    before = seating(draft.tournament)
    draft.post("draw-session", 1, lock=["2"], locked="4", seen=draft.seen("session", 1))
    after = seating(draft.tournament)
    assert (after[1], after[3]) == (before[1], before[3])
    page = draft.text("session", 1)
    assert re.findall(r'name="lock" value="(\d)" form="draw-form" checked', page) == ["2", "4"]


def test_anyone_can_check_the_draw(draft):
    assert "manage.py draw_seats --players 18 --sessions 3 --seed 7" in draft.text("session", 1)
    check_in(draft.tournament, None, [5], present=False)
    draw_session(draft.tournament, None, 1, seed=8)
    assert "--players 18 --absent 5 --sessions 3 --seed 8" in draft.text("session", 1)
    keep_club_mates_apart(draft.tournament, None, "soft")
    draw_session(draft.tournament, None, 1, seed=9)
    assert "draw_seats --draw herbstturnier-1.json" in draft.text("session", 1)
    answer = draft.get("draw-file", 1)
    assert json.loads(answer.content)["seed"] == 9
    assert draft.get("draw-file", 2).status_code == 404


def test_the_command_on_the_page_draws_what_is_on_the_page(draft, capsys):
    from django.core.management import call_command

    page = draft.text("session", 1)
    command = re.search(r"manage\.py draw_seats ([^<]+)", page)[1].split()
    call_command("draw_seats", *command, "--json")
    assert json.loads(capsys.readouterr().out)["rounds"][0] == seating(draft.tournament)


def test_where_players_were_moved_the_command_is_said_to_show_the_seats_before(draft):
    note = "Nach der Auslosung wurde umgesetzt"
    assert note not in draft.text("session", 1)
    [late] = factories.entries(draft.tournament, 1)
    [way, *_rest] = choices_for(session(draft), [], [late.start_number])
    repair_session(draft.tournament, None, 1, arrivals=[late.start_number], choice=way.token)
    assert note in draft.text("session", 1)
    draw_session(draft.tournament, None, 1)
    assert note not in draft.text("session", 1)
    assert "drawn_from" not in draft.text("log")
    assert "moved_since" not in draft.text("log")
    release_session(draft.tournament, None, 1)
    assert note not in draft.text("session", 1)
    one, other = seating(draft.tournament)[0][0], seating(draft.tournament)[1][0]
    correct_seats(draft.tournament, None, 1, one, other, reason="sat so")
    assert note in draft.text("session", 1)


def test_a_plan_for_all_sessions_says_so_and_leads_to_its_cards(client):
    desk = Desk(client, factories.tournament())
    factories.entries(desk.tournament, 16)
    desk.post("draw-session", 1, method="fixed_plan")
    assert set(Session.objects.values_list("state", flat=True)) == {"drafted"}
    for number in (1, 2, 3):
        page = desk.text("session", number)
        assert "Teil des Plans für alle Runden" in page
        assert "--method fixed_plan" in page


# Two swapped


def test_a_swap_is_shown_before_it_is_made(client):
    desk = Desk(client, second())
    tables = seating(desk.tournament, 2)
    one = tables[0][0]
    met = next(table for table in seating(desk.tournament) if one in table)
    other = next(n for n in tables[1] if any(m in met for m in tables[1] if m != n and m != one))
    answer = desk.get("swap-seats", 2, one=one, other=other)
    page = answer.content.decode()
    assert "treffen sich zum 2. Mal" in page
    assert seating(desk.tournament, 2) == tables
    sent = {"one": one, "other": other, "seen": hidden(page, "seen"), "once": "k"}
    for _twice in range(2):
        answer = desk.post("swap-seats", 2, **sent)
        assert answer.url == desk.url("session", 2)
    assert seating(desk.tournament, 2)[1][tables[1].index(other)] == one


def test_what_cannot_be_swapped_is_told(draft):
    for typed in [*ODD, "99", "1"]:
        answer = draft.client.get(
            draft.url("swap-seats", 1), {"one": "1", "other": typed}, follow=True
        )
        assert 'class="error"' in answer.content.decode()
    release_session(draft.tournament, None, 1)
    answer = draft.client.get(draft.url("swap-seats", 1), {"one": 1, "other": 2}, follow=True)
    assert "keinen Entwurf" in answer.content.decode()


def test_the_first_of_two_clicks_is_remembered_without_a_script(draft):
    page = draft.get("session", 1, swap="3").content.decode()
    assert 'class="picked"' in page
    assert "swap/?one=3&amp;other=4" in page


# Moved after the release


def test_whoever_is_missing_is_asked_about_at_once(released):
    gone = seating(released.tournament)[0][0]
    check_in(released.tournament, None, [gone], present=False)
    page = released.text("reseat", 1)
    assert "1 Spieler wird umgesetzt" in page
    assert re.search(rf'name="gone" value="{gone}"', page)
    name = released.tournament.entries.get(start_number=gone).player.last_name
    sent = {field: hidden(page, field) for field in ("gone", "arrivals", "choice", "seen")}
    answer = released.post("repair-session", 1, once="k", **sent)
    assert answer.url == released.url("session", 1)
    assert gone not in sum(seating(released.tournament), [])
    assert name
    again = released.client.post(
        released.url("repair-session", 1), {**sent, "once": "other"}, follow=True
    )
    assert "inzwischen geändert" in again.content.decode()


def test_odd_numbers_are_refused_with_a_sentence(released):
    for typed in NO_NUMBERS[2:]:
        for field in ("gone", "arrivals"):
            assert (
                'class="errorlist' in released.get("reseat", 1, **{field: typed}).content.decode()
            )
        answer = released.post("repair-session", 1, gone=typed, choice="x", seen="x")
        assert answer.url == released.url("reseat", 1)
    assert "99" in released.get("reseat", 1, gone="99").content.decode()


def test_a_correction_shows_the_points_and_needs_a_reason(released):
    tables = seating(released.tournament)
    one, other = tables[0][0], tables[1][0]
    save_totals(released.tournament, None, 1, 1, [40, -40, 0, 0])
    page = released.get("reseat", 1, one=one, other=other).content.decode()
    assert "Tisch 1, Platz 1: +40" in page
    sent = {"one": one, "other": other, "seen": hidden(page, "seen")}
    answer = released.post("correct-seats", 1, **sent, reason="")
    assert answer.status_code == 422
    assert "Tisch 1, Platz 1: +40" in answer.content.decode()
    released.post("correct-seats", 1, **sent, reason="saßen vertauscht")
    assert seating(released.tournament)[0][0] == other
    assert "saßen vertauscht" in released.text("log")
    assert "hat Plätze von Runde 1 berichtigt" in released.text("log")


def test_a_substitute_is_named_wherever_the_seat_is(released):
    one = seating(released.tournament)[0][0]
    answer = released.post("set-substitute", 1, start_number=one, last_name="Ersatz")
    assert answer.status_code == 302
    for page in ("reseat", "session", "overview"):
        args = () if page == "overview" else (1,)
        assert "Ersatz für" in released.text(page, *args)
    assert "Ersatz für" in released.text("table", 1, 1)
    answer = released.post("set-substitute", 1, start_number="", last_name="")
    assert answer.status_code == 422
    released.post("remove-substitute", 1, one)
    assert "Ersatz für" not in released.text("session", 1)


def test_nobody_is_moved_in_a_session_that_is_planned_or_closed(released):
    assert "noch nichts ausgelost" in released.text("reseat", 2)
    assert released.get("reseat", 99).status_code == 404
    for table in session(released).tables.all():
        save_totals(released.tournament, None, 1, table.number, [0] * table.size)
    close_session(released.tournament, None, 1)
    assert "Erst wieder öffnen" in released.text("reseat", 1)


# Wishes


def test_a_wish_is_noted_listed_and_taken_back(draft):
    sent = {"kind": "team", "start_numbers": "3, 1 2", "name": "Füchse", "hardness": "soft"}
    assert draft.client.post(draft.url("wishes"), sent).status_code == 302
    page = draft.text("wishes")
    assert "Nie an einem Tisch: Mannschaft Füchse" in page
    assert "1 Adler, Ute<br>2 Brandt, Jo<br>3 Çelik, Mina" in page
    wish = Wish.objects.get()
    assert not wish.hard
    draft.post("remove-wish", wish.pk)
    assert "Niemand hat einen Wunsch" in draft.text("wishes")
    draft.post("keep-club-mates-apart", club_mates="hard")
    draft.tournament.refresh_from_db()
    assert draft.tournament.club_mates == "hard"
    draft.post("keep-club-mates-apart", club_mates="maybe")
    draft.tournament.refresh_from_db()
    assert draft.tournament.club_mates == "hard"


@pytest.mark.parametrize("typed", [*NO_NUMBERS, "1", "1, 1", "1, 99"])
def test_what_is_no_pair_is_refused_and_what_was_typed_stays(draft, typed):
    answer = draft.post("wishes", kind="pair", start_numbers=typed, hardness="hard")
    assert answer.status_code == 422
    assert not Wish.objects.exists()


def test_wishes_that_contradict_each_other_are_named_before_the_draw(draft):
    draft.post("wishes", kind="team", start_numbers="1 2 3 4 5", hardness="hard")
    assert "höchstens 4" in draft.text("wishes")


# Roles and queries


@pytest.mark.parametrize("role", ["helper", "referee"])
def test_who_may_not_change_seats_is_offered_nothing(client, role):
    desk = Desk(client, drawn(release=False), role)
    page = desk.text("session", 1)
    assert "data-swap" not in page
    assert 'name="lock"' not in page
    assert "<form" not in desk.text("wishes").split("<main")[1]
    assert desk.get("reseat", 1).url == desk.url("session", 1)
    one, other = seating(desk.tournament)[0][:2]
    desk.post("swap-seats", 1, one=one, other=other)
    assert seating(desk.tournament)[0][0] == one


@pytest.mark.parametrize("name", ["session", "reseat", "wishes"])
def test_queries_do_not_grow_with_players_and_wishes(client, name):
    counts = []
    for players in (9, 21):
        tournament = drawn(players)
        for number in range(1, players // 3):
            add_wish(tournament, None, kind="keeper", start_numbers=[number], hard=False)
        desk = Desk(client, tournament)
        args = () if name == "wishes" else (1,)
        query = "?gone=1" if name == "reseat" else ""
        counts.append(queries(client, desk.url(name, *args) + query))
    assert counts[0] == counts[1]


def test_queries_of_a_draft_and_a_swap_do_not_grow(client):
    counts = []
    for players in (9, 21):
        desk = Desk(client, drawn(players, release=False))
        page = queries(client, desk.url("session", 1))
        swap = queries(client, desk.url("swap-seats", 1) + "?one=1&other=2")
        counts.append((page, swap))
    assert counts[0] == counts[1]


def test_drawing_takes_as_many_queries_for_9_as_for_37(client):
    counts = []
    for players in (9, 37):
        tournament = factories.tournament()
        factories.entries(tournament, players)
        desk = Desk(client, tournament)
        with CaptureQueriesContext(connection) as caught:
            client.post(reverse("draw-session", args=[tournament.slug, 1]))
        counts.append(len(caught))
        assert session(desk).state == "drafted"
    assert counts[0] == counts[1]


# What everybody sees of a substitute


def test_the_public_reads_of_a_substitute_by_consent(client):
    tournament = drawn(9)
    one = seating(tournament)[0][0]
    set_substitute(tournament, None, 1, one, first_name="Pia", last_name="Ersatz")
    save_totals(tournament, None, 1, 1, [9, -9, 0, 0])
    seats = reverse("session-seats", args=[tournament.slug, 1])
    standings = reverse("standings", args=[tournament.slug])
    for url in (seats, f"{seats}?by=name", standings):
        page = client.get(url).content.decode()
        assert "P. E." in page
        assert "Ersatz" not in page
    told = client.get(reverse("api-seats", args=[tournament.slug, 1])).json()
    assert told["tables"][0]["seats"][0]["substitute"] == "P. E."
    desk = Desk(client, tournament)
    assert "Runde 1: gespielt von Ersatz, Pia" in desk.text("desk-standings")
