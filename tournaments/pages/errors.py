"""Pages for requests that come to nothing: a sentence, and a way on."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def bad_request(request: HttpRequest, exception: Any = None) -> HttpResponse:
    return render(request, "error.html", {"kind": "bad_request"}, status=400)


def forbidden(request: HttpRequest, exception: Any = None) -> HttpResponse:
    return render(request, "error.html", {"kind": "forbidden"}, status=403)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    context = {"kind": "csrf", "carried": _carried(request)}
    return render(request, "error.html", context, status=403)


def signed_out(request: HttpRequest) -> HttpResponse:
    """Something was sent by who is not signed in any more."""
    context = {"kind": "signed_out", "carried": _carried(request)}
    return render(request, "error.html", context, status=403)


def _carried(request: HttpRequest) -> list[tuple[str, str]]:
    """What a form of ours sent, so that it can be sent again from the page of the error.

    Going back would not do: a browser asks for the page anew when the cookies have changed, and
    then its fields are empty. Nothing of a form that another site sent, nor of one with a
    password or a file in it.
    """
    own = f"{request.scheme}://{request.get_host()}"
    is_secret = any("password" in name for name in request.POST)
    if request.headers.get("Origin") != own or is_secret or request.FILES:
        return []
    return [
        (name, value)
        for name in request.POST
        if name != "csrfmiddlewaretoken"
        for value in request.POST.getlist(name)
    ]


def not_found(request: HttpRequest, exception: Any = None) -> HttpResponse:
    return render(request, "error.html", {"kind": "not_found"}, status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    return render(request, "error.html", {"kind": "server_error"}, status=500)
