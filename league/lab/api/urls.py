from django.urls import path

from league.lab.api import lab, story, what_if

urlpatterns = [
    path("games/<int:game_id>/story/", story.StoryView.as_view(), name="api-game-story"),
    path("experiments/", lab.ExperimentList.as_view(), name="api-experiments"),
    path("experiments/<int:experiment_id>/", lab.ExperimentView.as_view(), name="api-experiment"),
    path("experiments/<int:experiment_id>/state/", lab.ExperimentStateView.as_view(), name="api-experiment-state"),
    path("leagues/<str:slug>/what-ifs/", what_if.WhatIfList.as_view(), name="api-what-ifs"),
    path("leagues/<str:slug>/what-ifs/<int:what_if_id>/", what_if.WhatIfView.as_view(), name="api-what-if"),
    path(
        "leagues/<str:slug>/what-ifs/<int:what_if_id>/state/",
        what_if.WhatIfStateView.as_view(),
        name="api-what-if-state",
    ),
]
