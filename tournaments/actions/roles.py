"""Who may do what at a tournament, as data: roles by action."""

from typing import Any

from tournaments.models import Staff, Tournament

DIRECTOR, HELPER, REFEREE = Staff.Role.DIRECTOR, Staff.Role.HELPER, Staff.Role.REFEREE

# The director may do everything. What is not listed here only the director may.
ALSO: dict[str, set[str]] = {
    "add_entry": {HELPER},
    "check_in": {HELPER},
    "save_totals": {HELPER, REFEREE},
    "save_sheet": {HELPER, REFEREE},
    "key_again": {HELPER, REFEREE},
    "correct_table": {REFEREE},
    "adjust": {REFEREE},
    "withdraw_adjustment": {REFEREE},  # who may give points could cancel them by others anyway
    "give_penalty": {REFEREE},
    "deal_again": {REFEREE},
    "time_is_up": {REFEREE},
    "disqualify": {REFEREE},
    "extra_minutes": {REFEREE},
}


def is_office(actor: Any) -> bool:
    """May the actor do everything everywhere? ``None`` is the program itself and may."""
    return actor is None or (actor.is_active and actor.is_superuser)


def role_of(actor: Any, tournament: Tournament) -> str | None:
    """The actor's role at the tournament's desk; None for someone who does not work there,
    signed in or not.

    The office (superusers) counts as director everywhere.
    """
    if not actor.is_active:
        return None
    if actor.is_superuser:
        return DIRECTOR
    return (
        Staff.objects.filter(tournament=tournament, user=actor)
        .values_list("role", flat=True)
        .first()
    )


def may(actor: Any, tournament: Tournament, action: str) -> bool:
    """May the actor do this? ``None`` is the program itself and may."""
    return actor is None or allows(role_of(actor, tournament), action)


def allows(role: str | None, action: str) -> bool:
    """Does the role allow this action?"""
    return role == DIRECTOR or role in ALSO.get(action, set())
