from django.urls import URLPattern, path

from league.accounts import views

urlpatterns: list[URLPattern] = [
    path("accounts/tokens/", views.token_list, name="token_list"),
    path("accounts/sessions/<int:pk>/end/", views.session_end, name="session_end"),
]
