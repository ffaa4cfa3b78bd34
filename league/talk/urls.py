from django.urls import URLPattern, path

from league.talk import views

urlpatterns: list[URLPattern] = [
    path("games/<int:game>/comments/", views.game_comments, name="game_comments"),
    path("games/<int:game>/comments/<int:remark>/delete/", views.remark_delete, name="remark_delete"),
    path("games/<int:game>/comments/<int:remark>/hide/", views.remark_hide, name="remark_hide"),
    path("play/<int:play>/remarks/<int:remark>/hide/", views.remark_hide, name="remark_hide"),
    path("report/", views.report_create, name="report_create"),
    path("moderation/", views.moderation, name="moderation"),
]
