from django.urls import URLPattern, path

from league.forecasts import views

urlpatterns: list[URLPattern] = [
    path("tournaments/<str:slug>/last-round/", views.last_round, name="last_round"),
    path("seasons/<str:slug>/odds/", views.season_odds, name="season_odds"),
    path("leagues/<str:slug>/forecasts/", views.forecast_scores, name="forecast_scores"),
    path("characters/<str:slug>/plan/", views.character_plan, name="character_plan"),
]
