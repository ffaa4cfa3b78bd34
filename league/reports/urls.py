from django.urls import URLPattern, path

from league.reports.views import annual_paper, annual_report, sharing

urlpatterns: list[URLPattern] = [
    path("seasons/<str:slug>/card.png", sharing.season_card, name="season_card"),
    path("seasons/<str:slug>/share/", sharing.season_share, name="season_share"),
    path("seasons/<str:slug>/embed/", sharing.season_embed, name="season_embed"),
    path("seasons/<str:slug>/report/", annual_report.annual_report, name="annual_report"),
    path("seasons/<str:slug>/report.pdf", annual_paper.annual_report_paper, name="annual_report_paper"),
    path(
        "seasons/<str:slug>/report/<str:character>.pdf",
        annual_paper.personal_report_paper,
        name="personal_report_paper",
    ),
    path("seasons/<str:slug>/report/<str:character>/", annual_report.annual_report_of, name="annual_report_of"),
    path("seasons/<str:slug>/report/card.png", sharing.annual_report_card, name="annual_report_card"),
    path("seasons/<str:slug>/share/report/", sharing.annual_report_share, name="annual_report_share"),
    path(
        "seasons/<str:slug>/report/<str:character>/card.png", sharing.personal_report_card, name="personal_report_card"
    ),
    path(
        "seasons/<str:slug>/report/<str:character>/share/", sharing.personal_report_share, name="personal_report_share"
    ),
    path("tournaments/<str:slug>/card.png", sharing.tournament_card, name="tournament_card"),
    path("tournaments/<str:slug>/share/", sharing.tournament_share, name="tournament_share"),
    path("leagues/<str:slug>/records/<str:key>/card.png", sharing.record_card, name="record_card"),
    path("leagues/<str:slug>/records/<str:key>/share/", sharing.record_share, name="record_share"),
    path("games/<int:pk>/card.png", sharing.game_card, name="game_card"),
    path("games/<int:pk>/share/", sharing.game_share, name="game_share"),
    path("play/<int:pk>/card.png", sharing.play_card, name="play_card"),
    path("characters/<str:slug>/card.png", sharing.character_card, name="character_card"),
    path("characters/<str:slug>/share/", sharing.character_share, name="character_share"),
    path("characters/<str:slug>/memos/<int:pk>/card.png", sharing.memo_card, name="memo_card"),
    path("characters/<str:slug>/memos/<int:pk>/", sharing.memo_detail, name="memo_detail"),
]
