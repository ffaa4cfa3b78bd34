"""Rounds: drawing, changing a draw, the clock, ending."""

from django.urls import URLPattern, path

from league.views.tournaments import drawing, rounds

ROUND = "tournaments/<str:slug>/stages/<int:stage>/rounds/<int:number>/manage/"

urlpatterns: list[URLPattern] = [
    path("tournaments/<str:slug>/draw/", drawing.round_draw, name="round_draw"),
    path("tournaments/<str:slug>/draw/table/", drawing.table_open, name="table_open"),
    path(ROUND, rounds.round_manage, name="round_manage"),
    path(f"{ROUND}live/", rounds.round_live, name="round_live"),
    path(f"{ROUND}swap/", rounds.round_swap, name="round_swap"),
]
