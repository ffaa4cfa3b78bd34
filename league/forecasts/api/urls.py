from django.urls import path

from league.forecasts.api import last_round, odds, plan, season_odds

urlpatterns = [
    path("characters/<str:slug>/odds/", odds.OddsView.as_view(), name="api-odds"),
    path("characters/<str:slug>/plan/", plan.PlanView.as_view(), name="api-plan"),
    path("leagues/<str:slug>/forecasts/", odds.ForecastScores.as_view(), name="api-forecasts"),
    path("seasons/<str:slug>/odds/", season_odds.SeasonOddsView.as_view(), name="api-season-odds"),
    path("tournaments/<str:slug>/last-round/", last_round.LastRoundView.as_view(), name="api-last-round"),
]
