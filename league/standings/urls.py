from django.urls import URLPattern, path

from league.standings.views import records, standings

urlpatterns: list[URLPattern] = [
    path("leagues/<str:slug>/ratings/", standings.rating_list, name="rating_list"),
    path("leagues/<str:slug>/ratings/<str:system>/<str:character>/", standings.rating_history, name="rating_history"),
    path("seasons/<str:slug>/divisions/", standings.division_list, name="division_list"),
    path("seasons/<str:slug>/divisions/edit/", standings.divisions_edit, name="divisions_edit"),
    path("seasons/<str:slug>/divisions/carry/", standings.divisions_carry, name="divisions_carry"),
    path("seasons/<str:slug>/divisions/carried/", standings.divisions_carried, name="divisions_carried"),
    path("characters/<str:slug>/against/", records.head_to_head_choice, name="head_to_head_choice"),
    path("characters/<str:slug>/against/<str:other>/", records.head_to_head, name="head_to_head"),
    path("records/", records.records_now, name="records_now"),
    path("leagues/<str:slug>/records/", records.league_record_list, name="league_records"),
    path("seasons/<str:slug>/race/", records.race, name="season_race"),
]
