from django.urls import URLPattern, path

from league.accounts import views

urlpatterns: list[URLPattern] = [
    path("accounts/language/", views.language_choose, name="language_choose"),
    path("accounts/tokens/", views.token_list, name="token_list"),
    path("accounts/sessions/<int:pk>/end/", views.session_end, name="session_end"),
    path("accounts/sessions/end-all/", views.end_all, name="end_all"),
    path("accounts/sessions/seen/", views.sign_ins_seen, name="sign_ins_seen"),
    path("accounts/2fa/not-now/", views.second_step_decline, name="second_step_decline"),
]
