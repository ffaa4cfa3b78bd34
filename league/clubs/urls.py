from django.urls import URLPattern, path

from league.clubs import views

urlpatterns: list[URLPattern] = [
    path("leagues/choose/", views.league_choose, name="league_choose"),
    path("leagues/new/", views.league_create, name="league_create"),
    path("leagues/<str:slug>/edit/", views.league_edit, name="league_edit"),
    path("leagues/<str:slug>/members/", views.league_members, name="league_members"),
    path("leagues/<str:slug>/closing/", views.league_closing, name="league_closing"),
    path("leagues/<str:slug>/seasons/new/", views.season_create, name="season_create"),
    path("join/<str:token>/", views.invitation_accept, name="invitation_accept"),
    path("seasons/<str:slug>/edit/", views.season_edit, name="season_edit"),
    path("seasons/<str:slug>/house-rules/edit/", views.house_rules_edit, name="house_rules_edit"),
    path("seasons/<str:slug>/house-rules/", views.house_rules, name="house_rules"),
    path("leagues/<str:slug>/", views.league_detail, name="league_detail"),
]
