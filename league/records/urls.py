from django.urls import URLPattern, path

from league.records import views

urlpatterns: list[URLPattern] = [
    path("characters/<str:slug>/against/", views.head_to_head_choice, name="head_to_head_choice"),
    path("characters/<str:slug>/against/<str:other>/", views.head_to_head, name="head_to_head"),
    path("records/", views.records_now, name="records_now"),
    path("leagues/<str:slug>/records/", views.league_record_list, name="league_records"),
    path("seasons/<str:slug>/race/", views.race, name="season_race"),
]
