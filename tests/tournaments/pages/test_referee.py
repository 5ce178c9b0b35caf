"""The referee's pages: what a breach costs, given by a click more; disqualification; protests."""

import html
import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from rules.ruleset import DDV
from tests.tournaments.actions.play import drawn, legal_rows
from tests.tournaments.pages.test_desk_play import ODD, Desk, hidden, queries
from tests.tournaments.pages.test_desk_sheet import fields_of
from tournaments.actions.adjustments import adjust
from tournaments.actions.closing import close_tournament
from tournaments.actions.deal_again import deal_again, time_is_up
from tournaments.actions.penalties import give_penalty, penalty_for
from tournaments.actions.results import save_sheet, save_totals, verify_table
from tournaments.actions.sessions import close_session, start_session
from tournaments.actions.sheets import report_of
from tournaments.actions.tournaments import change_settings
from tournaments.actions.undo import undo
from tournaments.models import Adjustment, Deal, Entry, LogEntry, Session, Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(client):
    return Desk(client, drawn(9), role="referee")


def breach(**more):
    return {
        "breach": "minor",
        "offender": "2",
        "reason": "Karte gezeigt",
        "given_by": "Schiri Adler",
        **more,
    }


def test_points_are_computed_shown_and_then_given(desk):
    save_sheet(desk.tournament, None, 1, 1, legal_rows(4, penalties=False))
    assert 'data-key="R"' in desk.text("sheet", 1, 1)
    page = desk.post("penalty", 1, 1, **breach()).content.decode()
    assert 'name="points-2" value="-3"' in page
    assert "Das Spiel geht weiter" in page
    law = {"law": hidden(page, "law"), "seen": hidden(page, "seen")}
    points = {f"points-{n}": p for n, p in enumerate(("1", "−3", "1", "1"), start=1)}
    page = desk.post("penalty", 1, 1, **breach(breach="serious"), **law, **points).content.decode()
    assert 'name="points-2" value="-12"' in page  # another breach: its points first
    response = desk.post("penalty", 1, 1, **breach(after="99"), **law, **points)
    assert response.status_code == 422
    response = desk.post("penalty", 1, 1, **breach(after="3"), **law, **points)
    assert response.url == desk.url("sheet", 1, 1)
    assert Deal.objects.filter(table__number=1, kind="penalty").get().scores == [1, -3, 1, 1]
    page = desk.text("sheet", 1, 1)
    assert "Schiri Adler: Karte gezeigt (TSR 9.3)" in page
    assert "Strafpunkte" in desk.text("log")


def solo_breach(rows, **more):
    solo = next(row for row in rows if row["kind"] == "pflichtsolo")
    offender = solo["soloist"] % 4 + 1
    about = {"breach": "serious", "offender": str(offender), "kind": "pflichtsolo"}
    return breach(**about, soloist=str(solo["soloist"]), **more)


def test_a_solo_on_the_sheet_already_is_offered_as_the_place_of_its_penalty(desk):
    rows = legal_rows(4, penalties=False)
    save_sheet(desk.tournament, None, 1, 1, rows)
    asked = solo_breach(rows)
    row = next(n for n, one in enumerate(rows, 1) if one["kind"] == "pflichtsolo")
    page = desk.post("penalty", 1, 1, **asked).content.decode()
    assert f'name="place" value="{row}" checked' in page
    assert 'value="own"' not in page  # all deals are there, and a Pflichtsolo is played once
    assert "anstelle von: Spiel" in page
    points = dict(re.findall(r'name="(points-\d)" value="(-?\d+)"', page))
    given = {"law": hidden(page, "law"), "seen": hidden(page, "seen"), **points}
    again = desk.post("penalty", 1, 1, **asked, **given, place="own")
    assert f'name="place" value="{row}" checked' in again.content.decode()
    for _twice in range(2):
        response = desk.post("penalty", 1, 1, **asked, **given, place=row, once="once")
        assert response.status_code == 302
    assert (Deal.objects.get(breach=True).row, Deal.objects.count()) == (row, 24)
    assert "mit den Punkten der Strafe auf der Liste" in desk.text("sheet", 1, 1)
    page = desk.post("penalty", 1, 1, **asked).content.decode()
    assert "Die Liste hat keinen Platz für dieses Solo" in page
    assert 'name="points-1"' not in page


