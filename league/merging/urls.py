from django.urls import URLPattern, path

from league.merging import views

urlpatterns: list[URLPattern] = [
    path("characters/<str:slug>/merge/", views.character_merge, name="character_merge"),
    path("characters/<str:slug>/merges/<int:merge>/", views.character_merge_detail, name="character_merge_detail"),
]
