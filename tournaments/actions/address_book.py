"""Changes of the address book: clubs, and the people who are entered in tournaments."""

import re
from contextlib import ExitStack
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.actions.core import Refused, change, not_allowed, office_change
from tournaments.actions.roles import is_office, may
from tournaments.actions.seen import refuse_changed
from tournaments.models import Club, Document, Entry, LogEntry, Player, Seat, Tournament
from tournaments.models.text import clean_text, fold


def club_named(name: str) -> Club | None:
    """The club of this name, made if there is none; None for an empty name.

    Case and the spelling of umlauts do not matter: "SKAT & Co" is "Skat & Co.".
    """
    name = clean_text(name)
    if not name:
        return None
    for field, sentence in person_faults(first_name="", last_name="x", club_name=name):
        raise Refused(sentence, where=field)
    # Two tournaments may meet the same new club at once: then the first one's counts.
    return Club.objects.get_or_create(sort_key=fold(name), defaults={"name": name})[0]


def new_player(
    *, first_name: str, last_name: str, club_name: str, ddv_number: str, publish_name: bool
) -> Player:
    """A new person in the address book. Runs inside the action that needs the person."""
    values = checked_person(first_name=first_name, last_name=last_name, ddv_number=ddv_number)
    refuse_taken_ddv_number(values["ddv_number"])
    return Player.objects.create(**values, club=club_named(club_name), publish_name=publish_name)


def checked_person(*, first_name: str, last_name: str, ddv_number: str = "") -> dict[str, str]:
    """The fields of a person, cleaned; Refused with the first field at fault."""
    values = {
        "first_name": clean_text(first_name),
        "last_name": clean_text(last_name),
        "ddv_number": clean_text(ddv_number),
    }
    for field, sentence in person_faults(**values):
        raise Refused(sentence, where=field)
    return values


def person_faults(
    *, first_name: str, last_name: str, ddv_number: str = "", club_name: str = ""
) -> list[tuple[str, str]]:
    """What keeps clean values from being a person: (field, sentence), all of them at once."""
    faults: list[tuple[str, str]] = []
    if not last_name:
        faults.append(("last_name", _("The last name is missing.")))
    for field, value, most in (
        ("last_name", last_name, 60),
        ("first_name", first_name, 60),
        ("club_name", club_name, 100),
        ("ddv_number", ddv_number, 20),
    ):
        if len(value) > most:
            faults.append((field, _("Longer than %(most)s characters.") % {"most": most}))
        elif value and (value[0] in "=+-@|" or "<" in value or ">" in value):
            # Spreadsheets would run it, and no name looks like it.
            faults.append((field, _("This looks like a formula or markup.")))
        elif value and not any(char.isalnum() for char in value):
            faults.append((field, _("A letter or a digit is needed here.")))
    return faults


def refuse_taken_ddv_number(ddv_number: str, *, besides: Player | None = None) -> None:
    """Refuse a DDV number that another person has."""
    if not ddv_number:
        return
    holder = Player.objects.filter(ddv_number=ddv_number).exclude(
        pk=besides.pk if besides else None
    )
    if other := holder.first():
        raise Refused(
            _("%(name)s has the DDV number %(number)s already.")
            % {"name": other.list_name, "number": ddv_number},
            where="ddv_number",
        )


def correct_player(
    actor: Any,
    player: Player,
    *,
    first_name: str | None = None,
    last_name: str | None = None,
    club_name: str | None = None,
    ddv_number: str | None = None,
    publish_name: bool | None = None,
    seen: str | None = None,
    key: str | None = None,
) -> Player:
    """Correct a person (None leaves a field as it is).

    Every tournament the person is entered in logs it and raises its revision, closed ones too:
    their lists show the name. The actor must be allowed at one of them. ``seen`` is the
    ``mark_of`` the ``person_values`` that the form was made from; raises Conflict.
    """
    with transaction.atomic(), ExitStack() as changes:
        entered = enter_changes(changes, actor, player, "correct_player", key)
        now = Player.objects.select_for_update().get(pk=player.pk)
        if now.erased_at:
            raise Refused(_("This person was erased."), code="erased")
        before = person_values(now)
        refuse_changed(seen, before)
        values = checked_person(
            first_name=now.first_name if first_name is None else first_name,
            last_name=now.last_name if last_name is None else last_name,
            ddv_number=now.ddv_number if ddv_number is None else ddv_number,
        )
        refuse_taken_ddv_number(values["ddv_number"], besides=now)
        for field, value in values.items():
            setattr(now, field, value)
        if club_name is not None:
            now.club = club_named(club_name)
        if publish_name is not None:
            now.publish_name = publish_name
        now.save()
        for this in entered:
            this.subject = now.list_name
            this.before, this.after = before, person_values(now)
    player.refresh_from_db()
    return player


