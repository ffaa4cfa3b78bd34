from django.urls import URLPattern, path

from league.tournaments.desk.views import desk, evening, pages, photos, round_draw, round_pages, rounds, screen, setup

ROUND = "tournaments/<str:slug>/stages/<int:stage>/rounds/<int:number>/manage/"

urlpatterns: list[URLPattern] = [
    path("seasons/<str:slug>/tournaments/new/", setup.tournament_create, name="tournament_create"),
    path("tournaments/<str:slug>/desk/", desk.tournament_desk, name="tournament_desk"),
    path("tournaments/<str:slug>/desk/settings/", setup.tournament_settings, name="tournament_settings"),
    path("tournaments/<str:slug>/desk/cancel/", desk.tournament_cancel, name="tournament_cancel"),
    path("tournaments/<str:slug>/desk/registration/", desk.tournament_registration, name="tournament_registration"),
    path("tournaments/<str:slug>/desk/log/", desk.tournament_log, name="tournament_log"),
    path("tournaments/<str:slug>/draw/", round_draw.round_draw, name="round_draw"),
    path("tournaments/<str:slug>/draw/table/", round_draw.table_open, name="table_open"),
    path(ROUND, rounds.round_manage, name="round_manage"),
    path(f"{ROUND}live/", rounds.round_live, name="round_live"),
    path(f"{ROUND}swap/", rounds.round_swap, name="round_swap"),
    path("tournaments/", pages.tournament_list, name="tournament_list"),
    path("tournaments/<str:slug>/", pages.tournament_detail, name="tournament_detail"),
    path("tournaments/<str:slug>/why/<int:stage>/<str:character>/", pages.tournament_why, name="tournament_why"),
    path("tournaments/<str:slug>/entries/", pages.tournament_entries, name="tournament_entries"),
    path("tournaments/<str:slug>/rounds/", round_pages.round_current, name="round_current"),
    path("tournaments/<str:slug>/rounds/<int:stage>/<int:number>/", round_pages.round_detail, name="round_detail"),
    path("tournaments/<str:slug>/draws/", pages.draw_list, name="draw_list"),
    path("tournaments/<str:slug>/draws/groups.json", pages.groups_json, name="groups_json"),
    path("tournaments/<str:slug>/draws/<int:number>.json", pages.draw_json, name="draw_json"),
    path("tournaments/<str:slug>/evening/", evening.tournament_evening, name="tournament_evening"),
    path("tournaments/<str:slug>/evening/photos/", photos.photo_add, name="photo_add"),
    path("tournaments/<str:slug>/evening/photos/<int:photo>/", photos.photo_edit, name="photo_edit"),
    path("tournaments/<str:slug>/evening/photos/<str:digest>.jpg", photos.photo_file, name="photo_file"),
    path("tournaments/<str:slug>/presenter/", evening.tournament_presenter, name="tournament_presenter"),
    path("tournaments/<str:slug>/screen/", screen.tournament_screen, name="tournament_screen"),
    path(
        "tournaments/<str:slug>/rounds/<int:stage>/<int:number>/print/<slug:what>/",
        round_pages.print_round,
        name="print_round",
    ),
    path(
        "tournaments/<str:slug>/rounds/<int:stage>/<int:number>/print/<slug:what>.pdf",
        round_pages.print_round,
        {"pdf": True},
        name="print_round_pdf",
    ),
    path(
        "tournaments/<str:slug>/stages/<int:stage>/standings/print/",
        round_pages.print_standings,
        name="print_standings",
    ),
    path(
        "tournaments/<str:slug>/stages/<int:stage>/standings.pdf",
        round_pages.print_standings,
        {"pdf": True},
        name="print_standings_pdf",
    ),
]
