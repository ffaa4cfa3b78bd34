from django.urls import URLPattern, URLResolver, path

from league.views import result_correction, result_entry

urlpatterns: list[URLPattern | URLResolver] = [
    # writing: before reading, so that /characters/register/ is no character
    path("enter/", result_entry.result_enter, name="result_enter"),
    path("games/<int:pk>/correct/", result_correction.game_correct, name="game_correct"),
]
