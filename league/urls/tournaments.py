"""Pages of tournaments that everybody reads, their papers, and divisions."""

from django.urls import URLPattern, path

from league.views import divisions
from league.views.tournaments import draw_pages, pages, printing, round_pages, screen

urlpatterns: list[URLPattern] = [
    path("tournaments/", pages.tournament_list, name="tournament_list"),
    path("tournaments/<str:slug>/", pages.tournament_detail, name="tournament_detail"),
    path("tournaments/<str:slug>/why/<int:stage>/<str:character>/", pages.tournament_why, name="tournament_why"),
    path("tournaments/<str:slug>/entries/", pages.tournament_entries, name="tournament_entries"),
    path("tournaments/<str:slug>/rounds/", round_pages.round_current, name="round_current"),
    path("tournaments/<str:slug>/rounds/<int:stage>/<int:number>/", round_pages.round_detail, name="round_detail"),
    path("tournaments/<str:slug>/draws/", draw_pages.draw_list, name="draw_list"),
    path("tournaments/<str:slug>/draws/<int:number>.json", draw_pages.draw_json, name="draw_json"),
    path("tournaments/<str:slug>/screen/", screen.tournament_screen, name="tournament_screen"),
    path(
        "tournaments/<str:slug>/rounds/<int:stage>/<int:number>/print/<slug:what>/",
        printing.print_round,
        name="print_round",
    ),
    path(
        "tournaments/<str:slug>/rounds/<int:stage>/<int:number>/print/<slug:what>.pdf",
        printing.print_round_pdf,
        name="print_round_pdf",
    ),
    path(
        "tournaments/<str:slug>/stages/<int:stage>/standings/print/", printing.print_standings, name="print_standings"
    ),
    path(
        "tournaments/<str:slug>/stages/<int:stage>/standings.pdf",
        printing.print_standings_pdf,
        name="print_standings_pdf",
    ),
    path("seasons/<str:slug>/divisions/", divisions.division_list, name="division_list"),
    path("seasons/<str:slug>/divisions/edit/", divisions.divisions_edit, name="divisions_edit"),
    path("seasons/<str:slug>/divisions/carry/", divisions.divisions_carry, name="divisions_carry"),
    path("seasons/<str:slug>/divisions/carried/", divisions.divisions_carried, name="divisions_carried"),
]
