from django.urls import URLPattern, path
from django.views.generic import RedirectView

from league.lab.views import lab, story, what_if

urlpatterns: list[URLPattern] = [
    path("leagues/<str:slug>/what-if/", what_if.what_if_list, name="what_if_list"),
    path("leagues/<str:slug>/what-if/<int:what_if_id>/", what_if.what_if_detail, name="what_if_detail"),
    path("leagues/<str:slug>/what-if/<int:what_if_id>/change/", what_if.what_if_change, name="what_if_change"),
    path("leagues/<str:slug>/what-if/<int:what_if_id>/figures.csv", what_if.what_if_file, name="what_if_file"),
    path("lab/", lab.experiment_list, name="experiment_list"),
    path("lab/new/", lab.experiment_new, name="experiment_new"),
    path("lab/<int:pk>/", lab.experiment_detail, name="experiment_detail"),
    path("lab/<int:pk>/change/", lab.experiment_change, name="experiment_change"),
    path("lab/<int:pk>/replay/", lab.experiment_replay, name="experiment_replay"),
    path("simulations/", RedirectView.as_view(pattern_name="experiment_list"), name="simulation_list"),
    path("lab/<int:pk>/files/<str:what>", lab.experiment_file, name="experiment_file"),
    path("games/<int:pk>/story/", story.game_story, name="game_story"),
    path("games/<int:pk>/story/work/", story.game_story_work, name="game_story_work"),
    path("play/<int:pk>/story/", story.play_story, name="play_story"),
    path("play/try/<int:pk>/story/", story.try_story, name="try_story"),
]
