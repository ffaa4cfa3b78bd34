"""Tables: reporting from the table, referees."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
