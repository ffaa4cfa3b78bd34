from django.urls import URLPattern, path

from league.clubs.views import leagues, members, seasons

urlpatterns: list[URLPattern] = [
    path("leagues/choose/", leagues.league_choose, name="league_choose"),
    path("leagues/<str:slug>/edit/", leagues.league_edit, name="league_edit"),
    path("leagues/<str:slug>/members/", members.league_members, name="league_members"),
    path("leagues/<str:slug>/run/", leagues.league_run, name="league_run"),
    path("leagues/<str:slug>/workshop/", leagues.league_workshop, name="league_workshop"),
    path("leagues/<str:slug>/closing/", leagues.league_closing, name="league_closing"),
    path("leagues/<str:slug>/seasons/new/", seasons.season_create, name="season_create"),
    path("join/<str:token>/", members.invitation_accept, name="invitation_accept"),
    path("seasons/<str:slug>/edit/", seasons.season_edit, name="season_edit"),
    path("seasons/<str:slug>/house-rules/edit/", seasons.house_rules_edit, name="house_rules_edit"),
    path("seasons/<str:slug>/house-rules/", seasons.house_rules, name="house_rules"),
    path("leagues/<str:slug>/", leagues.league_detail, name="league_detail"),
]
