"""Whatever is sent to the forms of setting up, the answer is a page and never a breakdown."""

from urllib.parse import urlencode

import pytest
from django.urls import reverse

from tests.tournaments import factories

ODD = {
    "nothing": "",
    "blank": " ",
    "NUL": "\x00",
    "long": "A" * 10_000,
    "markup": "<script>alert('x')</script>",
    "emoji": "🂡🂱🃁🃑 👨‍👩‍👧‍👦",
    "surrogate": "\ud800",
    "direction": "\u202eesrever",
    "SQL": "' OR 1=1 --",
    "template": "{{ 7*7 }}{% url %}",
    "format": "%s%n%(x)s",
    "minus": "−1",
    "digits": "9" * 400,
    "NaN": "NaN",
    "swelling": "ﷺ" * 60,
    "accents": "e\u0301" * 80,
    "path": "../../etc/passwd",
    "no such day": "2026-02-30",
    "first day": "0001-01-01",
    "last day": "9999-12-31",
}
FORMS = {
    "new-tournament": "name starts_on place sessions minutes minutes_five ruleset visibility "
    "tie_break_1 tie_break_2",
    "settings": "name starts_on place sessions minutes minutes_five ruleset visibility tie_break_1 "
    "seen initial-minutes initial-starts_on",
    "set-staff": "username role",
    "remove-staff": "username",
    "close-tournament": "drop_planned",
    "check-in": "who present here",
    "add-player": "last_name first_name club_name ddv_number publish_name present person",
    "entry": "last_name first_name club_name ddv_number publish_name seen initial-publish_name",
    "withdraw": "reason even_seated",
    "import-players": "text first_name_first step line last_name first_name club_name ddv_number "
    "start_number person leave_out publish_name",
}
GOOD = {
    "name": "Cup",
    "starts_on": "2027-04-10",
    "sessions": "3",
    "minutes": "100",
    "minutes_five": "125",
    "ruleset": "ddv",
    "visibility": "public",
    "role": "helper",
    "last_name": "Adler",
    "line": "1",
}


@pytest.fixture
def tournament(client, db):
    director = factories.director()
    client.force_login(director)
    tournament = factories.tournament(director)
    factories.entries(tournament, 2, present=False)
    return tournament


def sendable(value):
    """As it would come over the wire: half a surrogate pair arrives as broken UTF-8."""
    return value.encode("utf-8", "surrogatepass")


def post(client, where, values):
    sent = urlencode({name: sendable(value) for name, value in values.items()})
    return client.post(where, sent, content_type="application/x-www-form-urlencoded")


def address(name, tournament):
    args = {"new-tournament": [], "entry": [tournament.slug, 1], "withdraw": [tournament.slug, 1]}
    return reverse(name, args=args.get(name, [tournament.slug]))


@pytest.mark.parametrize("name", FORMS)
def test_odd_values_in_the_fields(client, tournament, name):
    fields = FORMS[name].split()
    together = [(fields, odd) for odd in ODD.values()]
    alone = [([field], ODD[odd]) for field in fields for odd in ("NUL", "long", "surrogate")]
    for spoilt, odd in together + alone:
        values = {field: GOOD.get(field, "") for field in fields}
        values |= dict.fromkeys([*spoilt, "once"], odd)
        if name == "import-players" and "step" not in spoilt:
            values["step"] = "import"
        answer = post(client, address(name, tournament), values)
        assert answer.status_code in (200, 302, 409), (spoilt, odd[:40])


@pytest.mark.parametrize("odd", ODD.values(), ids=ODD)
def test_an_odd_value_in_every_query(client, tournament, odd):
    for name, keys in (
        ("players", "q status sort page"),
        ("known-players", "last_name first_name"),
    ):
        for key in keys.split():
            answer = client.get(reverse(name, args=[tournament.slug]), {key: sendable(odd)})
            assert answer.status_code == 200
    assert client.get("/desk/", {"sort": sendable(odd), "page": sendable(odd)}).status_code == 200
    assert client.get("/desk/new/", {"x": sendable(odd)}).status_code == 200


@pytest.mark.parametrize("odd", ODD.values(), ids=ODD)
@pytest.mark.django_db
def test_an_odd_value_when_signing_in(client, odd):
    for fields in ({"username": odd, "password": "x"}, {"username": "x", "password": odd}):
        assert post(client, "/sign-in/", fields).status_code in (200, 429)
