"""Signing in and out, and who is signed in."""

from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.urls import path
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET


@require_GET
@never_cache
def who(request: HttpRequest) -> HttpResponse:
    """Who is signed in in this browser, and the token that its forms need now.

    A page asks before it sends what was typed: signed out in another tab, or the session over,
    it would be lost. ``user`` is "" for nobody.
    """
    return JsonResponse({"user": str(request.user.pk or ""), "token": get_token(request)})


urlpatterns = [
    path(
        "sign-in/",
        LoginView.as_view(
            template_name="registration/sign_in.html", redirect_authenticated_user=True
        ),
        name="sign-in",
    ),
    path("sign-in/who/", who, name="who"),
    path("sign-out/", LogoutView.as_view(http_method_names=["post"]), name="sign-out"),
]
