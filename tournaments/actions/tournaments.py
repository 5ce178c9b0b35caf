"""Creating a tournament and changing its settings."""

import secrets
from collections.abc import Iterable
from datetime import date
from typing import Any

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from rules.ruleset import RULESETS
from tournaments.actions.core import Refused, change
from tournaments.actions.seen import refuse_changed
from tournaments.models import Session, Staff, TieBreak, Tournament
from tournaments.models.text import clean_text

MAX_SESSIONS = 20
MAX_MINUTES = 600
YEARS = range(1900, 2200)
# Not the address of a tournament: the desk has a page of this name.
TAKEN_SLUGS = frozenset({"new", "replay"})
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


def create_tournament(
    actor: Any,
    *,
    name: str,
    starts_on: date,
    place: str = "",
    sessions: int = 3,
    minutes: int = 100,
    minutes_five: int = 125,
    ruleset: str = "ddv",
    visibility: str = Tournament.Visibility.PUBLIC,
    tie_breaks: Iterable[str] = (),
    protest_minutes: int = 0,
    slug: str | None = None,
    lot_seed: int | None = None,
    key: str | None = None,
) -> Tournament:
    """A new tournament with its sessions planned; the actor becomes its director.

    ``minutes`` and ``minutes_five`` are the playing time of a session at tables of four and of
    five (TSR 8.5, 10.1). The address is ``slug``, else made from the name; if another tournament
    has it, it gets a number. ``lot_seed`` decides lots; left out, it is taken from the system's
    source of randomness. Raises Refused naming the field at fault.
    """
    values = _checked(
        {
            "name": name,
            "starts_on": starts_on,
            "place": place,
            "ruleset": ruleset,
            "visibility": visibility,
            "tie_breaks": tie_breaks,
        }
    )
    values["protest_minutes"] = _checked_protest(protest_minutes)
    _check_sessions(sessions, minutes, minutes_five)
    with transaction.atomic():
        tournament = _insert(values, slug, secrets.randbits(53) if lot_seed is None else lot_seed)
        if actor is not None:
            Staff.objects.create(tournament=tournament, user=actor, role=Staff.Role.DIRECTOR)
        with change(tournament, actor, "create_tournament", key=key) as this:
            plan_sessions(this.tournament, range(1, sessions + 1), minutes, minutes_five)
            this.subject = tournament.name
            this.after = settings_of(this.tournament)
    return tournament


def change_settings(
    tournament: Tournament,
    actor: Any,
    *,
    name: str | None = None,
    starts_on: date | None = None,
    place: str | None = None,
    sessions: int | None = None,
    minutes: int | None = None,
    minutes_five: int | None = None,
    ruleset: str | None = None,
    visibility: str | None = None,
    tie_breaks: Iterable[str] | None = None,
    protest_minutes: int | None = None,
    seen: str | None = None,
    key: str | None = None,
) -> Tournament:
    """Change what is given (None leaves a setting as it is).

    ``sessions`` is how many there are: only planned ones can go. Minutes apply to the sessions
    that have not started; for ``protest_minutes`` after its close a session's results are marked
    provisional (0: they are not). The address (slug) stays, so that printed links keep working.
    ``seen`` is the ``mark_of`` the ``settings_of`` that the form was made from; raises Conflict.
    """
    with change(tournament, actor, "change_settings", key=key) as this:
        now = this.tournament
        this.subject = now.name
        before = settings_of(now)
        refuse_changed(seen, before)
        given = {
            "name": name,
            "starts_on": starts_on,
            "place": place,
            "ruleset": ruleset,
            "visibility": visibility,
            "tie_breaks": tie_breaks,
        }
        values = _checked({field: value for field, value in given.items() if value is not None})
        if ruleset is not None and ruleset != now.ruleset and has_started(now):
            raise Refused(
                _("The ruleset cannot change any more: a session has started."), where="ruleset"
            )
        for field, value in values.items():
            setattr(now, field, value)
        if protest_minutes is not None:
            now.protest_minutes = _checked_protest(protest_minutes)
        now.save(update_fields=[*values, "protest_minutes"])
        _set_sessions(now, sessions, minutes, minutes_five)
        after = settings_of(now)
        changed = [field for field in after if after[field] != before[field]]
        this.before = {field: before[field] for field in changed}
        this.after = {field: after[field] for field in changed}
    tournament.refresh_from_db()
    return tournament


def _insert(values: dict[str, Any], wished: str | None, lot_seed: int) -> Tournament:
    """The tournament's row under the first free address, as wished or made from its name."""
    if wished is None:
        stem = slugify(values["name"].lower().translate(_UMLAUTS))[:50].strip("-") or "turnier"
    else:
        stem = checked_slug(wished)
    number = 1
    while True:
        slug = stem if number == 1 else f"{stem[:50]}-{number}"
        number += 1
        if slug in TAKEN_SLUGS or Tournament.objects.filter(slug=slug).exists():
            continue
        try:
            with transaction.atomic():
                return Tournament.objects.create(slug=slug, lot_seed=lot_seed, **values)
        except IntegrityError:
            # Someone took the address between the look and the insert; anything else is ours.
            if not Tournament.objects.filter(slug=slug).exists():
                raise


