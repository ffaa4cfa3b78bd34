from django.urls import URLPattern, path

from league.photo.views import photos, piles

urlpatterns: list[URLPattern] = [
    path("enter/photo/", photos.result_photo, name="result_photo"),
    path("games/<int:game>/photo/<int:pk>/", photos.game_photo, name="game_photo"),
    path("t/<str:token>/photo/", photos.table_photo, name="table_photo"),
    path("t/<str:token>/photo/<int:pk>/", photos.sheet_photo, name="sheet_photo"),
    path("leagues/<str:slug>/photos/", photos.league_photos, name="league_photos"),
    path("tournaments/<str:slug>/rounds/<int:stage>/<int:number>/photos/", piles.round_photos, name="round_photos"),
    path(
        "tournaments/<str:slug>/rounds/<int:stage>/<int:number>/photos/<int:pk>/", piles.round_photo, name="round_photo"
    ),
    path(
        "tournaments/<str:slug>/rounds/<int:stage>/<int:number>/photos/<int:pk>/photo.jpg",
        piles.round_photo_file,
        name="round_photo_file",
    ),
]
