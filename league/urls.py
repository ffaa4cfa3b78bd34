from django.urls import URLPattern, URLResolver, path

from league.views import decisions, imports, membership, organisation, registration, result_correction, result_entry

urlpatterns: list[URLPattern | URLResolver] = [
    # writing: before reading, so that /characters/register/ is no character
    path("enter/", result_entry.result_enter, name="result_enter"),
    path("games/<int:pk>/confirm/", decisions.game_confirm, name="game_confirm"),
    path("games/<int:pk>/correct/", result_correction.game_correct, name="game_correct"),
    path("games/<int:pk>/dispute/", decisions.game_dispute, name="game_dispute"),
    path("games/<int:pk>/void/", decisions.game_void, name="game_void"),
    path("characters/register/", registration.character_register, name="character_register"),
    path("characters/<str:slug>/edit/", registration.character_edit, name="character_edit"),
    path("characters/<str:slug>/restart/", registration.character_restart, name="character_restart"),
    path("leagues/new/", organisation.league_create, name="league_create"),
    path("leagues/<str:slug>/members/", membership.league_members, name="league_members"),
    path("leagues/<str:slug>/seasons/new/", organisation.season_create, name="season_create"),
    path("leagues/<str:slug>/imports/", imports.import_list, name="import_list"),
    path("imports/<int:pk>/", imports.import_detail, name="import_detail"),
    path("join/<str:token>/", membership.invitation_accept, name="invitation_accept"),
    path("seasons/<str:slug>/edit/", organisation.season_edit, name="season_edit"),
    path("seasons/<str:slug>/house-rules/edit/", organisation.house_rules_edit, name="house_rules_edit"),
]
