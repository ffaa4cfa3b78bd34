"""The organiser's desk of a tournament: setting up, registration, check-in."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
