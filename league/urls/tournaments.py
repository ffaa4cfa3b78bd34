"""Pages of a tournament that everybody reads."""

from django.urls import URLPattern, path

from league.views.tournaments import pages

urlpatterns: list[URLPattern] = [
    path("tournaments/", pages.tournament_list, name="tournament_list"),
    path("tournaments/<str:slug>/", pages.tournament_detail, name="tournament_detail"),
]
