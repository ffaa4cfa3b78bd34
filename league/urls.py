from django.urls import URLPattern, URLResolver, path

from league.views import (
    companies,
    exports,
    games,
    help,
    home,
    house_rules,
    leagues,
    personnel,
    seasons,
    standings,
)

urlpatterns: list[URLPattern | URLResolver] = [
    # taking away
    path("leagues/<str:slug>/export/<str:what>", exports.league_export, name="league_export"),
    path("seasons/<str:slug>/export/results.csv", exports.season_export, name="season_export"),
    # writing (before reading: /characters/register/ and /leagues/new/ are no slugs)
    # reading
    path("", home.home, name="home"),
    path("help/", help.how_it_works, name="help"),
    path("seasons/", seasons.season_list, name="season_list"),
    path("seasons/<str:slug>/", standings.season_detail, name="season_detail"),
    path("seasons/<str:slug>/games/", seasons.season_games, name="season_games"),
    path("seasons/<str:slug>/why/<str:character>/", standings.season_why, name="season_why"),
    path("seasons/<str:slug>/house-rules/", house_rules.house_rules, name="house_rules"),
    path("leagues/<str:slug>/", leagues.league_detail, name="league_detail"),
    path("characters/", personnel.character_list, name="character_list"),
    path("characters/<str:slug>/", personnel.character_detail, name="character_detail"),
    path("companies/", companies.company_list, name="company_list"),
    path("companies/<str:edition_id>/<str:company>/", companies.company_detail, name="company_detail"),
    path("games/<int:pk>/", games.game_detail, name="game_detail"),
]
