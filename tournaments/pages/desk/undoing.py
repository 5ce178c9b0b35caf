"""Undoing a change from the log, or doing it again: what would happen is shown, then it is done."""

from collections.abc import Callable
from dataclasses import dataclass, field

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _

from tournaments.actions.core import Refused
from tournaments.actions.foresight import Effect, foresee
from tournaments.actions.results_import import imported_with, undo_import
from tournaments.actions.undo import does_again, needs_reason, root_of, session_undone, undo
from tournaments.models import LogEntry, Tournament
from tournaments.pages.desk.log_text import changes, sentence, who
from tournaments.pages.desk.undo_effect import Picture, differences, picture_of
from tournaments.pages.support import attempt, desk_view, new_key, once_key

MOST_ABOVE = 8


@dataclass
class Outlook:
    """What undoing would do: the standings, and sentences; or why it is refused.

    ``first`` is the change to look at instead, where the refusal names one.
    """

    effect: Effect = field(default_factory=Effect)
    sentences: list[str] = field(default_factory=list)
    refusal: str = ""
    first: int | None = None

    @property
    def is_short(self) -> bool:
        """Does it all fit above the form? Else the page stays at its top, to be read first."""
        return len(self.effect.moved) + len(self.sentences) <= MOST_ABOVE


@desk_view
def undo_change(request: HttpRequest, tournament: Tournament, revision: int) -> HttpResponse:
    entry = LogEntry.objects.filter(tournament=tournament, revision=revision).first()
    if entry is None:
        raise Http404
    reason = request.POST.get("reason", "")
    tables = imported_with(entry)
    is_whole = "whole" in request.GET and len(tables) > 1

    def act(reason: str, key: str | None = None) -> None:
        if is_whole:
            undo_import(tournament, request.user, entry, reason=reason, key=key)
        else:
            undo(tournament, request.user, revision, reason=reason, key=key)

    if request.method == "POST":
        done = attempt(
            request,
            lambda: act(reason, once_key(request)),
            done=_("The import is undone.") if is_whole else _done(entry) % {"n": revision},
        )
        if done:
            return redirect("log", tournament.slug)
    context = {
        "tournament": tournament,
        "tab": "log",
        "entry": entry,
        "who": who(entry),
        "sentence": sentence(entry),
        "changes": changes(entry),
        "again": not does_again(entry),
        "root": root_of(entry),
        "needs_reason": needs_reason(entry),
        "outlook": _outlook(tournament, entry, act),
        "imported": len(tables),
        "is_whole": is_whole,
        "reason": reason,
        "once": new_key(),
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "desk/undo.html", context, status=status)


def _done(entry: LogEntry) -> str:
    return _("Change %(n)s is undone.") if does_again(entry) else _("Done again.")


def _outlook(tournament: Tournament, entry: LogEntry, undoing: Callable[[str], None]) -> Outlook:
    old, new = picture_of(tournament), Picture()

    def act() -> None:
        nonlocal new
        undoing("–")  # a reason, where one is needed, is given when it is done
        new = picture_of(tournament)

    try:
        effect = foresee(tournament, act, session=session_undone(entry))
    except Refused as refused:
        first = refused.where if isinstance(refused.where, int) else None
        return Outlook(refusal=str(refused), first=first if refused.code in _NAMES else None)
    return Outlook(effect, differences(old, new))


# Refusals that name the change at fault.
_NAMES = ("depends", "undone")

urlpatterns = [path("log/<int:revision>/undo/", undo_change, name="undo")]
