from django.urls import URLPattern, path

from league.joining import views

urlpatterns: list[URLPattern] = [
    path("j/<str:secret>/", views.join_by_link, name="join_by_link"),
    path("c/<str:token>/", views.claim_on_paper, name="claim_on_paper"),
    path("leagues/", views.league_list, name="league_list"),
    path("leagues/<str:slug>/join/", views.league_join, name="league_join"),
    path("leagues/<str:slug>/joining/", views.league_joining, name="league_joining"),
    path("tournaments/<str:slug>/join/", views.tournament_join, name="tournament_join"),
    path("tournaments/<str:slug>/desk/joining/", views.tournament_joining, name="tournament_joining"),
    path("joining/<int:pk>/poster/", views.join_poster, name="join_poster"),
]
