"""Whatever happens to a file: it is stored whole and sound, or refused with sentences."""

import copy

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.tournaments.transfer.conftest import as_bytes, small_file
from tournaments.actions.transfer import FileRefused, import_tournament
from tournaments.models import Club, LogEntry, Player, Tournament
from tournaments.transfer.check import check_tournament
from tournaments.transfer.export import export_tournament

pytestmark = pytest.mark.django_db
in_one_database = settings(
    max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)

LEAVES = (
    st.none()
    | st.booleans()
    | st.integers(-3, 6)
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8)
    | st.sampled_from(["", "lot", "total", "struck", "closed", "planned", "present", "herbst"])
    | st.sampled_from(["2026-10-03", "2026-10-03T09:00:00.000000Z", "\x00", "ä" * 400])
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)


def places_in(value, way=()):
    """The way to every value inside ``value``."""
    for key, item in value.items() if isinstance(value, dict) else enumerate(value):
        yield (*way, key)
        if isinstance(item, dict | list):
            yield from places_in(item, (*way, key))


PLACES = list(places_in(small_file()))


def at(content, way):
    for key in way:
        content = content[key]
    return content


@st.composite
def mutated(draw):
    content = small_file()
    for _ in range(draw(st.integers(1, 3))):
        *way, key = draw(st.sampled_from(PLACES))
        try:
            holder = at(content, way)
            match draw(st.sampled_from(["replace", "delete", "copy", "move", "repeat"])):
                case "replace":
                    holder[key] = draw(VALUES)
                case "delete":
                    del holder[key]
                case "copy":
                    holder[key] = copy.deepcopy(at(content, draw(st.sampled_from(PLACES))))
                case "move":
                    holder[f"{key}x"] = holder.pop(key)
                case "repeat":
                    holder.append(copy.deepcopy(holder[key]))
        except (KeyError, IndexError, TypeError, AttributeError):
            continue  # an earlier mutation took the place away
    return as_bytes(content)


class Undo(Exception):
    pass


def try_import(data: bytes) -> bool:
    """Import and take back; checks what must be true either way. Returns whether it was stored."""
    stored, faults = False, []
    try:
        with transaction.atomic():
            tournament = import_tournament(None, data).tournament
            stored = True
            assert [
                fault for fault in check_tournament(tournament) if fault.severity == "error"
            ] == []
            again = export_tournament(tournament)
            twin = import_tournament(None, again, slug="twin").tournament
            twin.slug = tournament.slug
            assert export_tournament(twin) == again
            raise Undo
    except Undo:
        pass
    except FileRefused as refusal:
        faults = refusal.faults
    assert stored or faults
    assert all(fault.message.strip() for fault in faults)
    assert not any(model.objects.exists() for model in (Tournament, Player, Club, LogEntry))
    return stored


@in_one_database
@given(mutated())
def test_a_file_with_changed_values(data):
    try_import(data)


@in_one_database
@given(st.data())
def test_a_file_with_changed_bytes(data):
    content = bytearray(as_bytes(small_file()))
    for _ in range(data.draw(st.integers(1, 4))):
        index = data.draw(st.integers(0, len(content) - 1))
        match data.draw(st.sampled_from(["change", "cut", "insert"])):
            case "change":
                content[index] = data.draw(st.integers(0, 255))
            case "cut":
                del content[index : index + data.draw(st.integers(1, 30))]
            case "insert":
                content[index:index] = data.draw(st.binary(min_size=1, max_size=8))
    try_import(bytes(content))


@in_one_database
@given(st.binary(max_size=200))
def test_a_file_of_anything(data):
    assert not try_import(data)


@in_one_database
@given(VALUES)
def test_the_log_comes_back_unchanged_from_both_databases(value):
    content = small_file()
    content["log"][0]["after"] = {"value": value}
    try_import(as_bytes(content))


def test_the_file_that_is_mutated_is_stored():
    assert try_import(as_bytes(small_file()))
