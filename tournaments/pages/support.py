"""What all pages share: who is at the desk, one-time forms, refusals as sentences."""

import hashlib
import json
import uuid
from collections.abc import Callable
from functools import wraps
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404

from tournaments.actions.core import AlreadyApplied, Refused
from tournaments.actions.roles import role_of
from tournaments.models import Tournament
from tournaments.pages.errors import signed_out


class OnceForm(forms.Form):
    """A form with a one-time key: sent twice, applied once."""

    once = forms.CharField(widget=forms.HiddenInput, max_length=64, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["once"].initial = new_key

    @property
    def key(self) -> str:
        return bound_key(self.data) or new_key()


def new_key() -> str:
    """A fresh one-time key for a form or a button."""
    return uuid.uuid4().hex


def once_key(request: HttpRequest) -> str:
    """The one-time key that a button sent, bound to the button; "" if it sent none."""
    return bound_key(request.POST, request.path)


def bound_key(data: Any, path: str = "") -> str:
    """The one-time key of a form, bound to what came with it; "" if there is none.

    Sent twice, a form is applied once. But whoever goes back to it, changes a number and sends
    it again means the change: the same key with other content is another request.
    """
    if not data.get("once"):
        return ""
    told = sorted((name, data.getlist(name)) for name in data if name != "csrfmiddlewaretoken")
    return hashlib.sha256(json.dumps([path, told]).encode()).hexdigest()


def signed_in(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page for those who are signed in; the others are sent to sign in.

    Not with something typed in their hands: that would be lost on the way.
    """

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method == "POST" and not request.user.is_authenticated:
            return signed_out(request)
        return login_required(view)(request, *args, **kwargs)

    return guarded


def desk_view(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page of a tournament's desk: signed in, and working at this tournament.

    The view gets the tournament instead of its slug; ``request.role`` is the user's role. To
    everyone else the tournament's desk does not exist.
    """

    @wraps(view)
    @signed_in
    def guarded(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponse:
        tournament = get_object_or_404(Tournament, slug=slug)
        role = role_of(request.user, tournament)
        if role is None:
            raise Http404
        request.role = role  # type: ignore[attr-defined]
        return view(request, tournament, **kwargs)

    return guarded


def attempt(request: HttpRequest, action: Callable[[], Any], *, done: str = "") -> bool:
    """Run an action for a button: success and refusal both become a message.

    Returns whether it was applied (now, or before by the same key).
    """
    try:
        action()
    except AlreadyApplied:
        return True
    except Refused as refusal:
        messages.error(request, str(refusal))
        return False
    if done:
        messages.success(request, done)
    return True


def attempt_form(
    form: forms.Form, action: Callable[[], Any], *, raises: tuple[type[Refused], ...] = ()
) -> bool:
    """Run an action for a form: a refusal becomes the form's error, what was typed stays.

    Refusals that the page answers in another way are passed on: ``raises``.
    """
    try:
        action()
    except AlreadyApplied:
        return True
    except Refused as refusal:
        if isinstance(refusal, raises):
            raise
        field = refusal.where if refusal.where in form.fields else None
        form.add_error(field, str(refusal))
        return False
    return True
