from django.urls import URLPattern, path

from league.clubs.views import joining, leagues, members, own_games, seasons

urlpatterns: list[URLPattern] = [
    path("j/<str:secret>/", joining.join_by_link, name="join_by_link"),
    path("leagues/", joining.league_list, name="league_list"),
    path("leagues/<str:slug>/join/", joining.league_join, name="league_join"),
    path("leagues/<str:slug>/joining/", joining.league_joining, name="league_joining"),
    path("tournaments/<str:slug>/join/", joining.tournament_join, name="tournament_join"),
    path("tournaments/<str:slug>/desk/joining/", joining.tournament_joining, name="tournament_joining"),
    path("joining/<int:pk>/poster/", joining.join_poster, name="join_poster"),
    path("leagues/choose/", leagues.league_choose, name="league_choose"),
    path("leagues/<str:slug>/edit/", leagues.league_edit, name="league_edit"),
    path("leagues/<str:slug>/members/", members.league_members, name="league_members"),
    path("leagues/<str:slug>/run/", leagues.league_run, name="league_run"),
    path("leagues/<str:slug>/workshop/", leagues.league_workshop, name="league_workshop"),
    path("leagues/<str:slug>/closing/", leagues.league_closing, name="league_closing"),
    path("leagues/<str:slug>/seasons/new/", seasons.season_create, name="season_create"),
    path("leagues/<str:slug>/games/", own_games.own_games, name="own_games"),
    path("leagues/<str:slug>/games/add/", own_games.own_game_add, name="own_game_add"),
    path("leagues/<str:slug>/games/<str:game>/", own_games.own_game, name="own_game"),
    path("leagues/<str:slug>/games/<str:game>/change/", own_games.own_game_change, name="own_game_change"),
    path("leagues/<str:slug>/games/<str:game>/retire/", own_games.own_game_retire, name="own_game_retire"),
    path("leagues/<str:slug>/games/<str:game>/game.toml", own_games.own_game_file, name="own_game_file"),
    path("join/<str:token>/", members.invitation_accept, name="invitation_accept"),
    path("seasons/<str:slug>/edit/", seasons.season_edit, name="season_edit"),
    path("seasons/<str:slug>/house-rules/edit/", seasons.house_rules_edit, name="house_rules_edit"),
    path("seasons/<str:slug>/house-rules/", seasons.house_rules, name="house_rules"),
    path("leagues/<str:slug>/", leagues.league_detail, name="league_detail"),
]
