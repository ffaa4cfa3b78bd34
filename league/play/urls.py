from django.urls import URLPattern, path

from league.play.views import attendance, bots, hours, orders, organisers, replay, rewinds, tables, tryouts

urlpatterns: list[URLPattern] = [
    path("seasons/<str:slug>/play/", bots.season_play, name="season_play"),
    path("seasons/<str:slug>/plays/", organisers.season_plays, name="season_plays"),
    path("play/new/", tables.play_new, name="play_new"),
    path("play/hours/", hours.play_hours, name="play_hours"),
    path("play/try/", tryouts.try_list, name="try_list"),
    path("play/try/new/", tryouts.try_new, name="try_new"),
    path("play/try/table/", tryouts.try_play, name="try_table"),
    path("play/0/turns/", tryouts.try_turn, name="try_turn"),  # no play has this number
    path("play/<int:pk>/", tables.play_table, name="play_table"),
    path("play/<int:pk>/sit/", tables.play_sit, name="play_sit"),
    path("play/<int:pk>/turns/", tables.play_turn, name="play_turn"),
    path("play/<int:pk>/career/", tables.play_career, name="play_career"),
    path("play/<int:pk>/orders/", orders.play_orders, name="play_orders"),
    path("play/<int:pk>/rewind/", rewinds.play_rewind, name="play_rewind"),
    path("play/<int:pk>/stay/", rewinds.play_stay, name="play_stay"),
    path("play/<int:pk>/say/", tables.play_say, name="play_say"),
    path("play/<int:pk>/record.jsonl", tables.play_record, name="play_record"),
    path("play/<int:pk>/replay/", replay.play_replay, name="play_replay"),
    path("play/<int:pk>/proof/", replay.play_proof, name="play_proof"),
    path("games/<int:pk>/replay/", replay.game_replay, name="game_replay"),
    path("rules/<str:system>/<str:rule>/replay/", replay.rule_replay, name="rule_replay"),
    *(
        path(f"play/<int:pk>/{deed}/", attendance.play_attend, {"deed": deed}, name=f"play_{deed}")
        for deed in ("back", "resign", "return", "replace", "pause", "holiday", "wants", "ask")
    ),
    path("play/<int:pk>/<str:act>/", tables.play_act, name="play_act"),
]
