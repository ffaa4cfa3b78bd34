from django.urls import URLPattern, path

from league.play import views

urlpatterns: list[URLPattern] = [
    path("play/new/", views.play_new, name="play_new"),
    path("play/<int:pk>/", views.play_table, name="play_table"),
    path("play/<int:pk>/sit/", views.play_sit, name="play_sit"),
    path("play/<int:pk>/turns/", views.play_turn, name="play_turn"),
    path("play/<int:pk>/record.jsonl", views.play_record, name="play_record"),
    path("play/<int:pk>/<str:act>/", views.play_act, name="play_act"),
]
