from django.urls import path, re_path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from league.api import characters, corrections, decisions, errors, games, ratings, seasons, tokens, webhooks

urlpatterns = [
    path("token/", tokens.TokenView.as_view(), name="api-token"),
    path("characters/", characters.CharacterList.as_view(), name="api-characters"),
    path("characters/<str:slug>/", characters.CharacterView.as_view(), name="api-character"),
    path("characters/<str:slug>/career/", characters.CareerView.as_view(), name="api-career"),
    path("characters/<str:slug>/restart/", characters.RestartView.as_view(), name="api-restart"),
    path("games/", games.GameList.as_view(), name="api-games"),
    path("games/<int:game_id>/", games.GameView.as_view(), name="api-game"),
    path("games/<int:game_id>/confirm/", decisions.ConfirmView.as_view(), name="api-confirm"),
    path("games/<int:game_id>/dispute/", decisions.DisputeView.as_view(), name="api-dispute"),
    path("games/<int:game_id>/correct/", corrections.CorrectView.as_view(), name="api-correct"),
    path("games/<int:game_id>/void/", decisions.VoidView.as_view(), name="api-void"),
    path("leagues/<str:slug>/webhooks/", webhooks.WebhookList.as_view(), name="api-webhooks"),
    path("leagues/<str:slug>/webhooks/<int:webhook_id>/", webhooks.WebhookView.as_view(), name="api-webhook"),
    path("ratings/", ratings.RatingRows.as_view(), name="api-ratings"),
    path("seasons/", seasons.SeasonList.as_view(), name="api-seasons"),
    path("seasons/<str:slug>/", seasons.SeasonView.as_view(), name="api-season"),
    path("seasons/<str:slug>/standings/", seasons.StandingsView.as_view(), name="api-standings"),
    path("seasons/<str:slug>/promotions/", seasons.PromotionFeed.as_view(), name="api-promotions"),
    path("schema/", SpectacularAPIView.as_view(), name="api-schema"),
    path("docs/", SpectacularSwaggerSplitView.as_view(url_name="api-schema"), name="api-docs"),
    # Everything else is unknown in the shape of all refusals; an address without its last slash is led there first.
    re_path(r"^.*/$", errors.UnknownView.as_view()),
]
