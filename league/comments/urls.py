from django.urls import URLPattern, path

from league.comments import views

urlpatterns: list[URLPattern] = [
    path("games/<int:pk>/comments/", views.game_comments, name="game_comments"),
    path("games/<int:pk>/comments/<int:comment>/delete/", views.comment_delete, name="comment_delete"),
    path("games/<int:pk>/comments/<int:comment>/hide/", views.comment_hide, name="comment_hide"),
]
