from django.urls import URLPattern, path

from league.sharing import views

urlpatterns: list[URLPattern] = [
    path("seasons/<str:slug>/card.png", views.season_card, name="season_card"),
    path("seasons/<str:slug>/share/", views.season_share, name="season_share"),
    path("seasons/<str:slug>/embed/", views.season_embed, name="season_embed"),
    path("seasons/<str:slug>/report/card.png", views.annual_report_card, name="annual_report_card"),
    path("seasons/<str:slug>/share/report/", views.annual_report_share, name="annual_report_share"),
    path("seasons/<str:slug>/report/<str:character>/card.png", views.personal_report_card, name="personal_report_card"),
    path("seasons/<str:slug>/report/<str:character>/share/", views.personal_report_share, name="personal_report_share"),
    path("tournaments/<str:slug>/card.png", views.tournament_card, name="tournament_card"),
    path("tournaments/<str:slug>/share/", views.tournament_share, name="tournament_share"),
    path("games/<int:pk>/card.png", views.game_card, name="game_card"),
    path("games/<int:pk>/share/", views.game_share, name="game_share"),
    path("play/<int:pk>/card.png", views.play_card, name="play_card"),
    path("characters/<str:slug>/card.png", views.character_card, name="character_card"),
    path("characters/<str:slug>/share/", views.character_share, name="character_share"),
    path("characters/<str:slug>/memos/<int:pk>/card.png", views.memo_card, name="memo_card"),
    path("characters/<str:slug>/memos/<int:pk>/", views.memo_detail, name="memo_detail"),
]
