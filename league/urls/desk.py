"""The organiser's desk of a tournament: setting up, registration, check-in."""

from django.urls import URLPattern, path

from league.views.tournaments import check_in, desk, entries, entry, register, setup

urlpatterns: list[URLPattern] = [
    path("seasons/<str:slug>/tournaments/new/", setup.tournament_create, name="tournament_create"),
    path("tournaments/<str:slug>/register/", register.entry_register, name="entry_register"),
    path("tournaments/<str:slug>/desk/", desk.tournament_desk, name="tournament_desk"),
    path("tournaments/<str:slug>/desk/settings/", setup.tournament_settings, name="tournament_settings"),
    path("tournaments/<str:slug>/desk/cancel/", desk.tournament_cancel, name="tournament_cancel"),
    path("tournaments/<str:slug>/desk/registration/", desk.tournament_registration, name="tournament_registration"),
    path("tournaments/<str:slug>/desk/log/", desk.tournament_log, name="tournament_log"),
    path("tournaments/<str:slug>/desk/check-in/", check_in.desk_check_in, name="desk_check_in"),
    path("tournaments/<str:slug>/desk/entries/", entries.desk_entries, name="desk_entries"),
    path("tournaments/<str:slug>/desk/entries/add/", entries.entry_add, name="entry_add"),
    path("tournaments/<str:slug>/desk/entries/import/", entries.entry_import, name="entry_import"),
    path("tournaments/<str:slug>/desk/entries/<int:number>/", entry.entry_edit, name="entry_edit"),
]
