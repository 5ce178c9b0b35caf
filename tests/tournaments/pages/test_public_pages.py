"""What anyone sees without an account: home, standings, seat plan; and what nobody may see."""

from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.urls import reverse
from django.utils import timezone

from tests.tournaments import factories
from tests.tournaments.actions.play import drawn
from tests.tournaments.played import played
from tournaments.actions.draws import release_session
from tournaments.actions.results import save_totals
from tournaments.models import Adjustment, Entry, Player, Seat, Tournament

pytestmark = pytest.mark.django_db


def get(client, name, *args, **query):
    answer = client.get(reverse(name, args=args), query)
    answer.text_content = answer.content.decode()
    return answer


# Home


def test_home_lists_todays_coming_and_past_tournaments_in_this_order(client):
    today = timezone.localdate()
    for days, name in (
        (-900, "Uraltes"),
        (-9, "Altes"),
        (5, "Kommendes"),
        (0, "Heutiges"),
        (9, "Fernes"),
    ):
        played(0, 0, slug=name.lower(), name=name, starts_on=today + timedelta(days))

    text = get(client, "home").text_content

    order = ("Heutiges", "Kommendes", "Fernes", "Altes", "Uraltes")
    places = [text.index(f">{name}<") for name in order]
    assert places == sorted(places)
    assert "Heute" in text
    assert "Demnächst" in text
    assert "Vergangen" in text


def test_home_without_a_tournament_says_so(client):
    assert "Noch ist kein Turnier veröffentlicht" in get(client, "home").text_content


def test_home_lists_public_tournaments_only(client):
    for visibility in Tournament.Visibility.values:
        played(0, 0, slug=visibility, name=f"Turnier {visibility}", visibility=visibility)
    text = get(client, "home").text_content
    assert "Turnier public" in text
    assert "Turnier unlisted" not in text
    assert "Turnier desk" not in text


@pytest.mark.parametrize("page", ["2", "abc", "-1", "0", "99999999999999999999", "", "\x00"])
def test_home_pages_the_past_whatever_the_number_says(client, page):
    for day in range(1, 34):
        played(0, 0, slug=f"t{day}", starts_on=timezone.localdate() - timedelta(day))
    assert get(client, "home", page=page).status_code == 200


def test_home_takes_as_many_queries_for_many_as_for_one(client, django_assert_num_queries):
    played(3, 0, slug="t0")
    with django_assert_num_queries(3):
        get(client, "home")
    for day in range(20):
        played(3, 0, slug=f"u{day}", starts_on=timezone.localdate() + timedelta(day))
    with django_assert_num_queries(3):
        get(client, "home")


# Visibility


PAGES = [("standings", ()), ("seats", ()), ("session-seats", (1,)), ("revision", ())]


@pytest.mark.parametrize(("page", "more"), PAGES)
def test_unlisted_is_reached_by_the_link(client, page, more):
    played(8, 1, visibility="unlisted")
    assert get(client, page, "herbst", *more).status_code == 200


@pytest.mark.parametrize(("page", "more"), PAGES)
def test_desk_only_does_not_exist_for_the_public_nor_for_other_desks(client, page, more):
    tournament = played(8, 1, visibility="desk")
    missing = get(client, page, "none", *more)
    hidden = get(client, page, "herbst", *more)
    assert (hidden.status_code, missing.status_code) == (404, 404)
    assert hidden.text_content == missing.text_content
    assert "ETag" not in hidden.headers

    client.force_login(factories.staff(factories.tournament(), "director"))
    assert get(client, page, "herbst", *more).status_code == 404

    client.force_login(factories.staff(tournament, "helper"))
    preview = get(client, page, "herbst", *more)
    assert preview.status_code == 200
    assert "no-store" in preview["Cache-Control"]


