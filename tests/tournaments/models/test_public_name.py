"""What the public reads of a person: the full name with consent only (design: personal data)."""

import pytest

from tournaments.models import Player


@pytest.mark.parametrize(
    ("first", "last", "shown"),
    [
        ("Ute", "Beispiel", "U. B."),
        ("Konstanze", "von der Probe-Lüneburg", "K. v. d. P."),
        ("", "Beispiel", "B."),
    ],
)
def test_without_consent_initials_only(first, last, shown):
    assert Player(first_name=first, last_name=last).public_name == shown


def test_with_consent_the_full_name():
    person = Player(first_name="Ute", last_name="Beispiel", publish_name=True)
    assert person.public_name == "Beispiel, Ute"
