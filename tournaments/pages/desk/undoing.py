"""Undoing a change from the log: what would happen is shown, then it is done."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _

from tournaments.actions.core import Refused
from tournaments.actions.foresight import Effect, foresee
from tournaments.actions.undo import session_undone, undo
from tournaments.models import LogEntry, Tournament
from tournaments.pages.desk.log_text import changes, sentence
from tournaments.pages.support import attempt, desk_view, new_key, once_key


@desk_view
def undo_change(request: HttpRequest, tournament: Tournament, revision: int) -> HttpResponse:
    entry = LogEntry.objects.filter(tournament=tournament, revision=revision).first()
    if entry is None:
        raise Http404
    if request.method == "POST":
        done = attempt(
            request,
            lambda: undo(
                tournament,
                request.user,
                revision,
                reason=request.POST.get("reason", ""),
                key=once_key(request),
            ),
            done=_("Change %(n)s is undone.") % {"n": revision},
        )
        return redirect("log", tournament.slug) if done else redirect(request.path)
    effect, refusal = Effect(), ""
    try:
        effect = foresee(
            tournament,
            lambda: undo(tournament, request.user, revision),
            session=session_undone(entry),
        )
    except Refused as refused:
        refusal = str(refused)
    context = {
        "tournament": tournament,
        "tab": "log",
        "entry": entry,
        "sentence": sentence(entry),
        "changes": changes(entry),
        "effect": effect,
        "refusal": refusal,
        "once": new_key(),
    }
    return render(request, "desk/undo.html", context)


urlpatterns = [path("log/<int:revision>/undo/", undo_change, name="undo")]