def test_a_preview_says_what_it_is_and_is_kept_nowhere(client):
    tournament = played(8, 1, visibility="desk")
    client.force_login(factories.staff(tournament, "director"))
    preview = get(client, "standings", "herbst")
    assert "Vorschau" in preview.text_content
    assert "ETag" not in preview.headers
    client.logout()
    assert get(client, "standings", "herbst").status_code == 404


# Names


def test_names_are_published_with_consent_only(client):
    tournament = played(8, 1)
    Player.objects.update(publish_name=False)
    player = tournament.entries.get(start_number=1).player
    player.first_name, player.last_name, player.publish_name = "Konstanze", "Offenherz", True
    player.save()
    hidden = tournament.entries.get(start_number=2).player
    hidden.first_name, hidden.last_name = "Gerlinde", "Heimlich"
    hidden.save()

    for page in ("standings", "seats"):
        text = get(client, page, "herbst").text_content
        assert "Offenherz, Konstanze" in text
        assert "G. H." in text
        assert "Heimlich" not in text
        assert "Gerlinde" not in text
    by_name = get(client, "seats", "herbst", by="name").text_content
    assert "Offenherz" in by_name
    assert "Heimlich" not in by_name


@pytest.mark.parametrize("page", ["standings", "seats"])
def test_a_search_finds_what_is_shown_and_betrays_no_hidden_name(client, page):
    tournament = played(8, 1)
    Player.objects.update(publish_name=False)
    player = tournament.entries.get(start_number=2).player
    player.first_name, player.last_name = "Gerlinde", "Heimlich"
    player.save()

    assert "Niemand gefunden" in get(client, page, "herbst", q="heimlich").text_content
    found = get(client, page, "herbst", q="2").text_content
    assert "G. H." in found


def test_names_are_escaped(client):
    tournament = played(4, 1)
    Player.objects.filter(entries__tournament=tournament).update(
        last_name="<script>alert(1)</script>", publish_name=True
    )
    for page in ("standings", "seats"):
        text = get(client, page, "herbst").text_content
        assert "<script>alert" not in text
        assert "&lt;script&gt;" in text


# Standings


def test_standings_before_anything_was_played(client):
    played(0, 0, planned=3)
    text = get(client, "standings", "herbst").text_content
    assert "noch nicht begonnen" in text
    assert "Noch ist niemand gemeldet" in text


def test_standings_while_tables_are_missing(client):
    played(37, 2, missing=2, planned=1)
    text = get(client, "standings", "herbst").text_content
    assert "Zwischenstand in Runde 2 von 3" in text
    assert "Ergebnisse von 7 von 9 Tischen" in text
    assert "R2 7/9" in text
    assert "…" in text


def test_standings_after_a_session_and_at_the_end(client):
    tournament = played(8, 2)
    assert "Stand nach Runde 2 von 2" in get(client, "standings", "herbst").text_content
    Tournament.objects.filter(pk=tournament.pk).update(closed_at=timezone.now(), revision=2)
    assert "Endstand" in get(client, "standings", "herbst").text_content


def test_withdrawn_and_adjusted_are_explained_without_the_desks_reasons(client):
    tournament = played(8, 1)
    assert "Abzug" not in get(client, "standings", "herbst").text_content
    tournament.entries.filter(start_number=1).update(status=Entry.Status.WITHDRAWN)
    Adjustment.objects.create(
        entry=tournament.entries.get(start_number=2),
        session=tournament.sessions.get(),
        points=-12,
        reason="Hat geflucht",
        given_by="R. Schieds",
    )
    Tournament.objects.update(revision=2)

    text = get(client, "standings", "herbst").text_content

    assert "zurückgetreten, nicht gewertet" in text
    assert "−12 außerhalb der Liste, Runde 1 (TSR 9.7.2)" in text
    assert "Hat geflucht" not in text
    assert "R. Schieds" not in text


