from django.urls import URLPattern, path

from league.standings import views

urlpatterns: list[URLPattern] = [
    path("leagues/<str:slug>/ratings/", views.rating_list, name="rating_list"),
    path("leagues/<str:slug>/ratings/<str:system>/<str:character>/", views.rating_history, name="rating_history"),
    path("seasons/<str:slug>/divisions/", views.division_list, name="division_list"),
    path("seasons/<str:slug>/divisions/edit/", views.divisions_edit, name="divisions_edit"),
    path("seasons/<str:slug>/divisions/carry/", views.divisions_carry, name="divisions_carry"),
    path("seasons/<str:slug>/divisions/carried/", views.divisions_carried, name="divisions_carried"),
    path("characters/<str:slug>/against/", views.head_to_head_choice, name="head_to_head_choice"),
    path("characters/<str:slug>/against/<str:other>/", views.head_to_head, name="head_to_head"),
    path("records/", views.records_now, name="records_now"),
    path("leagues/<str:slug>/records/", views.league_record_list, name="league_records"),
    path("seasons/<str:slug>/race/", views.race, name="season_race"),
    path("seasons/<str:slug>/companies/", views.companies, name="season_companies"),
]