def checked_slug(slug: str) -> str:
    """An address that someone wishes for a tournament; Refused if it cannot be one."""
    try:
        Tournament._meta.get_field("slug").run_validators(slug)
    except ValidationError:
        fits = False
    else:
        fits = slug != "" and slug not in TAKEN_SLUGS
    if not fits:
        message = _(
            "An address has 1 to 60 letters, digits, “-” and “_”, and is not “new” or “replay”."
        )
        raise Refused(message, where="slug", code="bad_input")
    return slug


def _checked(values: dict[str, Any]) -> dict[str, Any]:
    """The given settings, cleaned; Refused with the field at fault."""
    values = dict(values)
    for field in ("name", "place"):
        if field in values:
            values[field] = clean_text(values[field])
    if "tie_breaks" in values:
        values["tie_breaks"] = _checked_tie_breaks(values["tie_breaks"])
    if "ruleset" in values:
        _check_ruleset(values["ruleset"])
    if "starts_on" in values and values["starts_on"].year not in YEARS:
        # A year typed with two digits arrives as the year 26.
        raise Refused(
            _("Which year? It has four digits, from %(first)s to %(last)s.")
            % {"first": YEARS[0], "last": YEARS[-1]},
            where="starts_on",
        )
    for field, value in values.items():
        if field == "tie_breaks":
            continue
        try:
            Tournament._meta.get_field(field).clean(value, None)
        except ValidationError as fault:
            raise Refused(" ".join(fault.messages), where=field) from fault
    return values


def _checked_tie_breaks(tie_breaks: Iterable[str]) -> list[str]:
    chosen = [str(each) for each in tie_breaks]
    for each in chosen:
        if each not in TieBreak.values:
            raise Refused(_("There is no such tie-break."), where="tie_breaks")
    if len(set(chosen)) != len(chosen):
        raise Refused(_("Each tie-break can be chosen once."), where="tie_breaks")
    return chosen


def _checked_protest(minutes: int) -> int:
    if not 0 <= minutes <= MAX_MINUTES:
        raise Refused(
            _("Between 0 and %(high)s, please.") % {"high": MAX_MINUTES}, where="protest_minutes"
        )
    return minutes


def _check_ruleset(name: str) -> None:
    if name not in RULESETS:
        raise Refused(_("There is no such ruleset."), where="ruleset")


def _check_sessions(sessions: int | None, minutes: int | None, minutes_five: int | None) -> None:
    for field, value, high in (
        ("sessions", sessions, MAX_SESSIONS),
        ("minutes", minutes, MAX_MINUTES),
        ("minutes_five", minutes_five, MAX_MINUTES),
    ):
        if value is not None and not 1 <= value <= high:
            raise Refused(_("Between 1 and %(high)s, please.") % {"high": high}, where=field)


def _set_sessions(
    tournament: Tournament, sessions: int | None, minutes: int | None, minutes_five: int | None
) -> None:
    _check_sessions(sessions, minutes, minutes_five)
    existing = list(tournament.sessions.all())
    for session in existing:
        if session.started_at is None and session.state != Session.State.CLOSED:
            session.minutes = minutes or session.minutes
            session.minutes_five = minutes_five or session.minutes_five
            session.save(update_fields=["minutes", "minutes_five"])
    if sessions is None:
        return
    remove_sessions(existing[sessions:])
    last = existing[-1] if existing else Session()
    plan_sessions(
        tournament,
        range(len(existing) + 1, sessions + 1),
        minutes or last.minutes,
        minutes_five or last.minutes_five,
    )


def remove_sessions(sessions: Iterable[Session]) -> None:
    """Remove sessions from the plan; refused for one that is drawn, and for one for which points
    outside the sheets were given."""
    for session in sessions:
        if session.state != Session.State.PLANNED:
            raise Refused(
                _("Session %(number)s is no longer just planned, so it cannot be removed.")
                % {"number": session.number},
                where="sessions",
            )
        if session.adjustments.exists():
            raise Refused(
                _(
                    "Points outside the sheets were given for session %(number)s: take them back "
                    "first."
                )
                % {"number": session.number},
                where="sessions",
                code="has_adjustments",
            )
        session.delete()


def plan_sessions(
    tournament: Tournament, numbers: Iterable[int], minutes: int, minutes_five: int
) -> None:
    Session.objects.bulk_create(
        Session(tournament=tournament, number=n, minutes=minutes, minutes_five=minutes_five)
        for n in numbers
    )


def has_started(tournament: Tournament) -> bool:
    return tournament.sessions.filter(
        state__in=[Session.State.RUNNING, Session.State.CLOSED]
    ).exists()


def settings_of(tournament: Tournament) -> dict[str, Any]:
    """What the log tells of the settings."""
    sessions = list(tournament.sessions.all())
    return {
        "name": tournament.name,
        "starts_on": tournament.starts_on.isoformat(),
        "place": tournament.place,
        "sessions": len(sessions),
        "minutes": [session.minutes for session in sessions],
        "minutes_five": [session.minutes_five for session in sessions],
        "ruleset": tournament.ruleset,
        "visibility": tournament.visibility,
        "tie_breaks": tournament.tie_breaks,
        "protest_minutes": tournament.protest_minutes,
    }