def test_a_lustsolo_may_be_another_one_than_that_on_the_sheet(desk):
    rows = next(
        found[:20]
        for found in (legal_rows(4, seed, penalties=False) for seed in range(99))
        if [row["kind"] for row in found[:20]].count("lustsolo") == 1
    )
    save_sheet(desk.tournament, None, 1, 1, rows, complete=False)
    row, solo = next((n, one) for n, one in enumerate(rows, 1) if one["kind"] == "lustsolo")
    asked = {"breach": "serious", "soloist": solo["soloist"], "kind": "lustsolo"}
    asked = breach(**{**asked, "offender": solo["soloist"] % 4 + 1})
    page = desk.post("penalty", 1, 1, **asked).content.decode()
    assert 'name="place" value="own" checked' in page
    line = sum(one["kind"] not in ("pflichtsolo", "vorfuehrung") for one in rows[:row])
    page = desk.post("penalty", 1, 1, **asked, after=line).content.decode()
    assert f'name="place" value="{row}" checked' in page


@pytest.mark.parametrize(
    ("chosen", "totals", "told"),
    [
        ({}, False, "Die Strafe steht auf der Liste."),
        ({}, True, "Die Strafe ist in die Summen eingerechnet."),
        ({"breach": "insignificant"}, False, "auf der Liste vermerkt und kostet keine Punkte"),
        ({"breach": "insignificant"}, True, "bei den Summen vermerkt und kostet keine Punkte"),
    ],
)
def test_what_is_said_is_what_happened(desk, chosen, totals, told):
    if totals:
        save_totals(desk.tournament, None, 1, 1, [10, -10, 0, 0])
    page = desk.post("penalty", 1, 1, **breach(**chosen)).content.decode()
    points = dict(re.findall(r'name="(points-\d)" value="(-?\d+)"', page))
    given = {"law": hidden(page, "law"), "seen": hidden(page, "seen"), **points}
    wrong = desk.post("penalty", 1, 1, **breach(**chosen), **{**given, "points-3": ""})
    name = Table.objects.get(number=1).seats.get(position=3).entry.player.list_name
    assert wrong.status_code == 422
    assert f"Platz 3, {html.escape(name)}: " in wrong.content.decode()
    desk.post("penalty", 1, 1, **breach(**chosen), **given)
    assert told in desk.text("referee", 1, 1)


def test_a_form_sent_three_times_says_once_that_it_is_done(desk):
    page = desk.post("penalty", 1, 1, **breach()).content.decode()
    given = {f"points-{n}": p for n, p in enumerate(("1", "-3", "1", "1"), start=1)}
    given |= {"law": hidden(page, "law"), "seen": hidden(page, "seen"), "once": "held"}
    for _time in range(3):
        desk.post("penalty", 1, 1, **breach(), **given)
    assert Deal.objects.count() == 1
    assert desk.text("referee", 1, 1).count("Die Strafe steht auf der Liste.") == 1


@pytest.mark.parametrize("closed", [False, True])
def test_of_a_result_that_stands_is_shown_first_what_a_penalty_changes(client, closed):
    desk = Desk(client, drawn(4), role="referee")
    save_totals(desk.tournament, None, 1, 1, [2, 0, -1, -1])
    if closed:
        start_session(desk.tournament, None, 1)
        close_session(desk.tournament, None, 1)
    else:
        verify_table(desk.tournament, None, 1, 1)
    head = desk.text("penalty", 1, 1)
    assert "steht vorher da" in head
    page = desk.post("penalty", 1, 1, **breach(), seen=hidden(head, "seen")).content.decode()
    assert '</del> → <span class="num minus">−3</span>' in page
    assert ("Runde 1 ist abgeschlossen und bleibt es" in page) == closed
    assert ("noch einmal geprüft werden" in page) != closed

    def sent(page, *points):
        names = ("law", "seen", "looked_at")
        given = {f"points-{n}": p for n, p in enumerate(points, start=1)}
        given |= {name: hidden(page, name) for name in names}
        return desk.post("penalty", 1, 1, **breach(), **given)

    other = sent(page, "2", "-6", "2", "2").content.decode()  # other points, another effect
    assert '→ <span class="num minus">−6</span>' in other
    assert not LogEntry.objects.filter(action="give_penalty").exists()
    assert sent(other, "2", "-6", "2", "2").status_code == 302
    table = Table.objects.get()
    assert (table.state, table.deals.get().scores) == ("entered", [4, -6, 1, 1])


