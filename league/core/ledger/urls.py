from django.urls import URLPattern, path

from league.core.ledger import views

urlpatterns: list[URLPattern] = [
    path("leagues/<str:slug>/ledger/", views.league_ledger, name="league_ledger"),
    path("ledger/", views.installation_ledger, name="installation_ledger"),
    path("heads/", views.head_list, name="head_list"),
    path("heads/<int:pk>.json", views.head_download, name="head_download"),
]
