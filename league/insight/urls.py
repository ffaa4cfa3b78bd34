from django.urls import URLPattern, path

from league.insight.views import odds, what_if

urlpatterns: list[URLPattern] = [
    path("tournaments/<str:slug>/last-round/", odds.last_round, name="last_round"),
    path("seasons/<str:slug>/odds/", odds.season_odds, name="season_odds"),
    path("leagues/<str:slug>/forecasts/", odds.forecast_scores, name="forecast_scores"),
    path("leagues/<str:slug>/what-if/", what_if.what_if_list, name="what_if_list"),
    path("leagues/<str:slug>/what-if/<int:what_if_id>/", what_if.what_if_detail, name="what_if_detail"),
    path("leagues/<str:slug>/what-if/<int:what_if_id>/change/", what_if.what_if_change, name="what_if_change"),
    path("characters/<str:slug>/plan/", odds.character_plan, name="character_plan"),
]
