"""What the desk settles besides, put back: points outside sheets, wishes, roles, certificates."""

from typing import Any

from django.utils.translation import gettext as _

from tournaments.actions.certificates import certificate_told
from tournaments.actions.core import Refused
from tournaments.actions.find import entry_of, session_of
from tournaments.actions.seats import entries_by_number
from tournaments.actions.seats_told import moment
from tournaments.actions.staff import give_role
from tournaments.actions.undo.undoing import Undoing
from tournaments.actions.wishes import refuse_again, wish_told
from tournaments.models import Adjustment, CertificateTemplate, Wish


def put_adjustment(undoing: Undoing) -> None:
    """Points outside the sheets: taken back, or given as they were."""
    told = undoing.left or undoing.back
    given = _given(undoing, told)
    if undoing.left:
        if given is None:
            raise Refused(_("This adjustment is gone already."), code="depends")
        given.delete()
        undoing.told(dict(told), None)
        return
    if given is not None and "given_at" in told:
        raise Refused(_("This was undone already."), code="depends")
    values = {"created_at": moment(told["given_at"])} if "given_at" in told else {}
    Adjustment.objects.create(**_fields(undoing, told), **values)
    undoing.told(None, dict(told))


def _given(undoing: Undoing, told: dict[str, Any]) -> Adjustment | None:
    found = Adjustment.objects.filter(**_fields(undoing, told))
    if "given_at" in told:
        found = found.filter(created_at=moment(told["given_at"]))
    return found.order_by("pk").last()


def _fields(undoing: Undoing, told: dict[str, Any]) -> dict[str, Any]:
    # The subject begins with the start number: "17 Brandt, Jo".
    return {
        "entry": entry_of(undoing.tournament, int(undoing.subject.split()[0])),
        "session": session_of(undoing.tournament, told["session"]) if told["session"] else None,
        **{name: told[name] for name in ("points", "reason", "given_by")},
    }


def put_wish(undoing: Undoing) -> None:
    """A wish for the draw: taken back, or noted as it was."""
    if undoing.left:
        _take_back(undoing)
        return
    told = undoing.back
    numbers = told["start_numbers"]
    entries = entries_by_number(undoing.tournament, numbers)
    refuse_again(undoing.tournament, told["kind"], numbers, told.get("table"))
    wish = Wish.objects.create(
        tournament=undoing.tournament,
        kind=told["kind"],
        hard=told["hard"],
        table=told.get("table"),
        name=told.get("name", ""),
    )
    wish.entries.set(entries.values())
    undoing.told(None, wish_told(wish, numbers))


def _take_back(undoing: Undoing) -> None:
    told = undoing.left
    for wish in undoing.tournament.wishes.filter(kind=told["kind"]).prefetch_related("entries"):
        numbers = sorted(entry.start_number for entry in wish.entries.all())
        if wish_told(wish, numbers) == told:
            wish.delete()
            undoing.told(dict(told), None)
            return
    raise Refused(_("This wish is gone already."), code="depends")


def put_club_mates(undoing: Undoing) -> None:
    """Whether club-mates are kept apart, as before."""
    if undoing.tournament.club_mates != undoing.left["club_mates"]:
        raise undoing.changed_since({"keep_club_mates_apart"})
    undoing.tournament.club_mates = undoing.back["club_mates"]
    undoing.tournament.save(update_fields=["club_mates"])
    undoing.told(dict(undoing.left), dict(undoing.back))


def put_role(undoing: Undoing) -> None:
    """The role of an account as before; a director remains."""
    before, _staff = give_role(undoing.tournament, undoing.subject, undoing.back["role"])
    if before != undoing.left["role"]:
        raise undoing.changed_since({"set_staff", "remove_staff"})
    undoing.told(dict(undoing.left), dict(undoing.back))


def put_certificate(undoing: Undoing) -> None:
    """Text and signers as before; a logo that was replaced is not kept anywhere."""
    left, back = undoing.left, undoing.back
    known = CertificateTemplate.objects.filter(tournament=undoing.tournament).first()
    found = known or CertificateTemplate(tournament=undoing.tournament)
    if certificate_told(found) != left:
        raise undoing.changed_since({"set_certificate"})
    if back["logo"] not in (None, left["logo"]):
        raise Refused(
            _("The logo of before is not kept. Upload it again on the page of the certificates."),
            code="logo",
        )
    found.text, found.signers = back["text"], back["signers"]
    if back["logo"] is None:
        found.logo = None
    if any(back.values()):
        found.save()
    elif known is not None:
        known.delete()  # nothing is set any more: the built-in one
    undoing.told(dict(left), dict(back))
