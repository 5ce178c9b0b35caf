"""Signing in and out."""

import pytest
from axes.utils import reset
from django.urls import reverse

from tests.tournaments import factories

pytestmark = pytest.mark.django_db
SIGN_IN = "/sign-in/"


@pytest.fixture(autouse=True)
def _unlocked():
    reset()


def sign_in(client, username="hanno", password=factories.PASSWORD, **more):
    return client.post(SIGN_IN, {"username": username, "password": password, **more})


def test_signing_in_leads_to_the_desk_or_back_to_where_it_was_asked(client):
    factories.user("hanno")
    assert sign_in(client).url == "/desk/"
    client.logout()
    answer = client.get("/desk/new/")
    assert answer.url == "/sign-in/?next=/desk/new/"
    assert sign_in(client, next="/desk/new/").url == "/desk/new/"
    assert client.get(SIGN_IN).url == "/desk/"


def test_a_stranger_s_address_is_not_followed(client):
    factories.user("hanno")
    assert sign_in(client, next="https://example.org/").url == "/desk/"


def test_a_wrong_password_keeps_the_name_and_says_so(client):
    factories.user("hanno")
    page = sign_in(client, password="wrong").content.decode()
    assert 'value="hanno"' in page
    assert "errorlist" in page


def test_signing_out_needs_a_form(client):
    client.force_login(factories.user("hanno"))
    assert client.get("/sign-out/").status_code == 405
    assert client.post("/sign-out/").url == "/"
    assert client.get("/desk/").status_code == 302


def test_after_ten_wrong_passwords_the_page_says_that_it_is_locked(client):
    factories.user("hanno")
    for _ in range(10):
        answer = sign_in(client, password="wrong")
    assert answer.status_code == 429
    assert "gesperrt" in answer.content.decode()
    answer = sign_in(client)
    assert answer.status_code == 429
    assert "15 Minuten" in answer.content.decode()


def test_the_page_is_there_in_english(client):
    assert "Anmelden" in client.get(SIGN_IN).content.decode()
    client.post(reverse("set_language"), {"language": "en", "next": SIGN_IN})
    assert "Sign in" in client.get(SIGN_IN).content.decode()
