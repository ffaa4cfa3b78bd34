from django.urls import URLPattern, path

from league.photo import views

urlpatterns: list[URLPattern] = [path("t/<str:token>/photo/", views.table_photo, name="table_photo")]