def erase_player(actor: Any, player: Player, *, key: str | None = None) -> Player:
    """Erase a person: a number stands for the name from now on, the results stay.

    The name also goes from the log, where it may be of no use to anyone any more. The actor
    must be allowed at every tournament in which the person is entered.
    """
    tournaments = _tournaments_of(player)
    everywhere = tournaments and all(may(actor, each, "erase_player") for each in tournaments)
    if not is_office(actor) and not everywhere:
        raise Refused(
            _("Only the office can erase a person who played elsewhere too."), code="role"
        )
    with transaction.atomic(), ExitStack() as changes:
        entered = enter_changes(changes, actor, player, "erase_player", key)
        now = Player.objects.select_for_update().get(pk=player.pk)
        if now.erased_at:
            raise Refused(_("This person was erased."), code="erased")
        _erase_documents(tournaments)
        before = {now.list_name, now.full_name}
        now.first_name, now.last_name = "", f"#{now.pk}"
        now.club, now.ddv_number = None, ""
        # The number is no name: lists may show it in full.
        now.publish_name, now.erased_at = True, timezone.now()
        now.save()
        _erase_from_log(now, before, tournaments)
        for this in entered:
            this.subject = now.list_name
            this.after = {"player": now.pk, "erased": True}
    player.refresh_from_db()
    return player


def person_values(player: Player) -> dict[str, Any]:
    """What the log tells of a person."""
    return {
        "player": player.pk,
        "first_name": player.first_name,
        "last_name": player.last_name,
        "club": player.club_name,
        "ddv_number": player.ddv_number,
        "publish_name": player.publish_name,
    }


def _tournaments_of(player: Player, besides: Tournament | None = None) -> list[Tournament]:
    """Where the player is entered, plays in somebody's place, or was once, as the log tells."""
    noted = LogEntry.objects.filter(
        Q(action="set_substitute", after__player=player.pk)
        | Q(action="undo", before__player=player.pk)
    )
    found = {
        *([besides.pk] if besides else []),
        *Entry.objects.filter(player=player).values_list("tournament", flat=True),
        *Seat.objects.filter(substitute=player).values_list("session__tournament", flat=True),
        *noted.values_list("tournament", flat=True),
    }
    return list(Tournament.objects.filter(pk__in=found).order_by("pk"))


def enter_changes(
    stack: ExitStack,
    actor: Any,
    player: Player,
    action: str,
    key: str | None,
    *,
    undoing: Tournament | None = None,
) -> list[Any]:
    """A change under way in each tournament of the player, or one of the office.

    In the tournament ``undoing`` it is the undoing of one.
    """
    tournaments = _tournaments_of(player, undoing)
    # One tournament where the actor may suffices; without any it is the office's.
    if not (is_office(actor) or any(may(actor, each, action) for each in tournaments)):
        raise not_allowed()
    if not tournaments:
        return [stack.enter_context(office_change(actor, action, key=key))]
    return [
        stack.enter_context(
            change(
                tournament,
                actor,
                "undo" if tournament == undoing else action,
                key=key if number == 0 else None,
                even_closed=True,
                allowed=True,
            )
        )
        for number, tournament in enumerate(tournaments)
    ]


def _erase_documents(tournaments: list[Tournament]) -> None:
    """Printed documents that are kept may show the name; they can be made anew."""
    Document.objects.filter(tournament__in=tournaments).delete()


def _erase_from_log(player: Player, names: set[str], tournaments: list[Tournament]) -> None:
    """Put the number in place of the name, also of earlier names, in older log entries.

    The one case in which the log is rewritten: what was done stays, whom it names goes.
    """
    entries = LogEntry.objects.filter(Q(tournament__in=tournaments) | Q(tournament=None))
    for entry in entries:
        for value in (entry.before, entry.after):
            names = names | _names_in(value, player)
    for entry in entries:
        scrubbed = {
            field: _without(getattr(entry, field), player, names)
            for field in ("subject", "before", "after", "reason")
        }
        if any(getattr(entry, field) != value for field, value in scrubbed.items()):
            LogEntry.objects.redact(entry, **scrubbed)


def _names_in(value: Any, player: Player) -> set[str]:
    """The names under which a log entry knows the player."""
    if isinstance(value, dict) and value.get("player") == player.pk and "last_name" in value:
        known = Player(first_name=value["first_name"], last_name=value["last_name"])
        return {known.list_name, known.full_name}
    inner = list(value.values()) if isinstance(value, dict) else value
    if not isinstance(inner, list):
        return set()
    return set().union(*(_names_in(each, player) for each in inner))


def _without(value: Any, player: Player, names: set[str]) -> Any:
    if isinstance(value, str):
        for name in sorted(names, key=len, reverse=True):
            value = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", player.last_name, value)
        return value
    if isinstance(value, list):
        return [_without(each, player, names) for each in value]
    if isinstance(value, dict):
        if value.get("player") == player.pk and "last_name" in value:
            return {**value, **{k: v for k, v in person_values(player).items() if k in value}}
        return {field: _without(each, player, names) for field, each in value.items()}
    return value
