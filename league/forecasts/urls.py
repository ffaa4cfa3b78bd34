from django.urls import URLPattern, path

from league.forecasts.views import odds

urlpatterns: list[URLPattern] = [
    path("tournaments/<str:slug>/last-round/", odds.last_round, name="last_round"),
    path("seasons/<str:slug>/odds/", odds.season_odds, name="season_odds"),
    path("leagues/<str:slug>/forecasts/", odds.forecast_scores, name="forecast_scores"),
    path("characters/<str:slug>/plan/", odds.character_plan, name="character_plan"),
]
