from django.urls import URLPattern, path

from league.nights import views

urlpatterns: list[URLPattern] = [
    path("leagues/<str:slug>/nights/", views.night_list, name="night_list"),
    path("leagues/<str:slug>/nights/new/", views.night_propose, name="night_propose"),
    path("leagues/<str:slug>/nights/announce/", views.night_announce, name="night_announce"),
    path("leagues/<str:slug>/nights/tables/<int:round>/", views.night_tables, name="night_tables"),
    path("leagues/<str:slug>/nights/<int:night>/", views.night_detail, name="night_detail"),
    path("leagues/<str:slug>/nights/<int:night>/change/", views.night_change, name="night_change"),
]
