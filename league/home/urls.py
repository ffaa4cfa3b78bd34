from django.urls import URLPattern, path

from league.home import views

urlpatterns: list[URLPattern] = [
    path("", views.home, name="home"),
    path("desk/seen/", views.desk_seen, name="desk_seen"),
    path("season/", views.season_now, name="season_now"),
    path("play/", views.play, name="play"),
]