def test_at_a_table_of_five_the_dealer_is_asked_for(desk):
    response = desk.post("penalty", 1, 2, **breach())
    assert response.status_code == 422
    assert "setzt der Geber aus" in response.content.decode()
    page = desk.post("penalty", 1, 2, **breach(sits_out="1")).content.decode()
    assert 'name="points-1" value="0"' in page
    for typed in ODD:
        answer = desk.post("penalty", 1, 2, **breach(sits_out=typed, absagen=typed, after=typed))
        assert answer.status_code in (200, 422)


def test_helpers_find_no_button_and_are_refused(client):
    desk = Desk(client, drawn(4), role="helper")
    assert 'data-key="R"' not in desk.text("table", 1, 1)
    page = desk.post("penalty", 1, 1, **breach()).content.decode()
    points = {f"points-{n}": p for n, p in enumerate(("1", "-3", "1", "1"), start=1)}
    response = desk.post("penalty", 1, 1, **breach(), law=hidden(page, "law"), **points)
    assert response.status_code == 422
    save_sheet(desk.tournament, None, 1, 1, legal_rows(4)[:2], complete=False)
    ruled = {"reason": "so", "given_by": "Adler"}
    for name, more in (
        ("deal-again", {"which": "now"}), ("time-is-up", {}), ("extra-minutes", {"minutes": "5"}),
    ):  # fmt: skip
        assert "Das macht der Schiedsrichter oder" in desk.text(name, 1, 1)
        response = desk.post(name, 1, 1, **ruled, **more)
        assert response.status_code == 422
        assert "Aufgabe bei diesem Turnier" in response.content.decode()
    assert "Das macht der Schiedsrichter oder" in desk.text("referee", 1, 1)
    assert Deal.objects.count() == 2
    assert Table.objects.get().extra_minutes == 0


# The other acts at a table


def ruled(**more):
    return {"reason": "13 Karten", "given_by": "Schiri Adler", **more}


def keep(desk, rows=3):
    """Table 1's sheet, kept as begun."""
    first = legal_rows(4, penalties=False)[:rows]
    save_sheet(desk.tournament, None, 1, 1, first, complete=False)


def test_every_act_is_one_key_from_the_referees_page(desk):
    keep(desk)
    page = desk.text("referee", 1, 1)
    assert "Spiel 4 (Zeile 4, Geber: Platz 4)" in page
    for key in "SNZE":
        assert f'data-key="{key}"' in page
    number = Session.objects.get(number=1, tournament=desk.tournament).seats.first()
    assert f"start_number={number.entry.start_number}&amp;session=1" in page
    points_off = desk.get("adjustments", start_number=7, session=1).content.decode()
    assert 'name="start_number" value="7"' in points_off
    name = desk.client.get(desk.url("deal-again", 1, 1)).wsgi_request.user.get_username()
    for act in ("penalty", "deal-again", "time-is-up", "extra-minutes"):
        assert f'name="given_by" value="{name}"' in desk.text(act, 1, 1)


def test_a_misdeal_is_noted_by_a_form(desk):
    keep(desk)
    seen = desk.seen("deal-again", 1, 1)
    assert desk.post("deal-again", 1, 1, **ruled(which="now", given_by="")).status_code == 422
    for typed in ODD:
        for fields in ({"which": typed}, {"which": "now", "after": typed, "seen": "stale"}):
            assert desk.post("deal-again", 1, 1, **ruled(**fields)).status_code == 422
    response = desk.post("deal-again", 1, 1, **ruled(which="now", seen=seen))
    assert response.url == desk.url("sheet", 1, 1)
    note = "Schiri Adler: 13 Karten; Spiel 4 (Zeile 4, Geber: Platz 4) neu gegeben"
    for page in (desk.text("sheet", 1, 1), desk.text("referee", 1, 1)):
        assert note in page
    phone = Table.objects.get(number=1).access.get_absolute_url()
    assert note in desk.client.get(phone).content.decode()
    response = desk.post("deal-again", 1, 1, **ruled(which="now", seen=seen))
    assert "Nichts wurde überschrieben" in response.content.decode()


