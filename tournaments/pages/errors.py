"""Pages for requests that come to nothing: a sentence, and a way on."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def bad_request(request: HttpRequest, exception: Any = None) -> HttpResponse:
    return render(request, "error.html", {"kind": "bad_request"}, status=400)


def forbidden(request: HttpRequest, exception: Any = None) -> HttpResponse:
    return render(request, "error.html", {"kind": "forbidden"}, status=403)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return render(request, "error.html", {"kind": "csrf"}, status=403)


def signed_out(request: HttpRequest) -> HttpResponse:
    """Something was sent by who is not signed in any more: it is still in the page before."""
    return render(request, "error.html", {"kind": "signed_out"}, status=403)


def not_found(request: HttpRequest, exception: Any = None) -> HttpResponse:
    return render(request, "error.html", {"kind": "not_found"}, status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    return render(request, "error.html", {"kind": "server_error"}, status=500)
