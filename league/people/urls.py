from django.urls import URLPattern, path

from league.people.views import (
    characters,
    claims,
    companies,
    founding,
    guests,
    passports,
    personnel,
    pictures,
    transfers,
)

urlpatterns: list[URLPattern] = [
    path("leagues/new/", founding.league_create, name="league_create"),
    path("characters/register/", characters.character_register, name="character_register"),
    path("characters/register/guests/", guests.guest_register, name="guest_register"),
    path("characters/<str:slug>/edit/", characters.character_edit, name="character_edit"),
    path("characters/<str:slug>/restart/", characters.character_restart, name="character_restart"),
    path("characters/<str:slug>/claims/", claims.character_claims, name="character_claims"),
    path("characters/<str:slug>/transfer/", transfers.character_transfer, name="character_transfer"),
    path("claim/<str:secret>/", claims.character_claim, name="character_claim"),
    path("characters/", characters.character_list, name="character_list"),
    path("characters/<str:slug>/", personnel.character_detail, name="character_detail"),
    path("characters/<str:slug>/career/", personnel.character_career, name="character_career"),
    path("characters/<str:slug>/memos/", personnel.character_memos, name="character_memos"),
    path("characters/<str:slug>/numbers/", personnel.character_numbers, name="character_numbers"),
    path("companies/", companies.company_list, name="company_list"),
    path("companies/<str:edition_id>/<str:company>/", companies.company_detail, name="company_detail"),
    path("characters/<str:slug>/picture/", pictures.picture_edit, name="picture_edit"),
    path("characters/<str:slug>/picture/<str:digest>.jpg", pictures.picture_file, name="picture_file"),
    path("characters/<str:slug>/passport/", passports.passport_page, name="passport"),
    path("characters/<str:slug>/passport/file/", passports.passport_file, name="passport_file"),
    path("verify/", passports.verify_page, name="verify"),
    path("leagues/<str:slug>/passports/", passports.passport_list, name="passport_list"),
    path("leagues/<str:slug>/passports/keys/", passports.trusted_keys, name="trusted_keys"),
    path("passports/<int:pk>/", passports.passport_offer, name="passport_offer"),
]
