from django.urls import URLPattern, path

from league.tournaments.hall.views import hall, laptop

urlpatterns: list[URLPattern] = [
    path("hall/", laptop.open_hall, name="open_hall"),
    path("tournaments/<str:slug>/hall/", hall.tournament_hall, name="tournament_hall"),
    path("tournaments/<str:slug>/hall/back/", hall.hall_back, name="hall_back"),
    path("tournaments/<str:slug>/hall/differences/<int:file>/", hall.hall_differences, name="hall_differences"),
    path("tournaments/<str:slug>/hall/<slug:name>.hall", hall.hall_file, name="hall_file"),
    path("halls/<str:key>/", hall.hall_receives, name="hall_receives"),
]
