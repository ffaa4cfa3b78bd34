from django.urls import URLPattern, path

from league.search import views

urlpatterns: list[URLPattern] = [path("search/", views.search, name="search")]
