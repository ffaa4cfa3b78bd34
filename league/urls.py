from django.urls import URLPattern, URLResolver, path

from league.views import exports

urlpatterns: list[URLPattern | URLResolver] = [
    # taking away
    path("leagues/<str:slug>/export/<str:what>", exports.league_export, name="league_export"),
    path("seasons/<str:slug>/export/results.csv", exports.season_export, name="season_export"),
    # reading
    # writing
]