def test_the_last_deal_is_declared_void_by_a_form(desk):
    keep(desk)
    page = desk.text("deal-again", 1, 1)
    assert "Spiel 3 (Zeile 3, Geber: Platz 3), zuletzt eingetragen" in page
    seen = hidden(page, "seen")
    response = desk.post("deal-again", 1, 1, **ruled(which="2", seen=seen))
    assert "nimm erst die späteren Spiele zurück" in response.content.decode()
    desk.post("deal-again", 1, 1, **ruled(which="3", seen=seen))
    assert [deal.kind for deal in Deal.objects.all()] == ["normal", "normal", "penalty"]
    assert "hat an Tisch 1, Runde 1, ein Spiel neu geben lassen" in desk.text("log")


def go_on(desk, rows=4):
    """Another deal comes in, as from the phone at table 1."""
    Deal.objects.all().delete()
    keep(desk, rows)


@pytest.mark.parametrize(
    ("which", "reason", "told"),
    [
        ("3", "13 Karten", "nicht mehr das letzte"),
        ("now", "13 Karten", "wähl es noch einmal"),
        ("now", "", "wähl es noch einmal"),
    ],
)
def test_after_a_conflict_no_other_deal_is_taken_for_the_one_chosen(desk, which, reason, told):
    keep(desk)
    chosen = ruled(which=which, seen=desk.seen("deal-again", 1, 1), reason=reason)
    go_on(desk)
    page = desk.post("deal-again", 1, 1, **chosen).content.decode()
    assert told in page
    assert '<option value="" selected>' in page
    assert page.count(" selected>") == 1
    assert re.search(r"Spiel 5 [^<]*läuft gerade<", page)
    once_more = {**ruled(which=""), "seen": hidden(page, "seen")}
    assert desk.post("deal-again", 1, 1, **once_more).status_code == 422
    assert not Deal.objects.filter(kind="penalty").exists()


def test_what_the_paper_has_is_named_by_its_line(desk):
    for typed in (*ODD[2:], "0", "100", "Q3"):
        response = desk.post("deal-again", 1, 1, **ruled(which="now", line=typed, seen="stale"))
        assert response.status_code == 422
    seen = desk.seen("deal-again", 1, 1)
    desk.post("deal-again", 1, 1, **ruled(which="owed", line="p2", seen=seen))
    assert Deal.objects.get().note.endswith("das Spiel in Zeile P2 neu gegeben")
    page = desk.post("penalty", 1, 1, **breach(breach="serious", line="9")).content.decode()
    assert "Das Spiel in Zeile 9 neu gegeben." in page
    page = desk.post("penalty", 1, 1, **breach(line=" p2")).content.decode()
    assert "Auf der Liste: Zeile P2." in page
    assert desk.post("penalty", 1, 1, **breach(line="100")).status_code == 422


def test_time_is_up_shows_before_and_says_after_what_is_still_played(desk):
    page = desk.text("time-is-up", 1, 1)
    assert "Streich den Rest auf dem Papier" in page
    assert 'name="reason"' not in page
    keep(desk)
    page = desk.text("time-is-up", 1, 1)
    assert "17 Normalspiele werden gestrichen." in page
    assert "Vorführung 1: 1 " in page
    seen = hidden(page, "seen")
    start_session(desk.tournament, None, 1)
    assert "Minuten" in desk.text("time-is-up", 1, 1)
    assert desk.post("time-is-up", 1, 1, **ruled(seen=seen)).status_code == 422
    response = desk.post("time-is-up", 1, 1, **ruled(seen=seen, early="on"))
    assert response.url == desk.url("sheet", 1, 1)
    page = desk.text("sheet", 1, 1)
    assert "Vorführung 4:" in page
    assert page.count("Schiri Adler: 13 Karten (TSR 8.5)") == 1  # not once for every line
    assert "Vorführung 4:" in desk.text("referee", 1, 1)
    log = LogEntry.objects.first()
    assert (log.action, log.after["struck"]) == ("time_is_up", 17)
    page = desk.text("time-is-up", 1, 1)
    assert 'name="reason"' not in page
    assert "Vorführung 4:" in page
    undo(desk.tournament, None, log.revision)
    assert Deal.objects.count() == 3


