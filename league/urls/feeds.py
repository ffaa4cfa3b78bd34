"""What programs read: calendar feeds, archives, webhooks, unsubscribing."""

from django.urls import URLPattern, path

from league.views import notices, webhooks
from league.views.tournaments import feeds

urlpatterns: list[URLPattern] = [
    path("characters/<str:slug>/calendar.ics", feeds.character_calendar, name="character_calendar"),
    path("tournaments/<str:slug>/calendar.ics", feeds.tournament_calendar, name="tournament_calendar"),
    path("tournaments/<str:slug>/archive.json", feeds.tournament_archive_file, name="tournament_archive"),
    path("tournaments/<str:slug>/entries.csv", feeds.entries_file, name="entries_file"),
    path("tournaments/<str:slug>/stages/<int:number>/standings.csv", feeds.standings_file, name="standings_file"),
    path("tournaments/<str:slug>/rounds/<int:stage>/<int:number>/tables.csv", feeds.tables_file, name="tables_file"),
    path("leagues/<str:slug>/webhooks/", webhooks.webhook_list, name="webhook_list"),
    path("leagues/<str:slug>/webhooks/<int:pk>/", webhooks.webhook_detail, name="webhook_detail"),
    path("notices/", notices.notices_wish, name="notices_wish"),
    path("notices/off/<str:token>/", notices.notices_end, name="notices_end"),
]
