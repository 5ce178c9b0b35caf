"""The database itself refuses what must never be stored, whichever way it is written."""

import pytest
from django.db import DataError, IntegrityError, connection, models, transaction
from django.db.models import F, ProtectedError, RestrictedError
from django.db.models.expressions import CombinedExpression

from tournaments.models import Deal, Entry, LogEntry, Player, Seat

REFUSED = (IntegrityError, DataError)  # PostgreSQL has a word of its own for out of range

# What to break: the row of the smallest tournament, the values that must not be stored,
# the constraint that says so.
UPDATES = [
    ("club", {"name": ""}, "club_has_name"),
    ("players.0", {"last_name": " \t "}, "player_has_name"),
    ("players.0", {"ddv_number": "DDV 2"}, "ddv_number_once"),
    ("tournament", {"name": "\u00ad"}, "tournament_has_name"),
    ("tournament", {"slug": ""}, "tournament_has_address"),
    ("tournament", {"slug": "new"}, "tournament_has_address"),
    ("tournament", {"visibility": "secret"}, "tournament_visibility_known"),
    ("tournament", {"club_mates": "never"}, "tournament_club_mates_known"),
    ("tournament", {"revision": -1}, None),
    ("wish", {"kind": "luck"}, "wish_kind_known"),
    ("wish", {"kind": "table"}, "wish_for_table_names_it"),
    ("wish", {"kind": "table", "table": 0}, "wish_for_table_names_it"),
    ("wish", {"table": 3}, "wish_for_table_names_it"),
    ("staff", {"role": "chef"}, "staff_role_known"),
    ("entries.0", {"start_number": 2}, "number_once"),
    ("entries.0", {"start_number": 0}, "start_number_range"),
    ("entries.0", {"start_number": 10_000}, "start_number_range"),
    ("entries.0", {"status": "ill"}, "entry_status_known"),
    ("entries.0", {"disqualified": True}, "disqualified_is_withdrawn"),
    ("session", {"number": 0}, "session_number_from_one"),
    ("session", {"minutes": 0}, "session_has_minutes"),
    ("session", {"minutes_five": 0}, "session_has_minutes"),
    ("session", {"state": "lost"}, "session_state_known"),
    ("table", {"number": 0}, "table_number_from_one"),
    ("table", {"number": 2}, "table_number_once"),
    ("table", {"size": 3}, "table_of_four_or_five"),
    ("table", {"size": 6}, "table_of_four_or_five"),
    ("table", {"state": "lost"}, "table_state_known"),
    ("access", {"token": ""}, "table_access_has_token"),
    ("seats.0", {"position": 2}, "one_on_a_seat"),
    ("seats.0", {"position": 0}, "seat_one_to_five"),
    ("seats.0", {"position": 6}, "seat_one_to_five"),
    ("deal", {"score_1": 1}, "scores_add_to_zero"),
    ("deal", {"score_1": None}, "scores_add_to_zero"),
    ("deal", {"score_4": None}, "scores_add_to_zero"),
    ("deal", {"score_5": None}, "scores_add_to_zero"),
    ("deal", {"score_2": F("score_3") + 1}, "scores_add_to_zero"),
    ("deal", {"score_4": 0, "score_5": None}, "scores_add_to_zero"),
    ("deal", dict.fromkeys(["score_1", "score_2", "score_3", "score_4"]), "scores_add_to_zero"),
    (
        "deal",
        {"kind": "total", **{f"score_{n}": None for n in range(1, 6)}},
        "scores_add_to_zero",
    ),
    ("deal", {"score_2": 10_000, "score_3": -9_998}, "scores_in_bounds"),
    ("deal", {"score_1": 3, "score_2": 9_999, "score_3": -10_000}, "scores_in_bounds"),
    ("deal", {"score_5": 10_000, "score_4": -9_999, "score_1": -3}, "scores_in_bounds"),
    ("deal", {"kind": "struck"}, "struck_has_no_scores"),
    ("deal", {"kind": "armut"}, "deal_kind_known"),
    ("deal", {"kind": "pflichtsolo"}, "solo_has_soloist"),
    ("deal", {"soloist": 1}, "solo_has_soloist"),
    ("deal", {"kind": "pflichtsolo", "soloist": 0}, "solo_has_soloist"),
    ("deal", {"kind": "pflichtsolo", "soloist": 6}, "solo_has_soloist"),
    (
        "deal",
        {"kind": "pflichtsolo", "soloist": 5, "score_1": 0, "score_4": -2, "score_5": None},
        "soloist_has_seat",
    ),
    ("deal", {"breach": True}, "breach_only_in_solo"),
    ("deal", {"row": 0}, "row_from_one"),
    ("adjustment", {"points": 0}, "adjustment_changes_something"),
    ("adjustment", {"points": 1000}, "adjustment_changes_something"),
    ("adjustment", {"points": -1000}, "adjustment_changes_something"),
    ("adjustment", {"reason": " "}, "adjustment_says_why_and_who"),
    ("adjustment", {"given_by": ""}, "adjustment_says_why_and_who"),
    ("document", {"state": "ready"}, "ready_document_has_content"),
    ("document", {"state": "lost"}, "ready_document_has_content"),
]