@pytest.mark.parametrize("size", [4, 5])
def test_a_sheet_struck_by_the_clock_is_only_begun_until_its_vorfuehrungen_are_in(client, size):
    desk = Desk(client, drawn(size))
    rows = [row for row in legal_rows(size, penalties=False) if row["kind"] == "normal"][:3]
    save_sheet(desk.tournament, None, 1, 1, rows, complete=False)
    time_is_up(desk.tournament, None, 1, 1, **ruled())
    page = desk.text("sheet", 1, 1)
    assert 'name="time_up" checked' not in page
    typed = fields_of(page)
    desk.post("sheet", 1, 1, **typed, seen=hidden(page, "seen"))
    stored = Table.objects.get()
    assert (stored.state, stored.deals.filter(kind="struck").count()) == ("open", 5 * size - 3)
    number = 0
    while state := report_of(stored, list(stored.deals.all()), DDV).next:
        number += 1
        typed |= {f"p{number}s": str(state.vorfuehrung or state.dealer), f"p{number}v": "2"}
        desk.post("sheet", 1, 1, **typed, seen=desk.seen("sheet", 1, 1))
        stored.refresh_from_db()
    report = report_of(stored, list(stored.deals.all()), DDV)
    assert (stored.state, report.findings, number) == ("entered", (), size)
    assert Deal.objects.filter(kind="struck").exclude(note="").count() == 5 * size - 3


def test_a_paper_without_its_pflichtsoli_is_handed_in_all_the_same(desk):
    keep(desk)
    time_is_up(desk.tournament, None, 1, 1, **ruled())
    typed = fields_of(desk.text("sheet", 1, 1))
    desk.post("sheet", 1, 1, **typed, time_up="on", seen=desk.seen("sheet", 1, 1))
    assert Table.objects.get(number=1).state == "entered"
    page = desk.text("sheet", 1, 1)
    assert 'name="time_up" checked' in page
    assert "fehlt das Pflichtsolo" in page


def test_a_table_gets_extra_minutes(desk):
    for typed in (*ODD, "-1", "121"):
        assert desk.post("extra-minutes", 1, 2, **ruled(minutes=typed)).status_code == 422
    assert desk.post("extra-minutes", 1, 2, minutes="7", given_by="A").status_code == 422
    fire = ruled(minutes="7", reason="Feueralarm")
    desk.post("extra-minutes", 1, 2, **fire, seen=desk.seen("extra-minutes", 1, 2))
    table = Table.objects.get(number=2)
    assert (table.extra_minutes, table.note) == (7, "Schiri Adler: Feueralarm")
    assert "Feueralarm" in desk.text("table", 1, 2)
    assert "+7 min" in desk.text("overview")
    assert "Zusatzminuten" in desk.text("log")
    for minutes, told in (("1", "hat 1 Zusatzminute."), ("0", "keine Zusatzminuten mehr.")):
        more = ruled(minutes=minutes, seen=desk.seen("extra-minutes", 1, 2))
        desk.post("extra-minutes", 1, 2, **more)
        assert told in desk.text("table", 1, 2)


def test_where_nothing_is_played_any_more_the_forms_say_so_before_they_are_filled_in(client):
    desk = Desk(client, drawn(4), role="referee")
    save_totals(desk.tournament, None, 1, 1, [2, 0, -1, -1])
    verify_table(desk.tournament, None, 1, 1)
    assert "Tisch 1 ist geprüft, dort wird nichts mehr neu gegeben" in desk.text("deal-again", 1, 1)
    start_session(desk.tournament, None, 1)
    typed = ruled(which="now", seen=desk.seen("extra-minutes", 1, 1))
    close_session(desk.tournament, None, 1)
    told = {"deal-again": "also wird dort nichts neu", "extra-minutes": "keine Zeit mehr"}
    for act, why in told.items():
        page = desk.text(act, 1, 1)
        assert 'name="reason"' not in page
        assert why in page
    late = desk.post("deal-again", 1, 1, **typed)  # closed while it was filled in: nothing is lost
    assert late.status_code == 422
    assert 'value="13 Karten"' in late.content.decode()
    close_tournament(desk.tournament, None, drop_planned=True)
    assert 'name="reason"' not in desk.text("deal-again", 1, 1)


def test_two_referees_who_give_minutes_at_once_hear_of_each_other(desk):
    seen = desk.seen("extra-minutes", 1, 2)
    desk.post("extra-minutes", 1, 2, **ruled(minutes="7", reason="Feueralarm"), seen=seen)
    light = ruled(minutes="3", reason="Licht aus")
    response = desk.post("extra-minutes", 1, 2, **light, seen=seen)
    page = response.content.decode()
    assert response.status_code == 422
    assert "7 (Schiri Adler: Feueralarm)" in page
    assert 'value="Licht aus"' in page
    assert Table.objects.get(number=2).extra_minutes == 7
    light["minutes"] = "10"
    desk.post("extra-minutes", 1, 2, **light, seen=hidden(page, "seen"))
    assert Table.objects.get(number=2).extra_minutes == 10


