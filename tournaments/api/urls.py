"""The read-only JSON of published tournaments, known by their revision."""

from django.urls import path

from tournaments.api.views import seats, standings, tournaments

urlpatterns = [
    path("tournaments/", tournaments, name="api-tournaments"),
    path("tournaments/<slug:slug>/standings/", standings, name="api-standings"),
    path("tournaments/<slug:slug>/sessions/<int:number>/seats/", seats, name="api-seats"),
]
