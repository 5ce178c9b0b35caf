"""The proof of undoing: through everything a desk can do, undone and done again.

After every step the tournament is sound; an undo leaves exactly what was stored before the
change, doing it again exactly what was stored after it.
"""

from collections import Counter
from contextlib import suppress
from datetime import timedelta
from itertools import chain
from random import Random

import pytest
from django.utils import timezone

from rules.penalties import Breach
from rules.session import DealKind
from tests.tournaments import factories
from tests.tournaments.actions.play import legal_rows
from tournaments.actions.address_book import correct_player
from tournaments.actions.adjustments import adjust, withdraw_adjustment
from tournaments.actions.by_hand import correct_seats, swap_seats
from tournaments.actions.certificates import set_certificate
from tournaments.actions.closing import close_tournament, reopen_tournament
from tournaments.actions.core import Refused
from tournaments.actions.corrections import correct_table
from tournaments.actions.deal_again import deal_again, time_is_up
from tournaments.actions.draws import discard_draft, draw_session, recall_session, release_session
from tournaments.actions.entries import add_entry, check_in, disqualify, reinstate, withdraw
from tournaments.actions.imports import ImportRow, import_entries
from tournaments.actions.keyings import key_again
from tournaments.actions.penalties import give_penalty, penalty_for
from tournaments.actions.repairs import choices_for, repair_session, to_mend
from tournaments.actions.results import clear_table, save_sheet, save_totals, verify_table
from tournaments.actions.seats import describe_anew, described
from tournaments.actions.sessions import (
    close_session,
    extra_minutes,
    reopen_session,
    start_session,
)
from tournaments.actions.staff import remove_staff, set_staff
from tournaments.actions.substitutes import remove_substitute, set_substitute
from tournaments.actions.table_deal import Played
from tournaments.actions.table_entry import (
    EMPTY,
    confirm_table,
    marks_of,
    record_deal,
    strike_rest,
    undo_deal,
)
from tournaments.actions.tournaments import change_settings
from tournaments.actions.transfer import import_tournament
from tournaments.actions.undo import left_by, undo
from tournaments.actions.undo.kinds import KINDS
from tournaments.actions.wishes import add_wish, keep_club_mates_apart, remove_wish, wishes_of
from tournaments.models import Adjustment, Session, Table, TableAccess, Tournament
from tournaments.pages.desk.log_text import HIDDEN, LABELS
from tournaments.transfer.check import check_tournament
from tournaments.transfer.export import export_tournament, tournament_content

pytestmark = pytest.mark.django_db

# Everything that the log offers to undo.
WALKED = set(KINDS)
TRIES = 30


def stored(tournament):
    """All that is stored of a tournament, without the log and what the draws' reports say."""
    tournament = Tournament.objects.get(pk=tournament.pk)
    content = tournament_content(tournament)
    content["tournament"].pop("revision")
    content.pop("log")
    # Their order says nothing.
    content["wishes"].sort(key=repr)
    content["adjustments"].sort(key=lambda given: given["created_at"])
    for session in content["sessions"]:
        report = session.pop("draw_report")
        session["origin"] = [report.get("drawn_from"), report.get("moved_since")]
    who = Table.objects.filter(session__tournament=tournament).order_by("pk")
    content["who"] = sorted(
        who.values_list("session__number", "number", "entered_by", "verified_by"), key=repr
    )
    content["staff"] = sorted(tournament.staff.values_list("user__username", "role"))
    return content


def reports(tournament):
    drawn = tournament.sessions.exclude(state=Session.State.PLANNED)
    return {session.number: described(session) for session in drawn}


def anew(session):
    """What the report would say if it were made now."""
    copy = Session.objects.get(pk=session.pk)
    copy.save = lambda **_fields: None
    describe_anew(copy, wishes_of(copy.tournament))
    return described(copy)


