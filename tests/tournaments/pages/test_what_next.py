"""What the desk says to do next while a session is played and its sheets come in."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone
from django.utils.translation import override

from tests.tournaments import factories
from tests.tournaments.actions.play import drawn, legal_rows
from tournaments.actions.results import save_sheet, save_totals
from tournaments.actions.sessions import extra_minutes, start_session
from tournaments.actions.table_deal import Played
from tournaments.actions.table_entry import EMPTY, marks_of, record_deal
from tournaments.models import Session, Table, TableAccess
from tournaments.pages.desk.collecting import collect
from tournaments.pages.desk.step import OpenTable, SessionNow

END = datetime(2026, 10, 3, 18, 40, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _in_english():
    with override("en"):
        yield


def playing(*numbers, **more):
    return tuple(OpenTable(number, END, **more) for number in numbers)


def overdue(*numbers, **more):
    return playing(*numbers, is_over=True, **more)


def told(**now):
    return collect(SessionNow(number=1, state="running", **now))


def keys(step):
    return {group.label: group.act.key for group in step.groups}


def test_before_time_is_up_tables_play_and_nothing_is_missing():
    step = told(tables=12, missing=playing(*range(1, 13)))
    assert step.title == "12 of 12 tables are playing, until 20:40"
    assert step.main is None
    assert [group.lines for group in step.groups] == [["All tables."]]
    assert keys(step) == {"Playing": "E"}


def test_once_time_is_up_the_first_sheet_that_is_overdue_comes_first():
    step = told(tables=12, missing=overdue(3, 9) + playing(5))
    assert step.title == "2 of 12 sheets are missing"
    assert step.main.args == (1, 3)
    assert keys(step) == {"Overdue": "E", "Playing": "T"}
    assert step.groups[0].lines == ["Tables 3 and 9."]


def test_without_a_clock_a_table_neither_plays_nor_is_overdue():
    step = collect(SessionNow(1, "released", tables=3, missing=(OpenTable(2),)))
    assert keys(step) == {"Missing": "E"}
    assert [act.key for act in step.others] == ["C", "S"]


def test_while_tables_play_what_is_in_is_looked_at():
    step = told(tables=4, missing=playing(1), faults=((2, "wrong sum"),), unverified=(2, 3))
    assert keys(step) == {"Doubtful": "F", "Not verified": "V", "Playing": "E"}
    assert step.main.label == "Sheet of table 2"
    assert told(tables=4, missing=playing(1), unverified=(3,)).main.key == "V"


def test_every_group_has_a_key_of_its_own():
    step = told(
        tables=9,
        missing=overdue(1) + playing(2),
        faults=((3, "wrong sum"),),
        unverified=(3, 4),
    )
    used = [group.act.key for group in step.groups] + [act.key for act in step.others]
    assert len(set(used)) == len(used) == 5


def test_all_in_with_faults_still_names_what_is_not_verified():
    step = told(tables=4, faults=((2, "wrong sum"),), unverified=(2, 3))
    assert keys(step) == {"Doubtful": "E", "Not verified": "V"}
    assert [act.key for act in step.others] == ["C", "S"]


def test_fifty_tables_are_named_calmly():
    phones = tuple(
        OpenTable(n, END, progress=f"deal {n} of 24", deals_left=25 - n) for n in range(1, 25)
    )
    step = told(tables=50, missing=overdue(*range(25, 50)) + phones)
    late, still = step.groups
    assert late.lines == ["Tables 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36 and 13 more."]
    assert still.lines[1].startswith("By phone: table 1: deal 1 of 24; table 2: deal 2 of 24;")
    assert still.lines[1].endswith("and 20 more")
    faults = told(tables=50, faults=tuple((n, "wrong sum") for n in range(1, 8))).groups[0].lines
    assert faults[-1] == "and 3 more"


# On the page


def at(tournament, minutes):
    """The clock of session 1 runs for so many minutes."""
    began = timezone.now() - timedelta(minutes=minutes)
    Session.objects.filter(tournament=tournament, number=1).update(started_at=began)


def lines(page):
    return re.findall(
        r'data-ends="\d+">([^<]*)<', page.split('class="left clock"')[1].split("</dl>")[0]
    )


@pytest.fixture
def running(client, db):
    """A session of two tables of four and one of five, whose clock has just been started."""
    tournament = drawn(13)
    start_session(tournament, None, 1)
    client.force_login(factories.staff(tournament, "director"))
    return tournament


@pytest.fixture
def page(client, running):
    def page():
        answer = client.get(f"/desk/{running.slug}/", headers={"accept-language": "en"})
        return re.sub(r"\s+", " ", answer.content.decode())

    return page


def test_time_left_is_told_by_size_and_for_extra_minutes(running, page):
    extra_minutes(running, None, 1, 2, 10, reason="light", given_by="Adler")
    at(running, 60)
    first = page()
    assert "3 of 3 tables are playing" in first
    for wanted in ("Tables of four", "Tables of five", "Table 2 (+10 min)"):
        assert f"<dt>{wanted}</dt>" in first
    assert [line.split(":")[0] for line in lines(first)] in (
        ["39", "64", "49"],
        ["40", "65", "50"],
    )
    at(running, 101)
    then = page()
    assert "1 of 3 sheets are missing" in then
    assert "Tables of four" not in then
    assert "Tables 2 and 3." in then
    at(running, 130)
    assert "3 of 3 sheets are missing" in page()
    assert 'class="left clock"' not in page()


def test_the_tile_of_a_table_whose_time_is_up_says_so(client, running, page):
    at(running, 101)
    assert page().count(">overdue<") == 2
    session = client.get(f"/desk/{running.slug}/sessions/1/", headers={"accept-language": "en"})
    assert "2 of 3 sheets are missing" in session.content.decode()
    at(running, 60)
    assert ">overdue<" not in page()
    session = client.get(f"/desk/{running.slug}/sessions/1/", headers={"accept-language": "en"})
    assert "3 of 3 tables are playing" in session.content.decode()


def test_the_tile_of_a_table_that_has_begun_says_that_its_time_is_up(running, page):
    save_sheet(running, None, 1, 2, legal_rows(4, penalties=False)[:3], complete=False)
    assert '<a class="tile begun"' in page()
    assert ">deal 4 of 24<" in page()
    at(running, 101)
    assert page().count('<a class="tile late"') == 2
    assert ">overdue · deal 4 of 24<" in page()


def test_a_sheet_keyed_by_phone_shows_how_far_it_is(running, page):
    access = TableAccess.objects.get(session__tournament=running, table__number=2)
    for key in ("a", "b"):
        deals = list(Table.objects.get(pk=access.table_id).deals.all())
        after = marks_of(deals)[-1] if deals else EMPTY
        played = Played(kind="normal", soloist=None, winners=(1, 2), value=2)
        record_deal(access, seat=4, played=played, after=after, key=key)
    assert "By phone: table 2: deal 3 of 24" in page()


def test_a_sheet_begun_at_the_desk_is_not_told_as_keyed_by_phone(running, page):
    rows = legal_rows(4, penalties=False)
    save_sheet(running, None, 1, 2, rows[:3], complete=False)
    assert "By phone" not in page()


def test_a_helper_finds_the_same_without_what_the_director_does(running, client, page):
    save_totals(running, None, 1, 1, [1, -1, 0, 0])
    client.force_login(factories.staff(running, "helper"))
    shown = page()
    assert "2 of 3 tables are playing" in shown
    assert 'data-key="V"' in shown
