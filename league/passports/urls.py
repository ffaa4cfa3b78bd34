from django.urls import URLPattern, path

from league.passports import views

urlpatterns: list[URLPattern] = [
    path("characters/<str:slug>/passport/", views.passport_page, name="passport"),
    path("characters/<str:slug>/passport/file/", views.passport_file, name="passport_file"),
    path("verify/", views.verify_page, name="verify"),
    path("leagues/<str:slug>/passports/", views.passport_list, name="passport_list"),
    path("leagues/<str:slug>/passports/keys/", views.trusted_keys, name="trusted_keys"),
    path("passports/<int:pk>/", views.passport_offer, name="passport_offer"),
]