def test_a_breach_shown_by_a_replayed_deal_is_filled_in(desk):
    page = desk.get(
        "penalty", 1, 2, breach="serious", offender=3, soloist=2, kind="lustsolo", sits_out=1,
        absagen=2, reason="nicht bedient, Stich 3", given_by="niemand",
    ).content.decode()  # fmt: skip
    for value in ("serious", "3", "lustsolo"):
        assert f'<option value="{value}" selected>' in page
    assert 'value="nicht bedient, Stich 3"' in page
    assert 'value="niemand"' not in page  # the name is who is signed in
    for typed in ODD:
        everywhere = dict.fromkeys(("breach", "offender", "soloist", "absagen", "reason"), typed)
        assert desk.get("penalty", 1, 2, **everywhere).status_code == 200


def test_rulings_on_totals_are_a_line_each(desk):
    save_totals(desk.tournament, None, 1, 1, [10, -10, 0, 0])
    law = penalty_for(4, breach="minor", offender=2)
    for reason in ("Karte gezeigt", "geflüstert"):
        named = {"reason": reason, "given_by": "Schiri Adler"}
        give_penalty(desk.tournament, None, 1, 1, by_law=law, offender=2, **named)
    page = desk.text("referee", 1, 1)
    for reason in ("Karte gezeigt", "geflüstert"):
        points = '<span class="num nowrap">(+1 / −3 / +1 / +1)</span>'
        assert f"<li>Schiri Adler: {reason} (TSR 9.3) {points}</li>" in page


def test_the_referees_page_asks_no_more_for_more_rows(desk):
    keep(desk)
    counts = set()
    for _row in range(2):
        deal_again(desk.tournament, None, 1, 1, given_by="Adler", reason="vergeben")
        counts.add(queries(desk.client, desk.url("referee", 1, 1)))
        deal_again(desk.tournament, None, 1, 1, given_by="Adler", reason="vergeben")
    assert len(counts) == 1


@pytest.mark.parametrize(("role", "offers"), [("referee", True), ("helper", False)])
def test_who_may_give_points_off_takes_them_back_on_the_same_page(client, role, offers):
    desk = Desk(client, drawn(4), role=role)
    given = {"start_number": 1, "points": -12, "reason": "laut", "given_by": "Schiri Adler"}
    off = adjust(desk.tournament, None, **given)
    address = desk.url("withdraw-adjustment", off.pk)
    assert (address in desk.text("adjustments")) == offers
    client.post(address, {"reason": "war der Nachbartisch", "once": "a"})
    assert Adjustment.objects.exists() != offers


def test_disqualified_is_a_word_on_every_list(desk):
    save_totals(desk.tournament, None, 1, 1, [9, -3, -3, -3])
    seat = Session.objects.get(tournament=desk.tournament, number=1).seats.first()
    number = seat.entry.start_number
    for typed in (*ODD, "9999"):
        response = desk.post("disqualify", start_number=typed, reason="x", given_by="y")
        assert response.status_code == 422
    response = desk.post("disqualify", start_number=number, reason="Betrug", given_by="Adler")
    assert response.url == desk.url("adjustments")
    assert Entry.objects.get(disqualified=True).start_number == number
    assert "Disqualifiziert" in desk.text("adjustments")
    public = desk.client.get(reverse("standings", args=(desk.tournament.slug,))).content.decode()
    assert "disqualifiziert, ohne Rang" in public
    assert "Betrug" not in public


def test_results_are_provisional_while_protests_are_heard(client):
    desk = Desk(client, drawn(4))
    save_totals(desk.tournament, None, 1, 1, [9, -3, -3, -3])
    close_session(desk.tournament, None, 1)
    public = reverse("standings", args=(desk.tournament.slug,))
    assert "Einsprüche" not in client.get(public).content.decode()
    change_settings(desk.tournament, None, protest_minutes=20)
    assert "so lange sind Einsprüche möglich" in client.get(public).content.decode()
    assert "so lange sind Einsprüche möglich" in desk.text("desk-standings")
    an_hour_ago = timezone.now() - timedelta(hours=1)
    Session.objects.filter(tournament=desk.tournament, number=1).update(closed_at=an_hour_ago)
    assert "Einsprüche" not in desk.text("desk-standings")
