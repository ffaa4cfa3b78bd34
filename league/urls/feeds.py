"""What programs read: calendar feeds, archives, webhooks, unsubscribing."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
