"""Under which name a failed attempt to sign in is counted."""

from typing import Any

from django.http import HttpRequest

# Longer names no account has; the column of the attempts would not hold them.
LONGEST = 150


def attempted_name(request: HttpRequest, credentials: dict[str, Any] | None = None) -> str:
    """The user name that was tried, as far as an account could have it."""
    tried = (credentials or {}).get("username") or request.POST.get("username") or ""
    return tried[:LONGEST]
