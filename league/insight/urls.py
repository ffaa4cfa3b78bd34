from django.urls import URLPattern, path

from league.insight import views

urlpatterns: list[URLPattern] = [
    path("characters/<str:slug>/plan/", views.character_plan, name="character_plan"),
]
