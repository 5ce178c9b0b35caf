"""Every address of the application; each module lists its own."""

from django.urls import include, path

urlpatterns = [
    path("", include("tournaments.pages.public")),
    path("", include("tournaments.pages.account")),
    path("", include("tournaments.pages.table.views")),
    path("desk/", include("tournaments.pages.desk.setup")),
    path("desk/", include("tournaments.pages.desk.replay")),
    path("desk/<slug:slug>/", include("tournaments.pages.desk.settings")),
    path("desk/<slug:slug>/", include("tournaments.pages.desk.players")),
    path("desk/<slug:slug>/", include("tournaments.pages.desk.import_players")),
    path("desk/<slug:slug>/", include("tournaments.pages.desk.overview")),
    path("desk/<slug:slug>/", include("tournaments.pages.desk.draw")),
    path("desk/<slug:slug>/", include("tournaments.pages.desk.draft")),
    path("desk/<slug:slug>/", include("tournaments.pages.desk.reseat")),
    path("desk/<slug:slug>/", include("tournaments.pages.desk.wishes")),
    path("desk/<slug:slug>/", include("tournaments.pages.desk.results")),
    path("desk/<slug:slug>/", include("tournaments.pages.desk.sheet_entry")),
    path("desk/<slug:slug>/", include("tournaments.pages.desk.facts")),
    path("desk/<slug:slug>/", include("tournaments.pages.desk.second_keying")),
    path("desk/<slug:slug>/", include("tournaments.pages.desk.pile")),
    path("desk/<slug:slug>/", include("tournaments.pages.desk.referee")),
    path("desk/<slug:slug>/", include("tournaments.pages.desk.adjustments")),
    path("desk/<slug:slug>/", include("tournaments.pages.desk.log")),
    path("desk/<slug:slug>/", include("tournaments.pages.desk.undoing")),
    path("desk/<slug:slug>/", include("tournaments.pages.desk.standings")),
    path("desk/<slug:slug>/", include("tournaments.pages.desk.printing")),
    path("desk/<slug:slug>/", include("tournaments.pages.desk.certificates")),
    path("desk/<slug:slug>/", include("tournaments.pages.desk.import_results")),
    path("desk/<slug:slug>/", include("tournaments.pages.desk.export")),
    path("api/", include("tournaments.api.urls")),
]
