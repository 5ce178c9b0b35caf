"""The two doors, the desk's and the office's, against odd names and against guessing."""

import pytest
from axes.models import AccessAttempt
from django.contrib.auth import get_user_model

DOORS = ["/sign-in/", "/office/login/"]


def knock(client, door: str, username: str, password: str = "wrong"):
    return client.post(door, {"username": username, "password": password})


@pytest.mark.django_db
@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("name", ["A" * 10_000, "ﷺ" * 60, "9" * 151])
def test_a_name_that_no_account_can_have_is_refused_like_any_other(client, door, name):
    response = knock(client, door, name)
    assert response.status_code == 200
    assert len(AccessAttempt.objects.get().username) <= 150


@pytest.mark.django_db
@pytest.mark.parametrize("door", DOORS)
def test_ten_wrong_passwords_lock_the_account_and_no_other(client, door):
    users = get_user_model().objects
    for name in ("adler", "brandt"):
        users.create_superuser(name, password="a long enough password")
    for _ in range(10):
        response = knock(client, door, "adler")
    assert response.status_code == 429
    assert knock(client, door, "adler", "a long enough password").status_code == 429
    assert knock(client, door, "brandt", "a long enough password").status_code == 302
