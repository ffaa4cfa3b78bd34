from django.urls import URLPattern, path

from league.tournaments.teams import views


def _addresses(kind: str, name: str) -> list[URLPattern]:
    of = {"kind": kind}
    return [
        path(f"{kind}/<str:slug>/teams/", views.team_list, of, name=f"{name}_teams"),
        path(f"{kind}/<str:slug>/teams/set-up/", views.teams_set_up, of, name=f"{name}_teams_set_up"),
        path(f"{kind}/<str:slug>/teams/new/", views.team_enter, of, name=f"{name}_team_enter"),
    ]


urlpatterns: list[URLPattern] = [
    *_addresses("seasons", "season"),
    *_addresses("tournaments", "tournament"),
    path("teams/<int:team>/", views.team_detail, name="team_detail"),
    path("teams/<int:team>/line-up/", views.team_line_up, name="team_line_up"),
    path("teams/<int:team>/leave/", views.team_leave, name="team_leave"),
    path("teams/<int:team>/edit/", views.team_edit, name="team_edit"),
]
