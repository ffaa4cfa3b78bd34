from django.urls import URLPattern, path

from league.joining.views import desk, doors

urlpatterns: list[URLPattern] = [
    path("j/<str:secret>/", doors.join_by_link, name="join_by_link"),
    path("c/<str:token>/", doors.claim_on_paper, name="claim_on_paper"),
    path("leagues/", doors.league_list, name="league_list"),
    path("leagues/<str:slug>/join/", doors.league_join, name="league_join"),
    path("leagues/<str:slug>/joining/", desk.league_joining, name="league_joining"),
    path("tournaments/<str:slug>/join/", doors.tournament_join, name="tournament_join"),
    path("tournaments/<str:slug>/desk/joining/", desk.tournament_joining, name="tournament_joining"),
    path("joining/<int:pk>/poster/", desk.join_poster, name="join_poster"),
]