def test_who_never_came_is_not_in_the_final_list(client):
    tournament = played(8, 1)
    absent = tournament.entries.get(start_number=8)
    Seat.objects.filter(entry=absent).delete()
    absent.status = Entry.Status.REGISTERED
    absent.save()
    assert 'id="n8"' not in get(client, "standings", "herbst").text_content


def order_of_rows(text):
    return [int(part.split('"')[0]) for part in text.split('<tr id="n')[1:]]


def test_every_column_sorts_both_ways_and_what_is_missing_comes_last(client):
    tournament = played(12, 2, missing=1)
    for column in ("rank", "start_number", "name", "club", "session_1", "total", "change"):
        up = order_of_rows(get(client, "standings", "herbst", sort=column).text_content)
        down = order_of_rows(get(client, "standings", "herbst", sort=f"-{column}").text_content)
        assert sorted(up) == list(range(1, 13))
        assert up != down, column
    missing = set(
        Seat.objects.filter(session__tournament=tournament, points=None).values_list(
            "entry__start_number", flat=True
        )
    )
    for sort in ("session_2", "-session_2"):
        rows = order_of_rows(get(client, "standings", "herbst", sort=sort).text_content)
        assert set(rows[-4:]) == missing
    numbers = order_of_rows(get(client, "standings", "herbst", sort="start_number").text_content)
    assert numbers == list(range(1, 13))


def test_sort_links_work_without_a_script_and_say_their_state(client):
    played(8, 1)
    text = get(client, "standings", "herbst", sort="-total", lang="en").text_content
    assert 'aria-sort="descending"' in text
    assert 'href="?lang=en&amp;sort=total"' in text
    assert 'href="?lang=en&amp;sort=-session_1"' in text


@pytest.mark.parametrize("page", ["standings", "seats"])
@pytest.mark.parametrize(
    "query",
    [
        {"page": "abc"},
        {"page": "999999"},
        {"page": "-3"},
        {"page": "9" * 400},
        {"page": "²"},
        {"per_page": "-5"},
        {"per_page": "1000000"},
        {"sort": "__class__"},
        {"sort": "-"},
        {"sort": "session_9"},
        {"sort": "session_x"},
        {"sort": "-name,club"},
        {"sort": "row"},
        {"sort": "\x00"},
        {"q": "²"},
        {"q": "٣"},
        {"q": "9" * 500},
        {"q": "\x00%_'\"<>"},
        {"lang": "xx"},
        {"lang": "de\r\nX: y"},
        {"by": "<script>"},
    ],
)
def test_odd_addresses_are_pages_too(client, page, query):
    played(9, 1, missing=1)
    answer = get(client, page, "herbst", **query)
    assert answer.status_code == 200
    assert "<script>" not in answer.text_content.replace('<script src="', "")


def test_a_long_list_comes_in_pages(client):
    played(260, 1)
    first = get(client, "standings", "herbst").text_content
    second = get(client, "standings", "herbst", page="2").text_content
    assert len(order_of_rows(first)) == 250
    assert len(order_of_rows(second)) == 10
    assert "251–260 von 260 Zeilen" in second


def test_posting_to_a_public_page_is_not_allowed(client):
    played(4, 1)
    assert client.post(reverse("standings", args=["herbst"])).status_code == 405


@pytest.mark.parametrize(("page", "expected"), [("standings", 5), ("seats", 3)])
def test_the_number_of_queries_is_fixed(client, page, expected, django_assert_num_queries):
    for size in (1, 3, 200):
        tournament = played(size, 2, slug=f"t{size}", tie_breaks=["direct_comparison", "lot"])
        for entry in tournament.entries.all()[:3]:
            Adjustment.objects.create(entry=entry, points=-1, reason="x", given_by="y")
        with django_assert_num_queries(expected):
            assert get(client, page, f"t{size}").status_code == 200


# Seat plan


