"""Rounds: drawing, changing a draw, the clock, ending."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
