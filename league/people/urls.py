from django.urls import URLPattern, path

from league.people import views

urlpatterns: list[URLPattern] = [
    path("characters/register/", views.character_register, name="character_register"),
    path("characters/<str:slug>/edit/", views.character_edit, name="character_edit"),
    path("characters/<str:slug>/restart/", views.character_restart, name="character_restart"),
    path("characters/<str:slug>/claims/", views.character_claims, name="character_claims"),
    path("claim/<str:secret>/", views.character_claim, name="character_claim"),
    path("characters/", views.character_list, name="character_list"),
    path("characters/<str:slug>/", views.character_detail, name="character_detail"),
    path("companies/", views.company_list, name="company_list"),
    path("companies/<str:edition_id>/<str:company>/", views.company_detail, name="company_detail"),
]