# A second row beside one that is there: the values it differs in.
TWINS = [
    ("club", {"name": "HERZ-10, Hämeln"}, "club_name_once"),
    ("players.0", {}, "ddv_number_once"),
    ("tournament", {}, None),
    ("staff", {"role": "helper"}, "one_role_each"),
    ("entries.0", {"start_number": 9}, "player_once"),
    ("session", {}, "session_number_once"),
    ("table", {}, "table_number_once"),
    ("access", {"table_id": None}, None),
    ("access", {"token": "another"}, None),
    ("template", {}, None),
    ("seats.0", {"position": 1}, "one_on_a_seat"),
    ("deal", {}, "row_once"),
    ("log", {"action": "again"}, "revision_once"),
    ("log", {"revision": 0}, "revision_belongs_to_tournament"),
    ("log", {"revision": None}, "revision_belongs_to_tournament"),
    ("log", {"revision": 2, "tournament_id": None}, "revision_belongs_to_tournament"),
    ("log", {"revision": 2, "action": ""}, "log_says_what"),
]


def row_of(world, path: str) -> models.Model:
    name, _, index = path.partition(".")
    found = getattr(world, name)
    return found[int(index)] if index else found


def twin(row: models.Model, changes: dict) -> models.Model:
    values = {
        field.attname: getattr(row, field.attname)
        for field in row._meta.concrete_fields
        if not field.primary_key
    }
    return type(row)(**{**values, **changes})


def assert_named(error: Exception, constraint: str | None) -> None:
    """SQLite names the columns of a unique constraint, not the constraint."""
    text = str(error)
    if constraint and "UNIQUE" not in text and "out of range" not in text:
        assert constraint in text


@pytest.mark.parametrize(("path", "changes", "constraint"), UPDATES)
def test_no_update_past_the_forms(world, path, changes, constraint):
    row = row_of(world, path)
    with pytest.raises(REFUSED) as refusal, transaction.atomic():
        type(row)._base_manager.filter(pk=row.pk).update(**changes)
    assert_named(refusal.value, constraint)


@pytest.mark.parametrize(
    ("changes", "constraint"),
    [
        (changes, constraint)
        for path, changes, constraint in UPDATES
        if path == "deal" and not isinstance(changes.get("score_2"), CombinedExpression)
    ],
)
def test_no_such_deal_in_bulk(world, changes, constraint):
    good = twin(world.deal, {"row": 2})
    bad = twin(world.deal, {"row": 3, **changes})
    with pytest.raises(REFUSED) as refusal, transaction.atomic():
        Deal.objects.bulk_create([good, bad])
    assert_named(refusal.value, constraint)
    assert Deal.objects.count() == 1, "one bad row keeps the good one out too"


@pytest.mark.parametrize(("path", "changes", "constraint"), TWINS)
def test_no_second_row_past_the_forms(world, path, changes, constraint):
    new = twin(row_of(world, path), changes)
    with pytest.raises(REFUSED) as refusal, transaction.atomic():
        new.save()
    assert_named(refusal.value, constraint)
    with pytest.raises(REFUSED), transaction.atomic():
        type(new)._base_manager.bulk_create([twin(new, {})])


def test_one_seat_a_session_across_tables(world):
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.create(
            session=world.session, table=world.four, position=1, entry=world.entries[0]
        )


def test_totals_stand_once(world):
    values = {"table": world.four, "kind": "total", "score_1": 1, "score_2": -1}
    Deal.objects.create(**values, row=1, score_3=0, score_4=0)
    with pytest.raises(IntegrityError), transaction.atomic():
        Deal.objects.create(**values, row=2, score_3=0, score_4=0)


def test_what_a_phone_sends_twice_is_stored_once_a_table(world):
    values = {"kind": "struck", "client_key": "phone-1"}
    Deal.objects.create(table=world.table, row=2, **values)
    Deal.objects.create(table=world.four, row=1, **values)
    with pytest.raises(IntegrityError), transaction.atomic():
        Deal.objects.create(table=world.table, row=3, **values)