def test_seats_of_the_latest_released_session_by_table_and_by_name(client):
    played(9, 2, planned=1)
    text = get(client, "seats", "herbst").text_content
    assert text.count('class="tile"') == 2
    assert 'aria-current="page">Runde 2' in text
    rows = get(client, "seats", "herbst", by="name").text_content
    assert rows.count("data-number=") == 9
    assert 'aria-current="page">Runde 1' in get(client, "session-seats", "herbst", 1).text_content


def test_my_table_is_found_by_start_number(client):
    tournament = played(9, 1)
    seat = Seat.objects.select_related("table").get(entry__start_number=7)
    found = get(client, "seats", tournament.slug, q="7").text_content
    mine = found[found.index("my-table") :][:400]
    assert f"Tisch {seat.table.number}" in mine
    assert f"Platz {seat.position}" in mine


def test_who_looks_for_a_table_keeps_looking_in_the_other_sessions(client):
    played(9, 2)
    text = get(client, "seats", "herbst", q="7", lang="en").text_content
    assert 'href="/t/herbst/seats/1/?lang=en&amp;q=7"' in text
    assert 'href="/t/herbst/seats/?lang=en&amp;q=7&amp;by=name"' in text


def test_search_engines_leave_unlisted_tournaments_alone(client):
    played(4, 1, visibility="unlisted")
    assert 'content="noindex"' in get(client, "standings", "herbst").text_content


def test_there_is_no_page_for_a_session_that_does_not_exist(client):
    played(8, 1)
    assert get(client, "session-seats", "herbst", 2).status_code == 404


def test_a_draft_is_on_no_public_page_until_it_is_released(client):
    tournament = drawn(9, release=False)
    planned = get(client, "session-seats", tournament.slug, 2)
    for draft in (
        get(client, "session-seats", tournament.slug, 1),
        get(client, "seats", tournament.slug),
        get(client, "seats", tournament.slug, q="3"),
        get(client, "seats", tournament.slug, by="name"),
    ):
        assert draft.status_code == 200
        assert "noch nicht freigegeben" in draft.text_content
        assert "Tisch" not in draft.text_content
        assert "data-number" not in draft.text_content
    draft = get(client, "session-seats", tournament.slug, 1)
    assert draft.text_content.count('class="later"') == planned.text_content.count('class="later"')

    release_session(tournament, None, 1)

    assert get(client, "seats", tournament.slug).text_content.count('class="tile"') == 2


def test_redrawing_a_draft_leaves_the_page_as_it_was(client):
    tournament = drawn(9, release=False)
    live = '<div id="live"'
    before = get(client, "seats", tournament.slug).text_content
    seats = list(Seat.objects.all())
    Seat.objects.filter(pk=seats[0].pk).delete()
    Tournament.objects.update(revision=tournament.revision + 1)
    after = get(client, "seats", tournament.slug).text_content

    def without_revision(text):
        return text[text.index(live) :].split(">", 1)[1]

    assert without_revision(before) == without_revision(after)


def test_a_result_is_on_the_next_page_anyone_loads(client):
    tournament = drawn(8)
    table = tournament.sessions.get(number=1).tables.get(number=1)
    winner = table.seats.get(position=1).entry
    assert "noch kein Ergebnis" in get(client, "standings", tournament.slug).text_content

    save_totals(tournament, None, 1, 1, [120, -40, -40, -40])

    text = get(client, "standings", tournament.slug).text_content
    assert "Ergebnisse von 1 von 2 Tischen" in text
    assert order_of_rows(text)[0] == winner.start_number
    assert ">120</td>" in text


def test_a_session_that_has_begun_does_not_change_the_standings_before_it(client):
    played(8, 2, missing=2, planned=1)
    text = get(client, "standings", "herbst").text_content
    assert "Stand nach Runde 1 von 3" in text
    assert "Runde 2: Ergebnisse von 0 von 2 Tischen" in text


def test_the_office_sees_every_preview(client):
    played(4, 1, visibility="desk")
    client.force_login(get_user_model().objects.create_superuser("office"))
    assert get(client, "standings", "herbst").status_code == 200
