from django.urls import URLPattern, path

from league.talk.views import moderation, remarks

urlpatterns: list[URLPattern] = [
    path("games/<int:game>/comments/", remarks.game_comments, name="game_comments"),
    path("games/<int:game>/comments/<int:remark>/delete/", remarks.remark_delete, name="remark_delete"),
    path("games/<int:game>/comments/<int:remark>/hide/", remarks.remark_hide, name="remark_hide"),
    path("play/<int:play>/remarks/<int:remark>/hide/", remarks.remark_hide, name="remark_hide"),
    path("report/", moderation.report_create, name="report_create"),
    path("moderation/", moderation.moderation, name="moderation"),
]
