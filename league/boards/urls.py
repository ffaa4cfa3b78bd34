from django.urls import URLPattern, path

from league.boards import views

urlpatterns: list[URLPattern] = [
    path("leagues/<str:slug>/boards/", views.board_list, name="board_list"),
    path("leagues/<str:slug>/boards/<str:board>/", views.board_detail, name="board_detail"),
    path("leagues/<str:slug>/boards/<str:board>/change/", views.board_change, name="board_change"),
    path("leagues/<str:slug>/boards/<str:board>/change/<str:module>/", views.board_module, name="board_module"),
    path("leagues/<str:slug>/boards/<str:board>/board.toml", views.board_file, name="board_file"),
    path("leagues/<str:slug>/boards/<str:board>/board.pdf", views.board_paper, name="board_paper"),
]
