from django.urls import URLPattern, path

from league.pictures import views

urlpatterns: list[URLPattern] = [
    path("characters/<str:slug>/picture/", views.picture_edit, name="picture_edit"),
    path("characters/<str:slug>/picture/<str:digest>.jpg", views.picture_file, name="picture_file"),
]
