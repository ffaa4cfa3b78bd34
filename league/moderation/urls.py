from django.urls import path

from league.moderation import views

urlpatterns = [
    path("report/", views.report_create, name="report_create"),
    path("moderation/", views.moderation, name="moderation"),
]
