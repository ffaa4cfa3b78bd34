from django.apps import apps
from django.urls import URLPattern, URLResolver, include, path

from league.core.views.scripts import script_words_file
from league.site.views import files, help, home, installing, seasons, standings
from league.site.views.search import search

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("desk/seen/", home.desk_seen, name="desk_seen"),
    path("season/", home.season_now, name="season_now"),
    path("me/", home.me, name="me"),
    path("play/", home.play, name="play"),
    path("", include("league.tournaments.desk.urls")),
    path("", include("league.tournaments.tables.urls")),
    path("", include("league.tournaments.entries.urls")),
    path("", include("league.tournaments.archive.urls")),
    path("", include("league.personal.urls")),
    path("", include("league.joining.urls")),
    path("", include("league.notices.urls")),
    *(path("", include(app.urls_module)) for app in apps.get_app_configs() if hasattr(app, "urls_module")),
    path("", include("league.play.urls")),
    path("", include("league.results.urls")),
    path("", include("league.talk.urls")),
    path("", include("league.people.urls")),
    path("", include("league.standings.urls")),
    path("", include("league.core.ledger.urls")),
    path("", include("league.boards.urls")),
    path("", include("league.clubs.urls")),
    path("", include("league.accounts.urls")),
    path("leagues/<str:slug>/export/<str:what>", files.league_export, name="league_export"),
    path("seasons/<str:slug>/export/results.csv", files.season_export, name="season_export"),
    path("leagues/<str:slug>/imports/", files.import_list, name="import_list"),
    path("imports/<int:pk>/dismiss/", files.import_dismiss, name="import_dismiss"),
    path("imports/<int:pk>/answer/", files.import_answer, name="import_answer"),
    path("imports/<int:pk>/", files.import_detail, name="import_detail"),
    path(".well-known/security.txt", help.security_txt, name="security_txt"),
    path("words/<str:language>/<str:digest>.js", script_words_file, name="script_words"),
    path("manifest.webmanifest", installing.manifest, name="manifest"),
    path("sw.js", installing.service_worker, name="service_worker"),
    path("offline/", installing.offline, name="offline"),
    path("search/", search, name="search"),
    path("help/", help.how_it_works, name="help"),
    path("help/<str:name>/", help.help_subject, name="help_subject"),
    path("seasons/", seasons.season_list, name="season_list"),
    path("seasons/<str:slug>/", standings.season_detail, name="season_detail"),
    path("seasons/<str:slug>/games/", seasons.season_games, name="season_games"),
    path("seasons/<str:slug>/why/<str:character>/", standings.season_why, name="season_why"),
]
