from django.urls import URLPattern, path

from league.tournaments.hall import views

urlpatterns: list[URLPattern] = [
    path("hall/", views.open_hall, name="open_hall"),
    path("tournaments/<str:slug>/hall/", views.tournament_hall, name="tournament_hall"),
    path("tournaments/<str:slug>/hall/back/", views.hall_back, name="hall_back"),
    path("tournaments/<str:slug>/hall/differences/<int:file>/", views.hall_differences, name="hall_differences"),
    path("tournaments/<str:slug>/hall/<slug:name>.hall", views.hall_file, name="hall_file"),
    path("halls/<str:key>/", views.hall_receives, name="hall_receives"),
]