class Desk:
    """Who does everything that a desk can do, with whatever numbers come up."""

    def __init__(self, random, done, begin):
        self.random, self.done = random, done
        self.director = factories.director()
        self.helper = factories.user()
        self.tournament = factories.tournament(self.director, sessions=2)
        factories.entries(self.tournament, 9)
        self.n = 0
        begin(self.tournament)
        self.now = stored(self.tournament), reports(self.tournament)

    # What comes up

    @property
    def actor(self):
        return self.random.choice([None, self.director])

    def session(self, *states):
        found = list(self.tournament.sessions.filter(state__in=states or Session.State.values))
        return self.pick(found)

    def pick(self, found):
        if not found:
            raise Refused("nothing of the kind")
        return self.random.choice(list(found))

    def table(self, *states):
        found = Table.objects.filter(
            session__tournament=self.tournament, session__state__in=Session.PUBLISHED
        )
        return self.pick(found.filter(state__in=states) if states else found)

    def number(self, **fields):
        return self.pick(self.tournament.entries.filter(**fields)).start_number

    def seated(self, session):
        return self.pick(session.seats.all()).entry.start_number

    def totals(self, size):
        first = [self.random.randint(-40, 40) for _seat in range(size - 1)]
        return [*first, -sum(first)]

    def name(self):
        self.n += 1
        return {"first_name": "Probe", "last_name": f"Nummer {self.n}", "club_name": self.club()}

    def club(self):
        return self.random.choice(factories.CLUBS)

    def at(self, table):
        return (self.tournament, self.actor, table.session.number, table.number)

    def phone(self, act, **more):
        access = self.pick(
            TableAccess.objects.filter(session__tournament=self.tournament).exclude(table=None)
        )
        marks = marks_of(access.table.deals.all())
        self.n += 1
        after = marks[-1] if marks else EMPTY
        act(access, seat=self.random.randint(1, 4), after=after, key=f"key {self.n}", **more)

    # What can be done, by the name that the log gives it

    def save_totals(self):
        table = self.table("open", "entered")
        save_totals(*self.at(table), self.totals(table.size))

    def save_sheet(self):
        table = self.table("open")
        rows = legal_rows(table.size, seed=self.random.randint(1, 5))
        complete = self.random.random() < 0.7
        save_sheet(*self.at(table), rows if complete else rows[:5], complete=complete)

    def correct_table(self):
        table = self.table("entered", "verified")
        correct_table(*self.at(table), totals=self.totals(table.size), reason="Protest")

    def verify_table(self):
        verify_table(*self.at(self.table("entered")), reason="so auf dem Papier")

    def key_again(self):
        table = self.table("entered")
        points = [seat.points for seat in table.seats.order_by("position")]
        key_again(*self.at(table), totals=points, reason="so auf dem Papier")

    def clear_table(self):
        clear_table(*self.at(self.table("entered", "verified")), reason="falscher Tisch")

    def record_deal(self):
        winners = (1, 2) if self.random.random() < 0.5 else (2, 3)
        self.phone(record_deal, played=Played(DealKind.NORMAL, None, winners, 1))

    def undo_deal(self):
        self.phone(undo_deal)

    def strike_rest(self):
        # The time of the session is up.
        begun = timezone.now() - timedelta(hours=5)
        self.tournament.sessions.filter(state="running").update(started_at=begun)
        self.before = stored(self.tournament), reports(self.tournament)
        self.phone(strike_rest)

    def confirm_table(self):
        table = self.table("open")
        rows = legal_rows(table.size, seed=self.random.randint(1, 5))
        save_sheet(self.tournament, None, table.session.number, table.number, rows)
        self.before = stored(self.tournament), reports(self.tournament)
        access = TableAccess.objects.get(table=table)
        after = marks_of(table.deals.all())[-1]
        self.n += 1
        confirm_table(access, seat=1, after=after, key=f"key {self.n}")

    def give_penalty(self):
        table = self.table("entered", "open", "verified")
        law = penalty_for(table.size, breach=Breach.MINOR, offender=1, sits_out=5)
        give_penalty(*self.at(table), by_law=law, offender=1, given_by="Adler", reason="laut")

    def deal_again(self):
        deal_again(*self.at(self.table("open", "entered")), given_by="Adler", reason="vergeben")

    def time_is_up(self):
        time_is_up(*self.at(self.table("open")), given_by="Adler", reason="aus", early=True)

    def extra_minutes(self):
        extra_minutes(
            *self.at(self.table()), self.random.randint(1, 9), reason="Feuer", given_by="Adler"
        )

    def check_in(self):
        present = self.random.random() < 0.7
        status = "registered" if present else "present"
        check_in(self.tournament, self.actor, [self.number(status=status)], present=present)

    def withdraw(self):
        withdraw(self.tournament, self.actor, self.number(status="present"), even_seated=True)

    def disqualify(self):
        values = {"reason": "grob", "given_by": "Adler"}
        disqualify(self.tournament, self.actor, self.number(status="present"), **values)

    def reinstate(self):
        reinstate(self.tournament, self.actor, self.number(status="withdrawn"))

    def add_entry(self):
        present = self.random.random() < 0.5
        add_entry(self.tournament, self.actor, **self.name(), present=present)

    def import_entries(self):
        rows = [ImportRow(line=n, **self.name()) for n in (1, 2)]
        import_entries(self.tournament, self.actor, rows)

    def correct_player(self):
        player = self.pick(self.tournament.entries.all()).player
        correct_player(self.actor, player, last_name=self.name()["last_name"], club_name="Neu")

    def draw_session(self):
        method = self.random.choice(["random", "random", "ranked", "fixed_plan"])
        number = self.session("planned", "drafted").number
        seed = self.random.randint(1, 999)
        draw_session(self.tournament, self.actor, number, method=method, seed=seed)

    def discard_draft(self):
        discard_draft(self.tournament, self.actor, self.session("drafted").number)

    def swap_seats(self):
        session = self.session("drafted")
        pair = self.seated(session), self.seated(session)
        swap_seats(self.tournament, self.actor, session.number, *pair)

    def correct_seats(self):
        session = self.session("released", "running")
        other = self.number() if self.random.random() < 0.6 else self.seated(session)
        pair = self.seated(session), other
        correct_seats(self.tournament, self.actor, session.number, *pair, reason="vertauscht")

    def repair_session(self):
        session = self.session("drafted", "released", "running")
        gone, arrivals = to_mend(session)
        if self.random.random() < 0.5 and not gone:
            gone = [self.seated(session)]
        choice = self.pick(choices_for(session, gone, arrivals)).token
        mend = {"gone": gone, "arrivals": arrivals, "choice": choice}
        repair_session(self.tournament, self.actor, session.number, **mend)

    def set_substitute(self):
        session = self.session("released", "running")
        at = session.number, self.seated(session)
        set_substitute(self.tournament, self.actor, *at, **self.name())

    def remove_substitute(self):
        session = self.session("released", "running")
        seat = self.pick(session.seats.exclude(substitute=None))
        at = session.number, seat.entry.start_number
        remove_substitute(self.tournament, self.actor, *at)

    def release_session(self):
        release_session(self.tournament, self.actor, self.session("drafted").number)

    def recall_session(self):
        number = self.session("released").number
        recall_session(self.tournament, self.actor, number, reason="zu früh")

    def start_session(self):
        start_session(self.tournament, self.actor, self.session("released").number)

    def close_session(self):
        close_session(self.tournament, self.actor, self.session("released", "running").number)

    def reopen_session(self):
        number = self.session("closed").number
        reopen_session(self.tournament, self.actor, number, reason="Protest")

    def close_tournament(self):
        close_tournament(self.tournament, self.actor, drop_planned=True)

    def reopen_tournament(self):
        reopen_tournament(self.tournament, self.actor)

    def adjust(self):
        session = self.random.choice([None, self.session().number])
        given = {"points": self.random.randint(1, 9), "reason": "laut", "given_by": "Adler"}
        number = self.number()
        adjust(self.tournament, self.actor, start_number=number, session=session, **given)

    def withdraw_adjustment(self):
        given = self.pick(Adjustment.objects.filter(entry__tournament=self.tournament))
        withdraw_adjustment(self.tournament, self.actor, given.pk, reason="doch nicht")

    def add_wish(self):
        wish = self.random.choice(
            [
                {"kind": "table", "table": 1, "start_numbers": [self.number()]},
                {"kind": "pair", "start_numbers": [self.number(), self.number()]},
                {"kind": "keeper", "start_numbers": [self.number()]},
            ]
        )
        add_wish(self.tournament, self.actor, hard=False, **wish)

    def remove_wish(self):
        remove_wish(self.tournament, self.actor, self.pick(self.tournament.wishes.all()).pk)

    def keep_club_mates_apart(self):
        how = self.random.choice(["any", "soft"])
        keep_club_mates_apart(self.tournament, self.actor, how)

    def set_staff(self):
        role = self.random.choice(["helper", "referee", "director"])
        set_staff(self.tournament, self.actor, username=self.helper.username, role=role)

    def remove_staff(self):
        remove_staff(self.tournament, self.actor, username=self.helper.username)

    def set_certificate(self):
        set_certificate(self.tournament, self.actor, text=f"{{name}} {self.name()['last_name']}")

    def change_settings(self):
        change = self.random.choice(
            [
                {"place": self.name()["last_name"], "tie_breaks": ["lot"]},
                {"minutes": self.random.randint(90, 130)},
                {"sessions": self.tournament.sessions.count() + self.random.choice([-1, 1])},
            ]
        )
        change_settings(self.tournament, self.actor, **change)

    # The walk

    def do(self, name):
        """Do this, with other numbers while it is refused."""
        self.before = self.now
        for _try in range(TRIES):
            if self.does(name):
                return
        raise AssertionError(f"{name} is not possible")

    def step(self):
        """Do whatever is possible, rather what was done less often; returns its name."""
        turn = {name: self.done[name] + self.random.random() for name in sorted(WALKED)}
        turn["close_tournament"] += 2  # hardly anything is possible after it
        self.before = self.now
        for name in sorted(turn, key=lambda name: turn[name]):
            if self.does(name):
                return name
        raise AssertionError("nothing is possible any more")

    def does(self, name):
        try:
            getattr(self, name)()
        except Refused:
            return False
        self.tournament.refresh_from_db()
        assert self.log().action == name
        self.done[name] += 1
        return True

    def log(self):
        return self.tournament.log.first()

    def assert_sound(self):
        tournament = Tournament.objects.get(pk=self.tournament.pk)
        faults = [str(one) for one in check_tournament(tournament) if one.severity != "warning"]
        assert faults == []

    def assert_told(self):
        """Every value that the log keeps has a word on the page, or is not shown there."""
        for entry in self.tournament.log.all():
            told = [one for one in left_by(entry) if isinstance(one, dict)]
            names = {name for one in told for name in one if not name.isdigit()}
            assert names - {"rows"} <= LABELS.keys() | HIDDEN, entry

    def assert_as(self, then, what):
        content, told = then
        self.now = stored(self.tournament), reports(self.tournament)
        assert self.now[0] == content, what
        for number, report in self.now[1].items():
            if report != told[number]:
                session = self.tournament.sessions.get(number=number)
                assert report == anew(session), f"{what}: report of {number}"

    def undo(self, entry):
        undo(self.tournament, self.actor, entry.revision, reason="doch nicht")
        self.tournament.refresh_from_db()
        return self.log()

    def undone_and_done_again(self, name, *, stays):
        before, after = self.before, (stored(self.tournament), reports(self.tournament))
        try:
            undone = self.undo(self.log())
        except Refused:
            # Releasing anew what was taken back is refused where others are not there any more.
            self.now = after
            assert name == "recall_session"
            return
        self.assert_as(before, f"{name} undone")  # so it is sound, as it was
        again = self.undo(undone)
        self.assert_as(after, f"{name} done again")
        self.assert_sound()
        if not stays and self.random.random() < 0.2:
            self.undo(again)
            self.assert_as(before, f"{name} undone once more")

    def undo_anything(self):
        """Undo any change of the past, if it can be: whatever it says, all stays sound."""
        with suppress(Refused):
            self.undo(self.pick(self.tournament.log.all()))
            self.now = stored(self.tournament), reports(self.tournament)
            self.assert_sound()


