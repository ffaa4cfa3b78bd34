from django.urls import URLPattern, path

from league.tournaments.tables.views import phone, phone_reports, referee, tables

urlpatterns: list[URLPattern] = [
    path("t/<str:token>/", phone.table_phone, name="table_phone"),
    path("t/<str:token>/state/", phone.table_phone_now, name="table_now"),
    path("t/<str:token>/report/", phone_reports.table_report, name="table_report"),
    path("tables/<int:pk>/", tables.table_detail, name="table_detail"),
    path("tables/<int:pk>/play/", tables.table_play, name="table_play"),
    path("tables/<int:pk>/rule/", referee.table_rule, name="table_rule"),
    path("tournaments/<str:slug>/referee/", referee.referee_desk, name="referee_desk"),
]