def test_a_request_key_is_used_once_in_all(world):
    LogEntry.objects.create(action="correct_player", key="form-1")
    with pytest.raises(IntegrityError), transaction.atomic():
        LogEntry.objects.create(
            tournament=world.tournament, revision=2, action="adjust", key="form-1"
        )


def test_many_players_without_ddv_number(world):
    Player.objects.create(last_name="Brandt")
    Player.objects.create(last_name="Brandt")
    assert Player.objects.filter(ddv_number="").count() == 2


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE tournaments_deal SET score_1 = 1",
        "UPDATE tournaments_deal SET score_1 = NULL",
        "UPDATE tournaments_deal SET score_1 = score_1 + 1, score_2 = score_2 + 1",
        "UPDATE tournaments_deal SET score_1 = 30000, score_2 = -29999",
        "UPDATE tournaments_deal SET kind = 'total', score_1 = NULL, score_2 = NULL, "
        "score_3 = NULL, score_4 = NULL, score_5 = NULL",
        "UPDATE tournaments_deal SET kind = 'misere'",
        "UPDATE tournaments_seat SET position = 1",
        "UPDATE tournaments_seat SET entry_id = (SELECT min(id) FROM tournaments_entry)",
        "UPDATE tournaments_entry SET start_number = 1",
        "UPDATE tournaments_entry SET player_id = (SELECT min(id) FROM tournaments_player)",
        "UPDATE tournaments_session SET number = 0",
        "UPDATE tournaments_table SET number = 1",
        "UPDATE tournaments_table SET size = 7",
        "UPDATE tournaments_logentry SET revision = NULL",
        "INSERT INTO tournaments_club (name, city, sort_key) "
        "SELECT 'Herz 10 Hameln!', '', sort_key FROM tournaments_club",
    ],
)
def test_not_even_by_sql(world, statement):
    with pytest.raises(REFUSED), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


@pytest.mark.parametrize("field", ["score_1", "score_5"])
@pytest.mark.parametrize("value", [-9999, 9999])
def test_the_bounds_themselves_are_stored(world, field, value):
    scores = dict.fromkeys(["score_1", "score_2", "score_3", "score_4", "score_5"], 0)
    Deal.objects.filter(pk=world.deal.pk).update(**{**scores, field: value, "score_2": -value})
    world.deal.refresh_from_db()
    assert getattr(world.deal, field) == value


def test_rows_that_hang_on_nothing(world):
    """Foreign keys are checked at the end of the transaction, on both databases."""

    @transaction.atomic
    def without_player():
        Entry.objects.filter(pk=world.entries[0].pk).update(player_id=999_999)
        connection.check_constraints()

    with pytest.raises(IntegrityError):
        without_player()


def test_who_has_results_cannot_be_deleted(world):
    with pytest.raises(RestrictedError):
        world.entries[0].delete()
    with pytest.raises(ProtectedError):
        world.players[0].delete()
    with pytest.raises(ProtectedError):
        world.club.delete()


def test_a_whole_tournament_can_be_deleted(world):
    world.tournament.delete()
    assert not Entry.objects.exists()
    assert not LogEntry.objects.exists()
    assert Player.objects.count() == 5


class TestTheLogIsOnlyAddedTo:
    def test_an_entry_is_neither_saved_again_nor_deleted(self, world):
        entry = LogEntry.objects.get()
        entry.reason = "other"
        with pytest.raises(TypeError):
            entry.save()
        with pytest.raises(TypeError):
            entry.delete()
        assert LogEntry.objects.get().reason == ""

    @pytest.mark.parametrize(
        "write",
        [
            lambda log: log.update(reason="other"),
            lambda log: log.all().delete(),
            lambda log: log.filter(action="adjust").bulk_update(log.all(), ["reason"]),
            lambda log: log.bulk_create(
                log.all(), update_conflicts=True, update_fields=["reason"], unique_fields=["id"]
            ),
            lambda log: log.update_or_create(action="adjust", defaults={"reason": "other"}),
        ],
    )
    def test_nor_are_many(self, world, write):
        for log in (LogEntry.objects, world.tournament.log):
            with pytest.raises(TypeError):
                write(log)
        assert LogEntry.objects.get().reason == ""

    def test_it_survives_the_account(self, world):
        LogEntry.objects.create(
            tournament=world.tournament,
            revision=2,
            action="adjust",
            actor=world.user,
            actor_name="leitung",
        )
        world.user.delete()
        entry = LogEntry.objects.first()
        assert (entry.actor, entry.actor_name) == (None, "leitung")

    def test_a_person_can_be_forgotten(self, world):
        entry = LogEntry.objects.get()
        LogEntry.objects.redact(entry, subject="#1")
        assert LogEntry.objects.get().subject == "#1"
