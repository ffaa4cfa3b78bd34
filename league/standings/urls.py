from django.urls import URLPattern, path

from league.standings import views

urlpatterns: list[URLPattern] = [
    path("leagues/<str:slug>/ratings/", views.rating_list, name="rating_list"),
    path("leagues/<str:slug>/ratings/<str:system>/<str:character>/", views.rating_history, name="rating_history"),
    path("seasons/<str:slug>/divisions/", views.division_list, name="division_list"),
    path("seasons/<str:slug>/divisions/edit/", views.divisions_edit, name="divisions_edit"),
    path("seasons/<str:slug>/divisions/carry/", views.divisions_carry, name="divisions_carry"),
    path("seasons/<str:slug>/divisions/carried/", views.divisions_carried, name="divisions_carried"),
]
