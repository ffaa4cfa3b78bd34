from django.urls import URLPattern, path

from league.results.views import decisions, games, naming, offline, result_correction, result_entry

urlpatterns: list[URLPattern] = [
    path("enter/", result_entry.result_enter, name="result_enter"),
    path("enter/offline/", offline.result_offline, name="result_offline"),
    path("enter/offline/known/", offline.result_offline_known, name="result_offline_known"),
    path("enter/offline/send/", offline.result_offline_send, name="result_offline_send"),
    path("games/<int:pk>/confirm/", decisions.game_confirm, name="game_confirm"),
    path("games/<int:pk>/correct/", result_correction.game_correct, name="game_correct"),
    path("games/<int:pk>/dispute/", decisions.game_dispute, name="game_dispute"),
    path("games/<int:pk>/name/", naming.game_name, name="game_name"),
    path("games/<int:pk>/void/", decisions.game_void, name="game_void"),
    path("games/<int:pk>/", games.game_detail, name="game_detail"),
    path("games/<int:pk>/bg-stats.svg", games.game_play_code, name="game_play_code"),
    path("games/<int:pk>/record.jsonl", games.game_record, name="game_record"),
]
