from django.urls import URLPattern, path

from league.photo import views

urlpatterns: list[URLPattern] = [
    path("t/<str:token>/photo/", views.table_photo, name="table_photo"),
    path("t/<str:token>/photo/<int:pk>/", views.sheet_photo, name="sheet_photo"),
    path("leagues/<str:slug>/photos/", views.league_photos, name="league_photos"),
]