def entered(tournament):
    """People are there, nothing is drawn."""


def planned(tournament):
    draw_session(tournament, None, 1, method="fixed_plan", seed=1)


def released(tournament):
    draw_session(tournament, None, 1, seed=1)
    release_session(tournament, None, 1)


def played(tournament):
    released(tournament)
    save_totals(tournament, None, 1, 1, [9, -3, -3, -3])
    save_totals(tournament, None, 1, 2, [8, -2, -2, -2, -2])


def followed(tournament):
    played(tournament)
    close_session(tournament, None, 1)
    draw_session(tournament, None, 2, method="ranked", seed=1)


def ended(tournament):
    played(tournament)
    close_session(tournament, None, 1)


# What is done from each beginning, in this order; together every kind of change.
BEGINNINGS = {
    entered: [
        *("draw_session", "swap_seats", "discard_draft", "check_in", "add_entry"),
        *("import_entries", "correct_player", "withdraw", "reinstate", "disqualify", "adjust"),
        *("withdraw_adjustment", "add_wish", "remove_wish", "keep_club_mates_apart"),
        *("set_staff", "remove_staff", "set_certificate", "change_settings"),
    ],
    released: [
        *("extra_minutes", "set_substitute", "remove_substitute", "correct_seats"),
        *("repair_session", "start_session"),
        *("record_deal", "undo_deal", "record_deal", "strike_rest"),
    ],
    played: [
        *("verify_table", "correct_table", "key_again", "give_penalty", "clear_table"),
        *("save_totals", "clear_table", "save_sheet", "clear_table", "confirm_table"),
    ],
    planned: [
        *("release_session", "recall_session", "release_session"),
        *("record_deal", "deal_again", "time_is_up"),
    ],
    followed: ["reopen_session", "close_session"],
    ended: ["close_tournament", "reopen_tournament"],
}
BY_CHANCE = 3  # steps from each beginning besides


@pytest.mark.parametrize("begin", BEGINNINGS)
def test_everything_is_undone_and_done_again(begin):
    """Each step has its own numbers, so that no step depends on another's."""
    done = Counter()
    desk = Desk(Random(0), done, begin)
    for step, name in enumerate(BEGINNINGS[begin]):
        desk.random = Random(step)
        desk.do(name)
        desk.undone_and_done_again(name, stays=True)
    for step in range(BY_CHANCE):
        desk.random = Random(100 + step)
        desk.undone_and_done_again(desk.step(), stays=False)
        desk.undo_anything()
    desk.assert_told()
    copy = import_tournament(None, export_tournament(desk.tournament), slug="copy").tournament
    assert stored_alike(copy) == stored_alike(desk.tournament)


def test_every_kind_of_change_is_walked():
    assert set(chain(*BEGINNINGS.values())) == WALKED


def stored_alike(tournament):
    """Without what stays behind on the way to another machine."""
    content = stored(tournament)
    content["tournament"].pop("slug")
    return {name: value for name, value in content.items() if name not in ("who", "staff")}
