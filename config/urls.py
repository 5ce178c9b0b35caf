from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("office/", admin.site.urls),
    path("i18n/", include("django.conf.urls.i18n")),
    path("", include("tournaments.pages.urls")),
]
handler400 = "tournaments.pages.errors.bad_request"
handler403 = "tournaments.pages.errors.forbidden"
handler404 = "tournaments.pages.errors.not_found"
handler500 = "tournaments.pages.errors.server_error"
