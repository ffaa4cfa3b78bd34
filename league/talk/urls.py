from django.urls import URLPattern, path

from league.talk.views import moderation, remarks

urlpatterns: list[URLPattern] = [
    path("games/<int:pk>/comments/", remarks.game_comments, name="game_comments"),
    path("games/<int:pk>/comments/<int:comment>/delete/", remarks.comment_delete, name="comment_delete"),
    path("games/<int:pk>/comments/<int:comment>/hide/", remarks.comment_hide, name="comment_hide"),
    path("report/", moderation.report_create, name="report_create"),
    path("moderation/", moderation.moderation, name="moderation"),
]
