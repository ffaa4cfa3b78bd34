from django.urls import URLPattern, path

from league.tournaments.archive import views

urlpatterns: list[URLPattern] = [
    path("leagues/<str:slug>/calendar.ics", views.league_calendar, name="league_calendar"),
    path("characters/<str:slug>/calendar.ics", views.character_calendar, name="character_calendar"),
    path("tournaments/<str:slug>/calendar.ics", views.tournament_calendar, name="tournament_calendar"),
    path("tournaments/<str:slug>/archive.json", views.tournament_archive_file, name="tournament_archive"),
    path("tournaments/<str:slug>/entries.csv", views.entries_file, name="entries_file"),
    path("tournaments/<str:slug>/stages/<int:number>/standings.csv", views.standings_file, name="standings_file"),
    path("tournaments/<str:slug>/rounds/<int:stage>/<int:number>/tables.csv", views.tables_file, name="tables_file"),
]
